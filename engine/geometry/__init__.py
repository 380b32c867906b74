"""Geometry that several algorithms share: polytopes, bounding volumes and the Minkowski difference."""
