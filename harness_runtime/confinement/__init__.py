"""Confinement: approved commands run inside a kernel boundary (contract: Confinement). Standard library only."""
