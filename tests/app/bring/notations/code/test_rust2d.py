"""Rust in the plane: rapier2d, parry2d and Avian 2D."""

from math import isclose

import pytest

from gjkscope.app.bring.notations.importing import import_text
from gjkscope.app.scenes.scene import Body, Planar
from gjkscope.engine import Box, Box2, Capsule2, Circle

COLLIDERS = """
use rapier2d::prelude::*;
let a = ColliderBuilder::SHAPE.translation(vector![0.0, 0.25]).build();
let b = ColliderBuilder::ball(0.5).position(Isometry2::new(vector![1.25, 0.5], 0.75)).build();
"""
BODIES = """
use rapier2d::prelude::*;
let ground = RigidBodyBuilder::fixed().translation(vector![0.0, 0.25]).build();
let ground = bodies.insert(ground);
colliders.insert_with_parent(ColliderBuilder::cuboid(1.0, 0.5).build(), ground, &mut bodies);
let ball = RigidBodyBuilder::dynamic().translation(vector![1.25, 0.5]).rotation(0.75).build();
let ball = bodies.insert(ball);
colliders.insert_with_parent(ColliderBuilder::ball(0.5).build(), ball, &mut bodies);
"""
QUERY = """
use parry2d::shape::{Ball, Cuboid};
let wall = Cuboid::new(VECTOR);
let ball = Ball::new(0.5);
let wall_pos = Isometry2::translation(0.0, 0.25);
let ball_pos = Isometry2::new(vector![1.25, 0.5], 0.75);
let distance = query::distance(&wall_pos, &wall, &ball_pos, &ball);
"""
AVIAN = """
use avian2d::prelude::*;
commands.spawn((RigidBody::Static, Collider::rectangle(2.0, 1.0), Transform::from_xyz(0.0, 0.25, 0.0)));
commands.spawn((RigidBody::Dynamic, Collider::circle(0.5), Transform::from_xyz(1.25, 0.5, LAYER)));
"""
SHAPES = {
    "cuboid(1.0, 0.5)": Box2((1.0, 0.5)),
    "round_cuboid(1.0, 0.5, 0.125)": Box2((1.0, 0.5), 0.125),
    "capsule_y(1.5, 0.25)": Capsule2(0.25, 1.5),
}
VECTORS = ("vector![1.0, 0.5]", "Vector2::new(1.0, 0.5)", "Vector::new(1.0, 0.5)", "na::Vector2::new(1.0, 0.5)")


def two(text: str) -> tuple[Body, Body]:
    imported = import_text(text)
    assert (imported.notation, imported.scene.dimension, imported.scene.unread) == ("rust-2d", 2, ())
    first, second = imported.scene.bodies
    return first, second


def assert_pair(text: str, shape: object, angle: float) -> None:
    wall, ball = two(text)
    assert (wall.shape, wall.placement) == (shape, Planar((0.0, 0.25)))
    assert ball.shape == Circle(0.5)
    assert isinstance(ball.placement, Planar)
    assert ball.placement.position == (1.25, 0.5)
    assert isclose(ball.placement.angle, angle, abs_tol=1e-15)


@pytest.mark.parametrize("shape", SHAPES)
def test_colliders_of_rapier(shape: str) -> None:
    assert_pair(COLLIDERS.replace("SHAPE", shape), SHAPES[shape], 0.75)


def test_bodies_of_rapier() -> None:
    assert_pair(BODIES, Box2((1.0, 0.5)), 0.75)


@pytest.mark.parametrize("vector", VECTORS)
def test_a_query_of_parry(vector: str) -> None:
    assert_pair(QUERY.replace("VECTOR", vector), Box2((1.0, 0.5)), 0.75)


def test_avian_has_full_sizes() -> None:
    assert_pair(AVIAN.replace("LAYER", "0.0"), Box2((1.0, 0.5)), 0.0)


def test_a_layer_is_refused() -> None:
    with pytest.raises(ValueError, match="must stay in the plane: write 0 for a z that is a layer"):
        import_text(AVIAN.replace("LAYER", "5.0"))


@pytest.mark.parametrize("sizes", ["vector![1.0, 0.5, 2.0]", "vector![1.0, 0.0]", "vector![1.0]"])
def test_sizes_that_are_no_pair_of_lengths_are_refused(sizes: str) -> None:
    with pytest.raises(ValueError, match=r"Cuboid::new|vector!"):
        import_text(QUERY.replace("VECTOR", sizes))


def test_three_sizes_stay_3d() -> None:
    text = "use rapier3d::prelude::*;\nlet a = ColliderBuilder::cuboid(1.0, 0.5, 2.0).build();"
    imported = import_text(text)
    assert (imported.notation, imported.scene.bodies[0].shape) == ("rust", Box((1.0, 0.5, 2.0)))
