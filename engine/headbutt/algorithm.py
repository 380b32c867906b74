"""GJK as in the Headbutt article, as a registered algorithm."""

from gjkscope.engine.headbutt import steps
from gjkscope.engine.headbutt.explain import explain, headline
from gjkscope.engine.headbutt.steps import FaceTest, State
from gjkscope.engine.options import Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.published.reading import belief_about, lower_only, simplex_changes, simplex_points, step_vertices
from gjkscope.engine.registry.belief import Belief
from gjkscope.engine.registry.records import Algorithm, SearchView, Stepping
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import convex


def _stepping(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, _: Options) -> Stepping:
    listed = steps.listed_core(convex(shape_a, pose_a)), steps.listed_core(convex(shape_b, pose_b))
    return Stepping(steps.start, steps.step, listed, listed)


def _on_feature(step: State) -> bool:
    return any(test.origin == 0 for test in step.tests)


def _beliefs(step: State) -> tuple[Belief, ...]:
    """The faces up to the deciding one; for an intersection, all four, although only three are tested."""
    if not step.tests:
        return ()
    if step.believes != steps.BelievedRegion.INSIDE:
        return tuple(_of_test(step, test, test.origin > 0) for test in step.tests[: step.believes])
    unasked = [_of_test(step, step.untested, False)] if step.untested else []
    return (*(_of_test(step, test, False) for test in step.tests), *unasked)


def _of_test(step: State, test: FaceTest, outside: bool) -> Belief:
    return belief_about(step.before, test.face, test.opposite, test.normal, outside)


ALGORITHM = Algorithm(
    name="headbutt",
    title="GJK as in the Headbutt article",
    order=90,
    state=State,
    trace=steps.trace,
    stepping=_stepping,
    explain=explain,
    headline=headline,
    changes=simplex_changes,
    bounds=lower_only,
    beliefs=_beliefs,
    search=SearchView(simplex_points, _on_feature),
    simplex=step_vertices,
)
