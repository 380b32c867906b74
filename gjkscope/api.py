"""Everything that `import gjkscope` offers: shapes, questions about pairs, scenes and pictures."""

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from gjkscope.engine import (
    ALGORITHMS,
    BROADPHASES,
    PLANAR_ALGORITHMS,
    PLANAR_TYPES,
    SHAPE_TYPES,
    Advancement,
    Box,
    Box2,
    BroadTrace,
    Capsule,
    Capsule2,
    Certificate,
    Circle,
    Comparison,
    Cone,
    ContactPoint,
    Cylinder,
    Ellipsoid,
    Exit,
    HalfSpace,
    Hull,
    Manifold,
    ManifoldComparison,
    Mesh,
    Motion,
    NotApplicable,
    Options,
    PairResolution,
    PartContacts,
    PartsResult,
    PlanarShape,
    Point,
    Point2,
    PolicyMotion,
    Polygon,
    Pose,
    Result,
    SearchComparison,
    Segment,
    Segment2,
    Shape,
    Slide,
    Sphere,
    Superellipsoid,
    TerrainResolution,
    Trace,
    Triangle,
    Verdict,
    algorithm_for,
    as_pose,
    batch,
    broad_phase,
    cast,
    check,
    compare,
    compare_manifolds,
    compare_searches,
    first_contact,
    first_difference,
    follow_manifolds,
    manifold,
    part_contacts,
    plane_pose,
    query,
    query_parts,
    resolve_pair,
    resolve_terrain,
    slide,
    toi,
    trace,
)
from gjkscope.engine.analysis.compare import Difference, Disagreement
from gjkscope.engine.analysis.reports import ReportJudgement, judge_report
from gjkscope.engine.explain import explain, headline
from gjkscope.engine.iterations.checks import check_iterations
from gjkscope.engine.iterations.records import Iteration, IterationVertex
from gjkscope.engine.iterations.steps import CheckedIterations
from gjkscope.engine.proof.certificate import Evidence, Proof, objection
from gjkscope.engine.proof.plain import certificate_from_dict, certificate_to_dict
from gjkscope.engine.runtime.display import NotebookDisplay, display_with

if TYPE_CHECKING:
    from gjkscope.app.capture.recorder import Recorder
    from gjkscope.app.export.gltf import scene_gltf
    from gjkscope.app.export.picture import render, render_svg
    from gjkscope.app.hunting.api import hunt, replay_pairs
    from gjkscope.app.hunting.hunt import HuntReport
    from gjkscope.app.hunting.replaying import ReplayOutcome
    from gjkscope.app.renderer.context import NoGraphics
    from gjkscope.app.reporting.bundle import report
    from gjkscope.app.scenes.scene import Body, Planar, PositionOrientation, Reported, ReportedPoint, Scene, Transform
    from gjkscope.app.scenes.scene_file import SceneError, load
    from gjkscope.app.web.page import scene_page
    from gjkscope.app.window.show import show
else:
    # These load the libraries of the application, which questions to the engine do not need.
    _APPLICATION = {
        "Body": "scenes.scene",
        "HuntReport": "hunting.hunt",
        "NoGraphics": "renderer.context",
        "Planar": "scenes.scene",
        "PositionOrientation": "scenes.scene",
        "ReplayOutcome": "hunting.replaying",
        "Recorder": "capture.recorder",
        "Reported": "scenes.scene",
        "ReportedPoint": "scenes.scene",
        "Scene": "scenes.scene",
        "SceneError": "scenes.scene_file",
        "Transform": "scenes.scene",
        "hunt": "hunting.api",
        "load": "scenes.scene_file",
        "render": "export.picture",
        "render_svg": "export.picture",
        "replay_pairs": "hunting.api",
        "scene_gltf": "export.gltf",
        "report": "reporting.bundle",
        "scene_page": "web.page",
        "show": "window.show",
    }

    def __getattr__(name: str) -> Any:
        if name not in _APPLICATION:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"gjkscope.app.{_APPLICATION[name]}"), name)


def _notebook(name: str) -> Callable[[object], str | None]:
    """A function of the module that displays values in notebooks, which is imported when it is called."""
    return lambda value: getattr(import_module("gjkscope.app.web.notebook"), name)(value)


display_with(NotebookDisplay(html=_notebook("notebook_html"), text=_notebook("notebook_text")))

__all__ = [
    "ALGORITHMS",
    "BROADPHASES",
    "PLANAR_ALGORITHMS",
    "PLANAR_TYPES",
    "SHAPE_TYPES",
    "Advancement",
    "Body",
    "Box",
    "Box2",
    "BroadTrace",
    "Capsule",
    "Capsule2",
    "Certificate",
    "CheckedIterations",
    "Circle",
    "Comparison",
    "Cone",
    "ContactPoint",
    "Cylinder",
    "Difference",
    "Disagreement",
    "Ellipsoid",
    "Evidence",
    "Exit",
    "HalfSpace",
    "Hull",
    "HuntReport",
    "Iteration",
    "IterationVertex",
    "Manifold",
    "ManifoldComparison",
    "Mesh",
    "Motion",
    "NoGraphics",
    "NotApplicable",
    "Options",
    "PairResolution",
    "PartContacts",
    "PartsResult",
    "Planar",
    "PlanarShape",
    "Point",
    "Point2",
    "PolicyMotion",
    "Polygon",
    "Pose",
    "PositionOrientation",
    "Proof",
    "Recorder",
    "ReplayOutcome",
    "ReportJudgement",
    "Reported",
    "ReportedPoint",
    "Result",
    "Scene",
    "SceneError",
    "SearchComparison",
    "Segment",
    "Segment2",
    "Shape",
    "Slide",
    "Sphere",
    "Superellipsoid",
    "TerrainResolution",
    "Trace",
    "Transform",
    "Triangle",
    "Verdict",
    "algorithm_for",
    "as_pose",
    "batch",
    "broad_phase",
    "cast",
    "certificate_from_dict",
    "certificate_to_dict",
    "check",
    "check_iterations",
    "compare",
    "compare_manifolds",
    "compare_searches",
    "explain",
    "first_contact",
    "first_difference",
    "follow_manifolds",
    "headline",
    "hunt",
    "judge_report",
    "load",
    "manifold",
    "objection",
    "part_contacts",
    "plane_pose",
    "query",
    "query_parts",
    "render",
    "render_svg",
    "replay_pairs",
    "report",
    "resolve_pair",
    "resolve_terrain",
    "scene_gltf",
    "scene_page",
    "show",
    "slide",
    "toi",
    "trace",
]

# Shapes that are registered and not imported by name above; type checkers do not know of them.
globals().update({kind.__name__: kind for kind in SHAPE_TYPES.values()})
_others = [kind.__name__ for kind in SHAPE_TYPES.values() if kind.__name__ not in __all__]
__all__ += _others
