"""Distances of two shapes by their triangles, at many poses in one call.

1. Compiled code searches both trees: the functions that make the trace of `mesh-distance`.
2. Where the triangles are apart, the numbers of the search are the result, unless one shape may be inside the other.
3. All else takes the interpreter: the depth of triangles in contact, and points inside a solid.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from gjkscope.engine import mesh_distance
from gjkscope.engine.batch.arrays import Columns, Floats, columns, list_rows
from gjkscope.engine.batch.mesh_arrays import (
    CONTACT,
    COUNTS,
    NUMBERS,
    OUT_OF_RANGE,
    FoundNearest,
    prepare_side,
)
from gjkscope.engine.mesh_distance import steps
from gjkscope.engine.mesh_distance.inside import is_solid, points_of_parts
from gjkscope.engine.mesh_distance.overlaps import OUT_OF_RANGE as REFUSAL
from gjkscope.engine.meshes.sides import box_of, place_side
from gjkscope.engine.pose import Pose, as_pose
from gjkscope.engine.proof.verdict import VERDICTS
from gjkscope.engine.result import TOUCHING, Exit, NotApplicable, Verdict, finite
from gjkscope.engine.shapes.blocks import address_of
from gjkscope.engine.shapes.bounds import bounding_sphere
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import core
from gjkscope.engine.vectors import Vec3

# The pair's size lies between these multiples of the radius of the larger bounding ball (`bounds.size`).
LEAST_SIZE, MOST_SIZE = 0.5, 2.1
# How much larger than the box of a solid is the one beyond which no point is inside, as poses may be off a rotation.
SLACK = 1e-3


def search_all(shape_a: Shape, poses_a: Floats, shape_b: Shape, poses_b: Floats) -> FoundNearest:
    """The compiled searches at all poses.  Raises `ValueError` for the first invalid pose."""
    count = len(poses_a)
    found = FoundNearest(np.empty((count, NUMBERS)), np.empty((count, COUNTS), np.int64))
    tolerances = _tolerances(shape_a, poses_a, shape_b, poses_b)
    limit = steps.ITERATION_LIMIT - _first_steps(shape_a, shape_b)
    _call(prepare_meshes(), shape_a, poses_a, shape_b, poses_b, (tolerances, *found), limit)
    return found


def contacts_at_poses(shape_a: Shape, poses_a: Floats, shape_b: Shape, poses_b: Floats) -> npt.NDArray[np.bool_]:
    """Whether any triangles are in contact, at all poses; arguments as `batch.triangles_overlap` validates them."""
    results = np.empty(len(poses_a), np.int64)
    _call(prepare_contacts(), shape_a, poses_a, shape_b, poses_b, (results,))
    if (results == OUT_OF_RANGE).any():
        raise NotApplicable(REFUSAL)
    return np.equal(results, CONTACT)


def _call(
    code: Any,
    shape_a: Shape,
    poses_a: Floats,
    shape_b: Shape,
    poses_b: Floats,
    written: Sequence[npt.NDArray[Any]],
    *arguments: int,
) -> None:
    """Runs compiled code on all pairs.  Raises `ValueError` for the first invalid pose."""
    count = len(poses_a)
    with prepare_side(shape_a).memory() as a, prepare_side(shape_b).memory() as b:
        rows = np.concatenate([a.rows(poses_a), b.rows(poses_b), list_rows(*written)])
        done = code(address_of(rows), 0, count, *arguments)
    if done < count:
        for name, poses in (("poses_a", poses_a), ("poses_b", poses_b)):
            as_pose(poses[done], f"{name}[{done}]")


def measure_all(shape_a: Shape, poses_a: Floats, shape_b: Shape, poses_b: Floats) -> Columns:
    """The results at all poses; arguments as `batch.mesh_distance` validates them."""
    out, found = columns(len(poses_a)), search_all(shape_a, poses_a, shape_b, poses_b)
    radii = core(shape_a).radius, core(shape_b).radius
    radius = radii[0] + radii[1]
    lower, upper = found.numbers[:, 0] - radius, found.numbers[:, 1] - radius
    ball = max(bounding_sphere(shape, Pose())[1] for shape in (shape_a, shape_b))
    settled = (lower > TOUCHING * MOST_SIZE * ball) & (upper - lower <= TOUCHING * LEAST_SIZE * ball)
    settled &= (found.counts[:, 6] == Exit.RUNNING) & (found.counts[:, 7] == 0)
    settled &= ~_may_be_inside(shape_a, poses_a, shape_b, poses_b) & ~_may_be_inside(shape_b, poses_b, shape_a, poses_a)
    out.verdict[:], out.exit[:] = VERDICTS.index(Verdict.SEPARATED), Exit.CONVERGED
    out.iterations[:] = found.counts[:, 0] + 1 + _first_steps(shape_a, shape_b)
    out.signed_distance[:], out.lower[:], out.upper[:] = upper, np.minimum(lower, upper), upper
    out.normal[:] = found.numbers[:, 8:11]
    origins = poses_a[:, :3, 3]
    out.witness_a[:] = found.numbers[:, 2:5] + origins + out.normal * radii[0]
    out.witness_b[:] = found.numbers[:, 5:8] + origins + out.normal * -radii[1]
    for i in np.flatnonzero(~settled).tolist():
        _interpret(out, found, i, shape_a, as_pose(poses_a[i]), shape_b, as_pose(poses_b[i]))
    return out


def _interpret(
    out: Columns, found: FoundNearest, i: int, shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose
) -> None:
    """Writes the result of a search that leaves something to the interpreter."""
    pair = mesh_distance.prepare(shape_a, pose_a, shape_b, pose_b)
    last = mesh_distance.last_after_search(pair, _state_of(pair, found.numbers[i].tolist(), found.counts[i].tolist()))
    result = finite(mesh_distance.result(pair, last, pose_a.position))
    out.verdict[i], out.exit[i], out.iterations[i] = VERDICTS.index(result.verdict), result.exit, result.steps
    out.lower[i], out.upper[i] = result.lower, result.upper
    out.signed_distance[i] = np.nan if result.signed_distance is None else result.signed_distance
    for name in ("normal", "witness_a", "witness_b"):
        vector = getattr(result, name)
        getattr(out, name)[i] = np.nan if vector is None else vector


def _state_of(pair: mesh_distance.MeshPair, numbers: list[float], counts: list[int]) -> mesh_distance.State:
    """The state that `FoundNearest` describes, without the pairs of nodes and the steps that led to it."""
    lower, upper, *points = numbers
    iteration, _, measured, a, b, reason, exit_reason, contact = counts
    nearest = steps.NO_TEST._replace(
        a=a,
        b=b,
        exit=Exit(reason),
        lower=lower,
        upper=upper,
        point_a=_vector(points[:3]),
        point_b=_vector(points[3:6]),
        normal=_vector(points[6:]),
    )
    state = steps.seed(pair.sides, [], [])._replace(iteration=iteration, lower=lower, upper=upper, measured=measured)
    return state._replace(nearest=nearest, test=nearest if contact else steps.NO_TEST, exit=Exit(exit_reason))


def _vector(numbers: list[float]) -> Vec3:
    x, y, z = numbers
    return (x, y, z)


def _first_steps(shape_a: Shape, shape_b: Shape) -> int:
    """The steps of a trace before its search: one if a shape is a solid."""
    return int(is_solid(shape_a) or is_solid(shape_b))


def _tolerances(shape_a: Shape, poses_a: Floats, shape_b: Shape, poses_b: Floats) -> Floats:
    """The depth from which shapes overlap, metres; only radii make it matter before there is a contact."""
    if core(shape_a).radius + core(shape_b).radius == 0:
        return np.zeros(len(poses_a))
    pairs = zip(poses_a, poses_b, strict=True)
    return np.array([TOUCHING * size_of(shape_a, as_pose(a), shape_b, as_pose(b)) for a, b in pairs], np.float64)


def _may_be_inside(solid: Shape, poses: Floats, other: Shape, other_poses: Floats) -> Any:
    """Whether the solid may contain a point of the other shape: none of its parts is far from the solid's box."""
    if not is_solid(solid):
        return np.zeros(len(poses), np.bool_)
    box = box_of(place_side(solid, Pose()), 0)
    points = np.array(points_of_parts(other, Pose()))
    placed = np.einsum("nij,kj->nki", other_poses[:, :3, :3], points) + other_poses[:, None, :3, 3]
    center = poses[:, :3, :3] @ np.array(box.center) + poses[:, :3, 3]
    axes = np.einsum("nij,kj->nki", poses[:, :3, :3], np.array(box.axes))
    heights = np.abs(np.einsum("nki,nai->nka", placed - center[:, None], axes))
    return (heights <= np.array(box.half) + SLACK * max(box.half)).all(axis=2).any(axis=1)


@cache
def prepare_meshes() -> Any:
    """The compiled search, loaded or compiled once per process."""
    from gjkscope.engine.batch.loading import mesh_searcher

    return mesh_searcher()


@cache
def prepare_contacts() -> Any:
    """The compiled search for contacts, loaded or compiled once per process."""
    from gjkscope.engine.batch.loading import contact_finder

    return contact_finder()
