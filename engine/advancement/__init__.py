"""Conservative advancement: when two moving shapes first touch."""
