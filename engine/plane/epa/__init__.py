"""EPA in the plane: the penetration depth of two convex 2D shapes."""
