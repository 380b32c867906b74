"""Geometry shared by several algorithms: polytopes, bounding volumes and the Minkowski difference."""
