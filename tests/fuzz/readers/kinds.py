"""The readers of files and texts from outside: their valid samples, how these are mutated, and how they are read.

To read an input means all that the program does before it shows something: a scene gets its first state, and a journal
is replayed.  A reader returns normally, or raises its error for people; anything else is a fault.
"""

import atexit
import base64
import json
import random
import struct
import zlib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any, NamedTuple

from gjkscope.app.base.input_file import decode_text
from gjkscope.app.base.processes.line_process import ChildFailure
from gjkscope.app.base.processes.warm import WarmProcess
from gjkscope.app.base.resources import resource
from gjkscope.app.bring.capture.reader import check_pairs, index_capture, parse_capture
from gjkscope.app.bring.capture.records import CaptureError
from gjkscope.app.bring.notations.importing import import_text
from gjkscope.app.bring.notations.reading import ReaderFault
from gjkscope.app.scenes.mesh_file import MeshError, read_mesh_objects
from gjkscope.app.scenes.scene_file import SceneError, parse_scene, read_scene, within_reach
from gjkscope.app.state import actions as do
from gjkscope.app.state.persistence.journal import JournalError, JournalWriter, read_journal, touches_document
from gjkscope.app.state.persistence.settings import apply_settings, read_settings, settings_text, usable_settings
from gjkscope.app.teach.demos.file import DemoError, parse_demo
from tests.app.random_actions import GENERATORS, SHORT_DEMO, random_action
from tests.fuzz.readers.mutating import mutate_bytes, mutate_json, mutate_lines
from tests.fuzz.streams import MUTATIONS as STREAM_MUTATIONS
from tests.fuzz.streams import plain_stream, records_of
from tests.fuzz.texts.mutating import mutate as mutate_text
from tests.fuzz.texts.robustness import texts_of_tests

LARGEST_SAMPLE = 6_000  # bytes: larger ones take longer and hold nothing else

Mutate = Callable[[Sequence[bytes], random.Random], bytes]


class Reader(NamedTuple):
    """A reader of input from outside."""

    samples: Callable[[], tuple[bytes, ...]]  # valid ones
    mutate: Mutate
    read: Callable[[bytes], None]
    refusals: tuple[type[Exception], ...]  # the errors for people
    seconds: float = 2.0  # of processor time, at most, for an input


# --- scenes, demos, journals ---


@cache
def scenes() -> tuple[bytes, ...]:
    files = sorted(resource("assets", "scenes").rglob("*.json"))
    return tuple(file.read_bytes() for file in files if file.stat().st_size <= LARGEST_SAMPLE)


def read_scene_text(data: bytes) -> None:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:  # `file_text` refuses it
        return
    scene = within_reach(parse_scene(text, folder=folder()), "scene")
    if len(scene.bodies) > 1:
        do.initial_state(scene)


DEMO_STEPS = (
    '{"do": "wait", "seconds": 0.1}', '{"do": "caption", "text": "**Why** $a^2$?", "seconds": 0.1}',
    '{"do": "run", "algorithm": "sat"}', '{"do": "step", "to": "last"}', '{"do": "orbit", "seconds": 0.1, "yaw": 40}',
    '{"do": "act", "action": {"is": "LockAxis", "axis": 0}}', '{"do": "act", "action": {"is": "Undo"}}',
    '{"do": "together", "steps": [{"do": "wait", "seconds": 0.1}]}',
)  # fmt: skip


@cache
def demos() -> tuple[bytes, ...]:
    """Short demos, and the first steps of those that ship with the program."""
    found = [SHORT_DEMO.encode()]
    for file in sorted(resource("assets", "demos").glob("*.json")):
        document = json.loads(file.read_bytes())
        for start in range(0, min(len(document["steps"]), 9), 3):
            shortened = [brief(step) for step in document["steps"][start : start + 3]]
            found.append(json.dumps(document | {"steps": shortened}).encode())
    return tuple(sample for sample in found if len(sample) <= LARGEST_SAMPLE and is_read(read_demo_text, sample))


def brief(step: Any) -> Any:
    """A step of a demo with a fiftieth of its seconds."""
    if isinstance(step, list):
        return [brief(part) for part in step]
    if not isinstance(step, dict):
        return step
    return {key: part / 50 if key == "seconds" else brief(part) for key, part in step.items()}


def read_demo_text(data: bytes) -> None:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return
    parse_demo(text, folder=resource("assets", "demos"))


@cache
def journals() -> tuple[bytes, ...]:
    return tuple(journal(seed) for seed in range(8))


def journal(seed: int) -> bytes:
    """A journal of some actions that can be restored."""
    draw, kinds = random.Random(seed), sorted(GENERATORS, key=lambda kind: kind.__name__)
    state = do.initial_state(read_scene(resource("assets", "scenes", "boxes-overlap.json")))
    writer = JournalWriter(do.OpenScene(state.document.scene, None), state, 1.7e9)
    for _ in range(12):
        action = random_action(draw.choice(kinds), draw, state)
        before, state = state, do.update(state, action)
        if state.modified and touches_document(before.mine, state.mine):
            writer.note(action)
    return writer.lines(state.mine).encode()


def read_journal_text(data: bytes) -> None:
    read_journal(data.decode("utf-8", errors="replace"))


# --- captures, meshes, texts ---


@cache
def captures() -> tuple[bytes, ...]:
    return tuple(plain_stream(precision) for precision in ("single", "double"))


def mutate_capture(samples: Sequence[bytes], draw: random.Random) -> bytes:
    if draw.random() < 0.4:
        return mutate_bytes(samples, draw)
    parts = [bytearray(part) for part in records_of(draw.choice(samples))]
    for _ in range(draw.randint(1, 4)):
        draw.choice(STREAM_MUTATIONS)(parts, draw)
    return b"".join(parts)


def read_capture_data(data: bytes) -> None:
    check_pairs(data, index_capture(data))
    parse_capture(data)


CORNERS = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))
FACES = ((0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2))


@cache
def objs() -> tuple[bytes, ...]:
    vertices = "".join(f"v {x} {y} {z}\n" for x, y, z in CORNERS)
    faces = "".join(f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in FACES)
    slashed = "vt 0 0\nvn 0 0 1\nf 1/1/1 3//1 2\nf -1 -2 -3 -4\n"
    return (
        f"# a tetrahedron\n{vertices}{faces}".encode(),
        f"mtllib a.mtl\no one\n{vertices}usemtl red\ns off\n{slashed}g two\n{vertices}{faces}l 1 2\np 1\n".encode(),
    )


@cache
def stls() -> tuple[bytes, ...]:
    triangles = [[CORNERS[i] for i in face] for face in FACES]
    lines = "".join(
        "facet normal 0 0 0\n outer loop\n" + "".join(f"  vertex {x} {y} {z}\n" for x, y, z in triangle)
        + " endloop\nendfacet\n"
        for triangle in triangles
    )  # fmt: skip
    binary = b"".join(struct.pack("<12fH", 0, 0, 1, *sum(triangle, ()), 0) for triangle in triangles)
    return f"solid a\n{lines}endsolid a\n".encode(), b"binary".ljust(80) + struct.pack("<I", len(triangles)) + binary


@cache
def plys() -> tuple[bytes, ...]:
    def header(form: str) -> bytes:
        names = "".join(f"property float {axis}\n" for axis in "xyz")
        return (
            f"ply\nformat {form} 1.0\ncomment made\nelement vertex 4\n{names}property uchar red\n"
            "element face 4\nproperty list uchar int vertex_indices\nend_header\n"
        ).encode()

    text = "".join(f"{x} {y} {z} 9\n" for x, y, z in CORNERS) + "".join(f"3 {a} {b} {c}\n" for a, b, c in FACES)
    made = [header("ascii") + text.encode()]
    for order, form in (("<", "binary_little_endian"), (">", "binary_big_endian")):
        rows = b"".join(struct.pack(f"{order}3fB", *corner, 9) for corner in CORNERS)
        made.append(header(form) + rows + b"".join(struct.pack(f"{order}B3i", 3, *face) for face in FACES))
    return tuple(made)


@cache
def offs() -> tuple[bytes, ...]:
    rows = "".join(f"{x} {y} {z}\n" for x, y, z in CORNERS) + "".join(f"3 {a} {b} {c}\n" for a, b, c in FACES)
    return f"OFF\n4 4 6\n{rows}".encode(), f"# made\nOFF 4 4 0\n\n{rows}".encode()


GLB_MAGIC, GLB_JSON, GLB_BINARY = 0x46546C67, 0x4E4F534A, 0x004E4942


def glb_document() -> dict[str, Any]:
    return {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, "name": "a", "translation": [1, 2, 3], "children": [1]}, {"mesh": 0, "scale": [1, 2, 1]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "mode": 4}]}],
        "buffers": [{"byteLength": 72}],
        "bufferViews": [
            {"buffer": 0, "byteOffset": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 24},
        ],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 1]},
            {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"},
        ],
    }  # fmt: skip


def glb(document: bytes) -> bytes:
    """A glTF file with this document and the tetrahedron's numbers."""
    document += b" " * (-len(document) % 4)
    numbers = struct.pack("<12f", *sum(CORNERS, ())) + struct.pack("<12H", *sum(FACES, ()))
    chunks = (
        struct.pack("<II", len(document), GLB_JSON) + document + struct.pack("<II", len(numbers), GLB_BINARY) + numbers
    )
    return struct.pack("<III", GLB_MAGIC, 2, 12 + len(chunks)) + chunks


@cache
def glbs() -> tuple[bytes, ...]:
    return (glb(json.dumps(glb_document()).encode()),)


def mutate_glb(samples: Sequence[bytes], draw: random.Random) -> bytes:
    if draw.random() < 0.3:
        return mutate_bytes(samples, draw)
    return glb(mutate_json([json.dumps(glb_document()).encode()], draw))


def mesh_reader(suffix: str) -> Callable[[bytes], None]:
    def read(data: bytes) -> None:
        path = folder() / f"mesh{suffix}"
        path.write_bytes(data)
        read_mesh_objects(path)

    return read


@cache
def texts() -> tuple[bytes, ...]:
    return tuple(text.encode("utf-8", "surrogatepass") for text in texts_of_tests())


def mutate_any_text(samples: Sequence[bytes], draw: random.Random) -> bytes:
    if draw.random() < 0.2:
        return mutate_bytes(samples, draw)
    return mutate_text(texts_of_tests(), draw.randrange(2**40)).encode("utf-8", "surrogatepass")


def read_text(data: bytes) -> None:
    import_text(decode_text(data))


# --- settings, links ---


@cache
def settings() -> tuple[bytes, ...]:
    state = do.initial_state(do.NEW_SCENE)
    made = []
    for seed in range(4):
        draw, kinds = random.Random(seed), sorted(GENERATORS, key=lambda kind: kind.__name__)
        for _ in range(20):
            state = do.update(state, random_action(draw.choice(kinds), draw, state))
        made.append(settings_text(state, (1280, 800), {}).encode())
    return tuple(made)


def read_settings_text(data: bytes) -> None:
    """Valid entries of damaged settings are used, too: they must do no harm."""
    try:
        text = data.decode()
    except UnicodeDecodeError:  # `SettingsFile` refuses it
        return
    try:
        known = read_settings(text)
    except ValueError:
        known = usable_settings(text)
        applied = apply_settings(do.initial_state(do.NEW_SCENE), known)
        settings_text(applied, (1280, 800), known.dockings)
        raise
    applied = apply_settings(do.initial_state(do.NEW_SCENE), known)
    settings_text(applied, (1280, 800), known.dockings)


class LinkRefused(ValueError):
    """What the page says about a link that it cannot read."""


class LinkFault(Exception):
    """What no page may say: an exception of JavaScript."""


def fragment(text: bytes, way: str = "z") -> bytes:
    """The fragment of a link to the playground."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packer.compress(text) + packer.flush() if way == "z" else text
    return f"{way}=".encode() + base64.urlsafe_b64encode(data).rstrip(b"=")


@cache
def links() -> tuple[bytes, ...]:
    packed = (*map(fragment, scenes()), fragment(scenes()[0], "t"))
    return tuple(sample for sample in packed if is_read(read_link, sample))


def mutate_link(samples: Sequence[bytes], draw: random.Random) -> bytes:
    """Mutates the address, the compressed bytes or the scene; now and then a small text that expands to megabytes."""
    kind = draw.random()
    if kind < 0.2:
        return mutate_bytes(samples, draw)
    if kind < 0.25:
        return fragment(draw.choice((b"0", b"[", b" ", b'{"a":', b"\0")) * draw.choice((70_000, 3_000_000)))
    if kind < 0.4:
        packed = base64.urlsafe_b64decode(draw.choice(samples)[2:] + b"==")
        return b"z=" + base64.urlsafe_b64encode(mutate_bytes([packed], draw)).rstrip(b"=")
    return fragment(mutate_json(scenes(), draw), draw.choice("zzt"))


@cache
def node() -> WarmProcess:
    script = str(Path(__file__).with_name("links.mjs"))
    process = WarmProcess(("node", f"--max-old-space-size={NODE_MEGABYTES}", script))
    atexit.register(process.end)
    return process


def read_link(data: bytes) -> None:
    line = json.dumps(data.decode("latin-1")).encode() + b"\n"
    node().prepare()
    try:
        answer = json.loads(node().ask(line, LINK_SECONDS))
    except ChildFailure as ending:
        raise LinkFault(f"{ending}: {node().last_words}") from None
    if answer.startswith("?"):
        raise LinkFault(answer[1:])
    if answer:
        raise LinkRefused(answer[1:])


NODE_MEGABYTES = 200  # of its heap, after which it crashes
LINK_SECONDS = 5.0  # until an answer: of wall time, as node runs beside this process


# --- all ---


@cache
def folder() -> Path:
    """Where files are written that are read again."""
    made = Path(mkdtemp(prefix="gjkscope-readers-"))
    atexit.register(rmtree, made, ignore_errors=True)
    return made


def is_read(read: Callable[[bytes], None], sample: bytes) -> bool:
    try:
        read(sample)
    except ValueError:
        return False
    return True


READERS: dict[str, Reader] = {
    "scenes": Reader(scenes, mutate_json, read_scene_text, (SceneError,)),
    "demos": Reader(demos, mutate_json, read_demo_text, (DemoError,)),
    "journals": Reader(journals, mutate_lines, read_journal_text, (JournalError,)),
    "captures": Reader(captures, mutate_capture, read_capture_data, (CaptureError,)),
    "obj": Reader(objs, mutate_bytes, mesh_reader(".obj"), (MeshError,)),
    "stl": Reader(stls, mutate_bytes, mesh_reader(".stl"), (MeshError,)),
    "ply": Reader(plys, mutate_bytes, mesh_reader(".ply"), (MeshError,)),
    "off": Reader(offs, mutate_bytes, mesh_reader(".off"), (MeshError,)),
    "glb": Reader(glbs, mutate_glb, mesh_reader(".glb"), (MeshError,)),
    "texts": Reader(texts, mutate_any_text, read_text, (ValueError,), seconds=5.0),
    "settings": Reader(settings, mutate_json, read_settings_text, (ValueError,)),
    "links": Reader(links, mutate_link, read_link, (LinkRefused,)),
}

NOT_REFUSALS = (ReaderFault, UnicodeError, json.JSONDecodeError)
"""Errors that are no words for people, although they are kinds of `ValueError`."""
