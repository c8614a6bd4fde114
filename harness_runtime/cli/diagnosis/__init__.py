"""What `doctor` looks at: the machine, each host, each data folder. Changes nothing."""
