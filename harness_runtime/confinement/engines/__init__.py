"""The ways in which this system can confine a command, one file each, behind one interface."""
