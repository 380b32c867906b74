"""Bounding spheres of the contents of the views."""

from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.state.actions import initial_state
from gjkscope.app.state.inspection.extents import framed_ball, world_ball
from gjkscope.engine.shapes.kinds import HalfSpace, Sphere
from gjkscope.engine.vectors import norm, sub

BALL = Body("ball", Sphere(0.5), PositionOrientation((2.0, 0.25, 0.0)))
GROUND = Body("ground", HalfSpace(100.0))


def test_a_half_space_is_framed_as_the_ground_below_the_other_bodies() -> None:
    for bodies in ((BALL, GROUND), (GROUND, BALL)):
        center, radius = framed_ball(initial_state(Scene("ground", bodies)))
        assert norm(sub(center, (2.0, 0.25, 0.0))) < 0.5
        assert 0.5 <= radius < 1.5


def test_the_ground_below_a_distant_body_is_in_view() -> None:
    high = Body("ball", Sphere(0.5), PositionOrientation((2.0, 8.0, 0.0)))
    center, radius = world_ball(initial_state(Scene("high", (high, GROUND))))
    assert norm(sub(center, (2.0, 0.0, 0.0))) <= radius


def test_half_spaces_alone_are_framed_as_they_are_drawn() -> None:
    other = Body("other", HalfSpace(100.0), PositionOrientation((0.0, 1.0, 0.0)))
    assert world_ball(initial_state(Scene("planes", (GROUND, other))))[1] >= 100.0
