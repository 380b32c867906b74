"""Records of a scene: bodies."""

from dataclasses import fields

from gjkscope import Body, Box, Motion, PositionOrientation, Transform
from gjkscope.app.base.records import replace


def test_a_moved_body_keeps_all_but_its_placement_and_its_motion() -> None:
    placed = PositionOrientation((1.0, 2.0, 3.0))
    body = Body("A", Box((1, 1, 1)), placed, 2.0, "#123456", (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), "a.obj", 0.7, 0.3)
    assert all(getattr(body, field.name) != field.default for field in fields(body))
    elsewhere, motion = Transform(((1, 0, 0, 4), (0, 1, 0, 5), (0, 0, 1, 6), (0, 0, 0, 1))), Motion((0.0, 2.0, 0.0))
    expected = replace(body, placement=elsewhere, velocity=motion.velocity, angular_velocity=motion.angular_velocity)
    assert body.moved(elsewhere, motion) == expected
