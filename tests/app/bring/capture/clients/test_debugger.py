"""What the commands for gdb and lldb share, with a program that is a dictionary of values."""

import importlib.util
import json
import math
import sys
from pathlib import Path
from typing import Any

import pytest

from gjkscope.app.base.resources import resource

SOURCE = resource("assets", "clients", "gjkscope_debugger.py")


def load() -> Any:
    """The module, which is no package's, without leaving compiled files among the assets."""
    spec = importlib.util.spec_from_file_location("gjkscope_debugger", SOURCE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    spec.loader.exec_module(module)
    sys.dont_write_bytecode = before
    return module


shared = load()


class Value(shared.Node):  # type: ignore[misc]
    """A number, a list, or a dictionary of members whose type is under "type"."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self.kind = "record" if isinstance(value, dict) else "list" if isinstance(value, list) else "number"
        self.type = self.canonical = value.get("type", "struct") if isinstance(value, dict) else self.kind

    def number(self) -> Any:
        return self.value

    def items(self) -> list["Value"]:
        return [Value(item) for item in self.value]

    def fields(self) -> dict[str, "Value"]:
        return {name: Value(value) for name, value in self.value.items() if name != "type"}


class Program:
    """Variables by name; numbers are themselves."""

    def __init__(self, **variables: Any) -> None:
        self.variables = variables

    def evaluate(self, text: str) -> Value:
        return Value(self.variables[text.strip()] if text.strip() in self.variables else float(text))


SQUARE = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
TURN = [0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]


def pair(program: Program, line: str) -> tuple[dict[str, Any], str]:
    """The scene and the assumptions."""
    notes, text = shared.pair_command(program, line)
    return json.loads(text), notes


def test_scenes_are_exact_and_need_no_file() -> None:
    third = 1 / 3
    scene, notes = pair(Program(points=SQUARE, at=[third, 0, 0]), "points at sphere(0.1) identity")
    assert scene["shapes"][0] == {"name": "A", "type": "hull", "vertices": SQUARE, "position": [third, 0, 0]}
    assert scene["shapes"][1] == {"name": "B", "type": "sphere", "radius": 0.1, "position": [0, 0, 0]}
    assert notes == ""


@pytest.mark.parametrize(("option", "sign"), [("", 1), ("--rows", 1), ("--columns", -1)])
def test_the_order_of_matrices_is_assumed_and_can_be_changed(option: str, sign: int) -> None:
    scene, notes = pair(Program(r=TURN, p=[1, 2, 3]), f"sphere(1) p,r sphere(1) p {option}")
    assert scene["shapes"][0]["transform"][0] == [0, -sign, 0, 1]
    assert ("row by row" in notes) == (option == "")


def test_a_matrix_whose_translation_shows_its_order_is_not_assumed() -> None:
    columns = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1]
    scene, notes = pair(Program(m=columns), "sphere(1) m sphere(1) m")
    assert scene["shapes"][0]["transform"][:2] == [[0, -1, 0, 5], [1, 0, 0, 6]]
    assert notes == ""


@pytest.mark.parametrize(
    ("order", "wanted"), [("", [1, 0, 0, 0]), ("--quaternion xyzw", [1, 0, 0, 0]), ("--quaternion wxyz", [0, 0, 0, 1])]
)
def test_the_order_of_quaternions(order: str, wanted: list[float]) -> None:
    scene, notes = pair(Program(q=[1, 0, 0, 0], p=[0, 0, 0]), f"sphere(1) p,q sphere(1) p {order}")
    assert scene["shapes"][0]["orientation"] == wanted
    assert bool(notes) == (order == "")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("points m sphere(1) p", "m: is no transform stored by rows: its last row must be 0 0 0 1"),
        ("points p,zero sphere(1) p", "zero: the quaternion is 0"),
        ("points mirror sphere(1) p", "mirror: is not a rotation: off by inf"),
        ("points five sphere(1) p", "five: must be a pose, got 5 numbers"),
        ("five p sphere(1) p", "five: 5 numbers are no vertices"),
        ("sphere(inf) p sphere(1) p", "inf: number 1 of 1 is inf"),
        ("box(1,2,0) p sphere(1) p", "box(1,2,0): half_extents must be > 0, got 0"),
        ("sphere(1,2,3) p sphere(1) p", "sphere(1,2,3): sphere takes 1 numbers, got 3"),
        ("sphere() p sphere(1) p", "sphere(): sphere takes 1 numbers, got 0"),
        ("hull(points,9) p sphere(1) p", "hull(points,9): points has 3 vertices, not 9"),
        ("bullet p sphere(1) p", "bullet: btSphereShape has no member 'm_localScaling': an unknown version"),
        ("points p,q,p sphere(1) p", "p,q,p: a pose is one expression, or POSITION,ORIENTATION"),
        ("points p sphere(1) p --nosuch", "gjkscope-pair: unrecognized arguments: --nosuch; usage: "),
    ],
)
def test_errors_are_one_line(line: str, fault: str) -> None:
    mirror = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1]
    bullet = {"type": "btSphereShape", "m_implicitShapeDimensions": [1, 0, 0]}
    program = Program(
        points=SQUARE, p=[0, 0, 0], m=[1.0] * 16, zero=[0] * 4, mirror=mirror, five=[1] * 5, bullet=bullet
    )
    with pytest.raises(shared.DebuggerError) as caught:
        shared.pair_command(program, line)
    assert str(caught.value).startswith(fault)
    assert "\n" not in str(caught.value)


def test_a_value_that_is_not_finite_is_named() -> None:
    with pytest.raises(shared.DebuggerError, match=r"p: number 2 of 3 is nan"):
        shared.pair_command(Program(p=[0, math.nan, 0]), "sphere(1) p sphere(1) p")


def test_a_scene_is_written_to_a_file(tmp_path: Path) -> None:
    notes, text = shared.pair_command(
        Program(p=[0, 0, 0]), f"sphere(1) p sphere(1) p -o {tmp_path}/pair.json --distance 2"
    )
    assert (notes, text) == (f"wrote {tmp_path}/pair.json; gjkscope {tmp_path}/pair.json opens it\n", "")
    assert json.loads((tmp_path / "pair.json").read_text())["reported"][0]["signed_distance"] == 2
