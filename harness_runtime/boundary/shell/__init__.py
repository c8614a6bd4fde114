"""The part of the shell that is understood completely: parser, command models, and what a command line would do."""
