"""The procedures for lessons as registered algorithms, by dimension."""

from collections.abc import Callable
from typing import Any

from gjkscope.engine.gjk.explain import region_tests
from gjkscope.engine.gjk.simplex import SLOTS
from gjkscope.engine.options import Options
from gjkscope.engine.plane.gjk.explain import region_tests_in_plane
from gjkscope.engine.plane.gjk.simplex import PLANE_SLOTS
from gjkscope.engine.pose import Pose
from gjkscope.engine.registry.records import Algorithm, FeatureTest, FeatureView, Stepping, core_bounds
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.tutorial import nearest, nearest_in_plane
from gjkscope.engine.tutorial.explain import Step, explain, headline
from gjkscope.engine.vectors import Vec3


def _candidate(step: Step) -> tuple[Any, ...]:
    return step.candidate.vertices[: step.candidate.size]


def _weights(step: Step) -> tuple[float, ...]:
    return step.weights[: len(_candidate(step))]


def _features(step: Step) -> tuple[FeatureTest, ...]:
    if isinstance(step, nearest.State):
        return tuple(
            FeatureTest(test.region.name, test.name, SLOTS[test.region], test.won, test.clause)
            for test in region_tests(step)
        )
    in_order = sorted(region_tests_in_plane(step), key=lambda test: test.region)
    return tuple(
        FeatureTest(test.region.name, test.name, PLANE_SLOTS[test.region], test.won, test.clause) for test in in_order
    )


def _nearest(module: Any, moved: Callable[[Any, Vec3], Any]) -> Algorithm:
    def stepping(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, _: Options) -> Stepping:
        cores = module.prepare(shape_a, pose_a, shape_b, pose_b)
        return Stepping(module.start, module.step, cores, cores)

    return Algorithm(
        name="nearest",
        title="Nearest feature of a simplex",
        order=100,
        state=module.State,
        trace=module.trace,
        stepping=stepping,
        explain=explain,
        headline=headline,
        bounds=core_bounds,
        features=FeatureView(_candidate, _weights, _features, moved),
    )


DEMONSTRATIONS = {
    2: (_nearest(nearest_in_plane, nearest_in_plane.relocate_triangle),),
    3: (_nearest(nearest, nearest.relocate_simplex),),
}
