"""MJCF: shapes and placements in closed form, and what MuJoCo compiles from the same text."""

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.reading import ImportFault
from gjkscope.app.bring.notations.xml.mjcf import compiled
from gjkscope.app.scenes.scene import PositionOrientation
from gjkscope.engine.shapes.kinds import Box, Capsule, Cylinder, Ellipsoid, HalfSpace, Hull, Sphere
from tests.app.bring.notations.xml.models import about, is_at, is_turned, read_bodies, read_model, tetrahedron_obj

PAIR = '<geom name="a" type="box" size="1 2 3"/><geom name="b" size=".5" pos="0 0 4"/>'


@pytest.fixture(autouse=True)
def _without_mujoco(monkeypatch: pytest.MonkeyPatch) -> None:
    """Starting MuJoCo takes a second; the tests against it turn it on."""
    monkeypatch.setattr(compiled, "can_compile", lambda text: False)


def world(inside: str, before: str = "") -> str:
    return f"<mujoco>{before}<worldbody>{inside}</worldbody></mujoco>"


def test_shapes_have_half_sizes_along_z() -> None:
    bodies = read_bodies(
        world(
            PAIR + '<geom name="c" type="capsule" size=".1 .2"/><geom name="d" type="cylinder" size=".1 .2"/>'
            '<geom name="e" type="ellipsoid" size="1 2 3"/>'
        )
    )
    assert [body.shape for body in bodies.values()] == [
        Box((1, 2, 3)),
        Sphere(0.5),
        Capsule(0.1, 0.2, axis="z"),
        Cylinder(0.1, 0.2, axis="z"),
        Ellipsoid((1, 2, 3)),
    ]


def test_what_the_format_defines_is_listed_as_assumed() -> None:
    imported = read_model(world(PAIR + '<geom name="c" type="capsule" size="1 2" euler="90 0 0"/>'))
    assumed = {assumption.what: (assumption.value, assumption.others) for assumption in imported.assumptions}
    assert assumed["sizes"] == ("half", ("full",))
    assert assumed["axis"] == ("z", ("x", "y"))
    assert assumed["angles"] == ("degrees", ("radians",))
    assert assumed["up"] == ("z", ("y",))
    assert assumed["euler"][0] == "moving xyz"
    assert not imported.questions


def test_choices_give_the_other_interpretation() -> None:
    text = world('<geom name="a" type="capsule" size="1 2" euler="90 0 0"/><geom name="b" size="1" quat="0 0 0 1"/>')
    bodies = read_bodies(text, sizes="full", axis="x", angles="radians", quaternion="xyzw")
    assert bodies["a"].shape == Capsule(1, 1, axis="x")
    assert is_turned(bodies["a"], about("x", np.degrees(90)))
    assert is_turned(bodies["b"], np.eye(3))


def test_facts_point_to_the_numbers() -> None:
    text = world('<body pos="1 2 3"><geom name="a" type="box" size="1 2 3" quat="0 1 0 0"/></body>')
    facts = {fact.field: text[slice(*fact.span)] for fact in read_model(text).facts}
    assert facts == {"shape": "box", "half extents": "1 2 3", "orientation": "0 1 0 0", "body position": "1 2 3"}


ORIENTED = [
    ('quat="0.7071067811865476 0 0 0.7071067811865476"', about("z", 90)),
    ('axisangle="0 0 2 30"', about("z", 30)),
    ('euler="10 20 30"', about("x", 10) @ about("y", 20) @ about("z", 30)),
    ('xyaxes="0 2 0 -1 5 0"', about("z", 90)),
    ('zaxis="3 0 0"', about("y", 90)),
    ('zaxis="0 0 -1"', about("x", 180)),
]


@pytest.mark.parametrize(("attribute", "rotation"), ORIENTED)
def test_orientations(attribute: str, rotation: object) -> None:
    assert is_turned(read_bodies(world(f'<geom name="a" size="1" {attribute}/>'))["a"], rotation)


@pytest.mark.parametrize(
    ("sequence", "rotation"),
    [
        ("zyx", about("z", 10) @ about("y", 20) @ about("x", 30)),
        ("XYZ", about("z", 30) @ about("y", 20) @ about("x", 10)),
        ("xYz", about("y", 20) @ about("x", 10) @ about("z", 30)),
    ],
)
def test_the_order_of_euler_angles_is_that_of_the_compiler(sequence: str, rotation: object) -> None:
    text = world('<geom name="a" size="1" euler="10 20 30"/>', f'<compiler eulerseq="{sequence}"/>')
    assert is_turned(read_bodies(text)["a"], rotation)


def test_the_compiler_sets_the_unit_of_angles_wherever_it_stands() -> None:
    text = '<mujoco><worldbody><geom name="a" size="1" euler="0 0 .5"/></worldbody><compiler angle="radian"/></mujoco>'
    imported = read_model(text)
    assert is_turned(imported.scene.bodies[0], about("z", np.degrees(0.5)))
    assert "angles" not in {assumption.what for assumption in imported.assumptions}


def test_a_pose_of_one_element_keeps_its_numbers() -> None:
    text = world('<body pos="1 2 3"><geom name="a" size="1" pos=".1 0 0" quat=".6 .8 0 0"/></body>')
    assert read_bodies(text)["a"].placement == PositionOrientation((1.1, 2, 3), (0.8, 0, 0, 0.6))


def test_quaternions_are_normalised_with_a_warning() -> None:
    imported = read_model(world('<geom name="a" size="1" quat="1 0 0 1"/>'))
    assert is_turned(imported.scene.bodies[0], about("z", 90))
    assert any("length 1.41421: normalised" in warning for warning in imported.warnings)


def test_sizes_that_a_shape_does_not_have_are_reported() -> None:
    imported = read_model(world('<geom name="a" size="1 2 3"/>'))
    assert imported.scene.bodies[0].shape == Sphere(1)
    assert "line 1: a sphere uses only 1 of the numbers of its size" in imported.warnings


def test_bodies_and_frames_nest() -> None:
    text = world(
        '<body pos="1 0 0" euler="0 0 90"><geom name="a" size="1" pos="1 0 0"/>'
        '<frame pos="0 1 0" euler="90 0 0"><geom name="b" size="1" pos="0 1 0"/>'
        '<body pos="0 0 1"><geom name="c" size="1"/></body></frame></body>'
    )
    bodies = read_bodies(text)
    assert is_at(bodies["a"], 1, 1, 0)
    assert is_at(bodies["b"], 0, 0, 1)
    assert is_at(bodies["c"], 1, 0, 0)
    assert is_turned(bodies["c"], about("z", 90) @ about("x", 90))


def test_default_classes() -> None:
    text = world(
        '<body childclass="thin"><geom name="a"/><geom name="b" class="long"/>'
        '<body childclass="long"><geom name="c" size=".3"/><geom name="d" class="main"/></body></body><geom name="e"/>',
        '<default><geom type="box" size="1 1 1"/><default class="thin"><geom size=".1 .1 .1"/>'
        '<default class="long"><geom type="capsule" size=".2 .7"/></default></default></default>',
    )
    assert [body.shape for body in read_bodies(text).values()] == [
        Box((0.1, 0.1, 0.1)),
        Capsule(0.2, 0.7, axis="z"),
        Capsule(0.3, 0.7, axis="z"),
        Box((1, 1, 1)),
        Box((1, 1, 1)),
    ]


def test_an_orientation_replaces_that_of_the_class() -> None:
    text = world('<geom name="a" size="1" quat="1 0 0 0"/>', '<default><geom euler="90 0 0"/></default>')
    assert is_turned(read_bodies(text)["a"], np.eye(3))


def test_an_unknown_class_is_reported() -> None:
    imported = read_model('<geom name="a" size="1" class="visual"/>')
    assert any("class 'visual' is not defined" in warning for warning in imported.warnings)


def test_ends_give_the_place_and_the_length() -> None:
    text = world(
        '<geom name="a" type="capsule" size=".1" fromto="0 0 0 4 0 0"/>'
        '<geom name="b" type="cylinder" size=".1" fromto="1 1 0 1 1 -2"/>'
        '<geom name="c" type="ellipsoid" size=".1" fromto="0 0 0 0 2 0"/>'
    )
    bodies = read_bodies(text)
    assert bodies["a"].shape == Capsule(0.1, 2, axis="z")
    assert is_at(bodies["a"], 2, 0, 0)
    assert is_turned(bodies["a"], about("y", 90))
    assert bodies["b"].shape == Cylinder(0.1, 1, axis="z")
    assert is_at(bodies["b"], 1, 1, -1)
    assert bodies["c"].shape == Ellipsoid((0.1, 0.1, 1))
    assert is_turned(bodies["c"], about("x", -90))


VERTICES = 'vertex="1 2 3  2 2 3  1 3 3  1 2 4"'


def test_a_mesh_keeps_the_frame_of_its_vertices() -> None:
    text = f'<mujoco><asset><mesh name="m" scale="2 3 4" refpos="1 2 3" {VERTICES}/></asset>'
    text += '<worldbody><geom name="a" type="mesh" mesh="m" pos="5 0 0"/></worldbody></mujoco>'
    body = read_bodies(text)["a"]
    assert body.shape == Hull([(0, 0, 0), (2, 0, 0), (0, 3, 0), (0, 0, 4)])
    assert is_at(body, 5, 0, 0)


def test_the_reference_orientation_of_a_mesh_is_undone() -> None:
    text = f'<mesh name="m" refquat="0.7071067811865476 0 0 0.7071067811865476" {VERTICES}/>'
    shape = read_bodies(text + '<geom type="mesh" mesh="m"/>')["hull1"].shape
    assert isinstance(shape, Hull)
    assert np.allclose(shape.vertices[0], (2, -1, 3))


def test_mesh_files_are_read_from_the_folder_as_hulls(tmp_path: Path) -> None:
    tetrahedron_obj(tmp_path / "parts" / "tip.obj")
    text = '<mujoco><compiler meshdir="parts"/><asset><mesh file="tip.obj" scale="2 2 2"/></asset>'
    text += '<worldbody><geom type="mesh" mesh="tip"/><geom name="b" size="1"/></worldbody></mujoco>'
    shape = read_bodies(text, tmp_path)["hull1"].shape
    assert isinstance(shape, Hull)
    assert sorted(shape.vertices) == [(0, 0, 0), (0, 0, 2), (0, 2, 0), (2, 0, 0)]
    without = read_model(text)
    assert list(without.scene.names) == ["b"]
    assert any("'tip.obj' is not found" in warning for warning in without.warnings)


@pytest.mark.parametrize("file", ["../tip.obj", "/tip.obj", "a/../../tip.obj", "link.obj"])
def test_no_file_outside_of_the_folder_is_read(tmp_path: Path, file: str) -> None:
    tetrahedron_obj(tmp_path / "tip.obj")
    inside = tmp_path / "model"
    inside.mkdir()
    (inside / "link.obj").symlink_to(tmp_path / "tip.obj")
    text = f'<mujoco><asset><mesh name="m" file="{file}"/></asset><worldbody><geom type="mesh" mesh="m"/>'
    with pytest.raises(TextError, match=r"file of <mesh>: .* lies outside of the folder"):
        read_model(text, inside)


def test_included_files_take_the_place_of_the_include(tmp_path: Path) -> None:
    (tmp_path / "arm.xml").write_text(
        '<mujoco><geom name="b" size="1 2 3" type="box"/><include file="c.xml"/></mujoco>'
    )
    (tmp_path / "c.xml").write_text('<mujocoinclude><geom name="c" size="2"/></mujocoinclude>')
    text = world('<geom name="a" size="1"/><body pos="1 0 0"><include file="arm.xml"/></body>')
    bodies = read_bodies(text, tmp_path)
    assert list(bodies) == ["a", "b", "c"]
    assert is_at(bodies["c"], 1, 0, 0)
    (tmp_path / "c.xml").write_text('<mujocoinclude>\n<geom name="c" size="nan"/></mujocoinclude>')
    with pytest.raises(ImportFault, match=r"c\.xml: line 2, column \d+: size of <geom>: 'nan'"):
        read_model(text, tmp_path)
    (tmp_path / "c.xml").write_text('<mujocoinclude><include file="arm.xml"/></mujocoinclude>')
    with pytest.raises(ImportFault, match="included twice"):
        read_model(text, tmp_path)


def test_replicas_are_turned_and_moved_one_from_the_other() -> None:
    text = world('<replicate count="3" offset="1 0 0" euler="0 0 90" sep="-"><geom name="g" size="1"/></replicate>')
    bodies = read_bodies(text)
    assert list(bodies) == ["g-0", "g-1", "g-2"]
    assert is_at(bodies["g-2"], 1, 1, 0)
    assert is_turned(bodies["g-2"], about("z", 180))


def test_replicas_are_limited() -> None:
    nested = '<replicate count="9999">' * 3 + '<geom size="1"/>' + "</replicate>" * 3
    with pytest.raises(TextError, match="too many replicas"):
        read_model(world(nested))


# --- joints and keyframes ---

ARM = world(
    '<body name="base" pos="0 0 1"><joint name="j" type="hinge" axis="0 0 1" pos="1 0 0" ref="30"/>'
    '<geom name="a" size=".1"/><body name="tip" pos="2 0 0"><joint type="slide" axis="0 2 0" ref=".5"/>'
    '<geom name="b" size=".1"/></body></body><body name="free"><freejoint/><geom name="c" size=".1"/></body>',
    '<keyframe><key name="home" qpos="2.0943951023931953 1.5  1 2 3 0 1 0 0"/>'
    '<key qpos="0 0 0 0 0 1 0 0 0"/></keyframe>',
)


def test_a_keyframe_moves_the_joints_from_their_reference() -> None:
    imported = read_model(ARM)
    assert next(assumption for assumption in imported.assumptions if assumption.what == "keyframe")[1:4:2] == (
        "home",
        ("1", "reference"),
    )
    a, b, c = imported.scene.bodies  # turned by 120° − 30° about (1, 0, 1)
    assert is_at(a, 1, -1, 1)
    assert is_at(b, 0, 1, 1)
    assert c.placement == PositionOrientation((1, 2, 3), (1, 0, 0, 0))


def test_keyframes_of_one_name_are_distinguished_by_their_numbers() -> None:
    keys = '<keyframe><key name="k" qpos="1"/><key name="k" qpos="2"/></keyframe>'
    imported = read_model(world('<body><joint type="slide"/><geom name="a" size="1"/></body>', keys))
    assert next(assumption for assumption in imported.assumptions if assumption.what == "keyframe").others == (
        "1",
        "reference",
    )
    assert is_at(imported.scene.bodies[0], 0, 0, 1)


def test_geoms_left_open_are_read_one_after_the_other() -> None:
    assert list(read_bodies('<geom name="a" size="1">\n<geom name="b" size="1">')) == ["a", "b"]


def test_the_reference_position_is_that_of_the_text() -> None:
    bodies = read_bodies(ARM, keyframe="reference")
    assert is_at(bodies["a"], 0, 0, 1)
    assert is_at(bodies["b"], 2, 0, 1)
    assert is_at(bodies["c"], 0, 0, 0)


def test_a_keyframe_of_the_wrong_length_is_refused() -> None:
    with pytest.raises(TextError, match=r"qpos of <key>: must have 7 numbers \(7 of a free joint\), got 3"):
        read_model(world('<body><freejoint/><geom size="1"/></body>', '<keyframe><key qpos="0 0 1"/></keyframe>'))


def test_a_keyframe_places_mocap_bodies() -> None:
    text = world(
        '<body mocap="true" pos="9 9 9"><geom name="a" size="1"/></body>',
        '<keyframe><key mpos="1 2 3" mquat="0 0 0 1"/></keyframe>',
    )
    body = read_bodies(text)["a"]
    assert is_at(body, 1, 2, 3)
    assert is_turned(body, about("z", 180))


def test_a_ball_joint_turns_about_its_anchor() -> None:
    text = world(
        '<body><joint type="ball" pos="1 0 0"/><geom name="a" size="1"/></body>',
        '<keyframe><key qpos="0 0 0 1"/></keyframe>',
    )
    assert is_at(read_bodies(text)["a"], 2, 0, 0)


# --- poses assigned in code ---

TWO = world('<geom name="a" size="1"/><body name="k" pos="1 0 0"><freejoint name="f"/><geom name="b" size="1"/></body>')


@pytest.mark.parametrize(
    "code",
    [
        "d->geom_xpos[3] = 1; d->geom_xpos[4] = -2.5; d->geom_xpos[5] = 3;",
        "mjtNum *p = data->geom_xpos + 3; /* b */ p[0] = 1., p[1] = -2.5; p[2] = 3e0; // done",
        "int i = 1;\nfor (k = 0; k < 3; k++) ;\nmjtNum *p = d->geom_xpos;\np[3*i] = 1; p[3*i+1] = -2.5; p[3*i+2] = 3;",
        "mjtNum* p = &d->geom_xpos[3];\np[0] = 1; p[1] = -2.5; p[2] = 3;",
        "const mjtNum at[3] = {1, -2.5, 3};\nmju_copy3(d->geom_xpos + 3, at);",
        "mju_copy3(d->geom_xpos + 3, (const mjtNum[3]){1, -2.5, 3});",
        "data.geom_xpos[1] = [1, -2.5, 3]",
        "data.geom_xpos[1, :] = np.array([1, -2.5, 3], dtype=np.float64)",
        "data.geom_xpos[:] = [[0, 0, 0], [1, -2.5, 3]]",
        "data.geom('b').xpos[:] = [1, -2.5, 3]  # as reported",
        "data.geom(1).xpos = (1, -2.5, 3)",
        "data.qpos[:3] = [1, -2.5, 3]",
        "data.qpos[0] = 1\ndata.qpos[1] = -2.5\ndata.qpos[2] = 3\nmujoco.mj_kinematics(model, data)",
        "mjtNum qpos[7] = {1, -2.5, 3, 1, 0, 0, 0};\nmju_copy(d->qpos, qpos, 7);",
        "data.body('k').xpos = [1, -2.5, 3]",
        "geom_xpos: [[0 0 0] [1 -2.5 3]]",
        "geom_xpos[0] = 0.000 0.000 0.000\ngeom_xpos[1] = 1.000 -2.500 3.000",
        "GEOM_XPOS\n    0    0    0\n    1 -2.5    3\nGEOM_XMAT\n 1 0 0 0 1 0 0 0 1\n 1 0 0 0 1 0 0 0 1\n",
        "data.geom_xpos[1] = [2. / 2, -5 * sqrt(.25), 1.5 + 3 / 2]",
        "d->geom_xpos[3] = cos(0) ; d->geom_xpos[4] = -(2 + 1/2.); d->geom_xpos[5] = 3*mju_sqrt(1.);",
        'int g = mj_name2id(m, mjOBJ_GEOM, "b");\nmjtNum* p = d->geom_xpos + 3*g;\np[0] = 1; p[1] = -2.5; p[2] = 3;',
        "data.geom_xpos[model.geom('b').id] = [1, -2.5, 3]",
        "g = mujoco.mj_name2id(m, mujoco.mjtObj.mjOBJ_GEOM, 'b')\nd.geom_xpos[g] = [1, -2.5, 3]",
        "double at[] = {1, -2.5, 3};\nfor (int i = 0; i < 3; i++) d->geom_xpos[3 + i] = at[i];",
        "double at[3]{1, -2.5, 3};\nd->qpos[0] = at[0]; d->qpos[1] = at[1]; d->qpos[2] = at[2];",
        "m.body_pos[1] = [1, -2.5, 3]",
        "double *p = d->geom_xpos;\np[3] = p[0] = 1; p[0] = p[1] = p[2] = 0; p[4] = -2.5; p[5] = 3;",
        "d->geom_xpos[5] = 3; d->geom_xpos[4] = -2.5; d->geom_xpos[3] = 1; d->geom_xpos[3] = d->geom_xpos[3];",
        "at = wp.vec3(1, -2.5, 3)\ndist, _ = _geom_dist(m, d, 1, 0, pos1=at, multiccd=False)",
        "at = wp.vec3(1.0, -2.5, 3.0)\nask(pos2=at)",
        "mjtNum* p = d->geom_xpos;\np[0] = 0; p[1] = 0; p[2] = 0;\np += 3;\np[0] = 1; p[1] = -2.5; p[2] = 3;",
        "physics.named.data.geom_xpos['b'] = [1, -2.5, 3]",
        "physics.named.data.qpos['f'][:3] = [1, -2.5, 3]",
        "physics.named.data.qpos['f'] = [1, -2.5, 3, 1, 0, 0, 0]",
        "d->geom_xpos,6    {0, 0, 0, 1, -2.5, 3}    double[6]",
        "(lldb) parray 6 d->geom_xpos\n(mjtNum *) $0 = 0x00006000 {\n  (mjtNum) [0] = 0\n  (mjtNum) [1] = 0\n"
        "  (mjtNum) [2] = 0\n  (mjtNum) [3] = 1\n  (mjtNum) [4] = -2.5\n  (mjtNum) [5] = 3\n}",
        "m.body('k').pos[:] = [1, -2.5, 3]",
        "m.geom('b').pos = [0, -2.5, 3]  # in the body",
        ">>> data.geom('b').xpos\narray([ 1. , -2.5,  3. ])\n>>> data.ncon\n0",
        "In [3]: print(data.geom_xpos)\n[[ 0.   0.   0. ]\n [ 1.  -2.5  3. ]]",
        "(gdb) p *d->geom_xpos@6\n$1 = {0 <repeats 3 times>, 1, -2.5, 3}",
        "(lldb) p d->geom_xpos\n$0 = {[0] = 0, [1] = 0, [2] = 0, [3] = 1, [4] = -2.5, [5] = 3}",
    ],
)
def test_code_below_the_model_assigns_poses(code: str) -> None:
    bodies = read_bodies(TWO + "\n" + code)
    assert bodies["b"].pose.position == (1, -2.5, 3)
    assert bodies["a"].pose.position == (0, 0, 0)


TWO_GEOMS = """<mujoco><worldbody>
  <geom type="box" size="1 2 3"/> <geom type="cylinder" size="0.5 0.25"/>
</worldbody></mujoco>
"""
QUARTER = "0, -1, 0, 1, 0, 0, 0, 0, 1"


@pytest.mark.parametrize(
    "code",
    [
        f"at = wp.vec3(1, -2.5, 3)\nturn = wp.mat33({QUARTER})\ndist = check(m, d, 0, 1, pos2=at, mat2=turn)",
        f"check(m, d, 0, 1, True, pos2=np.array([1, -2.5, 3]), mat2=wp.mat33({QUARTER}))",
        f"check(m, d, 1, 0, pos1=wp.vec3(1, -2.5, 3), mat1=wp.mat33({QUARTER}))",
        "Cylinder frame coordinates:\nrot[0] = 0\nrot[1] = -1\nrot[2] = 0\nrot[3] = 1\nrot[4] = 0\nrot[5] = 0\n"
        "rot[6] = 0\nrot[7] = 0\nrot[8] = 1\n\npos[0] = 1\npos[1] = -2.5\npos[2] = 3",
    ],
)
def test_code_passes_the_pose_of_a_geom(code: str) -> None:
    imported = read_model(TWO_GEOMS + code)
    box, cylinder = imported.scene.bodies
    assert is_at(box, 0, 0, 0)
    assert is_turned(box, np.eye(3))
    assert is_at(cylinder, 1, -2.5, 3)
    assert is_turned(cylinder, about("z", 90))
    assert not imported.questions


def test_a_frame_of_an_unknown_geom_is_asked() -> None:
    code = "The frame was\npos[0] = 1\npos[1] = 2\npos[2] = 3\n"
    assert "pose of" in {question.what for question in read_model(TWO_GEOMS + code).questions}


@pytest.mark.parametrize("code", ["frame: pose = place(0.1, 0.2)", "cylinder position: (0.5, 0.25, 1.0)"])
def test_poses_that_are_not_read_are_asked(code: str) -> None:
    assert "poses" in {question.what for question in read_model(TWO_GEOMS + code).questions}


def test_code_assigns_rotations() -> None:
    bodies = read_bodies(
        TWO + "\nxmat = d->geom_xmat;\nxmat[0]=0; xmat[1]=-1; xmat[2]=0; xmat[3]=1; xmat[4]=0; xmat[5]=0;\n"
        "xmat[6]=0; xmat[7]=0; xmat[8]=1;"
    )
    assert is_turned(bodies["a"], about("z", 90))
    assert is_turned(bodies["b"], np.eye(3))


def test_printed_rotations_are_read() -> None:
    printed = (
        ">>> data.geom('b').xmat.reshape(3, 3)\narray([[ 0., -1.,  0.],\n       [ 1.,  0.,  0.],\n       [0., 0., 1.]])"
    )
    assert is_turned(read_bodies(TWO + "\n" + printed)["b"], about("z", 90))
    computed = "\nd.geom_xmat[1] = [0, -sqrt(4) / 2, 0, cos(0), 0, 0, 0, 0, 1]"
    assert is_turned(read_bodies(TWO + computed)["b"], about("z", 90))


def test_outputs_belong_to_the_arrays_in_the_order_of_printing() -> None:
    code = "print(data.geom_xpos)\nprint(data.geom_xmat)\n"
    output = "[[0. 0. 0.]\n [1. -2.5 3.]]\n[[1. 0. 0. 0. 1. 0. 0. 0. 1.]\n [0. -1. 0. 1. 0. 0. 0. 0. 1.]]"
    body = read_bodies(f"{TWO}\n{code}{output}")["b"]
    assert is_at(body, 1, -2.5, 3)
    assert is_turned(body, about("z", 90))


def test_printed_numbers_of_another_count_are_not_those_of_the_array() -> None:
    imported = read_model(TWO + "\nprint(data.geom_xpos)\n[1, 2, 3]")
    assert imported.scene.body("b").pose.position == (1, 0, 0)
    assert any("text outside of the XML is not read" in warning for warning in imported.warnings)


def test_code_turns_quaternions_into_matrices() -> None:
    code = "mjtNum q[4] = {sqrt(.5), 0, 0, sqrt(.5)};\nmju_quat2Mat(d->geom_xmat + 9, q);"
    assert is_turned(read_bodies(TWO + "\n" + code)["b"], about("z", 90))
    after = "\nd.geom_xmat[1] = [1, 0, 0, 0, 1, 0, 0, 0, 1]"
    assert is_turned(read_bodies(TWO + "\n" + code + after)["b"], np.eye(3))


MOCAP = world(
    '<geom name="a" size="1"/><body name="k"><joint name="h"/><geom size=".5"/></body>'
    '<body name="p" mocap="true" pos="0 0 1"><geom name="b" type="box" size="1 2 3"/></body>'
)


@pytest.mark.parametrize(
    "index", ["0", "model.body('p').mocapid[0]", "model.body_mocapid[2]", "model.body_mocapid[model.body('p').id]"]
)
def test_code_moves_mocap_bodies(index: str) -> None:
    turned = f"data.mocap_quat[{index}] = [np.sqrt(.5), 0, 0, np.sqrt(.5)]"
    body = read_bodies(f"{MOCAP}\ndata.mocap_pos[{index}] = [1, -2.5, 3]\n{turned}")["b"]
    assert is_at(body, 1, -2.5, 3)
    assert is_turned(body, about("z", 90))


def test_code_sets_a_joint_by_its_address() -> None:
    text = world(
        '<body><freejoint/><geom size="1"/></body><body><joint name="s" type="slide"/><geom name="b" size="1"/></body>'
    )
    for line in ("d.qpos[m.joint('s').qposadr[0]] = 2", "d.qpos[m.jnt_qposadr[1]] = 2", "d.joint('s').qpos = [2]"):
        assert read_bodies(f"{text}\n{line}")["b"].pose.position == (0, 0, 2)


@pytest.mark.parametrize(
    ("code", "key"),
    [
        ("mj_resetDataKeyframe(m, d, 1);", "up"),
        ("mujoco.mj_resetDataKeyframe(m, d, 0)\nmujoco.mj_resetDataKeyframe(m, d, 1)", "up"),
        ('mj_resetDataKeyframe(m, d, mj_name2id(m, mjOBJ_KEY, "up"));', "up"),
        ("mujoco.mj_resetDataKeyframe(m, d, m.key('up').id)", "up"),
        ("d.qpos[:] = m.keyframe('up').qpos", "up"),
        ("mj_resetDataKeyframe(m, d, 7);", "rest"),
        ("mj_forward(m, d);", "rest"),
    ],
)
def test_code_chooses_the_keyframe(code: str, key: str) -> None:
    keys = '<keyframe><key name="rest" qpos="3"/><key name="up" qpos="4"/></keyframe>'
    imported = read_model(
        world('<body><joint type="slide"/><geom size="1"/></body><geom size="2"/>') + keys + "\n" + code
    )
    assert next(assumption for assumption in imported.assumptions if assumption.what == "keyframe").value == key


def test_what_a_loop_assigns_is_left_out_with_a_warning() -> None:
    for loop in (
        "for z in np.linspace(0, 1):\n  data.qpos[2] = z",
        "for (mjtNum z : {1, 2}) {\n  data->qpos[2] = z;\n}",
    ):
        imported = read_model(TWO + "\n" + loop)
        assert any("qpos is assigned 'z', which a loop changes" in warning for warning in imported.warnings)
        assert imported.scene.body("b").pose.position == (1, 0, 0)


def test_local_arrays_that_no_pose_is_set_to_are_reported() -> None:
    imported = read_model(TWO + "\npos = wp.vec3(1, 2, 3)\nrot = wp.mat33(1, 0, 0, 0, 1, 0, 0, 0, 1)\nask(pos, rot)")
    assert any(warning.startswith("line 2: the numbers of pos, rot are not read") for warning in imported.warnings)


def test_global_coordinates_are_those_of_the_world() -> None:
    text = world(
        '<body pos="0 0 1" euler="0 0 90"><geom name="a" type="box" size="1 2 3" pos="1 0 1"/><body pos="0 2 1">'
        '<joint type="slide" axis="1 0 0"/><geom name="b" type="capsule" size=".1" fromto="0 2 1 0 2 3"/>'
        "</body></body>",
        '<compiler coordinate="global"/><keyframe><key qpos="5"/></keyframe>',
    )
    bodies = read_bodies(text)
    assert is_at(bodies["a"], 1, 0, 1)
    assert is_turned(bodies["a"], np.eye(3))
    assert is_at(bodies["b"], 5, 2, 2)


def test_the_owner_of_a_pose_is_asked_if_it_is_not_in_the_text() -> None:
    text = TWO + "\nxpos[3] = 1; xpos[4] = 2; xpos[5] = 3;"
    assert read_bodies(text)["b"].pose.position == (1, 2, 3)
    assert next(assumption for assumption in read_model(text).assumptions if assumption.what == "poses").others == (
        "body",
    )


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("d->geom_xpos[0] = 1; d->geom_xpos[1] = 2;", "xpos of geom 0: 2 of 3 numbers are assigned"),
        ("d->geom_xpos[0] = nan;", "'nan' is not finite"),
        ("d->geom_xpos[0] = 1e400;", "'1e400' is too large"),
        ("d->geom_xpos[6] = 1;", r"xpos\[6\]: the model has 6 of these numbers"),
        ("d->geom_xpos[0] += 1;", r"\+=: must be assigned"),
        ("d->geom_xpos[0] = 1 + x;", "must be a number, not an expression"),
        ("d->geom_xpos[k] = 1;", "the index must be a whole number, got 'k'"),
        ("data.geom('c').xpos = [1, 2, 3]", "geom 'c' is not in the model"),
        ("data.geom_xpos[0] = place(3)", "must be a number or a list of numbers, got 'place'"),
        ("data.geom_xmat[0] = [2,0,0, 0,1,0, 0,0,1]", "the matrix is not a rotation"),
        ("m.geom_size[0] = [1, 1, 1]", "geom_size is assigned in code: not read; change it in the XML"),
        ("d.geom_xpos[0] = [1 / 0, 0, 0]", "division by zero"),
        ("d.geom_xpos[0] = [sqrt(-1), 0, 0]", "sqrt has no value here"),
        ("d->geom_xpos[0] = " + "(" * 99 + "1", "nested too deep"),
        ("d->geom_xpos[0] = " + "-" * 9999 + "1", "nested too deep"),
        ("d->geom_xpos[0] = " * 9999 + "1", "too many assignments in one statement"),
        ("mju_axisAngle2Quat(d->qpos + 3, axis, 0.3);", "qpos is set by mju_axisAngle2Quat: not read"),
        ("geom_xpos: {0 <repeats 9999999 times>}", "must be repeated 1 to 100,000 times"),
        ("d->qpos[9] = 1;", r"qpos\[9\]: the joints of the model have 7 values"),
    ],
)
def test_assignments_that_cannot_be_read_are_refused(code: str, message: str) -> None:
    with pytest.raises(TextError, match=rf"^line 2, column \d+: .*{message}"):
        read_model(TWO + "\n" + code)


def test_other_text_with_numbers_is_reported() -> None:
    imported = read_model(TWO + "\nIt fails\nin version 3.2.1.")
    assert "line 3: text outside of the XML is not read" in imported.warnings


# --- what is left out ---


def test_visual_geoms_are_left_out_by_name() -> None:
    text = world(PAIR + '<geom name="skin" size="1" contype="0" conaffinity="0"/><geom name="hill" type="hfield"/>')
    imported = read_model(text)
    assert list(imported.scene.names) == ["a", "b"]
    assert any(
        "geom 'hill' is left out: the elevations of its height field" in warning for warning in imported.warnings
    )
    assert any("geom 'skin'" in warning for warning in imported.warnings)
    assert "skin" in read_bodies(text, visual="imported")


def test_a_plane_is_the_half_space_below_its_z_axis() -> None:
    text = world(PAIR + '<geom name="floor" type="plane" size="20 10 1" pos="0 0 1" zaxis="1 0 0"/>')
    floor = read_bodies(text)["floor"]
    assert floor.shape == HalfSpace(20)
    assert is_at(floor, 0, 0, 1)
    assert np.allclose(np.array(floor.pose.rotation) @ (0, 1, 0), (1, 0, 0))


def test_a_plane_reaches_under_all_shapes() -> None:
    far = '<geom size="1" pos="300 0 9"/><geom size="1" pos="0 0 2"/>'
    for size in ("0 0 1", "1 1 1"):
        shape = read_bodies(world(f'<geom name="floor" type="plane" size="{size}"/>{far}'))["floor"].shape
        assert isinstance(shape, HalfSpace)
        assert 301 < shape.half_extent < 2000


def test_geoms_of_an_explicit_pair_collide() -> None:
    text = (
        '<mujoco><worldbody><geom name="a" size="1" contype="0" conaffinity="0"/><geom name="b" size="1"/></worldbody>'
    )
    assert list(read_bodies(text + '<contact><pair geom1="a" geom2="b"/></contact></mujoco>')) == ["a", "b"]


def test_a_margin_does_not_grow_the_shape_unless_chosen() -> None:
    text = world('<geom name="a" size="1" margin=".1"/>')
    assert read_bodies(text)["a"].shape == Sphere(1)
    assert read_bodies(text, margin="rounding")["a"].shape == Sphere(1, rounding=0.1)


def test_a_mesh_geom_without_a_type_is_asked_about() -> None:
    imported = read_model(f'<mesh name="m" {VERTICES}/><geom name="a" mesh="m"/><geom name="b" size="1"/>')
    assert [question.what for question in imported.questions] == ["type"]
    assert isinstance(imported.scene.bodies[0].shape, Hull)


def test_names() -> None:
    text = world(
        '<geom size="1"/><geom type="box" size="1 1 1"/><body name="k"><geom size="1"/></body>'
        '<body name="l"><geom size="1"/><geom size="1"/></body><body name="m"><geom name="n" size="1"/></body>'
    )
    assert list(read_bodies(text)) == ["sphere1", "box2", "k", "l/0", "l/1", "n"]


@pytest.mark.parametrize(
    ("geom", "message"),
    [
        ('size="0"', "size of <geom>: must be a length > 0, got 0"),
        ('type="box" size="1 1"', "a box must have 3 numbers, got 2"),
        ('type="box"', "a box must have 3 numbers as its size"),
        ('type="cone" size="1"', "must be one of sphere, .*, got 'cone'"),
        ('type="mesh" mesh="m"', "mesh 'm' is not defined"),
        ('size="1" quat="0 0 0 0"', "the quaternion is zero"),
        ('size="1" quat="1 0 0 0" euler="0 0 0"', "only one orientation"),
        ('size="1" zaxis="0 0 0"', "the axis must not be zero"),
        ('size="1" xyaxes="1 0 0 2 0 0"', "must not be zero or parallel"),
        ('type="capsule" size="1" fromto="1 2 3 1 2 3"', "the two points must differ"),
        ('size="1 2 3 4"', "must have 1 or 2 or 3 numbers, got 4"),
    ],
)
def test_wrong_geoms_are_refused_at_their_place(geom: str, message: str) -> None:
    with pytest.raises(TextError, match=rf"^line 2, column \d+: .*{message}"):
        read_model(f"<mujoco><worldbody>\n<geom {geom}/></worldbody></mujoco>")


# --- against MuJoCo ---

COMPARED = {
    "arm": ARM,
    "oriented": world("".join(f'<geom name="{i}" size="1" {attribute}/>' for i, (attribute, _) in enumerate(ORIENTED))),
    "replicas": world(
        '<body name="b" pos="1 2 3" euler="10 20 30"><replicate count="11" offset=".1 .2 0" euler="5 0 7">'
        '<geom name="g" size="1"/></replicate></body>'
    ),
    "ends": world(
        '<geom name="a" type="box" size=".1" fromto="0 0 0 1 2 3"/>'
        '<geom name="b" type="box" size=".1" fromto="3 1 2 0 0 0"/>'
    ),
    "joints": world(
        '<body name="p" pos="1 2 3" quat="1 2 3 4"><joint type="ball" pos=".1 .2 .3"/><geom name="a" size="1"/>'
        '<body name="q" euler="20 0 0"><joint axis="1 1 0" pos="0 0 1" ref="20"/><joint type="slide" axis="1 2 3"/>'
        '<geom name="b" type="box" size="1 1 1" pos="0 1 0" axisangle="1 2 3 40"/></body></body>',
        '<keyframe><key qpos=".5 .5 .5 .5 .3 .7"/></keyframe>',
    ),
    "plane": world(
        '<geom name="a" type="plane" size="9 9 1" pos="1 2 3" euler="10 20 30"/>' + PAIR.replace('"a"', '"c"')
    ),
    "mesh": world(
        '<geom name="a" type="mesh" mesh="m" pos="1 2 3" euler="10 20 30"/>',
        f'<asset><mesh name="m" scale="1 -2 3" refpos="1 0 2" refquat="1 2 3 4" {VERTICES}/></asset>',
    ),
}

if find_spec("mujoco"):  # it is an optional dependency

    @pytest.mark.parametrize("name", COMPARED)
    def test_mujoco_has_the_geoms_in_the_same_places(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(compiled, "can_compile", lambda text: True)
        with_mujoco = read_model(COMPARED[name])
        assert not any("MuJoCo" in warning for warning in with_mujoco.warnings if "normalised" not in warning)
        monkeypatch.setattr(compiled, "can_compile", lambda text: False)
        assert read_model(COMPARED[name]).scene == with_mujoco.scene
        answer = compiled.compile_model(COMPARED[name], 0 if "<key" in COMPARED[name] else -1)
        assert not answer.fault
        assert len(answer.geoms) == len(with_mujoco.scene.bodies)

    def test_a_model_that_mujoco_refuses_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(compiled, "can_compile", lambda text: True)
        imported = read_model(world('<geom name="a" size="1"/><geom name="a" size="1"/>'))
        assert any(
            "does not compile this model" in warning and "repeated name" in warning for warning in imported.warnings
        )


def test_a_different_placement_in_mujoco_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = (PositionOrientation((0, 0, 1e-6)), PositionOrientation((0, 0, 4), (1, 0, 0, 0)))
    monkeypatch.setattr(compiled, "can_compile", lambda text: True)
    monkeypatch.setattr(compiled, "compile_model", lambda text, key: compiled.Compiled("9", elsewhere))
    imported = read_model(world(PAIR))  # a sphere that is turned is the same
    assert [warning for warning in imported.warnings if "MuJoCo" in warning] == [
        "MuJoCo 9 places a elsewhere: at (0, 0, 1e-06)"
    ]


def test_mujoco_gets_the_model_without_the_text_around_it(monkeypatch: pytest.MonkeyPatch) -> None:
    given = []
    monkeypatch.setattr(compiled, "can_compile", lambda text: bool(given.append(text)))
    read_model(f"I have:\n{world(PAIR)}\nand it fails")
    read_model('<geom name="a" size="1"/>')
    assert given == [world(PAIR)]


def test_mujoco_gets_no_text_that_refers_to_files() -> None:
    assert compiled.refers_to_files('<texture file="/etc/passwd"/>')
    assert compiled.refers_to_files('<texture fileright = "a.png"/>')
    assert not compiled.refers_to_files(world(PAIR))


@pytest.mark.parametrize(
    ("geoms", "used", "left_out"),
    [
        ('<geom size="1 2 3"/><geom size=".5" pos="0 0 4"/>', ["1", ".5", "0", "0", "4"], "uses only 1 of the numbers"),
        ('<geom type="plane" size="7 9 1"/><geom size=".5"/>', ["9", ".5"], "the sizes of planes"),
    ],
)
def test_sizes_without_an_effect_are_named_and_not_used(geoms: str, used: list[str], left_out: str) -> None:
    imported = read_model(world(geoms))
    assert [token.text for _, token in sorted(imported.context.numbers.items())] == used
    assert any(left_out in warning for warning in imported.warnings)
    assert not imported.unread
