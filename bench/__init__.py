"""What the hooks cost, as ratios of a bare interpreter start measured in the same run."""
