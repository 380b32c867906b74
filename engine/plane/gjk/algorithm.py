"""GJK in the plane as a registered algorithm."""

from gjkscope.engine.gjk.steps import wanted_gap
from gjkscope.engine.options import Options
from gjkscope.engine.plane.cores import PlaneVertex, plane_cores
from gjkscope.engine.plane.evidence import evidence_in_plane
from gjkscope.engine.plane.gjk import steps
from gjkscope.engine.plane.gjk.explain import BEATS, explain, headline, region_tests_in_plane
from gjkscope.engine.plane.gjk.simplex import PLANE_SLOTS, PlaneRegion, vertices_in_plane
from gjkscope.engine.plane.gjk.steps import State, plane_rounding
from gjkscope.engine.plane.vectors import in_space, norm2
from gjkscope.engine.pose import Pose
from gjkscope.engine.proof.certificate import Evidence
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
from gjkscope.engine.vectors import Vec3


def _stepping(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options) -> Stepping:
    pair = plane_cores(shape_a, pose_a, shape_b, pose_b, options.float32)
    return Stepping(steps.start, steps.step, (*pair, wanted_gap(options, shape_a, shape_b)), pair)


def _changes(_: State, step: State) -> set[Change]:
    happened = vertex_changes(vertices_in_plane(step.before), _vertices(step))
    if Change.VERTEX_ADDED in happened and not steps.is_kept(step.simplex, step.support):
        happened.add(Change.NOTHING_NEW)
    return happened


def _simplex(step: State) -> tuple[Vec3, ...]:
    return tuple(in_space(vertex.point) for vertex in _vertices(step))


def _vertices(step: State) -> tuple[PlaneVertex, ...]:
    return vertices_in_plane(step.simplex)


def _candidate(step: State) -> tuple[PlaneVertex, ...]:
    return vertices_in_plane(step.candidate)


def _on_feature(step: State) -> bool:
    return step.region != PlaneRegion.INTERIOR and norm2(step.closest) <= plane_rounding(step)


def _evidence(step: State, _: Setting) -> Evidence:
    if step.exit == Exit.ORIGIN_ENCLOSED:
        return evidence_in_plane(_vertices(step), step.normal, encloses=True)
    return evidence_in_plane(_vertices(step), step.normal, step.weights[: step.simplex.size])


def _weights(step: State) -> tuple[float, ...]:
    kept = {vertex.birth: step.weights[slot] for slot, vertex in enumerate(_vertices(step))}
    return tuple(kept.get(vertex.birth, 0.0) for vertex in _candidate(step))


def _features(step: State) -> tuple[FeatureTest, ...]:
    tests = sorted(region_tests_in_plane(step), key=lambda test: test.region)
    return tuple(
        FeatureTest(test.region.name, test.name, PLANE_SLOTS[test.region], test.won, test.clause) for test in tests
    )


ALGORITHM = Algorithm(
    name="gjk",
    title="GJK distance",
    order=10,
    state=State,
    trace=steps.trace,
    stepping=_stepping,
    options=("float32", "tolerance"),
    explain=explain,
    headline=headline,
    changes=_changes,
    bounds=core_bounds,
    evidence=_evidence,
    search=SearchView(_simplex, _on_feature, lambda step: norm2(step.closest)),
    simplex=_vertices,
    beats=BEATS,
    features=FeatureView(_candidate, _weights, _features, steps.relocate_in_plane),
)
