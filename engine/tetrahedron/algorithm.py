"""GJK by tetrahedra as a registered algorithm."""

from gjkscope.engine.options import Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.published.reading import belief_about, lower_only, simplex_changes, simplex_points, step_vertices
from gjkscope.engine.registry.belief import Belief
from gjkscope.engine.registry.records import Algorithm, SearchView, Stepping
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.tetrahedron import steps
from gjkscope.engine.tetrahedron.explain import explain, headline
from gjkscope.engine.tetrahedron.steps import State


def _stepping(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options) -> Stepping:
    shapes = convex(shape_a, pose_a), convex(shape_b, pose_b)
    direction = options.direction or steps.FIRST_DIRECTION
    return Stepping(steps.start, steps.step, (*shapes, direction), shapes)


def _on_feature(step: State) -> bool:
    return any(face.distance == 0 for face in step.faces)


def _beliefs(step: State) -> tuple[Belief, ...]:
    """The faces up to the first one that has the origin on its outside."""
    asked = step.faces if step.chosen == steps.NO_FACE else step.faces[: step.chosen + 1]
    return tuple(belief_about(step.before, face.face, face.opposite, face.normal, face.distance > 0) for face in asked)


ALGORITHM = Algorithm(
    name="tetrahedron",
    title="GJK by tetrahedra",
    order=100,
    state=State,
    trace=steps.trace,
    stepping=_stepping,
    options=("direction",),
    explain=explain,
    headline=headline,
    changes=simplex_changes,
    bounds=lower_only,
    beliefs=_beliefs,
    search=SearchView(simplex_points, _on_feature),
    simplex=step_vertices,
)
