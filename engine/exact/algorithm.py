"""Exact arithmetic as a registered algorithm."""

from collections.abc import Iterator
from math import inf

from gjkscope.engine.exact import steps
from gjkscope.engine.exact.expansion import Expansion
from gjkscope.engine.exact.explain import explain, headline
from gjkscope.engine.exact.steps import ExactPhase, State
from gjkscope.engine.options import Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.proof.certificate import Evidence
from gjkscope.engine.proof.points import shorten
from gjkscope.engine.registry.records import (
    Algorithm,
    Change,
    Prover,
    SearchView,
    Setting,
    Stepping,
    core_bounds,
    step_work,
    vertex_changes,
)
from gjkscope.engine.result import Exit, final_step
from gjkscope.engine.shapes.kinds import PolytopeShape, Shape
from gjkscope.engine.vectors import Vec3, norm


def _stepping(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, _: Options) -> Stepping:
    pair = steps.prepare(shape_a, pose_a, shape_b, pose_b)
    return Stepping(steps.start, steps.step, (pair,), (pair,))


def _changes(before: State, step: State) -> set[Change]:
    happened = {Change.VERTEX_ADDED} if step.visible else vertex_changes(before.simplex, step.simplex)
    return happened | ({Change.PHASE_CHANGED} if step.phase != before.phase else set())


def _simplex(step: State) -> tuple[Vec3, ...]:
    return tuple(vertex.point for vertex in step.simplex)


def _distance(step: State) -> float:
    return norm(step.closest) if step.phase == ExactPhase.DISTANCE else inf


def _on_feature(step: State) -> bool:
    return step.upper == 0 and step.phase == ExactPhase.DISTANCE and len(step.simplex) < 4


def _evidence(step: State, _: Setting) -> Evidence:
    axis = shorten(step.exact.normal)
    if step.polytope is not None and step.exact.upper.square > 0:
        vertices = tuple((w.index_a, w.index_b) for w in step.polytope.vertices)
        return Evidence(axis, vertices, faces=tuple(face.corners for face in step.polytope.faces))
    return Evidence(axis, tuple((w.index_a, w.index_b) for w in step.simplex), shorten(step.weights))


def _applies(setting: Setting) -> bool:
    return isinstance(setting.shape_a, PolytopeShape) and isinstance(setting.shape_b, PolytopeShape)


def _search_evidence(setting: Setting, budget: int) -> Iterator[Evidence | None]:
    """The evidence in the last step, or in the last one that the budget allows."""
    pair = steps.prepare(*setting)
    expansion, most = Expansion(), budget // step_work(len(pair.a.vertices) + len(pair.b.vertices))
    state = final_step(steps.start(pair), lambda state: steps.step(pair, state, expansion), most)
    if state.exit == Exit.RUNNING:
        yield None
    yield _evidence(state, setting)


ALGORITHM = Algorithm(
    name="exact",
    title="Exact arithmetic",
    order=60,
    state=State,
    trace=steps.trace,
    stepping=_stepping,
    explain=explain,
    headline=headline,
    changes=_changes,
    bounds=core_bounds,
    evidence=_evidence,
    prover=Prover(order=1, applies=_applies, evidence=_search_evidence, is_final=True),
    search=SearchView(_simplex, _on_feature, _distance, may_cycle=False),
)
