"""Jolt's contact manifolds, as a contact listener gets them, in Node.js (npm install jolt-physics@1.1.0).

`NODE_PATH` must name the folder `node_modules` with the package.
"""

import json
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

from gjkscope.engine.shapes import kinds
from gjkscope.engine.vectors import SINGLE, Vec3, add, dot, scale, sub
from tests.fidelity.pairs import Arguments
from tests.fidelity.policies.reference import PolicyReference, RealManifold, RealPoint
from tests.fidelity.references.jolt import package, side, version


def ask(pair: Arguments) -> RealManifold | None:
    child = _child()
    assert child.stdin
    assert child.stdout
    child.stdin.write(json.dumps({"a": side(*pair[:2]), "b": side(*pair[2:])}) + "\n")
    child.stdin.flush()
    answer = json.loads(child.stdout.readline())
    return None if "error" in answer else _read(answer)


def _read(answer: dict[str, Any]) -> RealManifold:
    normal, base = _vector(answer["normal"]), _vector(answer["base"])
    points = []
    for on_a, on_b in answer["points"]:
        first, second = _vector(on_a), _vector(on_b)
        position = scale(add(add(base, first), add(base, second)), 0.5)
        points.append(RealPoint(position, dot(sub(first, second), normal)))
    return RealManifold(normal, tuple(points))


def _vector(values: list[float]) -> Vec3:
    x, y, z = values
    return (x, y, z)


@cache
def _child() -> "subprocess.Popen[str]":
    """Ends when this process does, as its input ends."""
    command = ["node", str(Path(__file__).with_suffix(".mjs")), package().resolve().as_uri()]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


REFERENCE = PolicyReference(
    "jolt",
    "Jolt Physics (npm jolt-physics)",
    version,
    ask,
    (kinds.Box, kinds.Hull, kinds.Sphere, kinds.Capsule, kinds.Cylinder, kinds.Cone),
    "Jolt Physics 5.6, commit 3b47ec39, Jolt/Physics/Collision/ManifoldBetweenTwoFaces.cpp, Jolt/Geometry/ClipPoly.h, "
    "ConvexHullBuilder.cpp, and GetSupportingFace in Jolt/Physics/Collision/Shape",
    SINGLE,
    "Jolt's points have no features, so ids are not compared. Hulls are built with a tolerance of 0; the default of "
    "1 mm leaves out corners. Triangles, which are meshes in Jolt, are not compared.",
)
