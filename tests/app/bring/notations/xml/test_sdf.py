"""SDF: shapes and placements in closed form, frames, fragments, and mistakes."""

from pathlib import Path

import numpy as np
import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.app.scenes.scene import PositionOrientation
from gjkscope.engine.shapes.kinds import Box, Capsule, Cone, Cylinder, Ellipsoid, HalfSpace, Hull, Sphere
from tests.app.bring.notations.xml.models import about, is_at, is_turned, read_bodies, read_model, tetrahedron_obj

BALL = "<geometry><sphere><radius>1</radius></sphere></geometry>"
HALF_PI = "1.5707963267948966"


def link(name: str, pose: str = "", inside: str = f'<collision name="c">{BALL}</collision>') -> str:
    return f'<link name="{name}">{pose}{inside}</link>'


def pose(numbers: str, relative_to: str = "") -> str:
    return f'<pose relative_to="{relative_to}">{numbers}</pose>' if relative_to else f"<pose>{numbers}</pose>"


def model(inside: str, name: str = "m", attributes: str = "") -> str:
    return f'<model name="{name}" {attributes}>{inside}</model>'


def sdf(inside: str) -> str:
    return f'<?xml version="1.0"?>\n<sdf version="1.9">{inside}</sdf>'


def test_shapes_have_full_sizes_along_z() -> None:
    solids = [
        "<box><size>1 2 3</size></box>",
        "<sphere><radius>.5</radius></sphere>",
        "<cylinder><radius>.5</radius><length>2</length></cylinder>",
        "<capsule><radius>.5</radius><length>2</length></capsule>",
        "<ellipsoid><radii>1 2 3</radii></ellipsoid>",
        "<cone><radius>.5</radius><length>2</length></cone>",
        "<polyline><point>0 0</point><point>1 0</point><point>0 1</point><height>2</height></polyline>",
    ]
    parts = "".join(
        f'<collision name="c{i}"><geometry>{solid}</geometry></collision>' for i, solid in enumerate(solids)
    )
    bodies = read_bodies(sdf(model(link("k", "", parts))))
    assert list(bodies) == [f"c{i}" for i in range(7)]
    assert [body.shape for body in bodies.values()] == [
        Box((0.5, 1, 1.5)),
        Sphere(0.5),
        Cylinder(0.5, 1, axis="z"),
        Capsule(0.5, 1, axis="z"),
        Ellipsoid((1, 2, 3)),
        Cone(0.5, 1, axis="z"),
        Hull([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 2), (1, 0, 2), (0, 1, 2)]),
    ]


def test_poses_compose_from_the_world_to_the_collision() -> None:
    inside = f'<collision name="c">{BALL}{pose("1 0 0 0 0 0")}</collision>'
    text = model(pose(f"0 0 5 0 0 {HALF_PI}") + link("a", pose("2 0 0 0 0 0"), inside))
    body = read_bodies(sdf(f'<world name="w">{text}</world>'))["c"]
    assert is_at(body, 0, 3, 5)
    assert is_turned(body, about("z", 90))


def test_the_three_formats_of_rotations() -> None:
    poses = {
        "a": "<pose>1 2 3 .1 .2 .3</pose>",
        "b": '<pose degrees="true">1 2 3 10 20 30</pose>',
        "c": '<pose rotation_format="quat_xyzw">1 2 3\n .6 0 0 .8</pose>',
    }
    bodies = read_bodies(sdf(model("".join(link(name, pose) for name, pose in poses.items()))))
    z, y, x = (about(axis, np.degrees(angle)) for axis, angle in (("z", 0.3), ("y", 0.2), ("x", 0.1)))
    assert is_turned(bodies["a"], z @ y @ x)
    assert is_turned(bodies["b"], about("z", 30) @ about("y", 20) @ about("x", 10))
    assert bodies["c"].placement == PositionOrientation((1, 2, 3), (0.6, 0, 0, 0.8))


def test_quaternions_are_normalised_with_a_warning() -> None:
    imported = read_model(sdf(model(link("a", '<pose rotation_format="quat_xyzw">0 0 0 0 0 2 2</pose>'))))
    assert is_turned(imported.scene.bodies[0], about("z", 90))
    assert any("length 2.82843: normalised, as by SDFormat" in warning for warning in imported.warnings)


def test_poses_are_relative_to_the_frames_that_they_name() -> None:
    text = model(
        link("a", pose(f"1 0 0 0 0 {HALF_PI}"))
        + link("b", pose("1 0 0 0 0 0", "a"))
        + f'<frame name="f" attached_to="b">{pose("0 1 0 0 0 0")}</frame>'
        + link("c", pose("0 0 1 0 0 0", "f"))
        + f'<joint name="j"><parent>a</parent><child>b</child>{pose("0 0 2 0 0 0")}</joint>'
        + link("d", pose("0 0 0 0 0 0", "j"))
        + link("e", "", f'<collision name="e">{pose("0 0 7 0 0 0", "a")}{BALL}</collision>')
        + link("f2", pose("1 1 1 0 0 0", "__model__"))
    )
    bodies = read_bodies(sdf(model(pose("0 0 10 0 0 0") + text, "outer")))
    assert is_at(bodies["b"], 1, 1, 10)
    assert is_at(bodies["c"], 0, 1, 11)
    assert is_at(bodies["d"], 1, 1, 12)
    assert is_at(bodies["e"], 1, 0, 17)
    assert is_at(bodies["f2"], 1, 1, 11)


def test_nested_models_and_their_frames() -> None:
    inner = model(pose("5 0 0 0 0 0") + link("a", pose("1 0 0 0 0 0")), "inner")
    text = model(inner + link("b", pose("0 1 0 0 0 0", "inner")) + link("d", pose("0 0 1 0 0 0", "inner::a")))
    bodies = read_bodies(sdf(text))
    assert is_at(bodies["a"], 6, 0, 0)
    assert is_at(bodies["b"], 5, 1, 0)
    assert is_at(bodies["d"], 6, 0, 1)


def test_the_placement_frame_is_what_the_pose_places() -> None:
    text = model(pose("0 0 5 0 0 0") + link("a", pose(f"1 0 0 0 0 {HALF_PI}")), attributes='placement_frame="a"')
    body = read_bodies(sdf(text))["c"]
    assert is_at(body, 0, 0, 5)
    assert is_turned(body, np.eye(3))


def test_names_of_equal_collisions_come_from_the_links_or_the_models() -> None:
    assert list(read_bodies(sdf(model(link("a") + link("b"))))) == ["a", "b"]
    two = model(link("link"), "m") + model(link("link"), "n")
    assert list(read_bodies(sdf(f'<world name="w">{two}</world>'))) == ["m", "n"]


STATE = (
    '<model name="m">' + link("l", pose("1 0 0 0 0 0")) + link("k") + "</model>"
    '<state world_name="w"><sim_time>1 2</sim_time><model name="m"><pose>0 0 5 0 0 1.5707963267948966</pose>'
    '<link name="k"><pose>0 3 0 0 0 0</pose><velocity>0 0 0 0 0 0</velocity></link></model></state>'
)


def test_a_saved_state_places_models_and_links_in_the_world() -> None:
    bodies = read_bodies(f'<sdf><world name="w">{STATE}</world></sdf>')
    assert is_at(bodies["l"], 0, 1, 5)
    assert is_turned(bodies["l"], about("z", 90))
    assert is_at(bodies["k"], 0, 3, 0)
    left_out = read_bodies(f'<sdf><world name="w">{STATE}</world></sdf>', state="left out")
    assert is_at(left_out["l"], 1, 0, 0)


def test_urdf_in_the_text_is_read_too_and_mjcf_is_left_out_by_name() -> None:
    robot = (
        '<robot name="r"><link name="l"><collision><geometry><sphere radius="1"/></geometry></collision></link></robot>'
    )
    mjcf = '<mujoco><worldbody><geom type="box" size="1 1 1"/></worldbody></mujoco>'
    imported = read_model("\n".join((mjcf, robot, sdf(model(link("a") + link("b"))))), notation="sdf")
    assert sorted(imported.scene.names) == ["a", "b", "l"]
    assert any("line 1: <mujoco> is left out: it is MJCF" in warning for warning in imported.warnings)


def test_fragments() -> None:
    assert list(read_bodies(model(link("a")).removesuffix("</model>"))) == ["c"]
    assert is_at(read_bodies(f"<pose>1 2 3 0 0 0</pose>{BALL}<pose>0 0 9 0 0 0</pose>{BALL}")["sphere2"], 0, 0, 9)
    bodies = read_bodies(
        f'<collision name="a">{BALL}</collision><collision name="b">{pose("1 0 0 0 0 0")}{BALL}</collision>'
    )
    assert list(bodies) == ["a", "b"]


def test_files_are_found_in_the_folder(tmp_path: Path) -> None:
    tetrahedron_obj(tmp_path / "tip" / "meshes" / "tip.obj")
    mesh = "<geometry><mesh><uri>model://tip/meshes/tip.obj</uri><scale>2 2 2</scale></mesh></geometry>"
    tip = sdf(model(pose("9 9 9 0 0 0") + link("t", pose("1 0 0 0 0 0"), f'<collision name="t">{mesh}</collision>')))
    (tmp_path / "tip" / "model.sdf").write_text(tip)
    include = f"<include><uri>model://tip</uri><name>left</name>{pose('0 0 3 0 0 0')}</include>"
    text = sdf(f'<world name="w">{include}{include.replace("left", "right")}</world>')
    bodies = read_bodies(text, tmp_path)
    assert list(bodies) == ["left", "right"]
    shape = bodies["left"].shape
    assert isinstance(shape, Hull)
    assert sorted(shape.vertices) == [(0, 0, 0), (0, 0, 2), (0, 2, 0), (2, 0, 0)]
    assert is_at(bodies["left"], 1, 0, 3)
    with pytest.raises(TextError, match="lies outside of the folder"):
        read_model(text.replace("model://tip", "../tip"), tmp_path)
    lost = read_model(
        sdf(f'<world name="w"><include><uri>model://far</uri></include>{model(link("a"))}</world>'), tmp_path
    )
    assert any("'model://far' is not found" in warning for warning in lost.warnings)


def test_a_plane_is_the_half_space_below_its_normal() -> None:
    plane = "<geometry><plane><normal>0 2 0</normal><size>1 1</size></plane></geometry>"
    floor = f'<collision name="floor">{plane}{pose("0 0 1 0 0 0")}</collision>'
    body = read_bodies(sdf(model(link("a", "", floor) + link("b"))))["floor"]
    assert body.shape == HalfSpace()
    assert is_at(body, 0, 0, 1)
    assert np.allclose(np.array(body.pose.rotation) @ (0, 1, 0), (0, 1, 0))


def test_height_fields_are_left_out_by_name() -> None:
    hill = '<collision name="hill"><geometry><heightmap/></geometry></collision>'
    imported = read_model(sdf(model(link("a", "", hill) + link("b"))))
    assert list(imported.scene.names) == ["c"]
    assert any("collision 'hill' is left out: a height field" in warning for warning in imported.warnings)


def test_facts_point_to_the_numbers() -> None:
    text = sdf(model(link("a", pose(" 1 0 0\n0 0 0 "))))
    imported = read_model(text)
    facts = {fact.field: (fact.value, text[slice(*fact.span)]) for fact in imported.facts}
    assert facts["radius"] == ("1", "1")
    assert facts["link pose"] == ("1 0 0 0 0 0", " 1 0 0\n0 0 0 ")
    assert {assumption.what: assumption.value for assumption in imported.assumptions}["up"] == "z"


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        (link("a", pose("1 2 3")), "<pose>: must have 6 numbers, got 3"),
        (link("a", '<pose rotation_format="quat_xyzw">0 0 0 0 0 0</pose>'), "<pose>: must have 7 numbers, got 6"),
        (link("a", '<pose rotation_format="quat_xyzw">0 0 0 0 0 0 0</pose>'), "the quaternion is zero"),
        (link("a", '<pose rotation_format="rpy">0 0 0 0 0 0</pose>'), "must be euler_rpy or quat_xyzw, got 'rpy'"),
        (link("a", pose("1 2 3 0 nan 0")), "<pose>: 'nan' is not finite"),
        (link("a", pose("", "b")), "frame 'b' is not defined here; defined: 'a'"),
        (link("a", pose("", "b")) + link("b", pose("", "a")), "is defined relative to itself"),
        (link("a", "", "<collision><geometry><box/></geometry></collision>"), "<box>: must contain size"),
        (link("a", "", "<collision><geometry><box><size/></box></geometry></collision>"), "<size>: must not be empty"),
        (link("a", "", "<collision><geometry><torus/></geometry></collision>"), "<torus>: must be one of box"),
        (
            link("a", "", BALL.join(["<collision>", "</collision>"]).replace(">1<", ">-1<")),
            "must be a length > 0, got -1",
        ),
    ],
)
def test_mistakes_are_refused_at_their_place(inside: str, message: str) -> None:
    with pytest.raises(TextError, match=rf"^line 2, column \d+: .*{message}"):
        read_model(sdf(model(inside)))


def test_a_long_chain_of_frames_is_refused() -> None:
    frames = "".join(f'<frame name="f{i}">{pose("1 0 0 0 0 0", f"f{i + 1}")}</frame>' for i in range(500))
    with pytest.raises(TextError, match="more than 100 frames"):
        read_model(sdf(model(frames + '<frame name="f500"/>' + link("a", pose("", "f0")))))


def test_models_in_a_cycle_of_frames_are_refused() -> None:
    text = model(pose("", "n") + link("a"), "m") + model(pose("", "m") + link("b"), "n")
    with pytest.raises(TextError, match="is defined relative to itself"):
        read_model(sdf(f'<world name="w">{text}</world>'))
