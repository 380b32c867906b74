"""GJK by tetrahedra, without Voronoi regions."""
