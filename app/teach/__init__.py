"""Demos, takes and the lessons of the course."""
