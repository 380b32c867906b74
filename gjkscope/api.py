"""Everything that `import gjkscope` offers: shapes, questions about pairs, scenes and pictures."""

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from gjkscope import engine
from gjkscope.engine import *  # noqa: F403  its `__all__` is the list of its names
from gjkscope.engine import SHAPE_TYPES, batch
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
    from gjkscope.app.bring.capture.recorder import Recorder
    from gjkscope.app.judge.hunting.api import hunt, replay_pairs
    from gjkscope.app.judge.hunting.hunt import HuntReport
    from gjkscope.app.judge.hunting.replaying import ReplayOutcome
    from gjkscope.app.scenes.scene import Body, Planar, PositionOrientation, Reported, ReportedPoint, Scene, Transform
    from gjkscope.app.scenes.scene_file import SceneError, load
    from gjkscope.app.share.export.gltf import scene_gltf
    from gjkscope.app.share.export.picture import render, render_svg
    from gjkscope.app.share.reporting.bundle import report
    from gjkscope.app.share.web.page import scene_page
    from gjkscope.app.view.renderer.context import NoGraphics
    from gjkscope.app.window.show import show
else:
    # These load the libraries of the application, which questions to the engine do not need.
    _APPLICATION = {
        "Body": "scenes.scene",
        "HuntReport": "judge.hunting.hunt",
        "NoGraphics": "view.renderer.context",
        "Planar": "scenes.scene",
        "PositionOrientation": "scenes.scene",
        "ReplayOutcome": "judge.hunting.replaying",
        "Recorder": "bring.capture.recorder",
        "Reported": "scenes.scene",
        "ReportedPoint": "scenes.scene",
        "Scene": "scenes.scene",
        "SceneError": "scenes.scene_file",
        "Transform": "scenes.scene",
        "hunt": "judge.hunting.api",
        "load": "scenes.scene_file",
        "render": "share.export.picture",
        "render_svg": "share.export.picture",
        "replay_pairs": "judge.hunting.api",
        "scene_gltf": "share.export.gltf",
        "report": "share.reporting.bundle",
        "scene_page": "share.web.page",
        "show": "window.show",
    }

    def __getattr__(name: str) -> Any:
        if name not in _APPLICATION:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"gjkscope.app.{_APPLICATION[name]}"), name)


def _notebook(name: str) -> Callable[[object], str | None]:
    """A function of the module that displays values in notebooks, which is imported when it is called."""
    return lambda value: getattr(import_module("gjkscope.app.share.web.notebook"), name)(value)


display_with(NotebookDisplay(html=_notebook("notebook_html"), text=_notebook("notebook_text")))

__all__ = [
    "Body",
    "CheckedIterations",
    "Difference",
    "Disagreement",
    "Evidence",
    "HuntReport",
    "Iteration",
    "IterationVertex",
    "NoGraphics",
    "Planar",
    "PositionOrientation",
    "Proof",
    "Recorder",
    "ReplayOutcome",
    "ReportJudgement",
    "Reported",
    "ReportedPoint",
    "Scene",
    "SceneError",
    "Transform",
    "batch",
    "certificate_from_dict",
    "certificate_to_dict",
    "check_iterations",
    "explain",
    "headline",
    "hunt",
    "judge_report",
    "load",
    "objection",
    "render",
    "render_svg",
    "replay_pairs",
    "report",
    "scene_gltf",
    "scene_page",
    "show",
]
__all__ += engine.__all__

# Shapes that are registered and not imported by name above; type checkers do not know of them.
globals().update({kind.__name__: kind for kind in SHAPE_TYPES.values()})
_others = [kind.__name__ for kind in SHAPE_TYPES.values() if kind.__name__ not in __all__]
__all__ += _others
