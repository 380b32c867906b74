"""GJK: the distance between two convex shapes."""
