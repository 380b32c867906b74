"""Box2D 3 through the pyb2d3 wheel: the contact manifold of a step so short that nothing moves."""

from importlib import import_module
from math import cos, sin
from typing import Any

import numpy as np

from gjkscope.app.ask.solvers.adapter import Adapter, EngineConventions, Supported, register
from gjkscope.app.ask.solvers.building import Ask, time_query
from gjkscope.app.ask.solvers.packages import Wheel
from gjkscope.app.ask.solvers.plane_building import PlaneForm, mirrored, prepare_plane
from gjkscope.app.ask.solvers.solver import SolverAnswer, Unsupported
from gjkscope.app.scenes.scene import ReportedPoint
from gjkscope.engine.plane.vectors import in_space
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import Vec3, along

STEP = 1e-6  # seconds: bodies at rest move by less than single precision resolves
MOST_CORNERS = 8  # B2_MAX_POLYGON_VERTICES


def _load() -> Ask:
    """Imports pyb2d3 and returns the function that asks Box2D."""
    box2d = import_module("pyb2d3")

    def ask(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> SolverAnswer:
        pair = prepare_plane(a, pose_a, b, pose_b)
        if len(pair.a.corners) == len(pair.b.corners) == 2 and not pair.a.radius and not pair.b.radius:
            raise Unsupported("two segments without a radius: Box2D does not collide them")
        world = box2d.World(gravity=(0.0, 0.0))
        first = _body(box2d, world, pair.a)
        _body(box2d, world, pair.b)
        _, seconds = time_query(world.step, STEP, 1)
        contact = next(iter(world.get_contact_events().begin_events()), None)
        if contact is None:
            return SolverAnswer("separated", note="no contact", seconds=seconds)
        is_swapped = contact.shape_a.body.id != first.id
        return _answer(contact.manifold, is_swapped)._replace(seconds=seconds)

    return ask


def _body(box2d: Any, world: Any, form: PlaneForm) -> Any:
    """A body with a shape.  Raises `Unsupported` if Box2D rejects it."""
    rotation = box2d.Rot()
    rotation.c, rotation.s = cos(form.angle), sin(form.angle)  # Box2D's own sine is wrong by 1e-3
    body = world.create_dynamic_body(position=form.position, rotation=rotation)
    settings = box2d.shape_def(density=1.0, enable_contact_events=True)
    if len(form.corners) == 1:
        body.create_circle_shape(settings, box2d.circle(center=form.corners[0], radius=form.radius))
    elif len(form.corners) == 2 and form.radius == 0:
        body.create_segment_shape(settings, box2d.segment(*form.corners))
    elif len(form.corners) == 2:
        body.create_capsule_shape(settings, box2d.capsule(*form.corners, form.radius))
    else:
        body.create_polygon_shape(settings, _polygon(box2d, form))
    return body


def _polygon(box2d: Any, form: PlaneForm) -> Any:
    if len(form.corners) > MOST_CORNERS:
        raise Unsupported(f"{form.kind} of {len(form.corners)} vertices: Box2D's polygons have at most {MOST_CORNERS}")
    hull = box2d.compute_hull(np.array(form.corners, np.float32))
    if hull.count < len(form.corners):
        raise Unsupported(f"{form.kind}: Box2D merges vertices that are less than 5 mm apart, or nearly on a line")
    return box2d.polygon(hull=hull, radius=form.radius)


def _answer(manifold: Any, is_swapped: bool) -> SolverAnswer:
    normal = mirrored(in_space((manifold.normal.x, manifold.normal.y)), is_swapped)
    points = tuple(_point(point, normal) for point in manifold.points())
    deepest = max(points, key=lambda point: point.depth or 0.0)
    depth = deepest.depth or 0.0
    if depth < 0:
        return SolverAnswer("separated", note=f"the nearest contact in the manifold is {-depth:g} m apart")
    touching = tuple(point for point in points if point.depth is not None and point.depth >= 0)
    return SolverAnswer(None, -depth, normal, deepest.position_a, deepest.position_b, touching)


def _point(point: Any, normal: Vec3) -> ReportedPoint:
    """Half-way between the surfaces."""
    middle, depth = in_space((point.point.x, point.point.y)), -float(point.separation)
    return ReportedPoint(middle, depth, along(middle, normal, depth / 2), along(middle, normal, -depth / 2), normal)


register(
    Adapter(
        name="box2d",
        title="pyb2d3 (Box2D)",
        package=Wheel("pyb2d3", "pyb2d3"),
        shapes={
            "point": "circle of radius 0",
            "segment": "segment; two of them do not collide",
            "circle": "circle",
            "box": "polygon",
            "polygon": "polygon of at most 8 vertices; circle or segment if it has one or two",
            "capsule": "capsule",
        },
        answers=("depth", "normal", "witnesses", "contact points"),
        rounding="the radius of circles, capsules and polygons",
        conventions=EngineConventions(
            query="the manifold of the begin event of a step of 1e-6 s, between bodies at rest",
            distance="Overlapping: the least separation of the manifold's points, which is negative.  "
            "Separated: none; manifolds hold clipped features along a separating axis, up to 20 mm apart.",
            normal="From the first to the second shape; reversed if Box2D swaps the pair.",
            witnesses="Half the depth from the deepest point, along the normal: points lie between the surfaces.",
            margin="None; contacts are created up to 20 mm before shapes touch.",
            precision="single",
            tolerance="About 1e-6 of the size; vertices less than 5 mm apart are merged.",
        ),
        accuracy=1e-5,
        least_error=1e-6,
        load=_load,
        dimension=2,
        supports=Supported(">=0.6", "its ContactEvents has no begin_events"),
    )
)
