"""parry's contact of a ball, asked in Rapier 0.30 (see `parry_old.py`); no package returns those of parry 0.5."""

from gjkscope.engine.shapes import kinds
from tests.fidelity.references import parry_old

REFERENCE = parry_old.REFERENCE._replace(
    algorithm="parry-projection",
    shapes=(kinds.Sphere, kinds.Box, kinds.Triangle),
    source="parry3d 0.5.0, src/query/contact/contact_ball_convex_polyhedron.rs, src/query/point/point_aabb.rs, "
    "point_triangle.rs",
    departures="The package has parry 0.25.3, which differs if a ball's centre is within 1.2e-7 m of the surface: it "
    "takes the normal of the nearest feature, and 0.5.0 returns no contact. Points are left out: the package returns "
    "no distances of them.",
)
