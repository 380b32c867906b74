"""EPA: the penetration depth of two overlapping convex shapes."""
