"""Everything that `import gjkscope` offers: shapes, questions about pairs, scenes and pictures."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gjkscope.engine import (
    ALGORITHMS,
    BROADPHASES,
    Advancement,
    Box,
    BroadTrace,
    Capsule,
    Certificate,
    Comparison,
    Cone,
    Cylinder,
    Ellipsoid,
    Exit,
    Hull,
    Mesh,
    Motion,
    NotApplicable,
    Options,
    PairResolution,
    Point,
    Pose,
    Result,
    Segment,
    Shape,
    Sphere,
    TerrainResolution,
    Trace,
    Triangle,
    Verdict,
    as_pose,
    batch,
    broad_phase,
    check,
    compare,
    first_contact,
    first_difference,
    query,
    resolve_pair,
    resolve_terrain,
    trace,
)
from gjkscope.engine.explain import explain

if TYPE_CHECKING:
    from gjkscope.app.export.picture import render
    from gjkscope.app.scenes.scene_file import load
else:
    # They bring the application's libraries, which nobody needs who only asks the engine.
    _APPLICATION = {"load": "gjkscope.app.scenes.scene_file", "render": "gjkscope.app.export.picture"}

    def __getattr__(name: str) -> Any:
        if name not in _APPLICATION:
            raise AttributeError(f"module 'gjkscope' has no attribute {name!r}")
        return getattr(import_module(_APPLICATION[name]), name)


__all__ = [
    "ALGORITHMS",
    "BROADPHASES",
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
    "batch",
    "broad_phase",
    "check",
    "compare",
    "explain",
    "first_contact",
    "first_difference",
    "load",
    "query",
    "render",
    "resolve_pair",
    "resolve_terrain",
    "trace",
]
