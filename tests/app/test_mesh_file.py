"""Mesh files: the same tetrahedron comes out of every format, and a file that cannot be used says so in one line."""

from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh

from app import mesh_file
from app.mesh_file import SUFFIXES, MeshError, hull_vertices, is_mesh_file, read_mesh
from app.window.reading import read_files
from engine.calling_off import CalledOff, called_off_by
from engine.shapes import Mesh
from engine.vectors import Vec3

# Numbers that single precision holds too: STL and GLB have no more.
VERTICES = ((0.0, 0.0, 0.0), (1.5, 0.0, 0.0), (0.0, 0.25, 0.0), (0.0, 0.0, -2.0))
FACES = ((0, 1, 2), (0, 3, 1), (1, 3, 2), (0, 2, 3))


def tetrahedron() -> trimesh.Trimesh:
    return trimesh.Trimesh(VERTICES, FACES, process=False)


def written(folder: Path, name: str, data: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def triangles(mesh: Mesh) -> set[tuple[Vec3, ...]]:
    """Each face as its corners, from the least one on, so that only the direction around it matters."""
    corners = [tuple(mesh.vertices[i] for i in face) for face in mesh.faces]
    return {face[(k := face.index(min(face))) :] + face[:k] for face in corners}


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_every_format_gives_the_same_triangles(tmp_path: Path, suffix: str) -> None:
    path = written(tmp_path, f"t{suffix}", tetrahedron().export(file_type=suffix[1:]))
    mesh = read_mesh(path)
    assert sorted(mesh.vertices) == sorted(VERTICES)  # STL repeats them, we do not
    assert triangles(mesh) == triangles(Mesh(VERTICES, FACES))


def test_the_suffix_may_be_in_capitals(tmp_path: Path) -> None:
    path = written(tmp_path, "T.OFF", tetrahedron().export(file_type="off"))
    assert is_mesh_file(path)
    assert not is_mesh_file("scene.json")
    assert len(read_mesh(path).faces) == 4


def test_numbers_keep_all_their_digits(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    points: list[list[float]] = (rng.normal(size=(50, 3)) * 10.0 ** rng.integers(-9, 9, (50, 3))).tolist()
    obj = "".join(f"v {x!r} {y!r} {z!r}\n" for x, y, z in points)
    obj += "".join(f"f {i} {i + 1} {i + 2}\n" for i in range(1, len(points) - 1))
    assert read_mesh(written(tmp_path, "n.obj", obj)).vertices == tuple(map(tuple, points))


def test_polygons_become_triangles_and_comments_may_be_in_any_encoding(tmp_path: Path) -> None:
    square = b"# Gr\xf6\xdfe\nmtllib none.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nf 1/1 2/1 3/1 -1/1\n"
    mesh = read_mesh(written(tmp_path, "q.obj", square))
    assert len(mesh.vertices) == 4
    assert len(mesh.faces) == 2


def glb_of(*transforms: Any) -> bytes:
    scene = trimesh.Scene()
    for transform in transforms:
        scene.add_geometry(tetrahedron(), transform=transform)
    data: bytes = scene.export(file_type="glb")
    return data


def test_objects_are_placed_and_joined(tmp_path: Path) -> None:
    moved = np.eye(4)
    moved[:3, 3] = (10, 0, 0)
    mesh = read_mesh(written(tmp_path, "two.glb", glb_of(np.eye(4), moved)))
    there = tuple((x + 10, y, z) for x, y, z in VERTICES)
    assert triangles(mesh) == triangles(Mesh(VERTICES, FACES)) | triangles(Mesh(there, FACES))


def test_a_mirrored_object_is_still_seen_from_outside(tmp_path: Path) -> None:
    mesh = read_mesh(written(tmp_path, "m.glb", glb_of(np.diag([-1.0, 1.0, 1.0, 1.0]))))
    corners = np.array([[mesh.vertices[i] for i in face] for face in mesh.faces])
    volume = float(np.linalg.det(corners).sum() / 6)  # positive where the faces run counter-clockwise
    assert volume == pytest.approx(tetrahedron().volume) == pytest.approx(1.5 * 0.25 * 2 / 6)


def test_points_alone_make_a_mesh_without_faces(tmp_path: Path) -> None:
    mesh = read_mesh(written(tmp_path, "p.obj", "v 0 0 0\nv 1 2 3\n"))
    assert mesh == Mesh(((0.0, 0.0, 0.0), (1.0, 2.0, 3.0)), ())


PLY = """ply
format ascii 1.0
element vertex 3
property float x
property float y
property float z
element face 1
property list uchar int vertex_indices
end_header
0 0 0
1 0 0
0 1 0
3 0 1 -2
"""


@pytest.mark.parametrize(
    ("name", "data", "fault"),
    [
        ("t.fbx", "", "must be one of .obj, .stl, .ply, .off, .glb, got '.fbx'"),
        ("t", "", "must be one of .obj, .stl, .ply, .off, .glb, got 'no suffix'"),
        ("empty.obj", "", "holds no vertices"),
        ("empty.stl", "solid x\nendsolid x\n", "holds no vertices"),
        ("nan.obj", "v 0 0 0\nv 1 nan 0\nv 0 1 0\nf 1 2 3\n", "vertex 1 is not finite"),
        ("inf.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1e999 0\n3 0 1 2\n", "vertex 2 is not finite"),
        ("index.obj", "v 0 0 0\nf 1 2 3\n", "is not a sound .obj file: "),
        ("index.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 7\n", "is not a sound .off file: "),
        ("index.ply", PLY, "is not a sound .ply file: a face has a vertex that is not one of the 3"),
        ("short.off", "OFF\n8 6 0\n0 0", "is not a sound .off file: "),
        ("junk.ply", "junk", "is not a sound .ply file: "),
        ("empty.ply", "", "is not a sound .ply file: "),
        ("empty.glb", "", "is not a sound .glb file: "),
        ("cut.glb", glb_of(np.eye(4))[:200], "is not a sound .glb file: "),
    ],
    ids=lambda given: given[:20] if isinstance(given, str) else "",
)
def test_a_file_that_cannot_be_used(tmp_path: Path, name: str, data: str | bytes, fault: str) -> None:
    path = written(tmp_path, name, data)
    with pytest.raises(MeshError) as caught:
        read_mesh(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: {fault}")
    assert message == f"{path}: {fault}" or fault.endswith(": ")  # what follows there is trimesh's to word
    assert message.isprintable()


def test_files_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "folder.obj").mkdir()
    for name, fault in (("none.obj", "No such file or directory"), ("folder.obj", "Is a directory")):
        with pytest.raises(MeshError, match=f"{name}: cannot be read: {fault}"):
            read_mesh(tmp_path / name)


def test_hull_vertices_are_corners_as_they_came() -> None:
    inside = (0.1, 0.05, -0.2)
    assert sorted(hull_vertices((*VERTICES, inside, VERTICES[0]))) == sorted(VERTICES)
    flat = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.2, 0.2, 0.0))
    assert sorted(hull_vertices(flat)) == sorted(flat[:3])


def test_more_vertices_than_can_be_held_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mesh_file, "MOST_VERTICES", 3)
    path = written(tmp_path, "big.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\n")
    with pytest.raises(MeshError, match=r"holds 4 vertices: must be at most 3; simplify it first"):
        read_mesh(path)


def test_reading_ends_wherever_it_is_called_off(tmp_path: Path) -> None:
    """At the file, its hull, what is drawn of it: at each of a dozen places at least."""
    path = str(written(tmp_path, "t.ply", tetrahedron().export(file_type="ply")))
    places = count(1)
    for place in places:
        asked = count(1)
        try:
            with called_off_by(lambda asked=asked, place=place: next(asked) == place):
                read_files((path,))
        except CalledOff:
            continue
        break
    assert next(places) > 12
