"""Benchmark of `batch.mesh_distance` against coal's `BVHModelOBBRSS`; a report, not a test.

    make bench

Both get the same pairs of tori at the same poses and find the same distances, on one thread, whose CPU time is
measured.  The poses are seeded; in `side by side` and `apart` the tori are turned at random, in `linked` they interlock
at a right angle, so that thousands of triangles are nearly equally near.  Repeats are interleaved, so that other load
on the machine affects both; the ratio is the median over the repeats of the ratios within each.
"""

from collections.abc import Callable
from statistics import median
from time import thread_time

import coal
import numpy as np
import numpy.typing as npt

from gjkscope.engine import Mesh, batch, mesh_distance
from gjkscope.engine.meshes.tree import build_tree, triangle_corners
from gjkscope.engine.pose import as_pose
from tests.engine.meshes import torus

Floats = npt.NDArray[np.float64]

SEED, REPEATS, POSES = 20261130, 5, 20
TORI = {"1,000": torus(25, 20, 1.0, 0.35), "10,000": torus(100, 50, 1.0, 0.35)}
GAPS = {"side by side": 2.75, "apart": 4.0}  # between the centres; metres


def main() -> None:
    print(f"Distances of two tori: µs of CPU time a pair, median of {REPEATS}; × is the time relative to coal's\n")
    print("| scene | triangles each | coal | mesh_distance | × | pairs of nodes | pairs of triangles | trace, ms |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for triangles, mesh in TORI.items():
        for scene, gap in GAPS.items():
            print(row(scene, triangles, mesh, turned_poses(gap)))
        print(row("linked", triangles, mesh, linked_poses()))
    times = [timed(lambda: build_tree(triangle_corners(TORI["10,000"]))) for _ in range(REPEATS)]
    print(f"\nThe tree of 10,000 triangles is built in {1e3 * median(times):.0f} ms, once per mesh.")


def row(scene: str, triangles: str, mesh: Mesh, poses: Floats) -> str:
    at_origin = np.tile(np.eye(4), (len(poses), 1, 1))
    ask_coal = coal_run(mesh, poses)

    def ask() -> Floats:
        return batch.mesh_distance(mesh, at_origin, mesh, poses).signed_distance

    assert np.allclose(ask(), ask_coal(), rtol=1e-9), f"{scene}: the distances differ"
    ours, coals = [], []
    for _ in range(REPEATS):
        ours.append(timed(ask))
        coals.append(timed(ask_coal))
    steps, traced = traces(mesh, poses)
    ratio = median(mine / other for mine, other in zip(ours, coals, strict=True))
    mine, other = (1e6 * median(times) / len(poses) for times in (ours, coals))
    visited = median(last.iteration for last in steps)
    measured = median(last.measured for last in steps)
    cells = f"{other:.0f} | {mine:.0f} | {ratio:.2f} | {visited:,.0f} | {measured:,.0f} | {1e3 * median(traced):.0f}"
    return f"| {scene} | {triangles} | {cells} |"


def timed(run: Callable[[], object]) -> float:
    began = thread_time()
    run()
    return thread_time() - began


def traces(mesh: Mesh, poses: Floats) -> tuple[list[mesh_distance.State], list[float]]:
    """The last steps of some traces, and their times."""
    last, times = [], []
    for pose in poses[:3]:
        began = thread_time()
        last.append(mesh_distance.run(mesh_distance.prepare(mesh, as_pose(np.eye(4)), mesh, as_pose(pose)))[-1])
        times.append(thread_time() - began)
    return last, times


def turned_poses(gap: float) -> Floats:
    """Turned at random, their centres this far apart."""
    random, poses = np.random.default_rng(SEED), np.tile(np.eye(4), (POSES, 1, 1))
    for pose in poses:
        turn, _ = np.linalg.qr(random.normal(size=(3, 3)))
        pose[:3, :3] = turn * np.sign(np.linalg.det(turn))
        direction = random.normal(size=3)
        pose[:3, 3] = gap * direction / np.linalg.norm(direction)
    return poses


def linked_poses() -> Floats:
    pose = np.eye(4)
    pose[:3, :3] = [[1, 0, 0], [0, 0, -1], [0, 1, 0]]
    pose[0, 3] = 1.0
    return pose[None]


def coal_run(mesh: Mesh, poses: Floats) -> Callable[[], Floats]:
    model, here, request = coal_model(mesh), coal.Transform3s(), coal.DistanceRequest()
    there = [coal.Transform3s(pose[:3, :3], pose[:3, 3]) for pose in poses]

    def ask() -> Floats:
        found = []
        for place in there:
            result = coal.DistanceResult()
            coal.distance(model, here, model, place, request, result)
            found.append(result.min_distance)
        return np.array(found)

    return ask


def coal_model(mesh: Mesh) -> "coal.BVHModelOBBRSS":
    vertices, triangles = coal.StdVec_Vec3s(), coal.StdVec_Triangle()
    for vertex in mesh.vertices:
        vertices.append(np.array(vertex))
    for face in mesh.faces:
        triangles.append(coal.Triangle(*face))
    model = coal.BVHModelOBBRSS()
    model.beginModel(len(mesh.faces), len(mesh.vertices))
    model.addSubModel(vertices, triangles)
    model.endModel()
    return model


if __name__ == "__main__":
    main()
