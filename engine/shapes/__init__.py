"""The shapes: what each one is, its support mapping, its bounds and its hull."""
