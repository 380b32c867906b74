"""Collision detection in the plane: shapes, and GJK, EPA, SAT and exact arithmetic for them.

A 2D shape lies in the plane z = 0 of the same space as all other shapes, so support mappings, bounds and certificates
are shared.  The algorithms are written for the plane: two coordinates, simplices of at most three vertices, edges
instead of faces.
"""
