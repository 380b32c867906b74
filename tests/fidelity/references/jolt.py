"""Jolt Physics, in Node.js, since its package is one of npm.

`npm install jolt-physics@1.1.0` in any folder; `NODE_PATH` must name the folder `node_modules` in it.
"""

import json
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

from gjkscope.engine.pose import Pose
from gjkscope.engine.published.jolt.arithmetic import jolt_quaternion
from gjkscope.engine.shapes import kinds
from gjkscope.engine.vectors import SINGLE, Vec3
from tests.fidelity.pairs import Arguments
from tests.fidelity.reference import Reference, Said


def version() -> str:
    """Raises `ImportError` if it is not installed."""
    return str(json.loads((package() / "package.json").read_text())["version"])


def package() -> Path:
    """Raises `ImportError` if it is not installed, or Node.js is not."""
    if shutil.which("node") is None:
        raise ImportError("node is not installed")
    for folder in os.environ.get("NODE_PATH", "").split(os.pathsep):
        if (path := Path(folder) / "jolt-physics").is_dir():
            return path
    raise ImportError("jolt-physics is not installed: npm install jolt-physics@1.1.0, and set NODE_PATH")


def ask(pair: Arguments) -> Said:
    return collided(jolt_says(pair))


def collided(hit: dict[str, Any]) -> Said:
    if "failure" in hit:
        return Said(False, failure=hit["failure"])
    if "depth" not in hit:
        return Said(False)
    axis = hit["axis"] if not hit["is_swapped"] else [-x for x in hit["axis"]]
    return Said(hit["depth"] >= 0, 0.0 - hit["depth"], tuple(axis))


def jolt_says(
    pair: Arguments, separation: float = 0.0, cast: Vec3 | None = None, radius: float = 0.0
) -> dict[str, Any]:
    """The deepest hit, or that of a cast; a triangle is a mesh, which must be the second shape.

    `radius` is the convex radius of boxes and cylinders without rounding.
    """
    shape_a, pose_a, shape_b, pose_b = pair
    sides = [side(shape_a, pose_a, radius), side(shape_b, pose_b, radius)]
    if is_swapped := isinstance(shape_a, kinds.Triangle):
        sides.reverse()
    child = _child()
    assert child.stdin
    assert child.stdout
    child.stdin.write(json.dumps({"one": sides[0], "two": sides[1], "separation": separation, "cast": cast}) + "\n")
    child.stdin.flush()
    return {"is_swapped": is_swapped, **json.loads(child.stdout.readline())}


def side(shape: kinds.Shape, pose: Pose, radius: float = 0.0) -> dict[str, Any]:
    """A placed shape as the script reads it; `radius` is the convex radius of boxes and cylinders without rounding."""
    rotation = [float(part) for part in jolt_quaternion(pose, getattr(shape, "axis", "y"))]
    built = _BUILDERS[type(shape)](shape)
    if isinstance(shape, kinds.Box | kinds.Cylinder):
        built["radius"] = shape.rounding or radius
    return {"shape": built, "position": pose.position, "rotation": rotation}


@cache
def _child() -> "subprocess.Popen[str]":
    command = ["node", str(Path(__file__).with_suffix(".mjs")), package().resolve().as_uri()]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def _box(shape: kinds.Box) -> dict[str, Any]:
    return {"kind": "box", "half": [half + shape.rounding for half in shape.half_extents]}


def _cylinder(shape: kinds.Cylinder) -> dict[str, Any]:
    half, across = shape.half_height + shape.rounding, shape.radius + shape.rounding
    return {"kind": "cylinder", "half": half, "across": across}


_BUILDERS: dict[type, Any] = {
    kinds.Box: _box,
    kinds.Sphere: lambda shape: {"kind": "sphere", "radius": shape.radius},
    kinds.Capsule: lambda shape: {"kind": "capsule", "half": shape.half_height, "radius": shape.radius},
    kinds.Cylinder: _cylinder,
    kinds.Cone: lambda shape: {"kind": "cone", "half": shape.half_height, "across": shape.radius},
    kinds.Hull: lambda shape: {"kind": "hull", "vertices": shape.vertices, "tolerance": 0.0},
    kinds.Triangle: lambda shape: {"kind": "triangle", "vertices": shape.vertices},
}

REFERENCE = Reference(
    "jolt",
    "Jolt Physics (npm jolt-physics)",
    version,
    ask,
    (kinds.Box, kinds.Sphere, kinds.Capsule, kinds.Cylinder, kinds.Cone, kinds.Hull),
    "Jolt Physics 5.6, commit 3b47ec39, Jolt/Geometry/GJKClosestPoint.h, EPAPenetrationDepth.h, "
    "EPAConvexHullBuilder.h, ClosestPoint.h",
    roundoff=SINGLE,
    departures="Hulls that Jolt's builder rejects are left out, and triangles, too: a sphere with one is tested by a "
    "formula, and meshes, the only way to ask with one, quantise its corners.",
)
