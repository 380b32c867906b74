"""The Scene panel: bodies and their properties."""
