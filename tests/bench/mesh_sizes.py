"""Benchmark of large meshes against coal, trimesh and Open3D: building, refitting, distances, overlaps and memory.

    make bench
    .venv-bench/bin/python -m tests.bench.mesh_sizes --triangles 10000 100000 1000000
    .venv-bench/bin/python -m pip install open3d    # measured if it is installed, which takes 1 GB

All get the same arrays of vertices and faces, and the same poses, and are asked from Python.  What is measured is the
CPU time of the process, so that the threads of a library count; gjkscope, coal and trimesh use one.  Runs of all
libraries are interleaved; a ratio is the median over the repeats of the ratios within each, with the least and the
greatest.  Answers must be equal, or the program ends with an error: distances and nearest points up to rounding, and
whether triangles are in contact.

trimesh asks python-fcl.  Open3D has no distance of two meshes; whether two intersect, it finds without a tree, which is
measured up to `FEW` triangles.
"""

import argparse
import gc
import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from time import process_time
from typing import Any, ClassVar, NamedTuple, Protocol

import coal
import numpy as np
import numpy.typing as npt
import trimesh

from gjkscope.engine import Mesh, batch
from gjkscope.engine.meshes.tree import MeshTree, refit_boxes, tree_of
from tests.bench.batch_speed import directions, poses, processor, spread

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

SEED = 20261201
TRIANGLES = (10_000, 100_000)
REPEATS, POSES = 3, 20
FEW = 2_000  # triangles up to which Open3D is asked for intersections: it compares each with each
ROUGH = 0.3  # noise, relative to the length of an edge
GAP, NEAR, DEEP = 0.5, 0.01, 0.05  # metres between the shapes, or by which they are pushed into each other
AGREE = 1e-9  # of distances of about a metre, metres; nearest points within the square root of it


class Arrays(NamedTuple):
    """A mesh as all libraries get it."""

    vertices: Floats  # (v, 3) metres
    faces: Integers  # (n, 3)


class Nearest(NamedTuple):
    """The distances of pairs, and their nearest points."""

    distance: Floats  # (N,)
    points: Floats | None  # (N, 2, 3)


class Library(Protocol):
    """One library; a model is whatever it builds of a mesh.  Mesh A is where it was built, B at each of the poses."""

    name: ClassVar[str]

    def build(self, mesh: Arrays) -> Any:
        """The model of a mesh, ready for queries."""

    def prepare(self, a: Any, b: Any, there: Floats) -> "Pairs":
        """What can be prepared of some pairs before the clock starts."""


class Pairs(NamedTuple):
    """Pairs that a library has prepared; `None` for what it cannot do."""

    distance: Callable[[], Nearest] | None
    overlap: Callable[[], list[bool]] | None


class Ours:
    name = "gjkscope"

    def build(self, mesh: Arrays) -> tuple[Mesh, MeshTree]:
        made = Mesh(mesh.vertices, mesh.faces)  # type: ignore[arg-type]
        tree_of.cache_clear()
        return made, tree_of(made)

    def refit(self, model: tuple[Mesh, MeshTree], mesh: Arrays) -> None:
        refit_boxes(model[1], mesh.vertices[mesh.faces])

    def prepare(self, a: tuple[Mesh, MeshTree], b: tuple[Mesh, MeshTree], there: Floats) -> Pairs:
        here = np.tile(np.eye(4), (len(there), 1, 1))

        def distance() -> Nearest:
            found = batch.mesh_distance(a[0], here, b[0], there)
            return Nearest(found.signed_distance, np.stack([found.witness_a, found.witness_b], axis=1))

        return Pairs(distance, lambda: batch.triangles_overlap(a[0], here, b[0], there).tolist())


class Coal:
    name = "coal"

    def build(self, mesh: Arrays) -> "coal.BVHModelOBBRSS":
        model = coal.BVHModelOBBRSS()
        model.beginModel(len(mesh.faces), len(mesh.vertices))
        model.addVertices(mesh.vertices)
        model.addTriangles(mesh.faces)
        model.endModel()
        return model

    def refit(self, model: "coal.BVHModelOBBRSS", mesh: Arrays) -> None:
        vertices = coal.StdVec_Vec3s()
        vertices.extend(list(mesh.vertices))
        model.beginReplaceModel()
        model.replaceSubModel(vertices)
        model.endReplaceModel(True, True)

    def prepare(self, a: Any, b: Any, there: Floats) -> Pairs:
        here, places = coal.Transform3s(), [coal.Transform3s(pose[:3, :3], pose[:3, 3]) for pose in there]
        far, near = coal.DistanceRequest(), coal.CollisionRequest()
        near.num_max_contacts = 1

        def distance() -> Nearest:
            results = [coal.DistanceResult() for _ in places]
            for place, result in zip(places, results, strict=True):
                coal.distance(a, here, b, place, far, result)
            points = [(result.getNearestPoint1(), result.getNearestPoint2()) for result in results]
            return Nearest(np.array([result.min_distance for result in results]), np.array(points))

        def overlap() -> list[bool]:
            return [coal.collide(a, here, b, place, near, coal.CollisionResult()) > 0 for place in places]

        return Pairs(distance, overlap)


class Trimesh:
    name = "trimesh"

    def build(self, mesh: Arrays) -> tuple[Arrays, Any]:
        manager = trimesh.collision.CollisionManager()
        manager.add_object("body", trimesh.Trimesh(mesh.vertices, mesh.faces, process=False))
        return mesh, manager

    def prepare(self, a: tuple[Arrays, Any], b: tuple[Arrays, Any], there: Floats) -> Pairs:
        fixed, moving = a[1], self.build(b[0])[1]  # a mesh may be both

        def distance() -> Nearest:
            found = []
            for pose in there:
                moving.set_transform("body", pose)
                found.append(fixed.min_distance_other(moving))
            return Nearest(np.array(found), None)

        def overlap() -> list[bool]:
            found = []
            for pose in there:
                moving.set_transform("body", pose)
                found.append(bool(fixed.in_collision_other(moving)))
            return found

        return Pairs(distance, overlap)


class Open3D:
    name = "Open3D"

    def __init__(self) -> None:
        import open3d

        self.open3d = open3d

    def build(self, mesh: Arrays) -> tuple[Any, Arrays]:
        scene, core = self.open3d.t.geometry.RaycastingScene(1), self.open3d.core
        scene.add_triangles(core.Tensor(mesh.vertices.astype(np.float32)), core.Tensor(mesh.faces.astype(np.uint32)))
        scene.compute_distance(core.Tensor(np.zeros((1, 3), np.float32)))  # the first query builds the tree
        return scene, mesh

    def prepare(self, a: Any, b: Any, there: Floats) -> Pairs:
        if len(a[1].faces) > FEW:
            return Pairs(None, None)
        utility, geometry = self.open3d.utility, self.open3d.geometry
        faces = [utility.Vector3iVector(model[1].faces.astype(np.int32)) for model in (a, b)]
        fixed = geometry.TriangleMesh(utility.Vector3dVector(a[1].vertices), faces[0])
        placed = [b[1].vertices @ pose[:3, :3].T + pose[:3, 3] for pose in there]
        moved = [geometry.TriangleMesh(utility.Vector3dVector(each), faces[1]) for each in placed]
        return Pairs(None, lambda: [fixed.is_intersecting(other) for other in moved])


LIBRARIES: dict[str, type[Any]] = {
    each.name: each for each in (Ours, Coal, Trimesh, *((Open3D,) if find_spec("open3d") else ()))
}
BUILD, REFIT, DISTANCE, OVERLAP = "build", "refit", "distance", "overlap"
SCENES = {"separated": GAP, "near": NEAR, "overlapping": -DEEP}

Times = dict[tuple[str, str], list[float]]
"""The times of some work by a library, seconds, by the names of both."""


class Row(NamedTuple):
    """What was measured of a mesh."""

    name: str
    triangles: int
    times: Times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--meshes", nargs="+", choices=MESHES, default=list(MESHES))
    parser.add_argument("--triangles", nargs="+", type=int, default=TRIANGLES)
    parser.add_argument("--repeats", type=int, default=REPEATS)
    parser.add_argument("--resident", choices=LIBRARIES, help="only print the resident bytes of a model of a torus")
    options = parser.parse_args()
    if options.resident:
        print(resident_bytes(options.resident, options.triangles[0]))
        return
    batch.prepare(meshes=True)
    print(f"{processor()}; median of {options.repeats} (least–greatest); {POSES} poses.\n")
    rows = [measure(name, count, options.repeats) for name in options.meshes for count in options.triangles]
    print_building(rows)
    print_queries(DISTANCE, rows)
    print_queries(OVERLAP, rows)
    print_memory(max(options.triangles))


# --- measuring ---


def measure(name: str, count: int, repeats: int) -> Row:
    mesh = MESHES[name](count)
    other = noisy_sphere(count, SEED + 1) if name == "terrain" else mesh
    moved = Arrays(mesh.vertices * [1.0, 1.1, 0.9], mesh.faces)
    libraries = {name: made() for name, made in LIBRARIES.items()}
    times: Times = {}
    models: dict[str, tuple[Any, Any]] = {}
    for _ in range(repeats):
        for each, library in libraries.items():
            models.pop(each, None)
            model = timed(times, (BUILD, each), partial(library.build, mesh))
            if hasattr(library, "refit"):
                timed(times, (REFIT, each), partial(library.refit, model, moved))
    for each, library in libraries.items():
        model = library.build(mesh)
        models[each] = model, model if other is mesh else library.build(other)
    for scene, there in poses_of_scenes(name, models[Ours.name]).items():
        pairs = {each: library.prepare(*models[each], there) for each, library in libraries.items()}
        measure_queries(times, f"{DISTANCE}, {scene}", {each: pair.distance for each, pair in pairs.items()}, repeats)
        measure_queries(times, f"{OVERLAP}, {scene}", {each: pair.overlap for each, pair in pairs.items()}, repeats)
    return Row(name, len(mesh.faces), times)


def measure_queries(times: Times, work: str, asked: dict[str, Callable[[], Any] | None], repeats: int) -> None:
    """Times the libraries that can do it; their answers must be equal.  Distances only of pairs that are apart."""
    if work == f"{DISTANCE}, overlapping":
        return
    known = {name: ask for name, ask in asked.items() if ask is not None}
    answers = {name: ask() for name, ask in known.items()}
    for name, answer in answers.items():
        compare(work, name, answer, answers[Ours.name])
    for _ in range(repeats):
        for name, ask in known.items():
            timed(times, (work, name), ask)


def compare(work: str, name: str, answer: Any, ours: Any) -> None:
    if isinstance(answer, list):
        assert answer == ours, f"{work}: {name} answers {answer}, gjkscope {ours}"
        return
    assert np.allclose(answer.distance, ours.distance, rtol=0, atol=AGREE), (
        f"{work}: {answer.distance}, {ours.distance}"
    )
    if answer.points is not None:
        assert np.allclose(answer.points, ours.points, rtol=0, atol=AGREE**0.5), (
            f"{work}: {answer.points - ours.points}"
        )


def timed(times: Times, what: tuple[str, str], run: Callable[[], Any]) -> Any:
    gc.collect()
    began = process_time()
    result = run()
    times.setdefault(what, []).append(process_time() - began)
    return result


def poses_of_scenes(name: str, models: tuple[Any, Any]) -> dict[str, Floats]:
    """Poses of B at which it is this far from A, nearly: turned at random, and moved along the normal."""
    random = np.random.default_rng(SEED)
    there = poses(POSES, random)
    there[:, :3, 3] = 4 * directions(POSES, random)
    if name == "terrain":
        there[:, :3, 3] = [0, 4, 0] + random.uniform(-1.5, 1.5, (POSES, 3)) * [1, 0, 1]
    here = np.tile(np.eye(4), (POSES, 1, 1))
    found = batch.mesh_distance(models[0][0], here, models[1][0], there)
    scenes = {}
    for scene, gap in SCENES.items():
        scenes[scene] = there.copy()
        scenes[scene][:, :3, 3] -= found.normal * (found.signed_distance - gap)[:, None]
    return scenes


# --- tables ---


def print_building(rows: Sequence[Row]) -> None:
    names = [(work, name) for work in (BUILD, REFIT) for name in LIBRARIES]
    names = [each for each in names if any(each in row.times for row in rows)]
    print("| mesh | triangles | " + " | ".join(f"{work}: {name}" for work, name in names) + " |")
    print("| --- | ---: |" + " ---: |" * len(names))
    for row in rows:
        cells = [spread(1e6 / row.triangles * np.array(row.times[each])) for each in names]
        print(f"| {row.name} | {row.triangles:,} | {' | '.join(cells)} |", flush=True)
    print("\nµs of CPU time per triangle.\n")


def print_queries(work: str, rows: Sequence[Row]) -> None:
    others = [
        name
        for name in LIBRARIES
        if any(what[0].startswith(work) and what[1] == name for row in rows for what in row.times)
    ]
    others.remove(Ours.name)
    print(f"| {work} | triangles | gjkscope, µs | " + " | ".join(f"{name} ÷ gjkscope" for name in others) + " |")
    print("| --- | ---: | ---: |" + " ---: |" * len(others))
    for row in rows:
        for scene in SCENES:
            what = f"{work}, {scene}"
            if (what, Ours.name) in row.times:
                ours = np.array(row.times[what, Ours.name])
                cells = [
                    spread(np.array(row.times[what, name]) / ours) if (what, name) in row.times else "–"
                    for name in others
                ]
                print(
                    f"| {row.name}, {scene} | {row.triangles:,} | {spread(1e6 / POSES * ours)} | {' | '.join(cells)} |"
                )
    print(flush=True)


def print_memory(count: int) -> None:
    mesh = MESHES["torus"](count)
    print(f"| torus of {len(mesh.faces):,} triangles | resident, bytes per triangle |\n| --- | ---: |")
    for name in LIBRARIES:
        command = [sys.executable, "-m", "tests.bench.mesh_sizes", "--triangles", str(count), "--resident", name]
        grown = int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        print(f"| {name} | {grown / len(mesh.faces):,.0f} |")
    model = Ours().build(mesh)
    arrays = sum(array.nbytes for array in (*model[1].arrays, model[1].items, model[1].corners))
    print(
        f"\nThe tree of gjkscope has {arrays / len(mesh.faces):.0f} bytes per triangle, the rest is the `Mesh` itself."
    )


def resident_bytes(name: str, count: int) -> int:
    """How much the process grows by a model of a torus."""
    library, small, mesh = LIBRARIES[name](), MESHES["torus"](100), MESHES["torus"](count)
    library.build(small)
    gc.collect()
    before = resident()
    model = library.build(mesh)
    gc.collect()
    grown = resident() - before
    del model
    return grown


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


# --- meshes ---


def noisy_sphere(count: int, seed: int = SEED) -> Arrays:
    """Rings of squares between two poles, of radius 1 m."""
    rings = round((count / 4) ** 0.5)
    across = 2 * rings
    v = np.arange(1, rings)[:, None] * np.pi / rings
    u = np.arange(across) * 2 * np.pi / across
    middle = np.stack([np.sin(v) * np.cos(u), np.cos(v) + 0 * u, np.sin(v) * np.sin(u)], axis=-1).reshape(-1, 3)
    points = np.concatenate([middle, [[0, 1, 0], [0, -1, 0]]])
    points *= 1 + ROUGH * np.pi / rings * np.random.default_rng(seed).uniform(-0.5, 0.5, (len(points), 1))
    first, last = np.arange(across), len(middle) - across + np.arange(across)
    top = np.stack([np.full(across, len(middle)), np.roll(first, -1), first], axis=1)
    bottom = np.stack([np.full(across, len(middle) + 1), last, np.roll(last, -1)], axis=1)
    return Arrays(points, np.concatenate([grid_faces(rings - 1, across, False, True), top, bottom]))


def torus(count: int) -> Arrays:
    """A tube of radius 0.35 m around a circle of radius 1 m."""
    across = round((count / 4) ** 0.5)
    u = np.arange(2 * across)[:, None] * np.pi / across
    v = np.arange(across) * 2 * np.pi / across
    along = 1 + 0.35 * np.cos(v)
    points = np.stack([along * np.cos(u), 0.35 * np.sin(v) + 0 * u, along * np.sin(u)], axis=-1)
    return Arrays(points.reshape(-1, 3), grid_faces(2 * across, across, True, True))


def terrain(count: int) -> Arrays:
    """Hills on a square of 8 m, up to 0.5 m high, with some noise."""
    side = round((count / 2) ** 0.5)
    x, z = np.meshgrid(*[np.linspace(-4, 4, side + 1)] * 2, indexing="ij")
    noise = np.random.default_rng(SEED).uniform(-0.5, 0.5, x.shape)
    heights = 0.3 * np.sin(1.3 * x) * np.cos(1.7 * z) + 0.2 * np.sin(3.1 * x + z) + ROUGH * 8 / side * noise
    return Arrays(np.stack([x, heights, z], axis=-1).reshape(-1, 3), grid_faces(side + 1, side + 1, False, False))


def grid_faces(rows: int, columns: int, closed_rows: bool, closed_columns: bool) -> Integers:
    """Two triangles for each square of a grid of vertices, which may be closed in either direction."""
    i = np.arange(rows if closed_rows else rows - 1)[:, None]
    j = np.arange(columns if closed_columns else columns - 1)
    below, right = (i + 1) % rows, (j + 1) % columns
    a, b, c, d = (p * columns + q for p, q in ((i, j), (below, j), (below, right), (i, right)))
    return np.stack([a, b, c, a, c, d], axis=-1).reshape(-1, 3)


MESHES: dict[str, Callable[[int], Arrays]] = {"noisy sphere": noisy_sphere, "torus": torus, "terrain": terrain}


if __name__ == "__main__":
    main()
