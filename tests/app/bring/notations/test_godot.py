"""Godot scenes and scripts: linked shapes, poses along the paths of nodes, defaults, versions 3 and 4."""

import random

import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.importing import import_text
from gjkscope.engine.shapes.kinds import Box, Capsule, Cylinder, Hull, Sphere
from tests.app.bring.notations.random_poses import rotation_rows

SHAPES = """[gd_scene load_steps=3 format=3]

[sub_resource type="BoxShape3D" id="BoxShape3D_floor"]
size = Vector3(2, 1, 4)

[sub_resource type="CapsuleShape3D" id="CapsuleShape3D_hero"]
height = 2.0
radius = 0.25
"""


def node(name: str, parent: str | None, properties: str = "", kind: str = "Node3D") -> str:
    path = f' parent="{parent}"' if parent else ""
    return f'\n[node name="{name}" type="{kind}"{path}]\n{properties}\n'


def shape(name: str, parent: str, resource: str, properties: str = "") -> str:
    return node(name, parent, f'{properties}\nshape = SubResource("{resource}")', "CollisionShape3D")


def move(x: float, y: float, z: float) -> str:
    return f"transform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, {x}, {y}, {z})"


def test_shapes_are_linked_by_id_and_placed_by_the_path() -> None:
    text = (
        SHAPES
        + node("Root", None, move(0, 10, 0))
        + node("Hero", ".", "transform = Transform3D(0, -1, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0)", "CharacterBody3D")
        + shape("Hull", "Hero", "CapsuleShape3D_hero", move(2, 0, 0))
        + node("Floor", ".", move(0, -1, 0), "StaticBody3D")
        + shape("Hull", "Floor", "BoxShape3D_floor")
    )
    imported = import_text(text)
    assert imported.notation == "godot"
    hero, floor = imported.scene.bodies
    assert (hero.name, hero.shape) == ("Hero", Capsule(0.25, 0.75, "y"))
    assert hero.pose.position == (1.0, 12.0, 0.0)  # root, then turned by 90° about z
    assert hero.pose.rotation[0] == (0.0, -1.0, 0.0)
    assert (floor.name, floor.shape, floor.pose.position) == ("Floor", Box((1.0, 0.5, 2.0)), (0.0, 9.0, 0.0))


def test_several_shapes_of_a_body_and_disabled_ones() -> None:
    text = (
        SHAPES
        + node("Root", None)
        + node("Hero", ".")
        + shape("Body", "Hero", "CapsuleShape3D_hero")
        + shape("Feet", "Hero", "BoxShape3D_floor", move(0, -1, 0))
        + shape("Off", "Hero", "BoxShape3D_floor", "disabled = true")
    )
    imported = import_text(text)
    assert imported.scene.names == ("Hero/Body", "Hero/Feet")
    assert "Hero/Off is disabled and was left out" in imported.warnings


def test_defaults_are_not_in_the_file() -> None:
    text = (
        '[sub_resource type="CylinderShape3D" id="1"]\n[sub_resource type="SphereShape3D" id="2"]\nradius = 0.75\n'
        + shape("A", ".", "1")
        + shape("B", ".", "2")
    )
    imported = import_text(text)
    assert [body.shape for body in imported.scene.bodies] == [Cylinder(0.5, 1.0, "y"), Sphere(0.75)]
    assert "A: height = 2 is Godot's default" in imported.warnings


def test_godot_3_has_half_extents_and_capsules_along_z() -> None:
    text = (
        '[sub_resource type="BoxShape" id=1]\nextents = Vector3( 0.5, 1, 2 )\n'
        '[sub_resource type="CapsuleShape" id=2]\nradius = 0.25\nheight = 1.0\n'
        '[node name="A" type="CollisionShape" parent="."]\nshape = SubResource( 1 )\n'
        '[node name="B" type="CollisionShape" parent="."]\nshape = SubResource( 2 )\n'
        "transform = Transform( 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 3, 0 )\n"
    )
    a, b = import_text(text).scene.bodies
    assert (a.shape, b.shape, b.pose.position) == (Box((0.5, 1.0, 2.0)), Capsule(0.25, 0.5, "z"), (0.0, 3.0, 0.0))


def test_a_script() -> None:
    text = (
        "var a := BoxShape3D.new()\na.size = Vector3(1, 2, 3)\nvar b = CapsuleShape3D.new()\nb.radius = 0.25\n"
        "b.height = 1.5\n$A.shape = a\n$B.shape = b\n"
        "$A.transform = Transform3D(Basis(Vector3(0, 1, 0), Vector3(-1, 0, 0), Vector3(0, 0, 1)), Vector3(0, 1, 0))\n"
        "$B.global_position = Vector3(1.0, 1.5, 0.0)\n"
    )
    a, b = import_text(text).scene.bodies
    assert (a.name, a.shape, a.pose.position) == ("a", Box((0.5, 1.0, 1.5)), (0.0, 1.0, 0.0))
    assert a.pose.rotation[0] == (0.0, -1.0, 0.0)  # the vectors of a Basis are columns
    assert (b.shape, b.pose.position) == (Capsule(0.25, 0.5, "y"), (1.0, 1.5, 0.0))


def test_printed_transforms() -> None:
    line = "{} transform: [X: (0, 1, 0), Y: (-1, 0, 0), Z: (0, 0, 1), O: (0, 1, {})]\n"
    text = line.format("BoxShape3D size: (2, 2, 2)", 5) + line.format("SphereShape3D radius: 0.5", 6.25)
    a, b = import_text(text).scene.bodies
    assert (a.shape, b.shape) == (Box((1.0, 1.0, 1.0)), Sphere(0.5))
    assert (a.pose.rotation[0], b.pose.position) == ((0.0, -1.0, 0.0), (0.0, 1.0, 6.25))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (shape("A", ".", "gone"), r"no \[sub_resource id='gone'\]"),
        (node("A", ".", 'shape = ExtResource("1")'), "must be a SubResource"),
        (SHAPES + shape("A", ".", "BoxShape3D_floor", "transform = Transform3D(1, 0, 0, 0, 1)"), "12 numbers, got 5"),
        (SHAPES + shape("A", ".", "BoxShape3D_floor", move(0, 0, 0).replace("0", "0.5", 1)), "not a rotation"),
        (SHAPES.replace("2, 1, 4", "2, nan, 4") + shape("A", ".", "BoxShape3D_floor"), "'nan' is not finite"),
        (SHAPES.replace("2, 1, 4", "2, 4") + shape("A", ".", "BoxShape3D_floor"), "must be three numbers, got 2"),
        (SHAPES.replace("0.25", "1.5") + shape("A", ".", "CapsuleShape3D_hero"), "at least twice the radius"),
        (SHAPES.replace('BoxShape3D"', 'TorusShape3D"') + shape("A", ".", "BoxShape3D_floor"), "not supported"),
    ],
)
def test_bad_scenes_are_refused_with_their_place(text: str, message: str) -> None:
    with pytest.raises(TextError, match=message):
        import_text(text, notation="godot")


def test_hulls_and_random_poses_are_read_back() -> None:
    draw = random.Random(7)
    for _ in range(10):
        points = tuple(tuple(draw.uniform(-1, 1) for _ in range(3)) for _ in range(6))
        rows = rotation_rows(draw)
        listed = ", ".join(repr(number) for point in points for number in point)
        twelve = ", ".join(
            repr(number) for number in [*(n for row in rows for n in row[:3]), *(row[3] for row in rows)]
        )
        text = f'[sub_resource type="ConvexPolygonShape3D" id="1"]\npoints = PackedVector3Array({listed})\n' + shape(
            "A", ".", "1", f"transform = Transform3D({twelve})"
        )
        (body,) = import_text(text).scene.bodies
        assert isinstance(body.shape, Hull)
        assert body.shape.vertices == points
        assert list(body.pose.position) == [row[3] for row in rows]
        for got, row in zip(body.pose.rotation, rows, strict=True):
            assert got == pytest.approx(row[:3], abs=1e-14)


def test_the_scale_of_the_nodes_is_applied_to_the_shape() -> None:
    scaled = "transform = Transform3D(0, -0.5, 0, 3, 0, 0, 0, 0, 2, 1, 2, 0)"  # 3, 0.5, 2, then a turn about z
    double = "transform = Transform3D(2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 10, 0)"
    imported = import_text(
        SHAPES
        + node("Big", ".", double)
        + shape("Box", "Big", "BoxShape3D_floor", scaled)
        + shape("Pill", "Big", "CapsuleShape3D_hero")
    )
    box, pill = imported.scene.bodies
    assert box.shape == Box((6.0, 0.5, 8.0))
    assert box.pose.position == (2.0, 14.0, 0.0)
    assert box.pose.rotation[0] == pytest.approx((0.0, -1.0, 0.0))
    assert (pill.shape, pill.pose.position) == (Capsule(0.5, 1.5, "y"), (0.0, 10.0, 0.0))
    assert any("scale 6, 1, 4" in warning for warning in imported.warnings)


def test_a_scale_with_few_digits_is_not_taken_for_a_rotation() -> None:
    tight = "transform = Transform3D(0.8, 0, 0, 0, 0.8, 0, 0, 0, 0.8, 0, 0, 0)"
    (body,) = import_text(SHAPES + shape("A", ".", "BoxShape3D_floor", tight)).scene.bodies
    assert body.shape == Box((0.8, 0.4, 1.6))


def test_a_capsule_that_would_be_squeezed_is_refused() -> None:
    flat = "transform = Transform3D(1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0)"
    with pytest.raises(TextError, match="a capsule can only be scaled by the same factor"):
        import_text(SHAPES + shape("A", ".", "CapsuleShape3D_hero", flat))


def test_early_versions_of_godot_4_have_extents() -> None:
    text = SHAPES.replace("size = Vector3(2, 1, 4)", "extents = Vector3(2, 1, 4)")
    (body,) = import_text(text + shape("A", ".", "BoxShape3D_floor")).scene.bodies
    assert body.shape == Box((2.0, 1.0, 4.0))
