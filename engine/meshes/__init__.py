"""Meshes as their triangles: hierarchies of oriented boxes, and the two sides of a search through them."""
