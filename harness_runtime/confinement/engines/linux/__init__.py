"""The Linux side of confinement: what the kernel is told, and the process that keeps a run."""
