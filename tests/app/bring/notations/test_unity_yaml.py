"""Unity scenes: colliders placed and scaled by the transforms of their game objects and of the parents."""

import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.importing import import_text
from gjkscope.engine.shapes.kinds import Box, Capsule, Sphere

TURN = "{x: 0, y: 0, z: 0.7071068, w: 0.7071068}"
NONE = "{x: 0, y: 0, z: 0, w: 1}"


def game_object(
    number: int, name: str, collider: str, position: str, turn: str = NONE, scale: str = "1, 1, 1", up: int = 0
) -> str:
    kind, _, fields = collider.partition(" ")
    listed = "".join(f"  {field}\n" for field in fields.split("; "))
    return (
        f"--- !u!1 &{number}\nGameObject:\n  m_Component:\n  - component: {{fileID: {number}1}}\n  m_Name: {name}\n"
        f"--- !u!4 &{number}1\nTransform:\n  m_GameObject: {{fileID: {number}}}\n  m_LocalRotation: {turn}\n"
        f"  m_LocalPosition: {vector(position)}\n  m_LocalScale: {vector(scale)}\n"
        f"  m_Children:\n  - {{fileID: 99}}\n  m_Father: {{fileID: {up}}}\n"
        f"--- !u!65 &{number}2\n{kind}:\n  m_GameObject: {{fileID: {number}}}\n  m_Enabled: 1\n{listed}"
    )


def vector(numbers: str) -> str:
    x, y, z = numbers.split(", ")
    return f"{{x: {x}, y: {y}, z: {z}}}"


BOX = "BoxCollider m_Size: {x: 1, y: 2, z: 4}; m_Center: {x: 0, y: 1, z: 0}"
CAPSULE = "CapsuleCollider m_Radius: 0.25; m_Height: 2; m_Direction: 0; m_Center: {x: 0, y: 0, z: 0}"


def test_the_transform_turns_moves_and_scales_the_collider() -> None:
    text = game_object(10, "Crate", BOX, "3, 0, 0", TURN, "2, 1, 1") + game_object(20, "Log", CAPSULE, "0, 0.5, 0")
    imported = import_text(text)
    assert imported.notation == "unity-yaml"
    crate, log = imported.scene.bodies
    assert (crate.name, crate.shape) == ("Crate", Box((1.0, 1.0, 2.0)))
    assert crate.pose.position == pytest.approx((2.0, 0.0, 0.0))  # the centre is turned with the object
    assert crate.pose.rotation[0] == pytest.approx((0.0, -1.0, 0.0), abs=1e-6)
    assert (log.shape, log.pose.position) == (Capsule(0.25, 0.75, "x"), (0.0, 0.5, 0.0))
    assert import_text(text, choices={"sizes": "half"}).scene.bodies[0].shape == Box((2.0, 2.0, 4.0))


def test_children_are_in_the_frame_of_their_parents() -> None:
    ball = "SphereCollider m_Radius: 0.5; m_Center: {x: 0, y: 0, z: 0}"
    text = game_object(10, "Arm", BOX, "0, 5, 0", TURN, "2, 2, 2") + game_object(20, "Ball", ball, "1, 0, 0", up=101)
    arm, ball_body = import_text(text).scene.bodies
    assert arm.shape == Box((1.0, 2.0, 4.0))
    assert ball_body.shape == Sphere(1.0)
    assert ball_body.pose.position == pytest.approx((0.0, 7.0, 0.0))


def test_a_fragment_without_numbers_is_read_in_order() -> None:
    text = (
        "Transform:\n  m_LocalPosition: {x: 1, y: 2, z: 3}\nBoxCollider:\n  m_Size: {x: 2, y: 2, z: 2}\n"
        "Transform:\n  m_LocalPosition: {x: 0, y: 0, z: 9}\nSphereCollider:\n  m_Radius: 1.5\n"
    )
    a, b = import_text(text).scene.bodies
    assert (a.shape, a.pose.position) == (Box((1.0, 1.0, 1.0)), (1.0, 2.0, 3.0))
    assert (b.shape, b.pose.position) == (Sphere(1.5), (0.0, 0.0, 9.0))


@pytest.mark.parametrize(
    ("collider", "message"),
    [
        ("BoxCollider m_Size: {x: 1, y: 2}", "m_Size: z is missing"),
        ("BoxCollider m_Size: {x: 1, y: inf, z: 1}", "finite"),
        ("BoxCollider m_Size: {x: 1, y: 0, z: 1}", "must be > 0"),
        ("SphereCollider m_Radius: -1", "must be a length > 0"),
        ("CapsuleCollider m_Radius: 1; m_Height: 3; m_Direction: 3", "must be 0, 1 or 2"),
        ("MeshCollider m_Convex: 1", "its mesh is not in the text"),
    ],
)
def test_bad_colliders_are_refused_with_their_place(collider: str, message: str) -> None:
    with pytest.raises(TextError, match=message):
        import_text(game_object(10, "A", collider, "0, 0, 0") + game_object(20, "B", BOX, "0, 0, 0"))


def test_disabled_colliders_are_left_out() -> None:
    text = game_object(10, "A", BOX, "0, 0, 0") + game_object(20, "B", BOX, "0, 3, 0")
    imported = import_text(text.replace("m_Enabled: 1", "m_Enabled: 0", 1))
    assert [body.name for body in imported.scene.bodies] == ["B"]
    assert any("disabled" in warning for warning in imported.warnings)


def test_a_transform_without_a_position_is_named() -> None:
    text = game_object(10, "A", BOX, "0, 0, 0") + game_object(20, "B", BOX, "0, 3, 0")
    assert not [assumption for assumption in import_text(text).assumptions if assumption.what == "pose"]
    lines = [line for line in text.splitlines() if not line.startswith("  m_LocalPosition: {x: 0, y: 3")]
    (unplaced,) = (assumption for assumption in import_text("\n".join(lines)).assumptions if assumption.what == "pose")
    assert unplaced.why == "the text does not place B"
