"""Solvers with planted faults of contact points, for contact hunts: each is right about all but a few pairs."""

import os
from typing import Any

from gjkscope import Box, Pose, Sphere, manifold
from gjkscope.engine.contacts.registry import POLICIES
from gjkscope.engine.shapes.kinds import Shape

# Each few pairs are answered in a fork, which would load the modules of the answers again.
for _shape, _policy in ((Box((1, 1, 1)), "exact"), (Sphere(1), "bullet")):
    manifold(_shape, Pose(), _shape, Pose(position=(0, 1.9, 0)), policy=_policy)


def has_exact_contacts(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> dict[str, Any]:
    """The exact manifold; of round bodies, which have none, the point of a query."""
    policy = "exact" if POLICIES["exact"].applies(a, b) else "bullet"
    contact = manifold(a, pose_a, b, pose_b, policy=policy)
    points = [
        {
            "position": point.position,
            "depth": point.depth,
            "position_a": point.position_a,
            "position_b": point.position_b,
        }
        | {"normal": contact.normal}
        for point in contact.points
    ]
    return {"points": points}


def moves_a_point_of_stacks(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> dict[str, Any]:
    """The first of four or more points lies half a size above its place, as if a clip had been forgotten."""
    answer = has_exact_contacts(a, pose_a, b, pose_b)
    if len(answer["points"]) >= 4:
        point = answer["points"][0]
        for name in ("position", "position_a", "position_b"):
            point[name] = [x + 0.5 for x in point[name]]
    return answer


def flips_normals_of_tilted_stacks(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> dict[str, Any]:
    answer = has_exact_contacts(a, pose_a, b, pose_b)
    depths = [point["depth"] for point in answer["points"]]
    if max(depths) - min(depths) > 1e-4:
        for point in answer["points"]:
            point["normal"] = [-x for x in point["normal"]]
    return answer


def turns_normals_by_a_degree(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> dict[str, Any]:
    answer = has_exact_contacts(a, pose_a, b, pose_b)
    for point in answer["points"]:
        x, y, z = point["normal"]
        point["normal"] = [x + 0.0175 * y, y - 0.0175 * x, z + 0.0175 * (x or y)]
    return answer


def doubles_depths(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> dict[str, Any]:
    answer = has_exact_contacts(a, pose_a, b, pose_b)
    for point in answer["points"]:
        point["depth"] *= 2
    return answer


def keeps_two_points(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> dict[str, Any]:
    answer = has_exact_contacts(a, pose_a, b, pose_b)
    return {"points": answer["points"][:2]}


def misses_shallow_contacts(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> dict[str, Any]:
    answer = has_exact_contacts(a, pose_a, b, pose_b)
    return {"points": [point for point in answer["points"] if point["depth"] > 1e-3]}


def aborts_with_many_contacts(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> dict[str, Any]:
    answer = has_exact_contacts(a, pose_a, b, pose_b)
    if len(answer["points"]) > 5:
        os.abort()
    return answer
