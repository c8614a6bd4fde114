"""The Linux side of confinement: what the kernel is told, and the process that keeps a run.

harness-confine supervises (../supervisor). Its child is the keeper, behind bubblewrap or directly: keeper starts the
stages of the command (stage), each of which locks itself in with Landlock rules (landlock, made by rights) and a
filter (filter, assembled by bpf from the numbers of numbers) before it becomes the program. What the filter neither
lets pass nor refuses, the keeper is asked (notices) and does itself, or not: changes of attributes (attributes),
signals (signals), connections (sockets). meant opens what such a call names. What the keeper is told at its start is
a job; it answers with lines on a pipe.

Everything here starts with each command, so nothing is imported that costs: the C modules behind `signal`, `socket`
and `ctypes` in place of them.
"""
