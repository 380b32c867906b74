"""parry in Rapier, asked through node: `contactShape` of the npm package, which is compiled to WebAssembly.

    npm install --prefix DIRECTORY @dimforge/rapier3d-compat@0.21.0
    NODE_PATH=DIRECTORY/node_modules python -m tests.fidelity parry

An older release, parry 0.25, is installed beside it: `npm install rapier-0.19@npm:@dimforge/rapier3d-compat@0.19.3`.
After a panic the module cannot be used any more, so the process is replaced.
"""

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

from gjkscope.engine.pose import Pose
from gjkscope.engine.published.parry.shapes import parry_pose
from gjkscope.engine.shapes import kinds
from gjkscope.engine.shapes.hulls import convex_hull
from tests.fidelity.pairs import Arguments
from tests.fidelity.reference import Reference, Said

PACKAGE = "@dimforge/rapier3d-compat"
SCRIPT = Path(__file__).with_name("rapier.cjs")


def version(package: str = PACKAGE) -> str:
    """Raises `OSError` if node or the package is not installed."""
    return str(_rapier(package)[1])


def ask(pair: Arguments, package: str = PACKAGE) -> Said:
    shape_a, pose_a, shape_b, pose_b = pair
    poses = [_pose(shape_a, pose_a), _pose(shape_b, pose_b)]
    process, _ = _rapier(package)
    process.stdin.write(json.dumps({"a": _shape(shape_a), "b": _shape(shape_b), "poses": poses}) + "\n")
    process.stdin.flush()
    said = json.loads(process.stdout.readline() or '{"failure": "crash"}')
    if said is None:
        return Said(False)
    if "failure" in said:
        _rapier.cache_clear()
        return Said(False, failure=said["failure"])
    distance, normal = float(said["distance"]), tuple(map(float, said["normal"]))
    return Said(distance <= 0, distance, normal)


@cache
def _rapier(package: str) -> tuple[Any, str]:
    """The process, and the version of Rapier."""
    node = shutil.which("node")
    if node is None:
        raise OSError("node is not installed")
    process = subprocess.Popen([node, str(SCRIPT), package], stdin=-1, stdout=-1, stderr=-3, text=True)
    first = process.stdout.readline() if process.stdout else ""
    if not first:
        raise OSError(f"node does not find {package}: set NODE_PATH to the node_modules that contain it")
    return process, json.loads(first)


def _pose(shape: kinds.Shape, pose: Pose) -> list[list[float]]:
    placed = parry_pose(shape, pose)
    return [[float(x) for x in placed.translation], [float(x) for x in placed.rotation]]


def _shape(shape: Any) -> dict[str, Any]:
    return {"kind": shape.kind, "rounding": getattr(shape, "rounding", 0), **_BUILDERS[type(shape)](shape)}


def _hull(shape: kinds.Hull) -> dict[str, Any]:
    hull = convex_hull(shape.vertices)
    return {"points": shape.vertices, "faces": hull.indices[hull.triangles].tolist()}


_BUILDERS: dict[type, Any] = {
    kinds.Sphere: lambda shape: {"sizes": (shape.radius,)},
    kinds.Box: lambda shape: {"sizes": shape.half_extents},
    kinds.Capsule: lambda shape: {"sizes": (shape.half_height, shape.radius)},
    kinds.Cylinder: lambda shape: {"sizes": (shape.half_height, shape.radius)},
    kinds.Cone: lambda shape: {"sizes": (shape.half_height, shape.radius)},
    kinds.Segment: lambda shape: {"points": (shape.a, shape.b)},
    kinds.Triangle: lambda shape: {"points": shape.vertices},
    kinds.Hull: _hull,
}

REFERENCE = Reference(
    "parry",
    "Rapier (npm @dimforge/rapier3d-compat)",
    version,
    ask,
    tuple(kind for kind in _BUILDERS if kind is not kinds.Sphere),
    "parry3d 0.31, commits 0e730c98 and 04d2444e, src/query/gjk, src/query/epa/epa3.rs, src/query/point",
    roundoff=2.0**-24,
    departures="Balls are left out, since Rapier projects their centres (`parry-projection`).",
)
