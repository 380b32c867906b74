"""Solvers with planted faults, for hunts: each is right about all but a few pairs.

They answer without a certificate, which no hunt reads.
"""

import os
from typing import Any

import numpy as np

from gjkscope import Box, Capsule, Cone, HalfSpace, Pose
from gjkscope.engine.query import result_only
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import convex, support

PLANTED = 1e-3  # radians

# Each few pairs are answered in a fork, which would load the modules of the answers again.
for _height in (1.0, 3.0):
    result_only(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(0, _height, 0)))


def is_right(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> dict[str, Any]:
    result = result_only(a, pose_a, b, pose_b)
    return {
        "signed_distance": result.signed_distance,
        "normal": result.normal,
        "witness_a": result.witness_a,
        "witness_b": result.witness_b,
    }


def is_rounded(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> float | None:
    """Off by 0.8 mm, whatever the size, as an engine that rounds edges by its margin."""
    distance = result_only(a, pose_a, b, pose_b).signed_distance
    return None if distance is None else distance + 0.0008


def is_wrong_when_aligned(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> float | None:
    """Off by a centimetre if the axis of a capsule is along an edge of a box to within 1e-3 radians."""
    distance = result_only(a, pose_a, b, pose_b).signed_distance
    if distance is not None and {type(a), type(b)} == {Box, Capsule}:
        box, capsule = (pose_a, pose_b) if isinstance(a, Box) else (pose_b, pose_a)
        across = np.sort(np.abs(box[:3, :3].T @ capsule[:3, 1]))[:2]
        if np.hypot(*across) < PLANTED:
            distance += 0.01
    return distance


def flips_normals_of_cones(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> dict[str, Any]:
    answer = is_right(a, pose_a, b, pose_b)
    if Cone in (type(a), type(b)) and answer["normal"]:
        answer["normal"] = [-x for x in answer["normal"]]
    return answer


def has_no_number_for_one_centre(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> float | None:
    if np.array_equal(pose_a[:3, 3], pose_b[:3, 3]):
        return float("nan")
    return result_only(a, pose_a, b, pose_b).signed_distance


def has_no_normal_where_shapes_touch(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> dict[str, Any]:
    """As an EPA whose nearest face passes through the origin."""
    answer = is_right(a, pose_a, b, pose_b)
    if answer["signed_distance"] is not None and abs(answer["signed_distance"]) < 1e-7:
        answer |= {"signed_distance": -0.0, "normal": [0.0, 0.0, 0.0]}
    return answer


def has_no_number_for_touching_bodies(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> dict[str, Any]:
    """A depth and a normal that are divided by zero."""
    answer = is_right(a, pose_a, b, pose_b)
    if answer["signed_distance"] is not None and abs(answer["signed_distance"]) < 1e-7:
        answer |= {"signed_distance": float("-inf"), "normal": [float("nan")] * 3, "witness_b": None}
    return answer


def aborts_deep_inside(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> float | None:
    distance = result_only(a, pose_a, b, pose_b).signed_distance
    if distance is not None and distance < -0.5:
        os.abort()
    return distance


def hangs_deep_inside(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> float | None:
    distance = result_only(a, pose_a, b, pose_b).signed_distance
    while distance is not None and distance < -0.8:
        pass
    return distance


def depends_on_the_order(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> float | None:
    distance = result_only(a, pose_a, b, pose_b).signed_distance
    if distance is not None and type(a).__name__ > type(b).__name__:
        distance *= 1.01
    return distance


def raises_for_capsules(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> float | None:
    if Capsule in (type(a), type(b)):
        raise ZeroDivisionError("no axis")
    return result_only(a, pose_a, b, pose_b).signed_distance


# --- half-spaces ---


def knows_half_spaces(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> dict[str, Any] | None:
    """The closed form of an infinite half-space: the lowest point of the other shape above the plane."""
    if isinstance(b, HalfSpace):
        answer = knows_half_spaces(b, pose_b, a, pose_a)
        if answer is None:
            return None
        normal = [-x for x in answer["normal"]]
        return answer | {"normal": normal, "witness_a": answer["witness_b"], "witness_b": answer["witness_a"]}
    if not isinstance(a, HalfSpace):
        return None
    up, center = pose_a[:3, 1], pose_b[:3, 3]
    core = convex(b, Pose(tuple(map(tuple, pose_b[:3, :3].tolist()))))
    lowest = np.array(support(core, tuple((-up).tolist()))[0]) - core.radius * up
    distance = float(up @ (center - pose_a[:3, 3]) + up @ lowest) - a.rounding
    low = center + lowest
    return {
        "signed_distance": distance,
        "normal": up.tolist(),
        "witness_a": (low - distance * up).tolist(),
        "witness_b": low.tolist(),
    }


def knows_half_spaces_by_verdict(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> dict[str, Any] | None:
    answer = knows_half_spaces(a, pose_a, b, pose_b)
    return answer and {"verdict": "separated" if answer["signed_distance"] > 0 else "penetrating"}


def takes_half_spaces_for_slabs(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> dict[str, Any] | None:
    return is_right(a, pose_a, b, pose_b) if isinstance(a, HalfSpace) or isinstance(b, HalfSpace) else None


def takes_half_spaces_for_slabs_by_verdict(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> dict[str, Any] | None:
    answer = takes_half_spaces_for_slabs(a, pose_a, b, pose_b)
    return answer and {"verdict": "separated" if answer["signed_distance"] > 0 else "penetrating"}


def sinks_half_spaces(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> dict[str, Any] | None:
    """A hundredth of a metre too deep."""
    answer = knows_half_spaces(a, pose_a, b, pose_b)
    return answer and {"signed_distance": answer["signed_distance"] - 0.01}
