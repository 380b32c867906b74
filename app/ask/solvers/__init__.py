"""Solvers: other programs that answer about pairs of shapes; each runs in a child process.  Imported on use only."""
