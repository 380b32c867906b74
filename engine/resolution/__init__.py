"""Push-out: separating a pair, or a body and a terrain."""
