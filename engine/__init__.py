"""Collision detection algorithms that record every step as a trace.  Python, NumPy and SciPy only; no graphics.

Conventions: metres, seconds, kilograms; right-handed coordinates; column vectors, so world = R · local + t.  The signed
distance of shapes A and B is the gap (> 0) or minus the penetration depth (< 0), and normals point from A to B.
"""

from .advancement import Advancement, first_contact
from .broadphase import BROADPHASES, BroadTrace, broad_phase
from .certificate import Certificate, check
from .compare import Comparison, compare, first_difference
from .motion import Motion
from .options import Options
from .pose import Pose, as_pose
from .query import ALGORITHMS, query, trace
from .resolve import PairResolution, resolve_pair
from .result import Exit, NotApplicable, Result, Trace, Verdict
from .shapes import (
    SHAPE_TYPES,
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Hull,
    Mesh,
    Point,
    Segment,
    Shape,
    Sphere,
    Triangle,
)
from .terrain import TerrainResolution, resolve_terrain

__all__ = [
    "ALGORITHMS",
    "BROADPHASES",
    "SHAPE_TYPES",
    "Advancement",
    "Box",
    "BroadTrace",
    "Capsule",
    "Certificate",
    "Comparison",
    "Cone",
    "Cylinder",
    "Ellipsoid",
    "Exit",
    "Hull",
    "Mesh",
    "Motion",
    "NotApplicable",
    "Options",
    "PairResolution",
    "Point",
    "Pose",
    "Result",
    "Segment",
    "Shape",
    "Sphere",
    "TerrainResolution",
    "Trace",
    "Triangle",
    "Verdict",
    "as_pose",
    "broad_phase",
    "check",
    "compare",
    "first_contact",
    "first_difference",
    "query",
    "resolve_pair",
    "resolve_terrain",
    "trace",
]
