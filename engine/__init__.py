"""Collision detection algorithms that record every step as a trace.  Python, NumPy and Qhull only; no graphics.

Conventions:

- Lengths are in metres, times in seconds, angles in radians, masses in kilograms.
- Space is right-handed, y up.  Matrices are 4×4, for column vectors, with the translation in the last column: a point
  in the world is R · local + t.  Quaternions are x, y, z, w.
- A − B = { a − b }; its support is s_A(d) − s_B(−d).  The shapes overlap if it contains the origin.
- The signed distance is the gap (> 0) or minus the penetration depth (< 0).  The normal is a unit vector from A to B.
- An invalid argument raises a `ValueError` that names the argument, its value and what is accepted; shapes that a
  function does not support, such as 2D ones, raise a `NotApplicable`, which is one.
- Records are immutable.  A quantity that is not known is `None`.

Numbers:

- Everything is computed in float64, except where single precision is asked for (`precision`).
- `Result` says how accurate an answer is, and `Result.certified` what is proved about it.
- Coordinates beyond about 1e75 m, or all within 1e-77 m, end in `Exit.DEGENERATE_INPUT`, because products of four of
  them overflow or underflow.  `clamp` and `obb`, and batches that use them, form no such products.
- Reaching a limit, and degenerate input, are never reported as separated.
"""

from importlib import import_module

from gjkscope.engine.broadphase import BROADPHASES, BroadTrace, broad_phase
from gjkscope.engine.options import Options
from gjkscope.engine.plane.shapes.kinds import (
    PLANAR_TYPES,
    Box2,
    Capsule2,
    Chain,
    Circle,
    PlanarShape,
    Point2,
    Polygon,
    Segment2,
)
from gjkscope.engine.pose import Pose, as_pose, plane_pose
from gjkscope.engine.query import query, trace
from gjkscope.engine.registry.algorithms import ALGORITHMS, PLANAR_ALGORITHMS, algorithm_for
from gjkscope.engine.result import Exit, NotApplicable, Result, Trace, Verdict
from gjkscope.engine.shapes.kinds import (
    SHAPE_TYPES,
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    HalfSpace,
    HeightField,
    Hull,
    Mesh,
    Point,
    Segment,
    Shape,
    Sphere,
    Superellipsoid,
    Triangle,
    TriangleSurface,
)

TYPE_CHECKING = False  # type checkers take it as true; the module `typing` would be loaded
if TYPE_CHECKING:
    from gjkscope.engine.advancement.motion import Motion
    from gjkscope.engine.advancement.steps import Advancement, first_contact
    from gjkscope.engine.analysis.compare import Comparison, compare, first_difference
    from gjkscope.engine.approach.comparison import SearchComparison, compare_searches
    from gjkscope.engine.caches.following import follow_cache
    from gjkscope.engine.casting.steps import cast
    from gjkscope.engine.compound.contacts import PartContacts, part_contacts
    from gjkscope.engine.compound.query import PartsResult, query_parts
    from gjkscope.engine.contacts.comparison import (
        ManifoldComparison,
        PolicyMotion,
        compare_manifolds,
        follow_manifolds,
    )
    from gjkscope.engine.contacts.records import ContactPoint, Manifold
    from gjkscope.engine.contacts.registry import manifold
    from gjkscope.engine.edges.steps import Slide, slide
    from gjkscope.engine.gradients.derivative import DistanceGradient, PoseGradient, distance_gradient
    from gjkscope.engine.gradients.growth import GrowthDistance, growth_distance
    from gjkscope.engine.gradients.smoothing import SmoothedDistance, smoothed_distance
    from gjkscope.engine.gradients.sweep import SweptDistance, sweep_distance
    from gjkscope.engine.mesh_distance.overlaps import TrianglePair, overlapping_triangles
    from gjkscope.engine.proof.certificate import Certificate, check
    from gjkscope.engine.resolution.pair import PairResolution, resolve_pair
    from gjkscope.engine.resolution.terrain import TerrainResolution, resolve_terrain
    from gjkscope.engine.time_of_impact.steps import toi

__all__ = [
    "ALGORITHMS",
    "BROADPHASES",
    "PLANAR_ALGORITHMS",
    "PLANAR_TYPES",
    "SHAPE_TYPES",
    "Advancement",
    "Box",
    "Box2",
    "BroadTrace",
    "Capsule",
    "Capsule2",
    "Certificate",
    "Chain",
    "Circle",
    "Comparison",
    "Cone",
    "ContactPoint",
    "Cylinder",
    "DistanceGradient",
    "Ellipsoid",
    "Exit",
    "GrowthDistance",
    "HalfSpace",
    "HeightField",
    "Hull",
    "Manifold",
    "ManifoldComparison",
    "Mesh",
    "Motion",
    "NotApplicable",
    "Options",
    "PairResolution",
    "PartContacts",
    "PartsResult",
    "PlanarShape",
    "Point",
    "Point2",
    "PolicyMotion",
    "Polygon",
    "Pose",
    "PoseGradient",
    "Result",
    "SearchComparison",
    "Segment",
    "Segment2",
    "Shape",
    "Slide",
    "SmoothedDistance",
    "Sphere",
    "Superellipsoid",
    "SweptDistance",
    "TerrainResolution",
    "Trace",
    "Triangle",
    "TrianglePair",
    "TriangleSurface",
    "Verdict",
    "algorithm_for",
    "as_pose",
    "broad_phase",
    "cast",
    "check",
    "compare",
    "compare_manifolds",
    "compare_searches",
    "distance_gradient",
    "first_contact",
    "first_difference",
    "follow_cache",
    "follow_manifolds",
    "growth_distance",
    "manifold",
    "overlapping_triangles",
    "part_contacts",
    "plane_pose",
    "query",
    "query_parts",
    "resolve_pair",
    "resolve_terrain",
    "slide",
    "smoothed_distance",
    "sweep_distance",
    "toi",
    "trace",
]

# Shapes that are registered and not imported by name above; type checkers do not know of them.
globals().update({kind.__name__: kind for kind in (*SHAPE_TYPES.values(), *PLANAR_TYPES.values())})

# The names above that are imported when they are first used, by their modules: most processes need few of them.
_LATER = {
    "advancement.motion": ("Motion",),
    "advancement.steps": ("Advancement", "first_contact"),
    "analysis.compare": ("Comparison", "compare", "first_difference"),
    "approach.comparison": ("SearchComparison", "compare_searches"),
    "caches.following": ("follow_cache",),
    "casting.steps": ("cast",),
    "compound.contacts": ("PartContacts", "part_contacts"),
    "compound.query": ("PartsResult", "query_parts"),
    "contacts.comparison": ("ManifoldComparison", "PolicyMotion", "compare_manifolds", "follow_manifolds"),
    "contacts.records": ("ContactPoint", "Manifold"),
    "contacts.registry": ("manifold",),
    "edges.steps": ("Slide", "slide"),
    "gradients.derivative": ("DistanceGradient", "PoseGradient", "distance_gradient"),
    "gradients.growth": ("GrowthDistance", "growth_distance"),
    "gradients.smoothing": ("SmoothedDistance", "smoothed_distance"),
    "gradients.sweep": ("SweptDistance", "sweep_distance"),
    "mesh_distance.overlaps": ("TrianglePair", "overlapping_triangles"),
    "proof.certificate": ("Certificate", "check"),
    "resolution.pair": ("PairResolution", "resolve_pair"),
    "resolution.terrain": ("TerrainResolution", "resolve_terrain"),
    "time_of_impact.steps": ("toi",),
}


def __getattr__(name: str) -> object:
    for module, names in _LATER.items():
        if name in names:
            value = globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


if __name__ == "engine":  # imported from the root of a checkout
    from gjkscope.checkout import alias

    alias(__name__)
