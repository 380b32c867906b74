"""Loads the museum (real pairs that broke other engines) and the pairs found by `make fuzz`, with the true answers."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from gjkscope.engine import SHAPE_TYPES, Pose, Shape
from gjkscope.engine.pose import as_pose, rotation_from_quaternion

MUSEUM = Path(__file__).parents[2] / "assets" / "scenes" / "museum"
FUZZ = MUSEUM.parent / "fuzz"


@cache
def exhibits(folder: Path = MUSEUM) -> dict[str, dict[str, Any]]:
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))}


def shape_of(entry: dict[str, Any]) -> Shape:
    placement = ("name", "type", "position", "orientation", "transform", "mass", "color")
    return SHAPE_TYPES[entry["type"]](**{name: value for name, value in entry.items() if name not in placement})


def pose_of(entry: dict[str, Any]) -> Pose:
    if "transform" in entry:
        return as_pose(entry["transform"])
    x, y, z, w = entry.get("orientation", (0.0, 0.0, 0.0, 1.0))
    px, py, pz = entry.get("position", (0.0, 0.0, 0.0))
    return Pose(rotation_from_quaternion((x, y, z, w)), (px, py, pz))


def exhibit(name: str, order: str, folder: Path = MUSEUM) -> tuple[Shape, Pose, Shape, Pose, dict[str, Any]]:
    scene = exhibits(folder)[name]
    entries = {entry["name"]: entry for entry in scene["shapes"]}
    [expected] = scene["expected"]
    a, b = (entries[shape] for shape in (expected["pair"] if order == "A B" else reversed(expected["pair"])))
    return shape_of(a), pose_of(a), shape_of(b), pose_of(b), expected


def in_orders(both: str, a_first: str = "", b_first: str = "") -> dict[str, set[str]]:
    """The orders of exhibits that are named with spaces between them: those in both orders, and those in one."""
    orders = {"A B": f"{both} {a_first}".split(), "B A": f"{both} {b_first}".split()}
    return {name: {order for order in orders if name in orders[order]} for name in [*orders["A B"], *orders["B A"]]}
