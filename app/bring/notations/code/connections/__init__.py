"""Connects objects: parts of an object, and calls of unknown functions with shapes and poses as arguments."""
