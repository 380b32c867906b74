"""Batches of mesh distances: bit for bit those of the trace, for meshes and convex shapes of all kinds."""

import fcntl
from random import Random

import numpy as np
import numpy.typing as npt
import pytest

from gjkscope.engine import (
    Exit,
    HeightField,
    Mesh,
    NotApplicable,
    Pose,
    Shape,
    Verdict,
    batch,
    mesh_distance,
    overlapping_triangles,
)
from gjkscope.engine.batch.compiled_meshes import OVERLOADED, REACHING
from gjkscope.engine.batch.meshes import prepare_contacts, prepare_meshes, search_all
from gjkscope.engine.mesh_distance import MeshPhase, State, is_in_contact
from gjkscope.engine.query import result_only
from gjkscope.engine.runtime.compilation.functions import functions_reached_from
from gjkscope.engine.shapes.kinds import Box, Capsule, Cone, Cylinder, Ellipsoid, Hull, Point, Segment, Sphere, Triangle
from tests.engine.known_meshes import angle, bowl, cube, ring
from tests.engine.meshes import torus
from tests.engine.samples import random_pose
from tests.thorough import cases

Floats = npt.NDArray[np.float64]

COUNT = cases(6, 12)
ARRAYS = ("signed_distance", "lower", "upper", "normal", "witness_a", "witness_b")

OPEN = Mesh(torus(9, 6).vertices, torus(9, 6).faces[:-1])
FIELD = HeightField(
    [(0, 0.5, -0.25, 0), (0.5, 1, 0, -0.5), (0, 0, 0.25, 0.5)], (0.75, 1), diagonal="anti", holes=[(1, 2)]
)
PAIRS: dict[str, tuple[Shape, Shape]] = {
    "open meshes": (OPEN, Mesh(ring().vertices, ring().faces[3:])),
    "heightfields": (FIELD, HeightField(FIELD.heights, axis="z", holes=[(0, 0)])),
    "a heightfield and a box": (FIELD, Box((0.3, 0.2, 0.5), rounding=0.1)),
    "solids": (torus(9, 6), ring()),
    "a solid in a solid": (Mesh([(4 * x, 4 * y, 4 * z) for x, y, z in cube().vertices], cube().faces), bowl()),
    "rounded": (Mesh(angle().vertices, angle().faces, rounding=0.2), OPEN),
    "without faces": (Mesh(cube().vertices, ()), OPEN),
    **{
        shape.kind: (OPEN, shape)
        for shape in (
            Box((0.3, 0.2, 0.5)),
            Capsule(0.1, 0.4, "z"),
            Cone(0.3, 0.4, "x"),
            Cylinder(0.3, 0.4, rounding=0.05),
            Ellipsoid((0.2, 0.3, 0.4)),
            Hull(((0, 0, 0), (0.5, 0, 0), (0, 0.5, 0), (0, 0, 0.5))),
            Point(),
            Segment((0, 0, 0), (0.5, 0.2, 0)),
            Sphere(0.3),
            Triangle(((0, 0, 0), (0.5, 0, 0), (0, 0.5, 0.1))),
        )
    },
}
every_pair = pytest.mark.parametrize(("a", "b"), PAIRS.values(), ids=PAIRS)


@pytest.fixture(scope="module", autouse=True)
def compiled_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The first test process compiles; the others wait and load the cached code."""
    with (tmp_path_factory.getbasetemp().parent / "gjkscope-meshes.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        prepare_meshes()
        prepare_contacts()


def drawn_poses(seed: str) -> tuple[list[Pose], list[Pose]]:
    random = Random(seed)
    return [random_pose(random, 1.0) for _ in range(COUNT)], [random_pose(random, 1.5) for _ in range(COUNT)]


def matrices(poses: list[Pose]) -> Floats:
    made = np.tile(np.eye(4), (len(poses), 1, 1))
    for matrix, pose in zip(made, poses, strict=True):
        matrix[:3, :3], matrix[:3, 3] = pose.rotation, pose.position
    return made


@every_pair
def test_results_are_those_of_the_trace_bit_for_bit(a: Shape, b: Shape) -> None:
    poses_a, poses_b = drawn_poses(f"{a.kind} {b.kind}")
    found = batch.mesh_distance(a, matrices(poses_a), b, matrices(poses_b))
    for i, (pose_a, pose_b) in enumerate(zip(poses_a, poses_b, strict=True)):
        result = result_only(a, pose_a, b, pose_b, "mesh-distance")
        assert (found.verdict[i], found.exit[i], found.iterations[i]) == (result.verdict, result.exit, result.steps)
        for name in ARRAYS:
            expected = getattr(result, name)
            given = getattr(found, name)[i].tolist()
            assert np.isnan(given).all() if expected is None else np.array_equal(given, expected), name


def test_the_samples_have_all_outcomes() -> None:
    found = []
    for a, b in PAIRS.values():
        poses_a, poses_b = drawn_poses(f"{a.kind} {b.kind}")
        found.append(batch.mesh_distance(a, matrices(poses_a), b, matrices(poses_b)))
    exits = {Exit(reason) for results in found for reason in results.exit}
    assert {Exit.CONVERGED, Exit.TRIANGLES_OVERLAP, Exit.CONTAINED} <= exits
    separated = sum((results.verdict == Verdict.SEPARATED).sum() for results in found)
    assert 0.3 < separated / (COUNT * len(PAIRS)) < 0.9


@every_pair
def test_each_search_ends_in_the_state_of_the_trace(a: Shape, b: Shape) -> None:
    """Also where a contact ends it, or a point inside decides."""
    poses_a, poses_b = drawn_poses(f"{a.kind} {b.kind}")
    found = search_all(a, matrices(poses_a), b, matrices(poses_b))
    for i, (pose_a, pose_b) in enumerate(zip(poses_a, poses_b, strict=True)):
        steps = mesh_distance.run(mesh_distance.prepare(a, pose_a, b, pose_b))
        first = int(steps[0].phase is MeshPhase.INSIDE)
        last: State = next((step for step in steps if is_in_contact(step)), steps[-1])
        vectors = (*last.nearest.point_a, *last.nearest.point_b, *last.nearest.normal)
        assert found.numbers[i].tolist() == [last.lower, last.upper, *vectors]
        counted = (last.iteration - first, len(last.pairs), last.measured, last.nearest.a, last.nearest.b)
        assert found.counts[i, :5].tolist() == [*counted]


@every_pair
def test_a_contact_is_found_where_there_are_overlapping_triangles(a: Shape, b: Shape) -> None:
    poses_a, poses_b = drawn_poses(f"{a.kind} {b.kind}")
    found = batch.triangles_overlap(a, matrices(poses_a), b, matrices(poses_b))
    pairs = zip(poses_a, poses_b, strict=True)
    assert found.tolist() == [bool(overlapping_triangles(a, here, b, there)) for here, there in pairs]


def test_about_half_of_the_samples_are_in_contact() -> None:
    found = []
    for a, b in PAIRS.values():
        poses_a, poses_b = drawn_poses(f"{a.kind} {b.kind}")
        found.append(batch.triangles_overlap(a, matrices(poses_a), b, matrices(poses_b)))
    assert 0.2 < np.concatenate(found).mean() < 0.7


def test_contacts_of_coordinates_whose_products_overflow_are_refused() -> None:
    huge = Mesh([(1e200 * x, 1e200 * y, 1e200 * z) for x, y, z in cube().vertices], cube().faces)
    poses = matrices([Pose()])
    with pytest.raises(NotApplicable, match="the coordinates are too large or too small"):
        batch.triangles_overlap(huge, poses, OPEN, poses)


def test_large_meshes_are_measured_and_swapped() -> None:
    mesh = torus(40, 20)
    poses_a, poses_b = drawn_poses("large")
    there = batch.mesh_distance(mesh, matrices(poses_a), OPEN, matrices(poses_b))
    back = batch.mesh_distance(OPEN, matrices(poses_b), mesh, matrices(poses_a))
    apart = there.verdict == Verdict.SEPARATED
    assert apart.sum() >= COUNT / 4
    assert (there.verdict == back.verdict).all()
    assert there.signed_distance[apart] == pytest.approx(back.signed_distance[apart], abs=1e-13)


def test_invalid_arguments_are_named() -> None:
    poses = matrices([Pose(), Pose()])
    wrong = poses.copy()
    wrong[1, 0, 0] = 2.0
    with pytest.raises(ValueError, match=r"poses_b: must have the same length as poses_a, 2, got 1"):
        batch.mesh_distance(OPEN, poses, OPEN, poses[:1])
    with pytest.raises(ValueError, match=r"poses_a\[1\]"):
        batch.mesh_distance(OPEN, wrong, OPEN, poses)
    with pytest.raises(ValueError, match=r"poses_b\[1\]"):
        batch.mesh_distance(OPEN, poses, OPEN, wrong)
    with pytest.raises(ValueError, match=r"poses_b\[1\]"):
        batch.triangles_overlap(OPEN, poses, OPEN, wrong)
    with pytest.raises(ValueError, match="shape_b: must be one of"):
        batch.mesh_distance(OPEN, poses, "box", poses)  # type: ignore[arg-type]
    assert len(batch.mesh_distance(OPEN, poses[:0], OPEN, poses[:0]).verdict) == 0


def test_each_function_that_reads_arrays_is_reached_under_its_name() -> None:
    reached = {*functions_reached_from(*REACHING)}
    assert [function.__qualname__ for function in OVERLOADED if function not in reached] == []
