"""The pairs of a capture or a live stream, judged."""
