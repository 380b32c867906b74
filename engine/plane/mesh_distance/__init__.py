"""The distance of chains of segments, or of a chain and a convex 2D shape."""
