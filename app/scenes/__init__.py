"""Scenes: the model, the file format, mesh files and the shipped examples."""
