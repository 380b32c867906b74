"""GLB, the binary form of glTF 2.0: validated here, after which trimesh reads the geometry.

Features that trimesh would misread are rejected by name: extensions that change geometry, quantized positions, sparse
accessors, skins, morph targets, primitives other than triangles and points.  Materials and the like are ignored.
"""

import json
import re
from collections.abc import Iterator
from io import BytesIO
from math import isfinite
from reprlib import repr as shown
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from gjkscope.app.base.json_document import read_integer
from gjkscope.app.scenes.mesh_readers.format import Floats, FormatError, MeshObject, Surface, UnsupportedFeature

if TYPE_CHECKING:
    from trimesh import Scene

MAGIC, JSON_CHUNK, BIN_CHUNK = b"glTF", b"JSON", b"BIN\0"
HEADER, CHUNK_HEADER = 12, 8  # bytes

# Extensions that leave positions, triangles and transforms as they are.
HARMLESS = re.compile(r"(KHR|EXT|MSFT|ADOBE)_(materials?|texture|lights?|xmp|packing|animation)_?.*|KHR_xmp")
FLOAT = 5126
COMPONENT_BYTES = {5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, FLOAT: 4}
INDEX_TYPES = (5121, 5123, 5125)
TYPE_SIZES = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}
POINTS, TRIANGLES, STRIP = 0, 4, 5
MODES = ("points", "lines", "line loop", "line strip", "triangles", "triangle strip", "triangle fan")
TRANSFORMS = {"matrix": 16, "translation": 3, "rotation": 4, "scale": 3}
DEEPEST = 100  # levels of nodes
NODE = re.compile(r"\d+")


def read_glb(data: bytes) -> Surface:
    """Vertices and triangles, with the transform of each object applied.  Raises `FormatError`."""
    _, scene = _load(data)
    return _join([_place(scene, node) for node in scene.graph.nodes_geometry])


def read_glb_objects(data: bytes) -> tuple[MeshObject, ...]:
    """The nodes that have a mesh, in the order of the file; all but their positions is applied to the vertices."""
    names, scene = _load(data)
    surfaces: dict[int, list[Surface]] = {}
    positions: dict[int, Floats] = {}
    for node in scene.graph.nodes_geometry:
        index = int(NODE.match(node)[0])  # type: ignore[index]  # trimesh names a node without a name after its index
        positions[index] = np.asarray(scene.graph[node][0], np.float64)[:3, 3]
        surfaces.setdefault(index, []).append(_place(scene, node, around=positions[index]))
    return tuple(MeshObject(names[index], _join(surfaces[index]), positions[index]) for index in sorted(surfaces))


def _load(data: bytes) -> "tuple[list[str], Scene]":
    """The names of the nodes, and the validated geometry."""
    document, binary = _chunks(data)
    _check_extensions(document)
    _check_buffers(document, len(binary))
    for location, primitive in _primitives(document):
        _check_primitive(document, location, primitive)
    _check_nodes(document)
    from trimesh import load_scene  # slow to import, and few sessions read a mesh

    names = [str(node.get("name", "")) for _, node in _objects(document, "nodes")]
    return names, load_scene(BytesIO(_geometry_alone(document, binary)), file_type="glb", process=False)


# --- the container ---


def _chunks(data: bytes) -> tuple[dict[str, Any], bytes]:
    if len(data) < HEADER + CHUNK_HEADER or data[:4] != MAGIC:
        raise FormatError(f"must begin with glTF and a header of {HEADER} bytes, has {len(data):,} bytes")
    version, length = _uint(data, 4), _uint(data, 8)
    if version != 2:
        raise FormatError(f"must be glTF version 2, is {version}")
    if length != len(data):
        raise FormatError(f"must have {length:,} bytes as its header says, has {len(data):,}")
    chunks, start = [], HEADER
    while start < length:
        size, end = _uint(data, start), start + CHUNK_HEADER + _uint(data, start)
        if start + CHUNK_HEADER > length or end > length:
            raise FormatError(f"a chunk of {size:,} bytes does not fit into the file")
        chunks.append((data[start + 4 : start + CHUNK_HEADER], data[start + CHUNK_HEADER : end]))
        start = end
    if chunks[0][0] != JSON_CHUNK:
        raise FormatError("the first chunk must be JSON")
    binary = chunks[1][1] if len(chunks) > 1 and chunks[1][0] == BIN_CHUNK else b""
    return _document(chunks[0][1]), binary


def _uint(data: bytes, offset: int) -> int:
    return int.from_bytes(data[offset : offset + 4], "little")


def _document(text: bytes) -> dict[str, Any]:
    try:
        document = json.loads(text.decode("utf-8"), parse_constant=_no_number, parse_int=read_integer)
    except UnicodeDecodeError as error:
        raise FormatError(f"its JSON must be in UTF-8, byte {error.start} is {text[error.start]:#04x}") from None
    except RecursionError:
        raise FormatError("its JSON is nested too deeply") from None
    except ValueError as error:
        raise FormatError(f"its JSON cannot be read: {error}") from None
    if not isinstance(document, dict):
        raise FormatError("its JSON must be an object")
    return document


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is not finite")


# --- typed access to the unvalidated document ---


def _list(document: dict[str, Any], key: str, location: str = "") -> list[Any]:
    value = document.get(key, [])
    if not isinstance(value, list):
        raise FormatError(f"{location}{key} must be a list")
    return value


def _objects(document: dict[str, Any], key: str, location: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    for i, value in enumerate(_list(document, key, location)):
        if not isinstance(value, dict):
            raise FormatError(f"{location}{key}[{i}] must be an object")
        yield f"{location}{key}[{i}]", value


def _integer(entry: dict[str, Any], key: str, location: str, default: int | None = None) -> int:
    value = entry.get(key, default)
    if type(value) is not int or value < 0:
        raise FormatError(f"{location}.{key} must be a whole number ≥ 0, got {shown(value)}")
    return value


def _entry(document: dict[str, Any], key: str, index: object, location: str) -> dict[str, Any]:
    entries = _list(document, key)
    if type(index) is not int or not 0 <= index < len(entries):
        raise FormatError(f"{location} must be an index < {len(entries)} into {key}, got {shown(index)}")
    entry: dict[str, Any] = entries[index]
    return entry


# --- checks ---


def _check_extensions(document: dict[str, Any]) -> None:
    for name in _list(document, "extensionsRequired"):
        if not (isinstance(name, str) and HARMLESS.fullmatch(name)):
            raise UnsupportedFeature(
                f"requires the extension {name}, which is not supported: export the mesh without it"
            )
    for location, node in _objects(document, "nodes"):
        if "EXT_mesh_gpu_instancing" in node.get("extensions", ()):
            raise UnsupportedFeature(f"{location} uses the extension EXT_mesh_gpu_instancing, which is not supported")


def _check_buffers(document: dict[str, Any], size: int) -> None:
    """Checks that all data is in the file: each view inside the buffer, each accessor inside its view."""
    for i, (location, buffer) in enumerate(_objects(document, "buffers")):
        if i > 0 or "uri" in buffer:
            raise FormatError(f"{location} is in another file: must be in the GLB itself")
        if (length := _integer(buffer, "byteLength", location)) > size:
            raise FormatError(f"{location} must have {length:,} bytes, but the file has only {size:,}")
        size = length
    views = list(_objects(document, "bufferViews"))
    for location, view in views:
        _entry(document, "buffers", view.get("buffer"), f"{location}.buffer")
        end = _integer(view, "byteOffset", location, 0) + _integer(view, "byteLength", location)
        if end > size:
            raise FormatError(f"{location} ends at byte {end:,} of a buffer of {size:,}")
    for location, accessor in _objects(document, "accessors"):
        _check_accessor(document, accessor, location)


def _check_accessor(document: dict[str, Any], accessor: dict[str, Any], location: str) -> None:
    if "sparse" in accessor:
        raise UnsupportedFeature(f"{location} is sparse, which is not supported")
    if "bufferView" not in accessor:
        raise FormatError(f"{location} has no data: must have a bufferView")
    view = _entry(document, "bufferViews", accessor["bufferView"], f"{location}.bufferView")
    component, kind = accessor.get("componentType"), accessor.get("type")
    if type(component) is not int or component not in COMPONENT_BYTES:
        raise FormatError(f"{location}.componentType must be one of {', '.join(map(str, COMPONENT_BYTES))}")
    if not isinstance(kind, str) or kind not in TYPE_SIZES:
        raise FormatError(f"{location}.type must be one of {', '.join(TYPE_SIZES)}")
    count, item = _integer(accessor, "count", location), TYPE_SIZES[kind] * COMPONENT_BYTES[component]
    stride = _integer(view, "byteStride", f"{location}.bufferView", item)
    if stride < item:
        raise FormatError(f"{location}.bufferView.byteStride must be at least {item}, is {stride}")
    end = _integer(accessor, "byteOffset", location, 0) + (count - 1) * stride + item
    if not count or end > view["byteLength"]:
        raise FormatError(f"{location} of {count:,} entries ends at byte {end:,} of a view of {view['byteLength']:,}")


def _primitives(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for location, mesh in _objects(document, "meshes"):
        yield from _objects(mesh, "primitives", f"{location}.")


def _check_primitive(document: dict[str, Any], location: str, primitive: dict[str, Any]) -> None:
    mode = _integer(primitive, "mode", location, TRIANGLES)
    if mode not in (POINTS, TRIANGLES, STRIP):
        name = MODES[mode] if mode < len(MODES) else str(mode)
        raise FormatError(f"{location} has the mode {name}: must be triangles, a triangle strip or points")
    if "targets" in primitive:
        raise UnsupportedFeature(f"{location} has morph targets, which are not supported")
    attributes = primitive.get("attributes")
    if not isinstance(attributes, dict):
        raise FormatError(f"{location}.attributes must be an object")
    where = f"{location}.attributes.POSITION"
    positions = _entry(document, "accessors", attributes.get("POSITION"), where)
    if (positions["type"], positions["componentType"]) != ("VEC3", FLOAT):
        raise FormatError(f"{where} must be VEC3 of floats (quantized positions are not supported)")
    count = positions["count"]
    if "indices" in primitive:
        indices = _entry(document, "accessors", primitive["indices"], f"{location}.indices")
        if indices["type"] != "SCALAR" or indices["componentType"] not in INDEX_TYPES:
            raise FormatError(f"{location}.indices must be SCALAR of unsigned integers")
        count = indices["count"]
    if mode == TRIANGLES and count % 3:
        raise FormatError(f"{location} has {count:,} corners: must be three per triangle")


def _check_nodes(document: dict[str, Any]) -> None:
    """Checks that all transforms are finite and affine, and that the nodes form a tree."""
    nodes = list(_objects(document, "nodes"))
    for location, node in nodes:
        if "skin" in node:
            raise UnsupportedFeature(f"{location} has a skin, which is not supported")
        if "mesh" in node:
            _entry(document, "meshes", node["mesh"], f"{location}.mesh")
        for key, size in TRANSFORMS.items():
            if key in node and not _are_numbers(node[key], size):
                raise FormatError(f"{location}.{key} must be {size} finite numbers")
        if "matrix" in node and node["matrix"][3::4] != [0, 0, 0, 1]:
            row = node["matrix"][3::4]
            raise FormatError(f"{location}.matrix must be affine: its last row must be 0 0 0 1, is {row}")
    if not _list(document, "scenes"):
        raise FormatError("must have a scene")
    for location, scene in _objects(document, "scenes"):
        _check_tree(document, _list(scene, "nodes", f"{location}."), location)
    if "scene" in document:
        _entry(document, "scenes", document["scene"], "scene")


def _are_numbers(value: object, size: int) -> bool:
    return (
        isinstance(value, list)
        and len(value) == size
        and all(type(number) in (int, float) and isfinite(float(number)) for number in value)
    )


def _check_tree(document: dict[str, Any], roots: list[Any], location: str) -> None:
    seen: set[int] = set()
    level = [(root, f"{location}.nodes") for root in roots]
    for _ in range(DEEPEST):
        following = []
        for index, where in level:
            node = _entry(document, "nodes", index, where)
            if index in seen:
                raise FormatError(f"nodes[{index}] has more than one parent")
            seen.add(index)
            following += [(child, f"nodes[{index}].children") for child in _list(node, "children", f"nodes[{index}].")]
        if not following:
            return
        level = following
    raise FormatError(f"nodes are nested too deeply: at most {DEEPEST} levels")


# --- reading ---


def _geometry_alone(document: dict[str, Any], binary: bytes) -> bytes:
    """A GLB with only the validated geometry: without materials, textures, names and extensions."""
    kept: dict[str, Any] = {key: document[key] for key in ("scene", "accessors", "bufferViews") if key in document}
    kept["asset"] = {"version": "2.0"}
    kept["scenes"] = [{"nodes": _list(scene, "nodes")} for _, scene in _objects(document, "scenes")]
    kept["nodes"] = [
        {key: node[key] for key in (*TRANSFORMS, "mesh", "children") if key in node}
        for _, node in _objects(document, "nodes")
    ]
    kept["meshes"] = [
        {"primitives": [_bare(primitive) for _, primitive in _objects(mesh, "primitives")]}
        for _, mesh in _objects(document, "meshes")
    ]
    kept["buffers"] = [{"byteLength": len(binary)}]
    text = json.dumps(kept).encode()
    text += b" " * (-len(text) % 4)
    chunks = b"".join(
        len(chunk).to_bytes(4, "little") + kind + chunk for kind, chunk in ((JSON_CHUNK, text), (BIN_CHUNK, binary))
    )
    return MAGIC + (2).to_bytes(4, "little") + (HEADER + len(chunks)).to_bytes(4, "little") + chunks


def _bare(primitive: dict[str, Any]) -> dict[str, Any]:
    kept = {key: primitive[key] for key in ("mode", "indices") if key in primitive}
    return kept | {"attributes": {"POSITION": primitive["attributes"]["POSITION"]}}


def _join(surfaces: list[Surface]) -> Surface:
    """All vertices and triangles as one surface."""
    vertices, faces, count = [np.empty((0, 3))], [np.empty((0, 3), np.int64)], 0
    for placed, triangles in surfaces:
        vertices.append(placed)
        faces.append(triangles + count)
        count += len(placed)
    return np.concatenate(vertices), np.concatenate(faces)


def _place(scene: "Scene", node: str, around: Floats | None = None) -> Surface:
    """The surface of a node with its transform applied, in world coordinates or `around` a point of the world."""
    matrix, name = scene.graph[node]
    transform, geometry = np.array(matrix, np.float64), scene.geometry[name]
    if around is not None:
        transform[:3, 3] -= around
    vertices = np.asarray(geometry.vertices, np.float64)
    faces = np.asarray(getattr(geometry, "faces", ()), np.int64).reshape(-1, 3)
    if faces.size and not 0 <= faces.min() <= faces.max() < len(vertices):
        raise FormatError(f"a face has an invalid vertex index: there are {len(vertices)} vertices")
    if (transform == np.eye(4)).all():
        return vertices, faces  # bitwise as in the file
    if np.linalg.det(transform[:3, :3]) < 0:
        faces = faces[:, ::-1]  # a mirrored triangle has its winding reversed
    return vertices @ transform[:3, :3].T + transform[:3, 3], faces
