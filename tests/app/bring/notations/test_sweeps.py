"""Sweeps and inputs of Box2D's queries: where shapes start, and how they move."""

from math import cos, isclose, pi, sin

import pytest

from gjkscope.app.bring.notations.importing import Imported, import_text
from gjkscope.app.scenes.scene import Body, Planar
from gjkscope.engine.plane.shapes.kinds import Box2, Circle, Polygon, Segment2
from gjkscope.engine.vectors import ZERO

SHAPES = "b2PolygonShape shapeA; shapeA.SetAsBox(2.0f, 0.5f);\nb2PolygonShape shapeB; shapeB.SetAsBox(1.0f, 0.25f);\n"
SWEEPS = (
    "b2Sweep sweepA;\nsweepA.localCenter.SetZero();\nsweepA.c0.Set(3.0f, -4.0f);\nsweepA.a0 = 0.5f;\n"
    "sweepA.c = sweepA.c0;\nsweepA.a = sweepA.a0;\n"
    "b2Sweep sweepB;\nsweepB.localCenter.SetZero();\nsweepB.c0.Set(6.0f, 1.0f);\nsweepB.a0 = 0.25f;\n"
    "sweepB.c.Set(4.0f, 2.0f);\nsweepB.a = 1.0f;\n"
)
INPUT = (
    "b2TOIInput input;\ninput.proxyA.Set(&shapeA, 0);\ninput.proxyB.Set(&shapeB, 0);\n"
    "input.sweepA = sweepA;\ninput.sweepB = sweepB;\ninput.tMax = 1.0f;\n"
)
VERSION_3 = """
b2Vec2 square[] = { { -1.0f, -1.0f }, { 1.0f, -1.0f }, { 1.0f, 1.0f }, { -1.0f, 1.0f } };
b2Vec2 edge[] = { { 2.0f, -1.0f }, { 2.0f, 1.0f } };
b2TOIInput input;
input.proxyA = b2MakeProxy( square, 4, 0.0f );
input.proxyB = b2MakeProxy( edge, 2, 0.25f );
input.sweepA = ( b2Sweep ){ b2Vec2_zero, b2Vec2_zero, b2Vec2_zero, b2Rot_identity, b2Rot_identity };
input.sweepB = ( b2Sweep ){ b2Vec2_zero, { 0.5f, 0.0f }, { -1.5f, 3.0f }, b2Rot_identity, b2Rot_identity };
"""


def two(text: str) -> tuple[Body, Body]:
    first, second = import_text(text).scene.bodies
    return first, second


def test_sweeps_of_version_2_are_placements_with_velocities() -> None:
    still, moving = two(SHAPES + SWEEPS + INPUT)
    assert (still.shape, moving.shape) == (Box2((2.0, 0.5)), Box2((1.0, 0.25)))
    assert (still.placement, still.velocity, still.angular_velocity) == (Planar((3.0, -4.0), 0.5), ZERO, ZERO)
    assert moving.placement == Planar((6.0, 1.0), 0.25)
    assert (moving.velocity, moving.angular_velocity) == ((-2.0, 1.0, 0.0), (0.0, 0.0, 0.75))


def test_sweeps_without_an_input_belong_to_the_shapes_with_their_letters() -> None:
    assert two(SHAPES + SWEEPS) == two(SHAPES + SWEEPS + INPUT)


def test_sweeps_of_version_3() -> None:
    still, moving = two(VERSION_3)
    assert isinstance(still.shape, Polygon)
    assert still.velocity == ZERO
    assert moving.shape == Segment2((2.0, -1.0), (2.0, 1.0), 0.25)
    assert (moving.placement, moving.velocity) == (Planar((0.5, 0.0)), (-2.0, 3.0, 0.0))


def placed_vertices(body: Body, time: float) -> list[tuple[float, float]]:
    """The vertices of a moving polygon at a time, in the world."""
    placement = body.placement
    assert isinstance(body.shape, Polygon)
    assert isinstance(placement, Planar)
    angle = placement.angle + time * body.angular_velocity[2]
    (x, y), (vx, vy, _) = placement.position, body.velocity
    c, s = cos(angle), sin(angle)
    return [(x + time * vx + c * a - s * b, y + time * vy + s * a + c * b) for a, b in body.shape.vertices]


@pytest.mark.parametrize("time", [0.0, 0.5, 1.0])
def test_a_shape_turns_about_the_centre_of_its_sweep(time: float) -> None:
    points, (lx, ly) = [(0.0, 0.0), (2.0, 0.0), (1.0, 1.0)], (1.0, 0.25)
    text = (
        "b2PolygonShape shapeA;\nb2Vec2 points[3] = {b2Vec2(0, 0), b2Vec2(2, 0), b2Vec2(1, 1)};\n"
        "shapeA.Set(points, 3);\n"
        "b2PolygonShape shapeB; shapeB.SetAsBox(1.0f, 0.25f);\n"
        + SWEEPS.replace("sweepA.localCenter.SetZero()", f"sweepA.localCenter.Set({lx}f, {ly}f)")
        .replace("sweepA.c = sweepA.c0", "sweepA.c.Set(4.0f, 4.0f)")
        .replace("sweepA.a = sweepA.a0", "sweepA.a = 2.0f")
        + INPUT
    )
    angle, (cx, cy) = 0.5 + 1.5 * time, (3.0 + time, -4.0 + 8.0 * time)
    c, s = cos(angle), sin(angle)
    expected = [(cx + c * (x - lx) - s * (y - ly), cy + s * (x - lx) + c * (y - ly)) for x, y in points]
    for vertex, right in zip(placed_vertices(two(text)[0], time), expected, strict=True):
        assert all(isclose(a, b, abs_tol=1e-12) for a, b in zip(vertex, right, strict=True))


def questions_of(imported: Imported) -> list[str]:
    return [question.what for question in imported.questions]


def test_turning_of_version_3_is_asked_about() -> None:
    first, separator, last = VERSION_3.rpartition("b2Rot_identity")
    imported = import_text(first + "b2MakeRot( 0.5f * B2_PI )" + last)
    assert separator
    assert questions_of(imported) == ["turning"]
    assert isclose(imported.scene.bodies[1].angular_velocity[2], pi / 2)


def test_transforms_and_the_way_of_a_shape_cast() -> None:
    text = (
        "b2Vec2 edge[] = { { 2.0f, -1.0f }, { 2.0f, 1.0f } };\nb2ShapeCastPairInput input;\n"
        "input.proxyA = b2MakeProxy( edge, 2, 0.0f );\ninput.proxyB = b2MakeProxy( &center, 1, 0.5f );\n"
        "input.transformA = b2Transform_identity;\ninput.transformB = { { 3.0f, 4.0f }, b2MakeRot( 0.5f ) };\n"
        "input.translationB = ( b2Vec2 ){ -2.0f, 0.25f };\n"
    )
    edge, ball = two("b2Vec2 center = { 0.0f, 0.0f };\n" + text)
    assert (edge.placement, edge.velocity) == (Planar(), ZERO)
    assert (ball.shape, ball.placement, ball.velocity) == (Circle(0.5), Planar((3.0, 4.0), 0.5), (-2.0, 0.25, 0.0))


def test_transforms_of_a_distance_input_of_version_2() -> None:
    text = (
        "b2DistanceInput input;\ninput.proxyA.Set(&shapeA, 0);\ninput.proxyB.Set(&shapeB, 0);\n"
        "input.transformA.SetIdentity();\ninput.transformB.Set(b2Vec2(1.5f, -1.0f), 0.5f);\n"
    )
    first, second = two(SHAPES + text)
    assert (first.placement, second.placement) == (Planar(), Planar((1.5, -1.0), 0.5))


REFUSED = {
    "the shape is not in the text": SWEEPS + INPUT,
    "a circle that turns about a point beside its own centre": (
        "b2CircleShape shapeA; shapeA.m_radius = 0.5f; shapeA.m_p.Set(1.0f, 0.0f);\n"
        "b2PolygonShape shapeB; shapeB.SetAsBox(1.0f, 0.25f);\n"
        + SWEEPS.replace("sweepA.a = sweepA.a0", "sweepA.a = 2.0f")
        + INPUT
    ),
    "the sweep begins later": SHAPES + SWEEPS + "sweepB.alpha0 = 0.5f;\n" + INPUT,
    "has no c1: write localCenter": SHAPES + SWEEPS.replace("sweepB.c0.Set(6.0f, 1.0f);", "") + INPUT,
    "does not say whose it is": "b2PolygonShape box; box.SetAsBox(2.0f, 0.5f);\n" + SWEEPS,
}


@pytest.mark.parametrize("said", REFUSED)
def test_what_a_body_cannot_do_is_refused(said: str) -> None:
    with pytest.raises(ValueError, match=said):
        import_text(REFUSED[said])


BOX3D = """
b3Vec3 vas[] = { { -1, -1, -1 }, { 1, -1, -1 }, { 1, 1, -1 }, { -1, 1, 1 } };
b3Vec3 vbs[] = { { 2, -1, 0 }, { 2, 1, 0 } };
b3TOIInput input = { 0 };
input.proxyA = b3MakeProxy( vas, 4, 0.0f );
input.proxyB = b3MakeProxy( vbs, 2, 0.0f );
input.sweepA = ( b3Sweep ){ b3Vec3_zero, b3Vec3_zero, b3Vec3_zero, b3Quat_identity, b3Quat_identity };
input.sweepB = ( b3Sweep ){ b3Vec3_zero, { 0, 0, 3 }, { -2.0f, 0.0f, 0.0f }, b3Quat_identity, b3Quat_identity };
"""


def test_sweeps_of_box3d_move_their_shapes() -> None:
    still, moving = two(BOX3D)
    assert still.velocity == ZERO
    assert moving.velocity == (-2.0, 0.0, -3.0)


def test_a_sweep_of_box3d_that_turns_is_refused() -> None:
    first, _, last = BOX3D.rpartition("b3Quat_identity")
    with pytest.raises(ValueError, match="a sweep that turns is not read"):
        import_text(first + "b3MakeQuatFromAxisAngle( b3Vec3_axisZ, 0.5f )" + last)


def test_a_proxy_of_a_shape_is_that_shape() -> None:
    text = (
        "b3BoxHull box = b3MakeBoxHull( 1.0f, 2.0f, 3.0f );\nb3Sphere ball = { { 0.5f, 0.0f, 0.0f }, 0.25f };\n"
        "b3DistanceInput input = { 0 };\ninput.proxyA = b3MakeProxy( b3GetHullPoints( &box.base ), 8, 0.0f );\n"
        "input.proxyB = b3MakeProxy( &ball.center, 1, ball.radius );\n"
    )
    assert len(import_text(text).scene.bodies) == 2


def test_y_may_be_chosen_to_point_down() -> None:
    _, moving = import_text(SHAPES + SWEEPS + INPUT, choices={"y axis": "down"}).scene.bodies
    assert moving.placement == Planar((6.0, -1.0), -0.25)
    assert (moving.velocity, moving.angular_velocity) == ((-2.0, -1.0, 0.0), (0.0, 0.0, -0.75))


@pytest.mark.parametrize(("count", "kind"), [(1, Circle), (2, Segment2), (3, Polygon)])
def test_a_proxy_has_as_many_points_as_its_count(count: int, kind: type) -> None:
    text = VERSION_3.replace("square, 4, 0.0f", f"square, {count}, 0.5f")
    first, _ = two(text)
    assert isinstance(first.shape, kind)


def test_a_proxy_with_more_points_than_the_text_has_is_refused() -> None:
    with pytest.raises(ValueError, match="must be a number of points, at most 2, got 3"):
        import_text(VERSION_3.replace("edge, 2, 0.25f", "edge, 3, 0.25f"))
