"""YAML, whose structure is its indentation, and lists of printed values."""

import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.importing import import_text
from gjkscope.engine.shapes.kinds import Box, Cylinder, Sphere

SCENE = """
# a scene
objects:
- name: crate
  shape:
    type: box
    size: [1, 2, 3]
  pose:
    position: {x: 0, y: 0, z: 0.5}
    orientation: [0, 0, 0, 1]
- name: ball
  shape: {type: sphere,
          radius: 0.5}
  pose:
    position:
      x: 0
      y: 0
      z: 2.25
    orientation: [0, 0, 0.6, 0.8]
"""


def test_blocks_and_lists() -> None:
    imported = import_text(SCENE)
    assert imported.notation == "yaml"
    assert list(imported.scene.names) == ["crate", "ball"]
    crate, ball = imported.scene.bodies
    assert (crate.shape, ball.shape) == (Box((0.5, 1, 1.5)), Sphere(0.5))
    assert crate.pose.position == (0, 0, 0.5)
    assert ball.pose.position == (0, 0, 2.25)
    assert ball.pose.rotation[0][0] == pytest.approx(0.28)


def test_the_order_of_a_quaternion_in_a_comment() -> None:
    text = """
cuboid:
  a:
    dims: [1, 2, 3]
    pose: [0, 0, 1, 0.6, 0, 0, 0.8] # x, y, z, qw, qx, qy, qz
  b:
    dims: [2, 2, 2]
    pose: [0, 0, 3, 0.8, 0, 0, 0.6]
"""
    imported = import_text(text)
    assert not [question for question in imported.questions if question.what == "quaternion"]
    first, second = imported.scene.bodies
    assert first.pose.rotation[0][0] == pytest.approx(-0.28)
    assert second.pose.rotation[0][0] == pytest.approx(0.28)


def test_printed_values_below_numbered_headings() -> None:
    text = """Box 1
half extents: [0.5 0.25 1. ]
quaternion (w, x, y, z): [0.6 0. 0. 0.8]
Box 2
half extents: [1. 1. 1.]
position: [0. 0. 3.]
quaternion (w, x, y, z): [1. 0. 0. 0.]
"""
    first, second = import_text(text).scene.bodies
    assert first.shape == Box((0.5, 0.25, 1))
    assert first.pose.rotation[0][0] == pytest.approx(-0.28)
    assert second.pose.position == (0, 0, 3)


def test_arrays_that_are_printed_in_part_are_rejected() -> None:
    rows = "[[0. 0. 0.]\n [1. 0. 0.]\n ...\n [0. 0. 1.]]"
    with pytest.raises(TextError, match="leaves out items"):
        import_text(f"A = {rows}\nB = {rows.replace('...', '[0. 1. 0.]')}")


KINDS_ABOVE = """
world:
  cylinder:
    peg: {radius: 0.5, height: 3.0}
    b:
      radius: 0.25
      height: 1.0
      position: [3, 0, 0]
  sphere:
    ball: {radius: 2.0, position: [0, 4, 0]}
"""


def test_kinds_as_keys_above_the_names_of_shapes() -> None:
    imported = import_text(KINDS_ABOVE)
    assert imported.notation == "yaml"
    assert not imported.questions
    assert [(body.name, body.shape, body.pose.position) for body in imported.scene.bodies] == [
        ("peg", Cylinder(0.5, 1.5, "y"), (0, 0, 0)),
        ("b", Cylinder(0.25, 0.5, "y"), (3, 0, 0)),
        ("ball", Sphere(2), (0, 4, 0)),
    ]


def test_a_kind_above_a_list() -> None:
    imported = import_text("boxes:\n  - size: [1, 2, 3]\n  - size: [2, 2, 2]\n    position: [0, 0, 5]\n")
    assert [body.shape for body in imported.scene.bodies] == [Box((0.5, 1, 1.5)), Box((1, 1, 1))]
    assert imported.scene.bodies[1].pose.position == (0, 0, 5)
