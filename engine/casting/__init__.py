"""Shape casts: the first contact of bodies that move without turning, by GJK along a ray."""
