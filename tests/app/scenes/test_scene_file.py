"""Scene files: exact round trips, and one-line errors that name the location.

The table `BAD` also serves as the place to review the wording of the errors.
"""

import json
import os
import random
import socket
import struct
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from math import cos, sin
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import trimesh

from gjkscope.app.base import json_document
from gjkscope.app.base.records import replace
from gjkscope.app.scenes import scene_file, scene_models
from gjkscope.app.scenes.opening import Opening, Workspace
from gjkscope.app.scenes.scene import (
    Body,
    Expected,
    PositionOrientation,
    Reported,
    ReportedPoint,
    Row,
    Scene,
    Transform,
)
from gjkscope.app.scenes.scene_file import (
    SceneError,
    format_scene,
    parse_scene,
    read_scene,
    scene_from_meshes,
    write_scene,
)
from gjkscope.engine.pose import Pose, rotation_from_quaternion
from gjkscope.engine.shapes import kinds
from gjkscope.engine.simulation.responses import FRICTION, RESPONSES
from gjkscope.engine.vectors import Vec3

ASSETS = Path(__file__).parents[3] / "assets"
SCENES = sorted((ASSETS / "scenes").rglob("*.json"))
SCHEMA = jsonschema.Draft202012Validator(json.loads((ASSETS / "scene.schema.json").read_text(encoding="utf-8")))


def numbers(value: object) -> Iterator[bytes]:
    """The bits of every number in a scene or a JSON document, in order."""
    if isinstance(value, float | int) and not isinstance(value, bool):
        yield struct.pack("<d", value)
    elif isinstance(value, str):
        return
    elif is_dataclass(value):
        for field in fields(value):
            yield from numbers(getattr(value, field.name))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from numbers(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from numbers(item)


# --- round trips ---


def test_the_museum_is_complete() -> None:
    assert len(list((ASSETS / "scenes" / "museum").glob("*.json"))) == 125


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_every_shipped_scene_round_trips_exactly(path: Path) -> None:
    scene = read_scene(path)
    text = format_scene(scene)
    again = parse_scene(text)
    assert again == scene
    assert list(numbers(again)) == list(numbers(scene))
    assert format_scene(again) == text
    # The numbers in the written file equal those in the original, in the same order.
    assert list(numbers(json.loads(text))) == list(numbers(json.loads(path.read_text(encoding="utf-8"))))


def test_every_shipped_scene_satisfies_the_schema() -> None:
    for path in SCENES:
        SCHEMA.validate(json.loads(path.read_text(encoding="utf-8")))


def any_number(rng: random.Random) -> float:
    """Any finite double, uniform over the bit patterns: subnormal, huge, −0.0 …"""
    while True:
        (number,) = struct.unpack("<d", rng.randbytes(8))
        if rng.random() < 0.1:
            number = rng.choice([0.0, -0.0, 5e-324, 1e16, 123456789012345680.0, 0.1])
        if abs(number) <= sys.float_info.max:
            return float(number)


def any_size(rng: random.Random) -> float:
    return abs(any_number(rng)) or 5e-324


def any_vector(rng: random.Random) -> Vec3:
    return (any_number(rng), any_number(rng), any_number(rng))


def any_pair(rng: random.Random) -> tuple[float, float]:
    return (any_number(rng), any_number(rng))


def any_sizes(rng: random.Random) -> Vec3:
    return (any_size(rng), any_size(rng), any_size(rng))


def any_shapes(rng: random.Random) -> list[kinds.Shape]:
    """One of each kind."""
    vertices = tuple(any_vector(rng) for _ in range(rng.randint(1, 6)))
    rounding = rng.choice([0.0, -0.0, any_size(rng)])
    axis = rng.choice(["x", "y", "z"])
    return [
        kinds.Point(rounding),
        kinds.Segment(any_vector(rng), any_vector(rng), rounding),
        kinds.Triangle((any_vector(rng), any_vector(rng), any_vector(rng)), rounding),
        kinds.Sphere(any_size(rng), rounding),
        kinds.Box(any_sizes(rng), rounding),
        kinds.Capsule(any_size(rng), any_size(rng), axis, rounding),
        kinds.Cylinder(any_size(rng), any_size(rng), axis, rounding),
        kinds.Cone(any_size(rng), any_size(rng), axis, rounding),
        kinds.Ellipsoid(any_sizes(rng), rounding),
        kinds.Hull(vertices, rounding),
        kinds.Mesh(vertices, ((0, len(vertices) - 1, 0),), rounding=rounding),
        kinds.HeightField((any_pair(rng), any_pair(rng)), (any_size(rng), any_size(rng)), axis, "anti", (), rounding),
    ]


def any_placement(rng: random.Random) -> PositionOrientation | Transform:
    quaternion = (rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(0.1, 1))
    if rng.random() < 0.5:
        return PositionOrientation(any_vector(rng), quaternion)
    a, b, c = rotation_from_quaternion(quaternion)
    x, y, z = any_vector(rng)
    rows: tuple[Row, Row, Row, Row] = ((*a, x), (*b, y), (*c, z), (0.0, -0.0, 0.0, 1.0))
    return Transform(rows)


def any_scene(rng: random.Random) -> Scene:
    bodies = tuple(
        Body(
            f'{i} “ñ” "q" \\ −',
            shape,
            rng.choice([PositionOrientation(), any_placement(rng)]),
            rng.choice([1.0, 0.0, any_size(rng)]),
            rng.choice([None, "#E69f00"]),
            any_vector(rng),
            rng.choice([(0.0, 0.0, 0.0), (0.0, -0.0, 0.0), any_vector(rng)]),
            friction=rng.choice([FRICTION, any_size(rng)]),
            restitution=rng.choice([0.0, -0.0, any_size(rng)]),
        )
        for i, shape in enumerate(any_shapes(rng))
    )
    a, b, c = (body.name for body in rng.sample(bodies, 3))
    return Scene(
        "any",
        bodies,
        rng.choice([None, "text\nof lines"]),
        rng.choice([None, "https://example.org"]),
        rng.choice([None, (), ((a, b), (b, a))]),
        (Expected((a, c), "touching", -0.0, any_size(rng), "guess"), Expected((b, c), "separated")),
        reported=(
            Reported(
                (a, c),
                "FCL 0.7",
                "penetrating",
                -any_size(rng),
                (1.0, -0.0, any_size(rng)),
                any_vector(rng),
                any_vector(rng),
                (ReportedPoint(any_vector(rng), -0.0), ReportedPoint(any_vector(rng))),
                note="two\nlines",
            ),
            Reported((c, a), "FCL 0.7", crashed="SIGABRT"),
            Reported((b, c), "coal"),
        ),
        response=rng.choice(RESPONSES),
    )


@pytest.mark.parametrize("seed", range(20))
def test_any_scene_round_trips_exactly(seed: int) -> None:
    scene = any_scene(random.Random(seed))
    text = format_scene(scene)
    again = parse_scene(text)
    assert again == scene
    assert list(numbers(again)) == list(numbers(scene))
    assert format_scene(again) == text
    SCHEMA.validate(json.loads(text))


def test_the_layout_matches_the_shipped_cases() -> None:
    """A list of numbers takes one line, everything else one line per entry, and defaults are omitted."""
    scene = Scene(
        "two",
        (
            Body("A", kinds.Box((1.0, 0.1, 1e-7))),
            Body("B", kinds.Sphere(2.0), PositionOrientation((1.0, -0.0, 3.0)), mass=0.0, color="#56b4e9"),
        ),
        pairs=(("A", "B"),),
    )
    assert format_scene(scene) == (
        '{\n "gjkscope": 1,\n "name": "two",\n "shapes": [\n'
        '  {\n   "name": "A",\n   "type": "box",\n   "half_extents": [1.0, 0.1, 1e-07]\n  },\n'
        '  {\n   "name": "B",\n   "type": "sphere",\n   "radius": 2.0,\n   "position": [1.0, -0.0, 3.0],\n'
        '   "mass": 0.0,\n   "color": "#56b4e9"\n  }\n ],\n'
        ' "pairs": [\n  [\n   "A",\n   "B"\n  ]\n ]\n}\n'
    )


# --- valid files ---


def entry(**given: object) -> dict[str, object]:
    return {"name": "A", "type": "sphere", "radius": 1, **given}


def text_of(*shapes: object, **given: object) -> str:
    return json.dumps({"gjkscope": 1, "name": "n", "shapes": list(shapes), **given})


def body_of(**given: object) -> Body:
    return parse_scene(text_of(entry(**given))).bodies[0]


def test_any_number_may_be_a_hex_float() -> None:
    scene = parse_scene(
        text_of(
            entry(radius="0x1.8p-3", rounding="0x0p0", position=["-0x1p0", "0X.8P1", 3], mass="0x1.999999999999ap-4"),
            entry(name="B"),
            expected=[
                {"pair": ["A", "B"], "verdict": "separated", "signed_distance": "-0x0p+0", "tolerance": "0x1p-30"}
            ],
        )
    )
    body, expected = scene.bodies[0], scene.expected[0]
    assert body.shape == kinds.Sphere(0.1875)
    assert body.placement == PositionOrientation((-1.0, 1.0, 3.0))
    assert body.mass == 0.1
    assert str(expected.signed_distance) == "-0.0"
    assert expected.tolerance == 2.0**-30


def test_integers_keep_sign_and_size() -> None:
    position = parse_scene(
        text_of(entry(position=[0, 0, 0])).replace(
            "[0, 0, 0]", "[-0, 123456789012345678901234567890, 9007199254740993]"
        )
    )
    assert str(position.bodies[0].pose.position) == "(-0.0, 1.2345678901234568e+29, 9007199254740992.0)"


def test_omitted_fields_have_their_defaults() -> None:
    scene = parse_scene(text_of(entry()))
    assert scene.bodies == (Body("A", kinds.Sphere(1.0)),)
    assert scene.pairs is None
    assert scene.expected == ()
    assert parse_scene(text_of(entry(), about=None, source=None)) == scene


def test_a_pose_keeps_its_notation() -> None:
    a, b = cos(0.3), sin(0.3)
    rows = [[a, -b, 0, 1], [b, a, 0, 2], [0, 0, 1, 3], [0, 0, 0, 1]]
    moved, turned = body_of(transform=rows), body_of(orientation=[0, 0, 0, 2])
    assert moved.placement == Transform(
        ((a, -b, 0.0, 1.0), (b, a, 0.0, 2.0), (0.0, 0.0, 1.0, 3.0), (0.0, 0.0, 0.0, 1.0))
    )
    assert turned.placement == PositionOrientation(orientation=(0.0, 0.0, 0.0, 2.0))
    assert turned.pose == Pose()


def test_a_byte_order_mark_is_ignored(tmp_path: Path) -> None:
    path = tmp_path / "windows.json"
    path.write_bytes(b"\xef\xbb\xbf" + text_of(entry()).encode())
    assert read_scene(path).name == "n"


# --- invalid files ---

A, B = entry(), entry(name="B")
SHEAR = [[1, 0.1, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
MIRROR = [[-1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
PROJECT = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 1, 1]]
TYPES = ", ".join(kinds.SHAPE_TYPES)


def box(*half_extents: object) -> dict[str, object]:
    return {"name": "A", "type": "box", "half_extents": list(half_extents)}


def hull(**given: object) -> dict[str, object]:
    return {"name": "A", "type": "hull", **given}


def mesh(**given: object) -> dict[str, object]:
    return {"name": "A", "type": "mesh", **given}


def heightfield(**given: object) -> dict[str, object]:
    return {"name": "A", "type": "heightfield", "heights": [[0, 1], [2, 3]], **given}


def expecting(**given: object) -> str:
    return text_of(A, B, expected=[{"pair": ["A", "B"], "verdict": "touching", **given}])


def reporting(**given: object) -> str:
    return text_of(A, B, reported=[{"pair": ["A", "B"], "by": "FCL"}, {"pair": ["B", "A"], "by": "FCL", **given}])


# Structural faults, which the schema must reject as well.
BAD_STRUCTURE = {
    "[]": "must be an object { }, got a list of 0",
    "1": "must be an object { }, got 1",
    "{}": "gjkscope: missing: 1, the version of the file format",
    '{"gjkscope": 2, "new": 3}': "gjkscope: made by a newer version of gjkscope: must be 1, got 2",
    '{"gjkscope": 0, "name": "n", "shapes": []}': "gjkscope: must be 1, got 0",
    '{"gjkscope": "1", "name": "n", "shapes": []}': "gjkscope: must be 1, got '1'",
    '{"gjkscope": true, "name": "n", "shapes": []}': "gjkscope: must be 1, got true",
    '{"gjkscope": 1, "shapes": []}': "name: missing: the scene's name",
    '{"gjkscope": 1, "name": "n"}': "shapes: missing: the shapes, at least 1",
    text_of(): "shapes: must not be empty",
    text_of(A, name=""): "name: must not be empty",
    text_of(A, name=7): "name: must be text in quotes, got 7",
    text_of(A, about=["x"]): "about: must be text in quotes, got a list of 1",
    text_of(A, expcted=[]): "expcted: unknown key, did you mean expected?",
    text_of(A, zzz=1): "zzz: unknown key; "
    "must be one of gjkscope, name, about, source, pairs, expected, unread, opens, dimension, gravity, response, "
    "shapes, reported",
    text_of(A, **{"a b": 1}): "['a b']: unknown key; "
    "must be one of gjkscope, name, about, source, pairs, expected, unread, opens, dimension, gravity, response, "
    "shapes, reported",
    text_of(A, response="bounce"): "response: must be one of impulses, push-out, got 'bounce'",
    text_of(entry(friction=-1)): "shapes[0].friction: must be ≥ 0, got -1",
    text_of(A, gravity=[0, -9.81]): "gravity: must have 3 entries, got a list of 2",
    text_of(A, 3): "shapes[1]: must be an object { }, got 3",
    text_of({"name": "A"}): f"shapes[0].type: missing: must be one of {TYPES}",
    text_of(entry(type="bxo")): "shapes[0].type: unknown type 'bxo', did you mean box?",
    text_of(entry(type=["box"])): f"shapes[0].type: unknown type a list of 1; must be one of {TYPES}",
    text_of(entry(type="Sphere")): "shapes[0].type: unknown type 'Sphere', did you mean sphere?",
    text_of({"type": "sphere", "radius": 1}): ("shapes[0].name: missing: the shape's name, unique in the file"),
    text_of({"name": "A", "type": "sphere", "raduis": 1}): "shapes[0].raduis: unknown key, did you mean radius?",
    text_of({"name": "A", "type": "sphere"}): "shapes[0].radius: missing: radius in metres, > 0",
    text_of(A, entry(name="B", radius=-2)): "shapes[1].radius: must be > 0, got -2",
    text_of(entry(radius=0)): "shapes[0].radius: must be > 0, got 0",
    text_of(entry(radius="two")): ("shapes[0].radius: must be a number, got 'two'"),
    text_of(entry(radius="1.5")): (
        "shapes[0].radius: must be a number, or a hex float in a string, such as \"0x1.8p-3\", got '1.5'"
    ),
    text_of(entry(radius="-0x1p0")): "shapes[0].radius: must be > 0, got '-0x1p0'",
    text_of(entry(radius=True)): ("shapes[0].radius: must be a number, got true"),
    text_of(entry(radius=None)): ("shapes[0].radius: must be a number, got null"),
    text_of(entry(rounding=-0.1)): "shapes[0].rounding: must be ≥ 0, got -0.1",
    text_of(entry(mass=-1)): "shapes[0].mass: must be ≥ 0, got -1",
    text_of(entry(color="red")): "shapes[0].color: must be a colour like #e69f00, got 'red'",
    text_of(entry(position=[0, 0])): "shapes[0].position: must have 3 entries, got a list of 2",
    text_of(entry(position=[0, 0, 0, 1])): "shapes[0].position: must have 3 entries, got a list of 4",
    text_of(entry(position=None)): "shapes[0].position: must be a list [ ], got null",
    text_of(entry(position=[0, 0, "x"])): ("shapes[0].position[2]: must be a number, got 'x'"),
    text_of(entry(orientation=[0, 0, 1])): "shapes[0].orientation: must have 4 entries, got a list of 3",
    text_of(entry(transform=SHEAR[:3])): "shapes[0].transform: must have 4 entries, got a list of 3",
    text_of(entry(transform=None)): "shapes[0].transform: must be a list [ ], got null",
    text_of(entry(transform=SHEAR, position=[0, 0, 0])): (
        "shapes[0].transform: cannot be combined with position or orientation"
    ),
    text_of(entry(transform=SHEAR, orientation=[0, 0, 0, 1])): (
        "shapes[0].transform: cannot be combined with position or orientation"
    ),
    text_of(box(1, 1, 0)): "shapes[0].half_extents[2]: must be > 0, got 0",
    text_of(entry(type="capsule", half_height=1, axis="w")): "shapes[0].axis: must be one of x, y, z, got 'w'",
    text_of(hull(vertices=[])): "shapes[0].vertices: must not be empty",
    text_of(hull(vertices=[[0, 0, 0], [1, 2]])): ("shapes[0].vertices[1]: must have 3 entries, got a list of 2"),
    text_of(entry(type="triangle", vertices=[[0, 0, 0]] * 4)): (
        "shapes[0].radius: unknown key; must be one of type, name, rounding, position, orientation, transform, mass, "
        "color, velocity, angular_velocity, friction, restitution, vertices"
    ),
    text_of({"name": "A", "type": "triangle", "vertices": [[0, 0, 0]] * 4}): (
        "shapes[0].vertices: must have 3 entries, got a list of 4"
    ),
    text_of(heightfield(heights=[[0, 1]])): "shapes[0].heights: must have at least 2 entries, got a list of 1",
    text_of(heightfield(heights=[[0], [1]])): "shapes[0].heights[0]: must have at least 2 entries, got a list of 1",
    text_of(heightfield(heights=[[0, 1], [2, True]])): "shapes[0].heights[1][1]: must be a number, got true",
    text_of(heightfield(cell_size=[1])): "shapes[0].cell_size: must have 2 entries, got a list of 1",
    text_of(heightfield(cell_size=[1, 0])): "shapes[0].cell_size[1]: must be > 0, got 0",
    text_of(heightfield(diagonal="left")): "shapes[0].diagonal: must be one of anti, main, got 'left'",
    text_of(heightfield(holes=[[0, -1]])): "shapes[0].holes[0][1]: must be ≥ 0, got -1",
    text_of(mesh()): "shapes[0]: must have either vertices and faces, or file",
    text_of(mesh(vertices=[[0, 0, 0]])): "shapes[0].faces: missing: must have either vertices and faces, or file",
    text_of(mesh(faces=[[0, 0, 0]])): "shapes[0].vertices: missing: must have either vertices and faces, or file",
    text_of(mesh(vertices=[[0, 0, 0]], faces=[[0, 0, 0]], file="a.obj")): (
        "shapes[0]: must have either vertices and faces, or file"
    ),
    text_of(mesh(vertices=[[0, 0, 0]], faces=[])): "shapes[0].faces: must not be empty",
    text_of(mesh(vertices=[[0, 0, 0]], faces=[[0, 0, -1]])): "shapes[0].faces[0][2]: must be ≥ 0, got -1",
    text_of(mesh(vertices=[[0, 0, 0]], faces=[[0, 0, 0.5]])): "shapes[0].faces[0][2]: must be a whole number, got 0.5",
    text_of(A, B, pairs=["A", "B"]): "pairs[0]: must be a list [ ], got 'A'",
    text_of(A, B, pairs=[["A"]]): "pairs[0]: must have 2 entries, got a list of 1",
    text_of(A, B, pairs=[["A", 2]]): "pairs[0][1]: must be text in quotes, got 2",
    expecting(verdict="overlap"): (
        "expected[0].verdict: must be one of penetrating, separated, touching, undecided, got 'overlap'"
    ),
    expecting(tolerance=-1e-9): "expected[0].tolerance: must be ≥ 0, got -1e-09",
    expecting(distance=1): ("expected[0].distance: unknown key, did you mean signed_distance?"),
    text_of(A, B, expected=[{"pair": ["A", "B"]}]): (
        "expected[0].verdict: missing: separated, touching, penetrating or undecided"
    ),
    text_of(A, B, reported=[{"pair": ["A", "B"]}]): (
        "reported[0].by: missing: the engine and its version, such as FCL 0.7"
    ),
    reporting(by=""): "reported[1].by: must not be empty",
    reporting(verdict="overlap"): (
        "reported[1].verdict: must be one of penetrating, separated, touching, undecided, got 'overlap'"
    ),
    reporting(depth=1): (
        "reported[1].depth: unknown key; must be one of pair, by, verdict, signed_distance, crashed, note, "
        "normal, witness_a, witness_b, points, iterations, face_a, face_b"
    ),
    reporting(normal=[0, 1]): "reported[1].normal: must have 3 entries, got a list of 2",
    reporting(witness_a=[0, 1, "x"]): (
        'reported[1].witness_a[2]: must be a number, or a string such as "0x1.8p-3", "NaN" or "-Infinity", got \'x\''
    ),
    reporting(points=[{"position": [0, 0, 0]}, {"depth": 1}]): (
        "reported[1].points[1].position: missing: in world space, in metres"
    ),
    reporting(points=[{"position": [0, 0, 0], "deep": 1}]): (
        "reported[1].points[0].deep: unknown key, did you mean depth?"
    ),
}

# Faults that JSON Schema cannot express (or that Python's `$`, unlike JSON Schema's, allows).
BAD_SENSE = {
    text_of(entry(name="A\nB")): "shapes[0].name: must be printable characters on one line, got 'A\\nB'",
    text_of(entry(color="#e69f00\n")): "shapes[0].color: must be a colour like #e69f00, got '#e69f00\\n'",
    "": "line 1, column 1: not JSON: expecting value",
    '{\n "gjkscope": 1\n "name": "n"}': "line 3, column 2: not JSON: comma missing after line 2",
    '{"a": 1 "b": 2}': "line 1, column 9: not JSON: comma missing after line 1",
    '{"a": 1,}': "line 1, column 9: not JSON: no comma before }",
    '{"a": one}': 'line 1, column 7: not JSON: text needs double quotes, "one"',
    "{'a': 1}": 'line 1, column 2: not JSON: text needs double quotes, "a"',
    '{"gjkscope": 1} x': "line 1, column 17: not JSON: extra data",
    '{"name": "a\nb"}': "line 1, column 12: not JSON: invalid control character at",
    "[" * 100_000: "cannot be read: lists or objects are nested too deeply",
    '{"gjkscope": 1, "name": "n", "name": "m"}': "name: this key occurs more than once",
    text_of(A, B).replace('"radius": 1', '"radius": 1, "radius": 2'): (
        "shapes[1].radius: this key occurs more than once"
    ),
    '{"a": {"b": 1, "b": 2}, "a": 1}': "a: this key occurs more than once",
    text_of(entry(radius=float("nan"))): "shapes[0].radius: must be a finite number, got nan",
    text_of(entry(position=[0, float("-inf"), 0])): "shapes[0].position[1]: must be a finite number, got -inf",
    text_of(entry(name=float("nan"))): "shapes[0].name: must be text in quotes, got nan",
    text_of(A).replace('"radius": 1', '"radius": 1e999'): "shapes[0].radius: must be a finite number, got inf",
    text_of(A).replace('"radius": 1', f'"radius": {"9" * 5000}'): "shapes[0].radius: must be a finite number, got inf",
    text_of(entry(radius="0x1p9999")): "shapes[0].radius: must be a finite number, got '0x1p9999'",
    text_of(entry(radius="0x3f800000")): (
        "shapes[0].radius: must be decimal, or a hex float with a p exponent: 0x1p+0 (1.0) if these are the bits of a "
        "float, 1065353216 if it is an integer, got '0x3f800000'"
    ),
    text_of(entry(position=[0, "-0x7f", 0])): (
        "shapes[0].position[1]: must be decimal, or a hex float with a p exponent: -127 if it is an integer, "
        "got '-0x7f'"
    ),
    text_of(entry(radius="0x0p0")): "shapes[0].radius: must be > 0, got '0x0p0'",
    text_of(entry(name="\ud800")): "shapes[0].name: must be valid Unicode text, got '\\ud800'",
    text_of(A, A): "shapes[1].name: must differ from all others, but shapes[0] is 'A' too",
    text_of(entry(orientation=[0, 0, 0, 0])): (
        "shapes[0].orientation: (0.0, 0.0, 0.0, 0.0) is not a rotation: it needs four finite numbers, not all zero"
    ),
    text_of(entry(transform=SHEAR)): (
        "shapes[0].transform: the 3×3 part is not a rotation (off by 0.1): a pose may turn and move, not scale or shear"
    ),
    text_of(entry(transform=MIRROR)): (
        "shapes[0].transform: the 3×3 part mirrors (determinant −1): a pose must keep right-handed axes"
    ),
    text_of(entry(transform=PROJECT)): ("shapes[0].transform: the last row must be 0 0 0 1, got [0.0, 0.0, 1.0, 1.0]"),
    text_of(mesh(vertices=[[0, 0, 0]], faces=[[0, 0, 1]])): (
        "shapes[0].faces[0]: must be 3 vertex indices from 0 to 0, got (0, 0, 1)"
    ),
    text_of(mesh(file="a.obj")): "shapes[0].file: mesh files require a scene read from a file",
    text_of(A, B, pairs=[["A", "C"]]): "pairs[0][1]: must be the name of a shape ('A', 'B'), got 'C'",
    text_of(A, B, pairs=[["A", "B"], ["B", "B"]]): "pairs[1]: must name two different shapes, got 'B' twice",
    text_of(A, B, pairs=[["A", "B"], ["A", "B"]]): "pairs[1]: must differ from all others, but equals pairs[0]",
    expecting(pair=["a", "B"]): "expected[0].pair[0]: must be the name of a shape ('A', 'B'), got 'a'",
    expecting(pair=["A", "A"]): "expected[0].pair: must name two different shapes, got 'A' twice",
    reporting(pair=["A", "C"]): "reported[1].pair[1]: must be the name of a shape ('A', 'B'), got 'C'",
    reporting(pair=["B", "B"]): "reported[1].pair: must name two different shapes, got 'B' twice",
    reporting(signed_distance="nan"): "reported[1].signed_distance: must be a number, "
    'or a string such as "0x1.8p-3", "NaN" or "-Infinity", got \'nan\'',
    reporting(normal=[0, 1, True]): "reported[1].normal[2]: must be a number, "
    'or a string such as "0x1.8p-3", "NaN" or "-Infinity", got true',
}

BAD = BAD_STRUCTURE | BAD_SENSE
BAD |= {
    text_of(A, B, opens={"workspace": "motoin"}): (
        "opens.workspace: must be one of contacts, engines, learn, many, motion, pair, got 'motoin', "
        "did you mean motion?"
    ),
    text_of(A, B, opens={"pair": ["A", "C"]}): "opens.pair[1]: must be the name of a shape ('A', 'B'), got 'C'",
}


def test_how_a_scene_opens_is_kept_renamed_and_no_change_of_it() -> None:
    opened = parse_scene(text_of(A, B, opens={"workspace": "motion", "algorithm": "toi", "pair": ["B", "A"]}))
    assert opened.opens == Opening(Workspace.MOTION, "toi", ("B", "A"))
    assert parse_scene(format_scene(opened)).opens == opened.opens
    assert opened == parse_scene(text_of(A, B))
    assert opened.renamed("A", "C").opens.pair == ("B", "C")
    assert opened.without("A").opens == Opening(Workspace.MOTION, "toi")


def test_a_fault_is_one_line_that_names_file_and_location() -> None:
    for text, message in BAD.items():
        with pytest.raises(SceneError) as caught:
            parse_scene(text, "scene.json")
        assert str(caught.value) == f"scene.json: {message}"
        assert str(caught.value).isprintable()  # so it is one line


def test_the_schema_rejects_structural_faults() -> None:
    for text in BAD_STRUCTURE:
        assert not SCHEMA.is_valid(json.loads(text))


def damage(value: object, rng: random.Random) -> object:
    """A document with one nested entry replaced, repeated or removed."""
    if not isinstance(value, dict | list) or not value or rng.random() < 0.2:
        return rng.choice([None, True, -1, 0, 1e308, "", "x", "0x1p3", [], {}, [[0, 0, 0]], {"type": "box"}])
    items: list[tuple[Any, object]] = list(value.items() if isinstance(value, dict) else enumerate(value))
    at = rng.randrange(len(items))
    key, item = items[at]
    items[at : at + 1] = rng.choice([[(key, damage(item, rng))]] * 3 + [[], [(key, item), (f"{key}2", item)]])
    return dict(items) if isinstance(value, dict) else [item for _, item in items]


def test_damaged_scenes_raise_only_scene_errors() -> None:
    """Most of 200 damaged scenes are rejected and none fails otherwise; accepted ones survive a round trip."""
    rng, errors = random.Random(1), []
    for _ in range(200):
        text = json.dumps(damage(json.loads(format_scene(any_scene(rng))), rng))
        try:
            scene = parse_scene(text)
        except SceneError as error:
            errors.append(str(error))
        else:
            assert parse_scene(format_scene(scene)) == scene
    assert 100 < len(errors) < 200
    assert all(error.isprintable() for error in errors)


def test_the_published_schema_matches_the_models() -> None:
    """If this fails, run `make schemas`."""
    SCHEMA.check_schema(SCHEMA.schema)
    assert (ASSETS / "scene.schema.json").read_text(encoding="utf-8") == scene_models.scene_schema()


def test_the_models_have_the_fields_of_the_engine() -> None:
    """A field added to an engine shape cannot be forgotten in the file format."""
    common = {*scene_models.SHAPES["point"].__struct_fields__} - {"rounding"}
    for name, kind in scene_file.SHAPE_TYPES.items():
        assert {*scene_models.SHAPES[name].__struct_fields__} - common - {"file"} == {f.name for f in fields(kind)}


# --- files ---


def fault_of(path: Path) -> str:
    with pytest.raises(SceneError) as caught:
        read_scene(path)
    return str(caught.value)


def test_an_unreadable_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "scene.json"
    assert fault_of(path) == f"{path}: cannot be read: No such file or directory"
    assert fault_of(tmp_path) == f"{tmp_path}: cannot be read: Is a directory"
    path.write_bytes(b'{"name": "\xe9"}')
    assert fault_of(path) == f"{path}: byte 10: must be JSON in UTF-8"
    monkeypatch.setattr(json_document, "MAX_BYTES", 3)
    assert fault_of(path) == f"{path}: must not be larger than 0 MB"


def test_a_file_without_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may read everything, so the error is simulated."""

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "s.json").touch()
    monkeypatch.setattr(Path, "open", refuse)
    assert fault_of(tmp_path / "s.json") == f"{tmp_path / 's.json'}: cannot be read: Permission denied"


def test_an_error_is_one_line_whatever_the_file_name(tmp_path: Path) -> None:
    assert "\n" not in fault_of(tmp_path / "two\nlines")


SCENE = Scene("n", (Body("A", kinds.Sphere(1.0)),))


def test_writing_replaces_a_file_atomically(tmp_path: Path) -> None:
    path = tmp_path / "scene.json"
    path.write_text("old")
    path.chmod(0o640)
    write_scene(SCENE, path)
    assert read_scene(path) == SCENE
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_failed_write_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "scene.json"
    path.write_text("old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SceneError) as caught:
        write_scene(SCENE, path)
    assert str(caught.value) == f"{path}: cannot be written: No space left on device"
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("scene", "fault"),
    [
        (Scene("n", ()), "shapes: must not be empty"),
        (
            Scene("n", (Body("A", kinds.Sphere(1.0), velocity=(0.0, float("nan"), 0.0)),)),
            "shapes[0].velocity[1]: must be a finite number, got nan",
        ),
        (Scene("\ud800", SCENE.bodies), "name: must be valid Unicode text, got '\\ud800'"),
    ],
    ids=range(3),
)
def test_a_scene_that_could_not_be_read_back_replaces_nothing(tmp_path: Path, scene: Scene, fault: str) -> None:
    path = tmp_path / "scene.json"
    path.write_text("old")
    with pytest.raises(SceneError) as caught:
        write_scene(scene, path)
    assert str(caught.value) == f"{path}: {fault}"
    assert path.read_text() == "old"


def test_writing_to_a_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(SceneError, match="cannot be written: No such file or directory"):
        write_scene(SCENE, tmp_path / "none" / "scene.json")


def test_writing_through_a_link_keeps_the_link(tmp_path: Path) -> None:
    link, path = tmp_path / "link.json", tmp_path / "scene.json"
    link.symlink_to(path)
    write_scene(SCENE, link)
    assert link.is_symlink()
    assert read_scene(path) == SCENE


def test_reading_from_a_pipe(tmp_path: Path) -> None:
    """`gjkscope query <(make-scene)` gives a pipe, which has no size and can be read only once."""
    reader, writer = os.pipe()
    os.write(writer, format_scene(SCENE).encode())
    os.close(writer)
    try:
        assert read_scene(Path(f"/dev/fd/{reader}")) == SCENE
    finally:
        os.close(reader)


# --- mesh files of a scene ---

TETRAHEDRON = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"
VERTICES = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
FACES = ((0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A scene's folder that contains a mesh, with another mesh outside it."""
    folder = tmp_path / "scenes"
    (folder / "meshes").mkdir(parents=True)
    (folder / "meshes" / "t.obj").write_text(TETRAHEDRON)
    (tmp_path / "outside.obj").write_text(TETRAHEDRON)
    return folder


def scene_with(folder: Path, file: str) -> Path:
    path = folder / "scene.json"
    path.write_text(text_of(mesh(file=file, rounding=0.5)))
    return path


def test_a_mesh_file_is_read_and_remains_a_reference(folder: Path) -> None:
    path = scene_with(folder, "meshes/t.obj")
    scene = read_scene(path)
    assert scene.bodies == (Body("A", kinds.Mesh(VERTICES, FACES, rounding=0.5), mesh_file="meshes/t.obj"),)
    write_scene(scene, path)
    assert json.loads(path.read_text())["shapes"] == [mesh(file="meshes/t.obj", rounding=0.5)]
    assert read_scene(path) == scene


def test_a_linked_scene_finds_its_meshes_next_to_the_real_file(folder: Path, tmp_path: Path) -> None:
    path, link = scene_with(folder, "meshes/t.obj"), tmp_path / "link.json"
    link.symlink_to(path)
    assert read_scene(link) == read_scene(path)
    write_scene(read_scene(link), link)
    assert read_scene(path).bodies[0].mesh_file == "meshes/t.obj"


def test_saving_a_scene_elsewhere_copies_its_mesh(folder: Path, tmp_path: Path) -> None:
    scene = read_scene(scene_with(folder, "meshes/t.obj"))
    write_scene(scene, tmp_path / "elsewhere.json")
    there = read_scene(tmp_path / "elsewhere.json")
    assert there.bodies == (replace(scene.bodies[0], mesh_file=None),)


def test_an_edited_mesh_is_saved(folder: Path) -> None:
    path = scene_with(folder, "meshes/t.obj")
    body = read_scene(path).bodies[0]
    edited = replace(body, shape=kinds.Mesh(VERTICES, FACES[:2], rounding=0.5))
    write_scene(Scene("n", (edited,)), path)
    assert read_scene(path).bodies == (replace(edited, mesh_file=None),)


OUTSIDE = "must lie in the scene's folder, be relative to it and use /, got"


@pytest.mark.parametrize(
    ("file", "fault"),
    [
        ("meshes/none.obj", "meshes/none.obj: cannot be read: No such file or directory"),
        ("meshes", "meshes: must be one of .obj, .stl, .ply, .off, .glb, got 'no suffix'"),
        ("scene.json", "scene.json: must be one of .obj, .stl, .ply, .off, .glb, got '.json'"),
        ("../outside.obj", f"{OUTSIDE} '../outside.obj'"),
        ("meshes/../../outside.obj", f"{OUTSIDE} 'meshes/../../outside.obj'"),
        ("/etc/a.obj", f"{OUTSIDE} '/etc/a.obj'"),
        ("link.obj", f"{OUTSIDE} 'link.obj'"),
        ("meshes\\t.obj", f"{OUTSIDE} 'meshes\\\\t.obj'"),
        ("C:/t.obj", f"{OUTSIDE} 'C:/t.obj'"),
        ("t\0.obj", f"{OUTSIDE} 't\\x00.obj'"),
        ("loop.obj", "loop.obj: cannot be read: Too many levels of symbolic links"),
        ("points.obj", "points.obj: contains points but no faces: must have faces, or be used as a hull"),
    ],
)
def test_an_invalid_mesh_file_is_rejected(folder: Path, file: str, fault: str) -> None:
    (folder / "link.obj").symlink_to(folder.parent / "outside.obj")
    (folder / "loop.obj").symlink_to(folder / "loop.obj")
    (folder / "points.obj").write_text("v 0 0 0\nv 1 2 3\n")
    path = scene_with(folder, file)
    assert fault_of(path) == f"{path}: shapes[0].file: {fault}"


def test_a_scene_that_is_not_a_regular_file_is_rejected_at_once(tmp_path: Path) -> None:
    pipe, device, ear = tmp_path / "pipe.json", tmp_path / "null.json", tmp_path / "socket.json"
    os.mkfifo(pipe)
    device.symlink_to("/dev/zero")
    assert fault_of(pipe) == f"{pipe}: must be a regular file, is a named pipe"
    assert fault_of(device) == f"{device}: must be a regular file, is a device"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(ear))
        assert fault_of(ear) == f"{ear}: must be a regular file, is a socket"


def test_a_scene_may_come_from_a_pipe_that_the_shell_passes_on(tmp_path: Path) -> None:
    """As in `gjkscope query <(make-scene)`."""
    reader, writer = os.pipe()
    try:
        os.write(writer, text_of(A, B).encode())
        os.close(writer)
        assert len(read_scene(f"/dev/fd/{reader}").bodies) == 2
    finally:
        os.close(reader)


def test_an_absolute_path_is_rejected_even_inside_the_folder(folder: Path) -> None:
    """Such a scene would break if the folder moves."""
    path = scene_with(folder, str(folder / "meshes" / "t.obj"))
    assert OUTSIDE in fault_of(path)


def test_two_mesh_files_are_placed_side_by_side(tmp_path: Path) -> None:
    a, b = tmp_path / "a.obj", tmp_path / "b.obj"
    a.write_text(TETRAHEDRON + "v 0.1 0.1 0.1\n")  # a corner that the hull does not need
    b.write_text(TETRAHEDRON.replace("v 0 0 1", "v 0 0 2"))
    scene = scene_from_meshes([a, b])
    left, right = scene.bodies
    assert (left.name, right.name) == ("a", "b")
    assert sorted(left.shape.vertices) == sorted(VERTICES)  # type: ignore[union-attr]
    assert left.placement == PositionOrientation()
    assert right.placement == PositionOrientation((1.5, 0.0, -0.5))  # the gap is a quarter of the larger size, 2
    assert parse_scene(format_scene(scene)) == scene


def test_a_single_mesh_file_is_paired_with_its_copy(tmp_path: Path) -> None:
    path = tmp_path / "a.obj"
    path.write_text(TETRAHEDRON)
    left, right = scene_from_meshes([path]).bodies
    assert (left.name, right.name) == ("a", "a 2")
    assert left.shape == right.shape
    assert right.placement == PositionOrientation((1.25, 0.0, 0.0))


def test_a_file_of_several_objects_is_a_scene_of_them(tmp_path: Path) -> None:
    """A level as a GLB: the terrain, which is no hull, stays a mesh, and is searched by its triangles."""
    level, frame = trimesh.Scene(), trimesh.Trimesh(FRAME.vertices, FRAME.faces, process=False)
    level.add_geometry(frame, node_name="terrain")
    lifted = trimesh.transformations.translation_matrix((0, 0, 3))
    level.add_geometry(trimesh.creation.box((1, 1, 1)), node_name="crate", transform=lifted)
    path = tmp_path / "level.glb"
    level.export(path)
    scene = scene_from_meshes([path])
    terrain, crate = scene.bodies
    assert (scene.name, terrain.name, crate.name) == ("level", "terrain", "crate")
    assert (terrain.shape, terrain.placement) == (FRAME, PositionOrientation())
    assert (crate.shape.kind, crate.placement) == ("hull", PositionOrientation((0.0, 0.0, 3.0)))
    assert scene.opens.algorithm == "mesh-distance"


def test_meshes_that_are_not_convex_stay_meshes(tmp_path: Path) -> None:
    path = tmp_path / "a.obj"
    path.write_text(TETRAHEDRON.rsplit("f ", 1)[0])  # open
    scene = scene_from_meshes([path])
    assert [body.shape.kind for body in scene.bodies] == ["mesh", "mesh"]
    assert scene.opens.algorithm == "mesh-distance"


FRAME = kinds.Mesh([(x, y, 0) for x in (-2, -1, 1, 2) for y in (-2, 2)], [(0, 2, 1), (1, 2, 3), (4, 6, 5), (5, 6, 7)])


def test_invalid_mesh_files_are_rejected(tmp_path: Path) -> None:
    path = tmp_path / "a.obj"
    with pytest.raises(SceneError) as caught:
        scene_from_meshes([path])
    assert str(caught.value) == f"{path}: cannot be read: No such file or directory"
    with pytest.raises(ValueError, match="one or two mesh files"):
        scene_from_meshes([])
