"""Internal edges of triangle meshes: their kinds, ghost collisions, and how engines avoid them."""
