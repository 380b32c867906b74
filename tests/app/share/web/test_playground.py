"""The playground: its shapes are the engine's, its scene files are Python's, and hostile links are refused."""

import json
import re
import shutil
import subprocess
import zlib
from base64 import b64decode, urlsafe_b64encode
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import load, read_scene
from gjkscope.app.share.web.course.playground import (
    KINDS,
    PAGE,
    STYLE,
    playground_modules,
    playground_page,
    playground_script,
    playground_settings,
)
from gjkscope.app.share.web.live import LIVE_SHAPES, ROLES, live_cores
from gjkscope.engine import Box, Capsule, Cone, Cylinder, Ellipsoid, Hull, Point, Segment, Sphere, Triangle, query
from gjkscope.engine.plane.shapes.kinds import Box2, Capsule2, Circle, Point2, Polygon, Segment2
from gjkscope.engine.pose import Pose, rotation_from_quaternion
from gjkscope.engine.shapes.kinds import Mesh, PolytopeShape, Shape
from gjkscope.engine.shapes.support import convex, support
from tests.app.share.web.node import answers
from tests.app.share.web.test_live import Blocks

FOLDER = files("gjkscope.app.share.web").joinpath("playground")
MODULES = sorted(path.name for path in FOLDER.iterdir() if path.name.endswith(".js"))
TOP_LEVEL = re.compile(r"^(?:async )?(?:function\*?|class|const|let) (\w+)", re.MULTILINE)
SHAPES: tuple[Shape, ...] = (
    Box((1, 2, 3), rounding=0.25),
    Sphere(1.5, rounding=0.1),
    Capsule(0.5, 2, "x"),
    Cylinder(0.5, 2, "z", rounding=0.1),
    Cone(0.75, 2, "x"),
    Cone(5, 1, "y"),
    Ellipsoid((1, 2, 0.3)),
    Hull(((0, 0, 0), (1, 0, 0), (0, 2, 0), (0, 0, 3), (1, 1, 1), (-1, 1, 1), (2, -1, 0), (0, 0, -1), (1, 0, 3))),
    Hull(((0, 0, 0), (1, 0, 0), (0, 2, 0), (1, 2, 0), (0.5, 1, 0))),
    Triangle(((0, 0, 0), (1, 0, 0), (0, 2, 1))),
    Segment((0, 0, 0), (1, 2, 3), rounding=0.2),
    Point(),
    Point(rounding=0.4),
    Polygon([(0, 0), (2, 0), (2, 1), (1, 0.5), (0, 1), (1, 2)], rounding=0.2),
    Polygon([(1, 1), (2, 3)]),
    Box2((1, 2), rounding=0.1),
    Box2((1, 2)),
    Circle(1.5, rounding=0.1),
    Capsule2(0.5, 2, "x"),
    Capsule2(0.5, 2),
    Segment2((0, 0), (1, 2)),
    Segment2((0, 0), (1, 2), rounding=0.3),
    Point2(),
    Point2(rounding=0.4),
)
LEAST_HELD = 0.6  # of each extent of a shape, within which it is taken hold of: of smooth ones, few points are known
LARGE = 70_000  # bytes: more than a scene may have


def fields_of(shape: Shape) -> dict[str, Any]:
    """The shape as the page has it."""
    return {name: getattr(shape, name) for name in shape.__dataclass_fields__}


def test_the_page_has_all_kinds_that_the_engine_takes_but_meshes() -> None:
    assert {type(shape) for shape in KINDS} == {*LIVE_SHAPES} - {Mesh}
    script = f"{playground_modules('kinds.js')}\nconst answer = (dimension) => Object.keys(KINDS[dimension]);"
    for dimension, kinds in zip((2, 3), answers(script, [2, 3]), strict=True):
        own = {shape.kind for shape in KINDS if shape.dimension == dimension}
        assert set(kinds) == own == set(playground_settings()["cores"][dimension])


def test_cores_are_those_of_the_engine() -> None:
    numbers = json.dumps(playground_settings()["cores"])
    script = f"""{playground_modules("cores.js")}
    const answer = ([dimension, type, shape]) => {{
      const {{ blocks, ...core }} = coreOf({{ dimension, type, shape }}, {numbers});
      return {{ ...core, blocks: Array.from(new BigUint64Array(blocks.buffer), String) }};
    }};"""
    found = answers(script, [[shape.dimension, shape.kind, fields_of(shape)] for shape in SHAPES])
    store = Blocks()
    expected = live_cores(store, SHAPES)
    for shape, core, wanted in zip(SHAPES, found, expected, strict=True):
        text = store.texts[wanted["blocks"]]
        for name in ("kind", "size", "parameter", "first", "radius"):
            assert core[name] == wanted[name], (shape, name)
        assert core["center"] == pytest.approx(wanted["center"], abs=1e-15), shape
        if isinstance(shape, PolytopeShape):
            assert core["ballCenter"] == pytest.approx(wanted["ballCenter"], abs=1e-15), shape
        assert core["ball"] == pytest.approx(wanted["ball"], rel=1e-12), shape
        inner, expected_inner = core["body"]["numbers"][:1], wanted["body"]["numbers"][:1]  # of 3D shapes
        assert inner == pytest.approx(expected_inner, rel=1e-12, abs=1e-15), shape
        numbers_of_blocks = np.frombuffer(b64decode(text), np.uint64)
        assert core["blocks"] == list(map(str, numbers_of_blocks.tolist())), shape


def test_surfaces_are_those_of_the_shapes() -> None:
    script = f"""{playground_modules("surfaces.js")}
    const answer = ([dimension, type, shape]) => {{
      const {{ surface, edges, vertices }} = drawnShape({{ dimension, type, shape }});
      return [Array.from(surface?.positions ?? edges), vertices];
    }};"""
    found = answers(script, [[shape.dimension, shape.kind, fields_of(shape)] for shape in SHAPES])
    every_way = np.random.default_rng(5).normal(size=(40, 3))
    for shape, (positions, vertices) in zip(SHAPES, found, strict=True):
        ways = every_way * (1, 1, shape.dimension - 2)
        for points in (np.array(positions).reshape(-1, 3), np.array(vertices)):
            if len(points) == 0:
                continue
            for way in ways / np.linalg.norm(ways, axis=1)[:, None]:
                placed = convex(shape, Pose())
                reach = float(np.dot(support(placed, tuple(way.tolist()))[0], way)) + placed.radius
                assert (points @ way).max() == pytest.approx(reach, rel=0.02, abs=0.02), shape


def test_a_body_is_taken_hold_of_wherever_it_is_drawn() -> None:
    given = json.dumps([[shape.dimension, shape.kind, fields_of(shape)] for shape in SHAPES])
    found = run_module(f"""{playground_modules("pair.js")}
    const answer = ([dimension, type, shape]) => {{
      const body = {{ dimension, type, shape, position: [0, 0, 0], orientation: [0, 0, 0, 1], angle: 0 }};
      const {{ drawn, extents }} = new PairLooks([{{ name: "A", ...body }}, {{ name: "B", ...body }}], {{}});
      return [drawn[0].vertices, Array.from(extents[0])];
    }};
    console.log(JSON.stringify({given}.map(answer)));""")
    for shape, (vertices, extents) in zip(SHAPES, found, strict=True):
        reaches = [np.ptp(np.reshape(points, (-1, 3)), axis=0) for points in (vertices, extents)]
        assert (reaches[1] >= LEAST_HELD * reaches[0]).all(), shape


def link(text: str | bytes) -> str:
    """The fragment with a text, compressed."""
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    data = squeezed.compress(text.encode() if isinstance(text, str) else text) + squeezed.flush()
    return f"z={urlsafe_b64encode(data).decode().rstrip('=')}"


def changed(place: str, value: Any) -> str:
    """A scene of two boxes with one value replaced, such as `shapes.0.name`."""
    scene: Any = {
        "gjkscope": 1,
        "name": "two",
        "shapes": [
            {"name": "A", "type": "box", "half_extents": [1, 1, 1]},
            {"name": "B", "type": "sphere", "radius": 1, "position": [3, 0, 0]},
        ],
    }
    *way, last = place.split(".")
    at = scene
    for step in way:
        at = at[int(step)] if isinstance(at, list) else at[step]
    at[int(last) if isinstance(at, list) else last] = value
    return json.dumps(scene)


HOSTILE = {
    "too long": ("z=" + "A" * 20_000, "too long"),
    "a bomb": (link(b" " * 5_000_000), "expands to more"),
    "a bomb that ends as a scene": (link(" " * LARGE + changed("name", "two")), "expands to more"),
    "not base64": ("z=%3Cscript%3Ealert(1)%3C/script%3E", "damaged"),
    "cut": (link(changed("name", "two"))[:-9], "damaged"),
    "not compressed": ("z=AAAA", "damaged"),
    "empty": ("z=", "damaged"),
    "another scheme": ("javascript:alert(1)", "damaged"),
    "not text": (link(b"\xff\xfe\x00"), "does not contain text"),
    "not JSON": (link("<script>alert(1)</script>"), "not JSON"),
    "NaN": (link(changed("shapes.1.radius", float("nan"))), "not JSON"),
    "infinity": (link(changed("shapes.1.radius", 1).replace('"radius": 1', '"radius": 1e999')), "finite"),
    "deep": (link("[" * 30_000 + "]" * 30_000), "nested"),
    "deep in a scene": (link(changed("shapes.0.name", json.loads("[" * 20 + "]" * 20))), "nested"),
    "null": (link("null"), "object"),
    "a list": (link("[]"), "object"),
    "another version": (link(changed("gjkscope", 2)), "gjkscope"),
    "a prototype": (link(changed("__proto__", {"polluted": True})), "__proto__"),
    "a constructor": (link(changed("shapes.0.type", "constructor")), "shapes[0].type"),
    "an unknown key": (link(changed("shapes.0.onload", "alert(1)")), "onload"),
    "a 2D scene with sizes of 3D": (link(changed("dimension", 2)), "shapes[0].half_extents: must be 2 numbers"),
    "four dimensions": (link(changed("dimension", 4)), "dimension: must be 2 or 3"),
    "a mesh": (link(changed("shapes.0", {"name": "A", "type": "mesh"})), "open it in the application"),
    "a superellipsoid": (link(changed("shapes.0", {"name": "A", "type": "superellipsoid"})), "powers"),
    "too few shapes": (link(changed("shapes", [])), "at least 2"),
    "too many shapes": (link(changed("shapes", [{}] * 1000)), "at most 64"),
    "a file": (link(changed("shapes.0", {"name": "A", "type": "hull", "file": "/etc/passwd"})), "file"),
    "too many vertices": (
        link(changed("shapes.0", {"name": "A", "type": "hull", "vertices": [[0, 0, 0]] * 1000})),
        "shapes[0].vertices",
    ),
    "text for a number": (link(changed("shapes.1.radius", "1")), "shapes[1].radius"),
    "true for a number": (link(changed("shapes.1.radius", True)), "shapes[1].radius"),
    "a negative radius": (link(changed("shapes.1.radius", -1)), "shapes[1].radius"),
    "a huge position": (link(changed("shapes.1.position", [1e300, 0, 0])), "shapes[1].position[0]"),
    "two numbers": (link(changed("shapes.1.position", [1, 2])), "shapes[1].position"),
    "no rotation": (link(changed("shapes.1.orientation", [0, 0, 0, 0])), "shapes[1].orientation"),
    "a number for a name": (link(changed("name", 5)), "name"),
    "a long name": (link(changed("shapes.0.name", "A" * 5000)), "shapes[0].name"),
    "a name that turns the text around": (link(changed("shapes.0.name", "A\u202e")), "shapes[0].name"),
    "a name twice": (link(changed("shapes.0.name", "B")), "unique"),
    "a pair of strangers": (link(changed("pairs", [["A", "C"]])), "pairs[0]"),
}


def read_links(fragments: list[str]) -> list[Any]:
    """What the page reads from each: "read" and the scene, or "refused" and the message."""
    return run_module(f"""{playground_modules("links.js")}
    const told = (fault) => [fault instanceof SceneFault ? "refused" : "failed", fault.message];
    const read = (fragment) => sceneOfFragment(fragment).then((scene) => ["read", scene], told);
    Promise.all({json.dumps(fragments)}.map(read))
      .then((found) => console.log(JSON.stringify(found)));""")


def run_module(script: str) -> list[Any]:
    """What the script prints, which may do so later."""
    node = shutil.which("node")
    assert node is not None, "node is missing, which runs the code of web pages: install nodejs"
    done = subprocess.run([node, "-"], input=f'"use strict";\n{script}', capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: list[Any] = json.loads(done.stdout)
    return found


def test_hostile_links_are_refused_with_a_message() -> None:
    found = read_links([fragment for fragment, _ in HOSTILE.values()])
    for name, (kind, message), (_, words) in zip(HOSTILE, found, HOSTILE.values(), strict=True):
        assert kind == "refused", (name, message)
        assert words in message, (name, message)
        assert len(message) < 300, name


def test_script_in_names_is_read_as_text() -> None:
    name = "<img src=x onerror=alert(1)>"
    [(kind, scene)] = read_links([link(changed("shapes.0.name", name))])
    assert kind == "read"
    assert scene["bodies"][0]["name"] == name
    own = "".join(FOLDER.joinpath(module).read_text(encoding="utf-8") for module in MODULES)
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", own)


@pytest.mark.parametrize(
    "name",
    [
        *("boxes-edge-edge", "capsule-octahedron", "cone-cylinder", "rounded-boxes"),
        *("plane/capsule-hexagon", "plane/triangles-apart", "plane/circle-near-corner", "plane/slivers-overlap"),
    ],
)
def test_a_scene_comes_back_from_a_link_and_from_a_file(name: str, tmp_path: Path) -> None:
    given = resource("assets", "scenes", f"{name}.json")
    script = f"""{playground_modules("links.js")}
    const scene = readScene({json.dumps(given.read_text(encoding="utf-8"))});
    fragmentOf(sceneText(scene.name, scene.bodies)).then(sceneOfFragment).then((back) => {{
      console.log(JSON.stringify([scene, back, sceneText(back.name, back.bodies, 1)]));
    }});"""
    first, back, text = run_module(script)
    assert back["bodies"] == first["bodies"]
    path = tmp_path / "scene.json"
    path.write_text(text, encoding="utf-8")
    saved, expected = load(path), load(given)
    for one, other in zip(saved.bodies, expected.bodies, strict=True):
        assert (one.name, one.shape, one.pose) == (other.name, other.shape, other.pose)
    (a, b), (c, d) = saved.bodies, expected.bodies
    assert query(a.shape, a.pose, b.shape, b.pose) == query(c.shape, c.pose, d.shape, d.pose)


def test_every_kind_with_its_defaults_is_a_scene_for_python(tmp_path: Path) -> None:
    script = f"""{playground_modules("scenes.js")}
    const pose = {{ orientation: [0, 0, 0, 1], angle: 0.5 }};
    const body = (name, dimension, type, position) =>
      ({{ name, dimension, type, shape: presetShape(dimension, type), position, ...pose }});
    const answer = ([dimension, type]) =>
      sceneText(type, [body("A", dimension, type, [0, 0, 0]), body("B", dimension, "capsule", [4, 0, 0])]);"""
    kinds = [(shape.dimension, shape.kind) for shape in KINDS]
    for (dimension, kind), text in zip(kinds, answers(script, kinds), strict=True):
        path = tmp_path / f"{kind}-{dimension}.json"
        path.write_text(text, encoding="utf-8")
        scene = read_scene(path)
        assert (scene.dimension, scene.bodies[0].shape.kind) == (dimension, kind)


def test_angles_are_those_of_the_rotation() -> None:
    script = f"""{playground_modules("rotations.js")}
    const answer = (angles) => {{
      const quaternion = quaternionOfAngles(angles);
      const back = anglesOfQuaternion(quaternion);
      return [quaternion, back, rotationRows(quaternion), quaternionOfRows(rotationRows(quaternion))];
    }};"""
    given = [
        [0, 0, 0],
        [30, 0, 0],
        [0, 40, 0],
        [0, 0, 50],
        [10, -20, 170],
        [-120, 70, 5],
        [0, 90, 30],
        [0, -90, 30],
        [180, 0, 0],
    ]
    for angles, (quaternion, back, rows, other) in zip(given, answers(script, given), strict=True):
        assert back == pytest.approx(angles, abs=1e-5)  # degrees; half the bits are lost where y is ±90
        assert np.array(rows) == pytest.approx(np.array(rotation_from_quaternion(tuple(quaternion))), abs=1e-14)
        assert abs(np.dot(quaternion, other)) == pytest.approx(1)


def test_what_people_type_is_read_or_explained() -> None:
    script = f"""{playground_modules("fields.js")}
    const answer = (text) => {{
      try {{ return typedNumber(text, "Radius"); }} catch (fault) {{ return fault.message; }}
    }};"""
    given = ["0.5", " −2 ", "1e-3", ".5", "0,5", "", "abc", "1e999", "0x10", "2e9", "9" * 50]
    found = answers(script, given)
    assert found[:4] == [0.5, -2, 1e-3, 0.5]
    for text, words in zip(found[4:], ("0.5", "type", "number", "finite", "number", "between", "number"), strict=True):
        assert text.startswith("Radius: ")
        assert words in text


def test_every_color_of_a_mark_is_known() -> None:
    script = playground_modules("pair.js")
    named = set(re.findall(r'this\.color\("(\w+)"', script))
    assert {"origin", "difference"} <= named <= set(playground_settings()["colors"])


def test_every_role_of_a_mark_has_colors() -> None:
    [roles] = re.findall(r'@typedef \{("text".*)\} Role$', playground_modules("pair.js"), re.MULTILINE)
    named = set(re.findall(r'"(\w+)"', roles))
    assert named == set(playground_settings()["marks"]) == set(ROLES)


def test_the_script_is_whole() -> None:
    script = playground_modules("main.js")
    assert set(MODULES) <= set(re.findall(r"^// ([\w-]+\.js)$", script, re.MULTILINE))
    assert not re.search(r"^(import|export)\b", script, re.MULTILINE)
    names = TOP_LEVEL.findall(script)
    assert len(names) == len(set(names)), sorted(name for name in set(names) if names.count(name) > 1)
    assert "</script" not in playground_script().lower()
    page = playground_page()
    assert page.address == PAGE
    assert STYLE in page.contents
