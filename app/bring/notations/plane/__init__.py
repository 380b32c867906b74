"""Reads shapes of the plane from code, lists of points and SVG: literals, and the constructors of 2D engines."""
