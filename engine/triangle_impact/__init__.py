"""Continuous tests of triangles: when vertices that move on straight lines first meet a face, or edges each other.

`cubic` finds the roots of the coplanarity polynomial in floating point, and can miss contacts; `inclusion` halves boxes
of (t, u, v), and cannot; `exact` decides with rational numbers.
"""
