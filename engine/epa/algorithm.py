"""EPA as a registered algorithm."""

from collections.abc import Iterator

from gjkscope.engine import gjk
from gjkscope.engine.epa import steps
from gjkscope.engine.epa.explain import BEATS, explain, headline
from gjkscope.engine.epa.polytope import new_search
from gjkscope.engine.epa.steps import State
from gjkscope.engine.gjk.algorithm import ALGORITHM as GJK
from gjkscope.engine.gjk.algorithm import cores
from gjkscope.engine.options import Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.proof.certificate import Evidence
from gjkscope.engine.proof.points import evidence_of
from gjkscope.engine.registry.records import (
    Algorithm,
    Change,
    Prover,
    SearchView,
    Setting,
    Stepping,
    core_bounds,
    step_work,
)
from gjkscope.engine.result import Exit, final_step
from gjkscope.engine.sequences.versioned import LatestList
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.vectors import Vec3


def _stepping(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options) -> Stepping:
    a, b = cores(shape_a, pose_a, shape_b, pose_b, options)
    pair = gjk.relative(a, b)
    gjk_state = gjk.run(a, b, gjk.wanted_gap(options, shape_a, shape_b))[-1]
    return Stepping(steps.start, steps.step, (*pair, gjk_state), pair)


def _changes(before: State, step: State) -> set[Change]:
    happened = {Change.VERTEX_ADDED} if len(step.vertices) > len(before.vertices) else {Change.NOTHING_NEW}
    return happened | ({Change.PHASE_CHANGED} if step.aim != before.aim else set())


def _nearest_face(step: State) -> tuple[Vec3, ...]:
    if step.nearest < 0:
        return ()
    return tuple(step.vertices[corner].point for corner in step.faces[step.nearest].corners)


def _on_feature(step: State) -> bool:
    rounding = gjk.ROUNDINGS * step.roundoff * step.reach
    return step.nearest >= 0 and abs(step.faces[step.nearest].distance) <= rounding


def _evidence(step: State, setting: Setting) -> Evidence:
    faces = tuple(face.corners for face in step.faces if face.death < 0)
    return evidence_of(step.vertices, setting, step.normal, (), faces)


def _search_evidence(setting: Setting, budget: int) -> Iterator[Evidence | None]:
    """The evidence in the last steps of GJK and EPA."""
    assert GJK.evidence is not None
    a, b = convex(setting.shape_a, setting.pose_a), convex(setting.shape_b, setting.pose_b)
    distance = gjk.run(a, b)[-1]
    yield GJK.evidence(distance, setting)
    near_a, near_b = gjk.relative(a, b)
    search = new_search()
    state = final_step(
        steps.seed_polytope(distance, LatestList(), LatestList(), [], search),
        lambda state: steps.step_with_search(near_a, near_b, state, search),
        budget // step_work(len(a.vertices) + len(b.vertices)),
    )
    if state.exit == Exit.RUNNING:
        yield None
    if state.exit != Exit.DISTANCE_KNOWN:
        yield _evidence(state, setting)


ALGORITHM = Algorithm(
    name="epa",
    title="EPA penetration depth",
    order=20,
    state=State,
    trace=steps.trace,
    stepping=_stepping,
    options=("float32", "tolerance"),
    explain=explain,
    headline=headline,
    changes=_changes,
    bounds=core_bounds,
    seeks_depth=True,
    evidence=_evidence,
    prover=Prover(order=2, applies=lambda _: True, evidence=_search_evidence),
    search=SearchView(_nearest_face, _on_feature, may_cycle=False),
    beats=BEATS,
)
