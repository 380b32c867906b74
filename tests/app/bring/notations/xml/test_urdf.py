"""URDF: shapes and placements in closed form, fragments, and mistakes."""

from pathlib import Path

import numpy as np
import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.app.scenes.scene import PositionOrientation
from gjkscope.engine.shapes.kinds import Box, Capsule, Cylinder, Ellipsoid, HalfSpace, Hull, Sphere
from tests.app.bring.notations.xml.models import about, is_at, is_turned, read_bodies, read_model, tetrahedron_obj

BALL = '<collision><geometry><sphere radius="1"/></geometry></collision>'


def link(name: str, inside: str = BALL) -> str:
    return f'<link name="{name}">{inside}</link>'


def joint(parent: str, child: str, origin: str, kind: str = "revolute") -> str:
    return (
        f'<joint name="{parent}-{child}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin {origin}/><axis xyz="0 0 1"/><limit lower="1" upper="2"/></joint>'
    )


def test_shapes_have_full_sizes_along_z() -> None:
    solids = [
        '<box size="1 2 3"/>',
        '<sphere radius=".5"/>',
        '<cylinder length="2" radius=".5"/>',
        '<drake:capsule radius=".5" length="2"/>',
        '<drake:ellipsoid a="1" b="2" c="3"/>',
    ]
    text = link("k", "".join(f"<collision><geometry>{solid}</geometry></collision>" for solid in solids))
    bodies = read_bodies(f'<robot name="r">{text}</robot>')
    assert list(bodies) == [f"k/{i}" for i in range(5)]
    assert [body.shape for body in bodies.values()] == [
        Box((0.5, 1, 1.5)),
        Sphere(0.5),
        Cylinder(0.5, 1, axis="z"),
        Capsule(0.5, 1, axis="z"),
        Ellipsoid((1, 2, 3)),
    ]
    halves = read_bodies(text, sizes="half", axis="y")
    assert halves["k/0"].shape == Box((1, 2, 3))
    assert halves["k/2"].shape == Cylinder(0.5, 2, axis="y")


def test_roll_pitch_and_yaw_turn_about_fixed_axes() -> None:
    text = link(
        "a", '<collision><origin xyz="1 2 3" rpy=".1 .2 .3"/><geometry><sphere radius="1"/></geometry></collision>'
    )
    turns = [about(axis, np.degrees(angle)) for axis, angle in (("z", 0.3), ("y", 0.2), ("x", 0.1))]
    assert is_turned(read_bodies(text)["a"], turns[0] @ turns[1] @ turns[2])
    assert is_turned(read_bodies(text, euler="moving xyz")["a"], turns[2] @ turns[1] @ turns[0])
    assert is_at(read_bodies(text)["a"], 1, 2, 3)


def test_a_single_origin_keeps_its_numbers() -> None:
    text = link("a", BALL.replace("<geometry>", '<origin xyz=".1 .2 .3"/><geometry>'))
    assert read_bodies(text)["a"].placement == PositionOrientation((0.1, 0.2, 0.3))


def test_joints_at_zero_put_links_at_their_origins() -> None:
    text = '<robot name="r">' + link("c") + link("a") + link("b")
    text += joint("b", "c", 'xyz="1 0 0"', "prismatic") + joint("a", "b", 'xyz="1 0 0" rpy="0 0 1.5707963267948966"')
    imported = read_model(text + "</robot>")
    assert "joints" in {assumption.what for assumption in imported.assumptions}
    placed = {body.name: body for body in imported.scene.bodies}
    assert is_at(placed["a"], 0, 0, 0)
    assert is_at(placed["b"], 1, 0, 0)
    assert is_at(placed["c"], 1, 1, 0)
    assert is_turned(placed["c"], about("z", 90))


def test_visuals_count_only_without_collisions() -> None:
    visual = BALL.replace("collision", "visual")
    imported = read_model(link("a", visual) + link("b", visual))
    assert next(assumption for assumption in imported.assumptions if assumption.what == "geometry")[:2] == (
        "geometry",
        "visual",
    )
    mixed = read_model(link("a", visual) + link("b"))
    assert list(mixed.scene.names) == ["b"]
    assert any("'a'" in warning and "no collisions" in warning for warning in mixed.warnings)
    assert list(read_bodies(link("a", visual) + link("b"), geometry="visual")) == ["a"]


def test_fragments() -> None:
    assert list(read_bodies(BALL.replace("<collision", '<collision name="c"') + BALL)) == ["c", "sphere2"]
    text = '<origin xyz="1 0 0"/><geometry><sphere radius="1"/></geometry><geometry><box size="1 1 1"/></geometry>'
    bodies = read_bodies(text)
    assert is_at(bodies["sphere1"], 1, 0, 0)
    assert is_at(bodies["box2"], 0, 0, 0)
    assert list(read_bodies('<sphere radius="1"/> and <box size="1 1 1"/>')) == ["sphere1", "box2"]
    assert list(read_bodies('<link name="a"><collision><geometry><sphere radius="1"/>')) == ["a"]


def test_meshes_are_found_in_the_package_and_nowhere_else(tmp_path: Path) -> None:
    tetrahedron_obj(tmp_path / "meshes" / "tip.obj")
    for name in ("package://robot/meshes/tip.obj", "meshes/tip.obj", "package://meshes/tip.obj"):
        mesh = f'<collision><geometry><mesh filename="{name}" scale="1 1 -2"/></geometry></collision>'
        shape = read_bodies(link("a", mesh), tmp_path)["a"].shape
        assert isinstance(shape, Hull)
        assert sorted(shape.vertices) == [(0, 0, -2), (0, 0, 0), (0, 1, 0), (1, 0, 0)]
    for name in ("package://../../tip.obj", "/tip.obj", "../tip.obj"):
        mesh = f'<collision><geometry><mesh filename="{name}"/></geometry></collision>'
        with pytest.raises(TextError, match="lies outside of the folder"):
            read_model(link("a", mesh), tmp_path / "meshes")
    far = '<collision><geometry><mesh filename="https://a.b/c.obj"/></geometry></collision>'
    assert any(
        "'https://a.b/c.obj' is not found" in warning for warning in read_model(link("a", far) + link("b")).warnings
    )


def test_a_broken_mesh_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "tip.obj").write_text("v 1 2\n")
    with pytest.raises(TextError, match=r"line 1, column \d+: filename of <mesh>: tip\.obj: "):
        read_model(link("a", '<collision><geometry><mesh filename="tip.obj"/></geometry></collision>'), tmp_path)


def test_a_plane_is_the_half_space_below_its_normal() -> None:
    floor = '<collision name="floor"><origin xyz="0 0 1"/><geometry><plane normal="0 0 1"/></geometry></collision>'
    body = read_bodies(link("a", floor) + link("b"))["floor"]
    assert body.shape == HalfSpace()
    assert is_at(body, 0, 0, 1)
    assert np.allclose(np.array(body.pose.rotation) @ (0, 1, 0), (0, 0, 1))


def test_the_angles_of_an_origin_are_a_fact() -> None:
    origin = '<origin rpy="1.5 0 0" xyz="0 2 0"/>'
    text = f"<link name='a'><collision><geometry><sphere radius='1'/></geometry>{origin}</collision></link>"
    facts = [(fact.field, fact.value, text[slice(*fact.span)]) for fact in read_model(text).facts]
    assert ("orientation", "1.5 0 0", "1.5 0 0") in facts
    assert ("position", "0 2 0", "0 2 0") in facts


def test_facts_point_to_the_numbers() -> None:
    text = link("a") + link("b") + joint("a", "b", 'xyz="1 0 0"')
    facts = [(fact.body, fact.field, text[slice(*fact.span)]) for fact in read_model(text).facts]
    assert ("a", "radius", "1") in facts
    assert ("b", "link position", "1 0 0") in facts


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            link("a", '<collision><geometry><box size="1 2"/></geometry></collision>'),
            "size of <box>: must have 3 numbers",
        ),
        (link("a", '<collision><geometry><sphere radius="0"/></geometry></collision>'), "must be a length > 0, got 0"),
        (
            link("a", '<collision><geometry><cylinder radius="1"/></geometry></collision>'),
            "<cylinder>: must have length",
        ),
        (link("a", "<collision><geometry/></collision><sphere radius='1'/>"), "<geometry>: must contain one of box"),
        (link("a", '<collision><geometry><sphere radius="${r}"/></geometry></collision>'), "expand the macros"),
        (link("a") + joint("b", "a", "") + joint("a", "b", ""), "'a' is its own ancestor"),
        (link("a") + joint("b", "a", "") + joint("c", "a", ""), "child of the joint in line 1 already"),
        (link("a") + "<joint><parent link='a'/></joint>", "must have a parent and a child"),
        (link("a", BALL.replace("<geometry>", '<origin rpy="0 inf 0"/><geometry>')), "'inf' is not finite"),
    ],
)
def test_mistakes_are_refused_at_their_place(text: str, message: str) -> None:
    with pytest.raises(TextError, match=rf"^line 1, column \d+: .*{message}"):
        read_model(text, sizes="full") if "robot" in text else read_model(f'<robot name="r">{text}</robot>')


def test_links_without_joints_are_reported() -> None:
    assert any("no joints" in warning for warning in read_model(link("a") + link("b")).warnings)
