"""Chipmunk through pymunk: the contact points of two shapes."""

from importlib import import_module
from typing import Any

from gjkscope.app.ask.solvers.adapter import Adapter, EngineConventions, register
from gjkscope.app.ask.solvers.building import Ask, time_query
from gjkscope.app.ask.solvers.packages import Wheel
from gjkscope.app.ask.solvers.plane_building import PlaneForm, distance_along, prepare_plane
from gjkscope.app.ask.solvers.solver import SolverAnswer
from gjkscope.app.scenes.scene import ReportedPoint
from gjkscope.engine.plane.vectors import in_space
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import Vec3, add, scale


def _load() -> Ask:
    """Imports pymunk and returns the function that asks it."""
    pymunk = import_module("pymunk")

    def ask(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> SolverAnswer:
        pair = prepare_plane(a, pose_a, b, pose_b)
        contacts, seconds = time_query(_contacts, _shape(pymunk, pair.a), _shape(pymunk, pair.b))
        return _answer(contacts)._replace(seconds=seconds)

    return ask


def _shape(pymunk: Any, form: PlaneForm) -> Any:
    """A shape on a body of its own, with its coordinates in the world."""
    body = pymunk.Body(1.0, 1.0)
    body.position, body.angle = form.position, form.angle
    if len(form.corners) == 1:
        shape = pymunk.Circle(body, form.radius, form.corners[0])
    elif len(form.corners) == 2:
        shape = pymunk.Segment(body, *form.corners, form.radius)
    else:
        shape = pymunk.Poly(body, form.corners, radius=form.radius)
    shape.cache_bb()
    return shape


def _contacts(a: Any, b: Any) -> Any:
    """The set of contact points; None if the shapes are apart, which pymunk asserts not to happen."""
    try:
        return a.shapes_collide(b)
    except AssertionError:
        return None


def _answer(contacts: Any) -> SolverAnswer:
    if contacts is None or not contacts.points:
        return SolverAnswer("separated")
    normal = in_space(contacts.normal)
    points = tuple(_point(point, normal) for point in contacts.points)
    deepest = max(points, key=lambda point: point.depth or 0.0)
    distance = -(deepest.depth or 0.0)
    return SolverAnswer(None, distance, normal, deepest.position_a, deepest.position_b, points)


def _point(point: Any, normal: Vec3) -> ReportedPoint:
    """The depth is that of the two points: the sign of `distance` changes where Chipmunk swaps the shapes."""
    on_a, on_b = in_space(point.point_a), in_space(point.point_b)
    return ReportedPoint(scale(add(on_a, on_b), 0.5), -distance_along(normal, on_a, on_b), on_a, on_b, normal)


register(
    Adapter(
        name="pymunk",
        title="pymunk (Chipmunk)",
        package=Wheel("pymunk", "pymunk"),
        shapes={
            "point": "Circle of radius 0",
            "segment": "Segment",
            "circle": "Circle",
            "box": "Poly of its corners",
            "polygon": "Poly of its corners; Circle or Segment if it has one or two",
            "capsule": "Segment with a radius",
        },
        answers=("depth", "normal", "witnesses", "contact points"),
        rounding="the radius of each of them",
        conventions=EngineConventions(
            query="Shape.shapes_collide, after cache_bb",
            distance="Overlapping: along the normal, from point_a to point_b of the deepest contact point; the sign of "
            "its distance depends on the order of the shapes.  Separated: none.",
            normal="From A to B, as ours; zero where Chipmunk finds no direction.",
            witnesses="World space, point_a and point_b of the deepest contact point.",
            margin="None.",
            precision="double",
            tolerance="None: GJK and EPA end after 30 iterations.",
        ),
        accuracy=1e-9,
        least_error=0.0,
        load=_load,
        dimension=2,
    )
)
