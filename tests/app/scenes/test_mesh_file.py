"""Mesh files: every format gives the same tetrahedron, and an invalid file is rejected in one line."""

import json
import os
import random
import struct
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh

from gjkscope.app.scenes import mesh_file
from gjkscope.app.scenes.mesh_file import (
    SUFFIXES,
    MeshError,
    convex_hull_vertices,
    is_mesh_file,
    read_mesh,
    read_mesh_objects,
)
from gjkscope.app.window.reading import read_files
from gjkscope.engine.cancellation import Cancelled, cancellable_by
from gjkscope.engine.shapes.kinds import Mesh
from gjkscope.engine.vectors import ZERO, Vec3

# Exact in single precision too, because STL and GLB have no more.
VERTICES = ((0.0, 0.0, 0.0), (1.5, 0.0, 0.0), (0.0, 0.25, 0.0), (0.0, 0.0, -2.0))
FACES = ((0, 1, 2), (0, 3, 1), (1, 3, 2), (0, 2, 3))


def tetrahedron() -> trimesh.Trimesh:
    return trimesh.Trimesh(VERTICES, FACES, process=False)


def write(folder: Path, name: str, data: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def triangles(mesh: Mesh) -> set[tuple[Vec3, ...]]:
    """Each face as its corners starting at the least one, so that only the orientation matters."""
    corners = [tuple(mesh.vertices[i] for i in face) for face in mesh.faces]
    return {face[(k := face.index(min(face))) :] + face[:k] for face in corners}


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_every_format_gives_the_same_triangles(tmp_path: Path, suffix: str) -> None:
    path = write(tmp_path, f"t{suffix}", tetrahedron().export(file_type=suffix[1:]))
    mesh = read_mesh(path)
    assert sorted(mesh.vertices) == sorted(VERTICES)  # STL repeats them, we do not
    assert triangles(mesh) == triangles(Mesh(VERTICES, FACES))


def test_the_suffix_may_be_upper_case(tmp_path: Path) -> None:
    path = write(tmp_path, "T.OFF", tetrahedron().export(file_type="off"))
    assert is_mesh_file(path)
    assert not is_mesh_file("scene.json")
    assert len(read_mesh(path).faces) == 4


def test_numbers_keep_full_precision(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    points: list[list[float]] = (rng.normal(size=(50, 3)) * 10.0 ** rng.integers(-9, 9, (50, 3))).tolist()
    obj = "".join(f"v {x!r} {y!r} {z!r}\n" for x, y, z in points)
    obj += "".join(f"f {i} {i + 1} {i + 2}\n" for i in range(1, len(points) - 1))
    assert read_mesh(write(tmp_path, "n.obj", obj)).vertices == tuple(map(tuple, points))


def test_polygons_are_triangulated_and_comments_may_be_in_any_encoding(tmp_path: Path) -> None:
    square = b"# Gr\xf6\xdfe\nmtllib none.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nf 1/1 2/1 3/1 -1/1\n"
    mesh = read_mesh(write(tmp_path, "q.obj", square))
    assert len(mesh.vertices) == 4
    assert len(mesh.faces) == 2


def glb_of(*transforms: Any) -> bytes:
    scene = trimesh.Scene()
    for transform in transforms:
        scene.add_geometry(tetrahedron(), transform=transform)
    data: bytes = scene.export(file_type="glb")
    return data


def test_objects_are_transformed_and_merged(tmp_path: Path) -> None:
    moved = np.eye(4)
    moved[:3, 3] = (10, 0, 0)
    mesh = read_mesh(write(tmp_path, "two.glb", glb_of(np.eye(4), moved)))
    there = tuple((x + 10, y, z) for x, y, z in VERTICES)
    assert triangles(mesh) == triangles(Mesh(VERTICES, FACES)) | triangles(Mesh(there, FACES))


def test_nodes_of_a_glb_are_told_apart_around_their_own_origins(tmp_path: Path) -> None:
    scene, turned = trimesh.Scene(), np.eye(4)
    turned[:3, :3], turned[:3, 3] = ((0, -2, 0), (2, 0, 0), (0, 0, 2)), (10, 0, 0)
    scene.add_geometry(tetrahedron(), node_name="here")
    scene.add_geometry(tetrahedron(), node_name="there", transform=turned)
    here, there = read_mesh_objects(write(tmp_path, "two.glb", scene.export(file_type="glb")))
    assert (here.name, here.position, triangles(here.mesh)) == ("here", ZERO, triangles(Mesh(VERTICES, FACES)))
    assert (there.name, there.position) == ("there", (10.0, 0.0, 0.0))
    wanted = Mesh(tuple((-2 * y, 2 * x, 2 * z) for x, y, z in VERTICES), FACES)
    assert triangles(there.mesh) == triangles(wanted)


def test_a_mesh_of_another_format_is_named_after_its_file(tmp_path: Path) -> None:
    (only,) = read_mesh_objects(write(tmp_path, "ramp.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"))
    assert (only.name, only.position, len(only.mesh.faces)) == ("ramp", ZERO, 1)


def test_a_mirrored_object_still_faces_outward(tmp_path: Path) -> None:
    mesh = read_mesh(write(tmp_path, "m.glb", glb_of(np.diag([-1.0, 1.0, 1.0, 1.0]))))
    corners = np.array([[mesh.vertices[i] for i in face] for face in mesh.faces])
    volume = float(np.linalg.det(corners).sum() / 6)  # positive if the faces are counter-clockwise
    assert volume == pytest.approx(tetrahedron().volume) == pytest.approx(1.5 * 0.25 * 2 / 6)


def test_points_alone_give_a_mesh_without_faces(tmp_path: Path) -> None:
    mesh = read_mesh(write(tmp_path, "p.obj", "v 0 0 0\nv 1 2 3\n"))
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


ASCII_STL = """solid a name of words
facet normal nan nan nan
outer loop
vertex 0 0 0
vertex 1 0 0
vertex 0 1e0 0
endloop
endfacet
endsolid
"""
HUGE_STL = bytes(80) + struct.pack("<I", 4_000_000_000) + bytes(50)
HUGE_PLY = (
    b"ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty float x\nproperty float y\n"
    b"property float z\nend_header\n" + bytes(12)
)
STL, PLY_FILE, OFF, OBJ, GLB = (
    f"is not a valid {suffix} file: " for suffix in (".stl", ".ply", ".off", ".obj", ".glb")
)
BINARY_STL = STL + "a binary file of {} triangles must have {} bytes, has {}"


def stl() -> bytes:
    return bytes(tetrahedron().export(file_type="stl"))


def ply() -> bytes:
    return bytes(tetrahedron().export(file_type="ply"))


@pytest.mark.parametrize(
    ("name", "data", "fault"),
    [
        ("t.fbx", "", "must be one of .obj, .stl, .ply, .off, .glb, got '.fbx'"),
        ("t", "", "must be one of .obj, .stl, .ply, .off, .glb, got 'no suffix'"),
        ("empty.obj", "", "holds no vertices"),
        ("empty.stl", "solid x\nendsolid x\n", "holds no vertices"),
        ("nan.obj", "v 0 0 0\nv 1 nan 0\nv 0 1 0\nf 1 2 3\n", "vertex 1 is not finite"),
        ("inf.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1e999 0\n3 0 1 2\n", "vertex 2 is not finite"),
        ("index.obj", "v 0 0 0\nf 1 2 3\n", "is not a valid .obj file: "),
        ("index.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 7\n", "is not a valid .off file: "),
        ("index.ply", PLY, "is not a valid .ply file: a face has an invalid vertex index: there are 3 vertices"),
        ("short.off", "OFF\n8 6 0\n0 0", "is not a valid .off file: "),
        ("junk.ply", "junk", "is not a valid .ply file: "),
        ("empty.ply", "", "is not a valid .ply file: "),
        (
            "stl4g.stl",
            bytes(80) + b"\0\x28\x6b\xee" + bytes(50),
            BINARY_STL.format("4,000,000,000", "200,000,000,084", 134),
        ),
        ("cut.stl", stl()[:-1], BINARY_STL.format(4, 284, 283)),
        ("long.stl", stl() + b"\0", BINARY_STL.format(4, 284, 285)),
        ("short.stl", b"abc", "is not a valid .stl file: must begin with solid or have at least 84 bytes, has 3"),
        ("open.stl", ASCII_STL[: ASCII_STL.index("endsolid")], "is not a valid .stl file: ends before endsolid"),
        ("facet.stl", ASCII_STL.replace("vertex 1 0 0\n", ""), f"{STL}line 6: must begin with vertex, got 'endloop'"),
        ("number.stl", ASCII_STL.replace("1 0 0", "1 o 0"), f"{STL}line 5: must be a number, got 'o'"),
        (
            "rows.ply",
            PLY.replace("vertex 3", "vertex 4"),
            f"{PLY_FILE}line 13: must have 3 numbers for element vertex …",
        ),
        ("end.ply", PLY[: PLY.index("3 0 1")], f"{PLY_FILE}ends after 0 of 1 rows of element face"),
        ("more.ply", PLY + "1 2 3\n", f"{PLY_FILE}line 14: more lines than rows in the header"),
        ("list.ply", PLY.replace("3 0 1 -2", "4 0 1 2"), f"{PLY_FILE}line 13: must have more numbers for face …"),
        ("type.ply", PLY.replace("float z", "real z"), f"{PLY_FILE}line 6: must be a property of a known type …"),
        ("noz.ply", PLY.replace("float z", "float s"), f"{PLY_FILE}element vertex must have the properties …"),
        ("huge.ply", PLY.replace("vertex 3", "vertex 4000000000"), f"{PLY_FILE}line 13: must have 3 numbers …"),
        ("hugeb.ply", HUGE_PLY, f"{PLY_FILE}4,000,000,000 rows of element vertex need at least 48,000,000,000 bytes …"),
        ("cutb.ply", ply()[:-1], f"{PLY_FILE}ends in a row of element face"),
        ("longb.ply", ply() + b"\0", f"{PLY_FILE}1 bytes follow the last row"),
        ("header.ply", PLY[: PLY.index("end_header")], f"{PLY_FILE}ends before end_header"),
        ("vertices.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n", f"{OFF}ends after 2 of 3 vertices"),
        ("faces.off", "OFF\n3 2 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", f"{OFF}ends after 1 of 2 faces"),
        ("cut.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1\n", f"{OFF}line 6: must have 3 whole numbers, has 2"),
        ("more.off", "OFF\n1 0 0\n0 0 0\n1 0 0\n", f"{OFF}line 4: more lines than vertices and faces in the header"),
        ("huge.off", "OFF\n4000000000 0 0\n0 0 0\n", f"{OFF}ends after 1 of 4000000000 vertices"),
        ("four.off", "4OFF\n1 0 0\n0 0 0 1\n", f"{OFF}must begin with OFF, COFF or NOFF, begins with '4OFF'"),
        ("cut.obj", "v 0 0 0\nv 1 2", f"{OBJ}line 2: a vertex must have 3 numbers, has 2"),
        (
            "word.obj",
            "v 0 0 0\nw 1 2 3\n",
            f"{OBJ}line 2: unknown keyword 'w': must be a keyword of OBJ such as v or f",
        ),
        ("zero.obj", "v 0 0 0\nf 0 1 1\n", f"{OBJ}line 2: must be a vertex ≥ 1, or from -1 to -1, got 0"),
        ("zeros.obj", "v 0 0 0\nf 00 1 1\n", f"{OBJ}line 2: must be a vertex ≥ 1, or from -1 to -1, got 0"),
        ("weight.obj", "v 0 0 0 2\n", f"{OBJ}line 1: the weight of a vertex must be 1, got 2.0"),
        ("surf.obj", "v 0 0 0\ncurv 0 1 1\n", "cannot be read: line 2: curv: free-form surfaces …"),
        ("empty.glb", "", "is not a valid .glb file: "),
        ("cut.glb", glb_of(np.eye(4))[:200], "is not a valid .glb file: "),
    ],
    ids=lambda given: given[:20] if isinstance(given, str) else "",
)
def test_an_invalid_file_is_rejected(tmp_path: Path, name: str, data: str | bytes, fault: str) -> None:
    path = write(tmp_path, name, data)
    with pytest.raises(MeshError) as caught:
        read_mesh(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: {fault.removesuffix(' …')}")
    assert message == f"{path}: {fault}" or fault.endswith((": ", "…"))
    assert not message.endswith(": ")
    assert message.isprintable()


def triangle_of(path: Path) -> Mesh:
    mesh = read_mesh(path)
    assert mesh == Mesh(((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)), ((0, 1, 2),))
    return mesh


def test_ascii_stl_may_have_names_capitals_and_any_normals(tmp_path: Path) -> None:
    triangle_of(write(tmp_path, "t.stl", ASCII_STL))
    triangle_of(write(tmp_path, "T.stl", ASCII_STL.upper().replace("\n", "\r\n   ")))
    twice = read_mesh(write(tmp_path, "two.stl", ASCII_STL + "\n" + ASCII_STL.replace("0 0 0", "0 0 5")))
    assert len(twice.faces) == 2


def test_a_binary_stl_may_start_with_solid(tmp_path: Path) -> None:
    mesh = read_mesh(write(tmp_path, "t.stl", b"solid".ljust(80) + stl()[80:]))
    assert triangles(mesh) == triangles(Mesh(VERTICES, FACES))


@pytest.mark.parametrize("comment", ["comment TextureFile a.png", "comment VCGLIB generated", "obj_info x", "comment"])
def test_a_ply_header_may_have_comments(tmp_path: Path, comment: str, capfd: pytest.CaptureFixture[str]) -> None:
    triangle_of(
        write(tmp_path, "t.ply", PLY.replace("-2", "2").replace("element vertex", f"{comment}\nelement vertex"))
    )
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("order", ["<", ">"])
def test_a_binary_ply_may_mix_polygons_and_hold_other_elements(tmp_path: Path, order: str) -> None:
    name = {"<": "little", ">": "big"}[order]
    header = (
        f"ply\nformat binary_{name}_endian 1.0\nelement camera 1\nproperty list uchar short data\n"
        "element vertex 5\nproperty double z\nproperty uchar red\nproperty float x\nproperty int y\n"
        "element face 2\nproperty list uchar uint vertex_index\nproperty list uchar float texcoord\nend_header\n"
    )
    points = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1.0, 1.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)]
    body = struct.pack(f"{order}Bhh", 2, 7, 8)
    body += b"".join(struct.pack(f"{order}dBfi", z, 9, x, int(y)) for x, y, z in points)
    body += struct.pack(f"{order}B4IB2f", 4, 0, 1, 2, 3, 2, 0.5, 0.5) + struct.pack(f"{order}B3IB", 3, 0, 1, 4, 0)
    mesh = read_mesh(write(tmp_path, "t.ply", header.encode() + body))
    assert mesh == Mesh(tuple(points), ((0, 1, 2), (0, 2, 3), (0, 1, 4)))


@pytest.mark.parametrize(
    "text",
    [
        "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
        "OFF 3 1\n# c\n0 0 0\n\n1 0 0 # d\n0 1 0\n3 0 1 2 255 0 0",
        "COFF\r\n3 1 0\r\n0 0 0 9 9 9 9\r\n1 0 0 9 9 9 9\r\n0 1 0 9 9 9 9\r\n3 0 1 2\r\n",
    ],
)
def test_off_may_have_comments_and_colours(tmp_path: Path, text: str) -> None:
    triangle_of(write(tmp_path, "t.off", text))


def test_obj_may_have_colours_weights_and_long_lines(tmp_path: Path) -> None:
    triangle_of(write(tmp_path, "t.obj", "o n\nv 0 0 0 1 0 0\nv 1 0 0 1\nv 0 1 \\\n0\ns off\nf -3//1 2/1/1 3/\n"))


def changed_glb(change: Callable[[dict[str, Any]], object]) -> bytes:
    """A triangle, with its document modified."""
    positions, indices = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0), struct.pack("<3H2x", 0, 1, 2)
    document: dict[str, Any] = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, "name": "n"}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5123, "count": 3, "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteOffset": 0, "byteLength": 36},
            {"buffer": 0, "byteOffset": 36, "byteLength": 6},
        ],
        "buffers": [{"byteLength": 44}],
    }
    change(document)
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    binary = positions + indices
    chunks = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(binary), b"BIN\0") + binary
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def test_parts_of_a_glb_that_do_not_affect_the_geometry_are_ignored(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    extras = {
        "extensionsRequired": ["KHR_materials_unlit", "EXT_texture_webp"],
        "materials": [{"name": 5}],
        "images": [{"uri": "none.png"}],
        "textures": "x",
    }
    triangle_of(write(tmp_path, "t.glb", changed_glb(lambda document: document.update(extras))))
    assert capfd.readouterr() == ("", "")


QUANTIZED = {"bufferView": 0, "componentType": 5122, "normalized": True, "count": 3, "type": "VEC3"}


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda d: d.update(extensionsRequired=["KHR_mesh_quantization"]), "requires the extension KHR_mesh_quant"),
        (lambda d: d.update(extensionsRequired=["KHR_draco_mesh_compression"]), "the extension KHR_draco_mesh"),
        (lambda d: d.update(extensionsRequired=["EXT_meshopt_compression"]), "the extension EXT_meshopt_compr"),
        (
            lambda d: d.update(extensionsRequired=["MY_own"]),
            "t.glb: cannot be read: requires the extension MY_own, which is not supported: export the mesh without it",
        ),
        (lambda d: d["nodes"][0].update(extensions={"EXT_mesh_gpu_instancing": {}}), "nodes[0] uses the extension"),
        (lambda d: d["accessors"].__setitem__(0, QUANTIZED), "POSITION must be VEC3 of floats"),
        (lambda d: d["accessors"][0].update(sparse={}), "accessors[0] is sparse, which is not supported"),
        (lambda d: d["accessors"][0].pop("bufferView"), "accessors[0] has no data: must have a bufferView"),
        (lambda d: d["accessors"][0].update(componentType=5130), "accessors[0].componentType must be one of 5120,"),
        (lambda d: d["accessors"][0].update(type="VEC5"), "accessors[0].type must be one of SCALAR,"),
        (lambda d: d["accessors"][0].update(count=4), "accessors[0] of 4 entries ends at byte 48 of a view of 36"),
        (lambda d: d["accessors"][0].update(count=10**12), "accessors[0] of 1,000,000,000,000 entries ends at byte"),
        (lambda d: d["accessors"][1].update(count=2), "primitives[0] has 2 corners: must be three"),
        (lambda d: d["accessors"][1].update(componentType=5122), "indices must be SCALAR of unsigned integers"),
        (lambda d: d["bufferViews"][0].update(byteOffset=4000000000), "bufferViews[0] ends at byte 4,000,000,036"),
        (lambda d: d["bufferViews"][1].update(byteOffset=-36), "bufferViews[1].byteOffset must be a whole number ≥ 0"),
        (lambda d: d["bufferViews"][0].update(byteStride=8), "byteStride must be at least 12, is 8"),
        (lambda d: d["buffers"][0].update(byteLength=45), "buffers[0] must have 45 bytes, but the file has only 44"),
        (lambda d: d["buffers"][0].update(uri="a.bin"), "buffers[0] is in another file: must be in the GLB itself"),
        (lambda d: d["meshes"][0]["primitives"][0].update(mode=6), "has the mode triangle fan: must be triangles"),
        (lambda d: d["meshes"][0]["primitives"][0].update(targets=[]), "has morph targets, which are not supported"),
        (lambda d: d["nodes"][0].update(skin=0), "nodes[0] has a skin, which is not supported"),
        (lambda d: d["nodes"][0].update(scale=[float("nan")] * 3), "NaN is not finite"),
        (lambda d: d["nodes"][0].update(scale=[1, 2]), "nodes[0].scale must be 3 finite numbers"),
        (lambda d: d["nodes"][0].update(matrix=[1.0] * 16), "nodes[0].matrix must be affine"),
        (lambda d: d["nodes"][0].update(children=[0]), "nodes[0] has more than one parent"),
        (lambda d: d["nodes"][0].update(mesh=7), "nodes[0].mesh must be an index < 1 into meshes, got 7"),
        (lambda d: d.pop("scenes"), "must have a scene"),
        (lambda d: d.update(meshes=[3]), "meshes[0] must be an object"),
        (lambda d: d.update(nodes={}), "nodes must be a list"),
    ],
)
def test_a_glb_that_would_be_misread_is_rejected(
    tmp_path: Path, change: Callable[[dict[str, Any]], object], fault: str, capfd: pytest.CaptureFixture[str]
) -> None:
    triangle_of(write(tmp_path, "t.glb", changed_glb(lambda document: None)))
    with pytest.raises(MeshError) as caught:
        read_mesh(write(tmp_path, "t.glb", changed_glb(change)))
    assert fault in str(caught.value)
    assert capfd.readouterr() == ("", "")


def test_infinite_products_and_signalling_nan_give_no_warning(tmp_path: Path) -> None:
    """Warnings are errors here."""
    far = changed_glb(lambda d: d["nodes"][0].update(scale=[1e300, 1e300, 1e300], translation=[1e308, 0, 0]))
    assert len(read_mesh(write(tmp_path, "far.glb", far)).vertices) == 3
    signalling = bytearray(stl())
    signalling[96:100] = b"\1\0\x80\x7f"
    with pytest.raises(MeshError, match="is not finite"):
        read_mesh(write(tmp_path, "nan.stl", bytes(signalling)))


SAMPLES = {
    "t.obj": lambda: tetrahedron().export(file_type="obj").encode(),
    "t.stl": stl,
    "ascii.stl": lambda: tetrahedron().export(file_type="stl_ascii").encode(),
    "t.ply": ply,
    "ascii.ply": lambda: tetrahedron().export(file_type="ply", encoding="ascii"),
    "t.off": lambda: tetrahedron().export(file_type="off").encode(),
    "t.glb": lambda: glb_of(np.eye(4), np.diag([2.0, 3.0, -4.0, 1.0])),
}
CUT_UNSEEN = ("t.obj",)  # it has neither counts nor an end marker


@pytest.mark.thorough
@pytest.mark.parametrize("name", SAMPLES)
def test_a_truncated_file_is_rejected(tmp_path: Path, name: str) -> None:
    data = bytes(SAMPLES[name]())
    whole = read_mesh(write(tmp_path, name, data))
    rng, refused = random.Random(3), 0
    for _ in range(150):
        path = write(tmp_path, name, data[: rng.randrange(len(data))])
        try:
            mesh = read_mesh(path)
        except MeshError:
            refused += 1
            continue
        assert mesh == whole or name in CUT_UNSEEN
    assert refused > (40 if name in CUT_UNSEEN else 140)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_damaged_file_is_read_or_rejected_in_one_line(
    tmp_path: Path, name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    data, rng = bytes(SAMPLES[name]()), random.Random(4)
    refused = 0
    for _ in range(300):
        damaged = bytearray(data)
        for _ in range(rng.randrange(1, 4)):
            index = rng.randrange(rng.choice((len(damaged), min(len(damaged), 300))))
            damaged[index : index + rng.randrange(2)] = rng.choices(b'0123456789-.e[]{}" \n\0\xff', k=rng.randrange(3))
        try:
            read_mesh(write(tmp_path, name, bytes(damaged)))
        except MeshError as fault:
            refused += 1
            if not (str(fault).isprintable() and not str(fault).endswith(": ")):
                pytest.fail(repr(str(fault)))
    assert refused > 50
    assert capfd.readouterr() == ("", "")


def test_a_named_pipe_is_rejected_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.stl")
    with pytest.raises(MeshError, match=r"pipe\.stl: must be a regular file, is a named pipe$"):
        read_mesh(tmp_path / "pipe.stl")
    (tmp_path / "zero.stl").symlink_to("/dev/zero")
    with pytest.raises(MeshError, match=r"zero\.stl: must be a regular file, is a device$"):
        read_mesh(tmp_path / "zero.stl")


def test_paths_that_are_not_files(tmp_path: Path) -> None:
    (tmp_path / "folder.obj").mkdir()
    for name, fault in (("none.obj", "No such file or directory"), ("folder.obj", "Is a directory")):
        with pytest.raises(MeshError, match=f"{name}: cannot be read: {fault}"):
            read_mesh(tmp_path / name)


def test_hull_vertices_keep_their_original_coordinates() -> None:
    inside = (0.1, 0.05, -0.2)
    assert sorted(convex_hull_vertices((*VERTICES, inside, VERTICES[0]))) == sorted(VERTICES)
    flat = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.2, 0.2, 0.0))
    assert sorted(convex_hull_vertices(flat)) == sorted(flat[:3])


def test_too_many_vertices_are_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mesh_file, "MAX_VERTICES", 3)
    path = write(tmp_path, "big.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\n")
    with pytest.raises(MeshError, match=r"holds 4 vertices: must be at most 3; simplify it first"):
        read_mesh(path)


def test_reading_can_be_cancelled_at_every_check(tmp_path: Path) -> None:
    """While reading the file, computing its hull and preparing its surface: at a dozen checks or more."""
    path = str(write(tmp_path, "t.ply", tetrahedron().export(file_type="ply")))
    places = count(1)
    for check in places:
        asked = count(1)
        try:
            with cancellable_by(lambda asked=asked, check=check: next(asked) == check):
                read_files((path,))
        except Cancelled:
            continue
        break
    assert next(places) > 12
