"""Drawing in 2D scenes, which lie in the plane z = 0: outlines, clipped areas, and A − B as a polygon."""
