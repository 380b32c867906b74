"""Exact arithmetic in the plane: the truth about two convex 2D shapes."""
