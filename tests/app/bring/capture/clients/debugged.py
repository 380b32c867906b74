"""What is asked about `debugged.cpp` by the tests of gdb and lldb: expressions, and what they are."""

import json
import subprocess
from pathlib import Path

import numpy as np

from gjkscope.app.ask.solvers.pair_block import pose_array
from gjkscope.app.base.resources import resource
from gjkscope.app.bring.capture.reader import read_capture
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.engine.shapes.kinds import Box, Capsule, Hull, Point, Shape, Sphere

SOURCE = Path(__file__).parent / "debugged.cpp"
HEADERS = resource("assets", "clients", "gjkscope_capture.h").parent
SLOTS = 512  # pairs that the program keeps
PAIRS = 701  # that it records, 10 in each tick

TURNED = [[0, -1, 0, 5], [1, 0, 0, 6], [0, 0, 1, 7], [0, 0, 0, 1]]  # a quarter turn about z at (5, 6, 7)
SINGLE = 2.0**-22  # the rounding of a matrix from a quaternion in single precision
POSES = (
    *("rows", "columns", "position,quaternion", "position,rotation", "position,padded", "rows@16", "flat_rows@16"),
    *tuple("seven bullet &bullet box3d jolt jolt_matrix glm_matrix eigen glm_position,glm_quaternion".split()),
    *("eigen_position,eigen_quaternion", "jolt.mPosition,jolt.mRotation", "jolt.mPosition,bullet_quaternion"),
    *("frame", "turned", "'position,wxyz' --quaternion wxyz", "'position,transposed' --columns"),
)

HULL = Hull(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)))
MARGIN = float(np.float32(0.04))
BULLET_BOX = Box(tuple(float(np.float32(x)) + MARGIN for x in (0.96, 0.46, 0.21)))
SHAPES: dict[str, Shape] = {
    **dict.fromkeys(
        (
            "corners",
            "hull(corners)",
            "hull(flat,count)",
            "flat@12",
            "some@4",
            "'hull(some, 4)'",
            "container",
            "recorded",
        ),
        HULL,
    ),
    **dict.fromkeys(("shape", "*shape", "bullet_box"), BULLET_BOX),
    **dict.fromkeys(("box(1,0.5,0.25)", "box(half)"), Box((1, 0.5, 0.25))),
    **dict.fromkeys(("capsule(0.5,2,x)", "rod"), Capsule(0.5, 2, "x")),
    **dict.fromkeys(("jolt_capsule", "'(JPH::CapsuleShape *)jolt.mShape'"), Capsule(0.5, 2)),
    "other": Hull(HULL.vertices, rounding=MARGIN),
    "ball": Sphere(0.5),
    "sphere(half.y)": Sphere(0.5),
    "offset_ball": Sphere(0.5),
    "box3d_capsule": Hull(((0, 0, 0), (1, 0, 0)), rounding=0.5),
    "point(rounding=0.5)": Point(0.5),
}

ERRORS = {
    "corners rows corners": "gjkscope-pair: got 3 expressions, quote those that contain spaces; usage: ",
    "corners nothing corners rows": "nothing: is a null pointer",
    "nothing rows corners rows": "nothing: is a null pointer",
    "flat rows corners rows": "flat: is a pointer to numbers; write flat@COUNT, or hull(flat, COUNT)",
    "corners flat corners rows": "flat: is a pointer to numbers; write flat@16 for a matrix, @7 or @3",
    "corners scaled corners rows": "scaled: is not a rotation: off by 3; a transform with a scale has no scene",
    "corners broken corners rows": "broken: number 2 of 3 is nan",
    "nosuch rows corners rows": "nosuch: ",
    "box(1,2) rows corners rows": "box(1,2): box takes 3 numbers, got 2",
    "sphere(-1) rows corners rows": "sphere(-1): radius must be > 0, got -1",
    "hull(flat,-3) rows corners rows": "-3: must be a number of vertices, got -3",
    "capsule(1,2,w) rows corners rows": "capsule(1,2,w): the axis must be x, y or z, got w",
    "'corners rows": "no closing quotation: ",
    "corners rows corners rows -o /nonexistent/x.json": "/nonexistent/x.json: cannot be written: No such ",
    "quaternion rows corners rows": "quaternion: 4 numbers are no vertices: their number must be a multiple of 3",
    "half rows corners rows": "half: must be vertices or a shape, it is of type ",
    "jolt.mShape rows corners rows": "a pointer to void has no elements: cast it to its type",
    "corners rows corners rows --answer frame": "frame: must be a gjkcap_answer, it is of type gjkcap_frame",
}


def build(folder: Path) -> Path:
    """Compiles the program."""
    program = folder / "debugged"
    options = ["-g", "-O0", "-DGJKSCOPE_CAPTURE", "-DGJKCAP_ITERATIONS=64", f"-DGJKCAP_SLOTS={SLOTS}", f"-I{HEADERS}"]
    subprocess.run(["g++", "-std=c++17", *options, SOURCE, "-o", program], check=True)
    return program


def commands(folder: Path) -> list[str]:
    """The commands whose scenes and captures `check` reads."""
    lines = [f"gjkscope-pair corners identity sphere(1) {POSES[i]} -o {folder}/pose{i}.json" for i in range(len(POSES))]
    for i, shape in enumerate(SHAPES):
        lines.append(f"gjkscope-pair {shape} identity sphere(1) rows -o {folder}/shape{i}.json --answer answer")
    return [*lines, f"gjkscope-dump {folder}/all.gjkcap", f"gjkscope-dump {folder}/last.gjkcap 2"]


def check(folder: Path) -> None:
    """Whether the files are right."""
    for i, text in enumerate(POSES):
        pose = _scene(folder / f"pose{i}.json").bodies[1].pose
        assert np.abs(pose_array(pose) - TURNED).max() <= SINGLE, text
    for i, (text, shape) in enumerate(SHAPES.items()):
        scene = _scene(folder / f"shape{i}.json")
        assert scene.bodies[0].shape == shape, text
        assert scene.bodies[0].pose.position == ((1, 0, 0) if text == "offset_ball" else (0, 0, 0)), text
        assert (scene.reported[0].signed_distance, scene.reported[0].normal) == (0.25, (1, 0, 0))
    whole, last = (read_capture(folder / f"{name}.gjkcap") for name in ("all", "last"))
    assert (whole.total, whole.lost, whole.skipped) == (SLOTS - 1, PAIRS - SLOTS + 1 + 1, ())  # one was refused
    traces = {ids[0]: whole.answers.answer(i).iterations for i, ids in enumerate(whole.ids.tolist()) if ids[1] == 1}
    assert [number for number, trace in traces.items() if trace] == [*range(679, 698), 699]  # the last 63: 21 pairs
    assert all([entry.simplex[0].point for entry in traces[i]] == 3 * [(i, 0, 0)] for i in (679, 699))
    assert (last.total, last.lost, sorted({*last.ticks.tolist()})) == (11, 1, [69, 70])
    assert len(last.answers.answer(9).iterations) == 3
    assert last.pairs.pair(10)[::2] == (Sphere(0.5), Capsule(0.5, 2, "x"))


def _scene(path: Path) -> Scene:
    assert json.loads(path.read_text())["gjkscope"] == 1
    return read_scene(path)
