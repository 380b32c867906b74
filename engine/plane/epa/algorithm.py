"""EPA in the plane as a registered algorithm."""

from collections.abc import Iterator, Sequence

from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.gjk.steps import ROUNDINGS, wanted_gap
from gjkscope.engine.options import Options
from gjkscope.engine.plane.cores import PlaneVertex, plane_cores
from gjkscope.engine.plane.epa import steps
from gjkscope.engine.plane.epa.explain import BEATS, explain, headline
from gjkscope.engine.plane.epa.steps import State
from gjkscope.engine.plane.evidence import evidence_in_plane
from gjkscope.engine.plane.gjk import steps as gjk
from gjkscope.engine.plane.gjk.algorithm import ALGORITHM as GJK
from gjkscope.engine.plane.gjk.simplex import closest_in_plane, simplex_in_plane
from gjkscope.engine.plane.vectors import in_space
from gjkscope.engine.pose import Pose
from gjkscope.engine.proof.certificate import Evidence
from gjkscope.engine.registry.records import Algorithm, Change, Prover, SearchView, Setting, Stepping, core_bounds
from gjkscope.engine.result import Exit
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import Vec3


def _stepping(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options) -> Stepping:
    pair = plane_cores(shape_a, pose_a, shape_b, pose_b, options.float32)
    return Stepping(steps.start, steps.step, (*pair, gjk.run(*pair, wanted_gap(options, shape_a, shape_b))[-1]), pair)


def _changes(before: State, step: State) -> set[Change]:
    happened = {Change.VERTEX_ADDED} if len(step.polygon) > len(before.polygon) else {Change.NOTHING_NEW}
    return happened | ({Change.PHASE_CHANGED} if step.aim != before.aim else set())


def _nearest_edge(step: State) -> tuple[Vec3, ...]:
    if step.nearest < 0:
        return ()
    ends = step.polygon[step.nearest], step.polygon[(step.nearest + 1) % len(step.polygon)]
    return tuple(in_space(vertex.point) for vertex in ends)


def _on_feature(step: State) -> bool:
    rounding = ROUNDINGS * step.roundoff * step.reach
    return step.nearest >= 0 and abs(step.edges[step.nearest].distance) <= rounding


def _evidence(step: State, _: Setting) -> Evidence:
    """The polygon around the origin; of one with the origin on its boundary, the edge that contains the origin."""
    if step.edges and min(edge.distance for edge in step.edges) > 0:
        return evidence_in_plane(step.polygon, step.normal, encloses=True)
    if not step.edges:
        return evidence_in_plane(step.polygon, step.normal, _weights(step.polygon))
    least = min(range(len(step.edges)), key=lambda i: step.edges[i].distance)
    ends = (step.polygon[least], step.polygon[(least + 1) % len(step.polygon)])
    return evidence_in_plane(ends, step.normal, _weights(ends))


def _weights(vertices: Sequence[PlaneVertex]) -> tuple[float, ...]:
    """Of the point of a vertex or an edge that is nearest to the origin."""
    return closest_in_plane(simplex_in_plane(vertices)).weights[: len(vertices)]


def _search_evidence(setting: Setting, budget: int) -> Iterator[Evidence | None]:
    """The evidence in the last steps of GJK and EPA."""
    assert GJK.evidence is not None
    a, b = plane_cores(*setting)
    distance = gjk.run(a, b)[-1]
    yield GJK.evidence(distance, setting)
    state, work = steps.start(a, b, distance), 0
    vertices = len(a.vertices) + len(b.vertices)
    while state.exit == Exit.RUNNING:
        checkpoint()
        work += vertices + len(state.edges)
        if work > budget:
            yield None
            return
        state = steps.step(a, b, state)
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
    search=SearchView(_nearest_edge, _on_feature, may_cycle=False, polygon=lambda step: step.polygon),
    beats=BEATS,
)
