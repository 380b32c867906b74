"""Frank–Wolfe as a registered algorithm."""

from gjkscope.engine.frank_wolfe import steps
from gjkscope.engine.frank_wolfe.explain import explain, headline
from gjkscope.engine.frank_wolfe.steps import State
from gjkscope.engine.gjk.algorithm import outward_faces
from gjkscope.engine.gjk.steps import Vertex, relative, wanted_gap
from gjkscope.engine.options import Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.proof.certificate import Evidence
from gjkscope.engine.proof.points import evidence_of
from gjkscope.engine.registry.records import (
    Algorithm,
    Change,
    SearchView,
    Setting,
    Stepping,
    core_bounds,
    vertex_changes,
)
from gjkscope.engine.result import Exit
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.vectors import Vec3, norm


def _stepping(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options) -> Stepping:
    pair = relative(convex(shape_a, pose_a), convex(shape_b, pose_b))
    gap = wanted_gap(options, shape_a, shape_b)
    return Stepping(steps.start, steps.step, (*pair, gap), (*pair, options.frank_wolfe))


def _changes(_: State, step: State) -> set[Change]:
    return vertex_changes(step.before.vertices, step.active.vertices)


def _vertices(step: State) -> tuple[Vertex, ...]:
    return step.active.vertices


def _points(step: State) -> tuple[Vec3, ...]:
    return tuple(vertex.point for vertex in step.active.vertices)


def _on_feature(step: State) -> bool:
    return step.exit != Exit.ORIGIN_ENCLOSED and norm(step.closest) <= steps.norm_rounding(step)


def _evidence(step: State, setting: Setting) -> Evidence:
    vertices, weights = step.active
    if step.exit != Exit.ORIGIN_ENCLOSED:
        return evidence_of(vertices, setting, step.normal, weights, ())
    return evidence_of(vertices, setting, step.normal, (), outward_faces(_points(step)))


ALGORITHM = Algorithm(
    name="frank-wolfe",
    title="Frank–Wolfe, least norm",
    order=38,
    state=State,
    trace=steps.trace,
    stepping=_stepping,
    options=("tolerance", "frank_wolfe"),
    explain=explain,
    headline=headline,
    changes=_changes,
    bounds=core_bounds,
    evidence=_evidence,
    search=SearchView(_points, _on_feature, lambda step: norm(step.closest)),
    simplex=_vertices,
)
