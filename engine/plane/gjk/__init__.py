"""GJK in the plane: the distance between two convex 2D shapes."""
