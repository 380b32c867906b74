"""GJK as a registered algorithm."""

from gjkscope.engine.gjk import steps
from gjkscope.engine.gjk.acceleration import leaves_momentum
from gjkscope.engine.gjk.explain import BEATS, explain, headline, own_region_tests
from gjkscope.engine.gjk.simplex import SLOTS, Region
from gjkscope.engine.gjk.stepping import start_variant, step_variant, variant_of
from gjkscope.engine.gjk.steps import ROUNDINGS, State
from gjkscope.engine.gjk.tracing import trace
from gjkscope.engine.options import Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.precision import single
from gjkscope.engine.proof.certificate import Evidence
from gjkscope.engine.proof.points import evidence_of
from gjkscope.engine.registry.records import (
    Algorithm,
    Change,
    FeatureTest,
    FeatureView,
    SearchView,
    Setting,
    Stepping,
    core_bounds,
    vertex_changes,
)
from gjkscope.engine.result import Exit
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import Convex, convex
from gjkscope.engine.vectors import Vec3, cross, dot, norm, sub


def cores(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options) -> tuple[Convex, Convex]:
    a, b = convex(shape_a, pose_a), convex(shape_b, pose_b)
    return (single(a), single(b)) if options.float32 else (a, b)


def _stepping(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options) -> Stepping:
    pair = steps.relative(*cores(shape_a, pose_a, shape_b, pose_b, options))
    variant, gap = variant_of(options), steps.wanted_gap(options, shape_a, shape_b)
    if variant is not None:
        return Stepping(start_variant, step_variant, (*pair, gap, variant), (*pair, variant))
    return Stepping(steps.start, steps.step, (*pair, gap), pair)


def _changes(before: State, step: State) -> set[Change]:
    kept = step.simplex.vertices[: step.simplex.size]
    happened = vertex_changes(step.before.vertices[: step.before.size], kept)
    if Change.VERTEX_ADDED in happened and step.support.birth not in {vertex.birth for vertex in kept}:
        happened.add(Change.NOTHING_NEW)
    return happened | {Change.PHASE_CHANGED} if leaves_momentum(before, step) else happened


def _simplex(step: State) -> tuple[Vec3, ...]:
    return tuple(vertex.point for vertex in _vertices(step))


def _vertices(step: State) -> tuple[steps.Vertex, ...]:
    return step.simplex.vertices[: step.simplex.size]


def _candidate(step: State) -> tuple[steps.Vertex, ...]:
    return step.candidate.vertices[: step.candidate.size]


def _weights(step: State) -> tuple[float, ...]:
    kept = {vertex.birth: step.weights[slot] for slot, vertex in enumerate(_vertices(step))}
    return tuple(kept.get(vertex.birth, 0.0) for vertex in _candidate(step))


def _features(step: State) -> tuple[FeatureTest, ...]:
    return tuple(
        FeatureTest(test.region.name, test.name, SLOTS[test.region], test.won, test.clause)
        for test in own_region_tests(step)
    )


def _on_feature(step: State) -> bool:
    return step.region != Region.INTERIOR and norm(step.closest) <= ROUNDINGS * step.roundoff * step.reach


def _evidence(step: State, setting: Setting) -> Evidence:
    vertices = _vertices(step)
    if step.exit != Exit.ORIGIN_ENCLOSED:
        return evidence_of(vertices, setting, step.normal, step.weights[: step.simplex.size], ())
    return evidence_of(vertices, setting, step.normal, (), outward_faces(_simplex(step)))


def outward_faces(points: tuple[Vec3, ...]) -> tuple[tuple[int, int, int], ...]:
    """The faces of a tetrahedron as indices of its vertices, counter-clockwise seen from outside."""
    a, b, c, d = points
    upright = dot(cross(sub(b, a), sub(c, a)), sub(d, a)) > 0
    return (OUTWARD, tuple((i, k, j) for i, j, k in OUTWARD))[upright]


OUTWARD = ((0, 1, 2), (0, 3, 1), (0, 2, 3), (1, 3, 2))
"""The faces of a tetrahedron, counter-clockwise seen from outside if its last vertex is behind the first face."""


ALGORITHM = Algorithm(
    name="gjk",
    title="GJK distance",
    order=10,
    state=State,
    trace=trace,
    stepping=_stepping,
    options=("float32", "tolerance", "subdistance", "acceleration"),
    explain=explain,
    headline=headline,
    changes=_changes,
    bounds=core_bounds,
    evidence=_evidence,
    search=SearchView(_simplex, _on_feature, lambda step: norm(step.closest)),
    simplex=_vertices,
    beats=BEATS,
    features=FeatureView(_candidate, _weights, _features, steps.relocate),
)
