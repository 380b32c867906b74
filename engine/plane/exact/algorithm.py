"""Exact arithmetic in the plane as a registered algorithm."""

from collections.abc import Iterator

from gjkscope.engine.options import Options
from gjkscope.engine.plane.exact import steps
from gjkscope.engine.plane.exact.explain import explain, headline
from gjkscope.engine.plane.exact.steps import State
from gjkscope.engine.pose import Pose
from gjkscope.engine.proof.certificate import Evidence
from gjkscope.engine.proof.points import shorten
from gjkscope.engine.registry.records import Algorithm, Change, Prover, Setting, Stepping, core_bounds
from gjkscope.engine.shapes.kinds import Shape


def _stepping(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, _: Options) -> Stepping:
    placed = steps.prepare(shape_a, pose_a, shape_b, pose_b)
    return Stepping(steps.start, steps.step, (placed,), (placed,))


def _changes(before: State, step: State) -> set[Change]:
    return {Change.PHASE_CHANGED} if before.inside != step.inside else set()


def _evidence(step: State, _: Setting) -> Evidence:
    """All edges if the origin is inside them; otherwise the nearest point of one."""
    axis = shorten((*steps.separating_direction(step), 0))
    count = len(step.outline)
    if step.inside:
        vertices = tuple((w.index_a, w.index_b) for w in step.outline)
        return Evidence(axis, vertices, edges=tuple((i, (i + 1) % count) for i in range(count)))
    edge = steps.contact_edge(step)
    ends = step.outline[edge.number], step.outline[(edge.number + 1) % count]
    return Evidence(axis, tuple((w.index_a, w.index_b) for w in ends), shorten(edge.weights))


def _search_evidence(setting: Setting, budget: int) -> Iterator[Evidence | None]:
    """The evidence in the last step."""
    placed = steps.prepare(*setting)
    if len(placed.outline) > budget:
        yield None
        return
    yield _evidence(steps.run(placed)[-1], setting)


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
    prover=Prover(order=1, applies=lambda _: True, evidence=_search_evidence, is_final=True),
    visits_features=True,
)
