"""Bounding spheres of a pair."""
