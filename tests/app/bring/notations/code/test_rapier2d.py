"""The 2D part of rapier.js: shapes of the plane, positions of two numbers, and rotations by an angle."""

from math import isclose

import pytest

from gjkscope.app.bring.notations.importing import import_text
from gjkscope.app.scenes.scene import Body, Planar
from gjkscope.engine import Box, Box2, Capsule2, Circle, Polygon, Segment2
from gjkscope.engine.vectors import ZERO

WORLD = """
import RAPIER from '@dimforge/rapier2d-compat';
const world = new RAPIER.World({ x: 0.0, y: -9.81 });
const ground = RAPIER.ColliderDesc.cuboid(10.0, 0.25).setTranslation(3, -1);
world.createCollider(ground);
const desc = RAPIER.RigidBodyDesc.dynamic().setTranslation(0.5, -0.25).setRotation(0.75).setLinvel(1, -2);
const body = world.createRigidBody(desc);
world.createCollider(RAPIER.ColliderDesc.SHAPE, body);
"""
CONTACT = """
const ball = new RAPIER.Ball(1);
const wall = new RAPIER.Cuboid(0.5, 2);
const found = ball.contactShape({ x: 3, y: 4 }, 0, wall, { x: 1.25, y: 0.5 }, 0.25, 0.5);
"""
CAST = """
const from = { x: 380, y: 241 }, to = { x: 1004, y: 137 };
const body = world.createRigidBody(RAPIER.RigidBodyDesc.fixed().setTranslation(884.5, 188.5));
world.createCollider(RAPIER.ColliderDesc.cuboid(244.5, 0.5), body);
world.castShape(from, 0, { x: to.x - from.x, y: to.y - from.y }, new RAPIER.Ball(1), 1, true);
"""
SHAPES = {
    "cuboid(0.5, 2)": Box2((0.5, 2.0)),
    "roundCuboid(0.5, 2, 0.125)": Box2((0.5, 2.0), 0.125),
    "ball(0.5)": Circle(0.5),
    "capsule(1.5, 0.5)": Capsule2(0.5, 1.5),
    "convexHull(new Float32Array([0, 0, 2, 0, 1, 1]))": Polygon(((0.0, 0.0), (2.0, 0.0), (1.0, 1.0))),
    "triangle({ x: 0, y: 0 }, { x: 2, y: 0 }, { x: 1, y: 1 })": Polygon(((0.0, 0.0), (2.0, 0.0), (1.0, 1.0))),
    "segment({ x: 0, y: 0 }, { x: 2, y: 1 })": Segment2((0.0, 0.0), (2.0, 1.0)),
}


def two(text: str) -> tuple[Body, Body]:
    imported = import_text(text)
    assert (imported.notation, imported.scene.dimension) == ("rapier-2d", 2)
    first, second = imported.scene.bodies
    return first, second


def assert_placed(body: Body, x: float, y: float, angle: float) -> None:
    assert isinstance(body.placement, Planar)
    assert body.placement.position == (x, y)
    assert isclose(body.placement.angle, angle, abs_tol=1e-15)


@pytest.mark.parametrize("shape", SHAPES)
def test_shapes_of_a_world(shape: str) -> None:
    ground, body = two(WORLD.replace("SHAPE", shape))
    assert ground.shape == Box2((10.0, 0.25))
    assert_placed(ground, 3.0, -1.0, 0.0)
    assert body.shape == SHAPES[shape]
    assert_placed(body, 0.5, -0.25, 0.75)
    assert (ground.velocity, body.velocity) == (ZERO, (1.0, -2.0, 0.0))


def test_a_query_places_its_shapes() -> None:
    ball, wall = two(CONTACT)
    assert (ball.shape, wall.shape) == (Circle(1.0), Box2((0.5, 2.0)))
    assert_placed(ball, 3.0, 4.0, 0.0)
    assert_placed(wall, 1.25, 0.5, 0.25)


def test_a_cast_moves_its_shape() -> None:
    wall, ball = two(CAST)
    assert_placed(wall, 884.5, 188.5, 0.0)
    assert_placed(ball, 380.0, 241.0, 0.0)
    assert (wall.velocity, ball.velocity) == (ZERO, (624.0, -104.0, 0.0))


AT = "const at = (x, y) => ({ x, y });\n"
POINTS = {
    "shorthand": AT,
    "names": "const at = (x, y) => ({ y: y, x: x });\n",
    "shorthand in another order": "const at = (x, y) => ({ y, x })\n",
    "block": "const at = (x, y) => {\n  const half = x / 2;\n  return { x: half * 2, y };\n};\n",
    "function": "function at(x, y) { return { x, y }; }\n",
}


@pytest.mark.parametrize("function", POINTS)
def test_points_of_functions(function: str) -> None:
    text = CAST.replace("from = { x: 380, y: 241 }", "from = at(380, 241)")
    text = text.replace("setTranslation(884.5, 188.5)", "setTranslation(at(884.5, 1).x, at(1, 188.5).y)")
    wall, ball = two(POINTS[function] + text)
    assert_placed(wall, 884.5, 188.5, 0.0)
    assert_placed(ball, 380.0, 241.0, 0.0)
    assert ball.velocity == (624.0, -104.0, 0.0)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("from = { x: 380, y: 241 }", "from = at(380, 241)", "the position in front of the angle is not in the text"),
        ("setTranslation(884.5, 188.5)", "setTranslation(to.x, at(1, 2).y)", "write what at returns in numbers"),
    ],
)
def test_points_of_functions_that_are_not_read_are_refused(old: str, new: str, said: str) -> None:
    text = "import { at } from './points.js';\n" + CAST.replace(old, new)
    with pytest.raises(ValueError, match=said):
        import_text(text)


def test_three_half_extents_stay_3d() -> None:
    text = CONTACT.replace("Cuboid(0.5, 2)", "Cuboid(0.5, 2, 3)").replace("{ x: 3, y: 4 }", "{ x: 3, y: 4, z: 0 }")
    imported = import_text(text.split("const found")[0])
    assert imported.scene.bodies[1].shape == Box((0.5, 2.0, 3.0))
