"""What `gjkscope_gdb.py` and `gjkscope_lldb.py` share: a pair of shapes from the variables of a stopped program, as a
scene, and captures from its memory.

    gjkscope-pair SHAPE_A POSE_A SHAPE_B POSE_B [-o scene.json]
    gjkscope-dump FILE.gjkcap [TICKS]

Nothing of the program is run, so both work on core dumps, too.  Only the standard library of Python 3.8 is used,
because debuggers bring their own Python.  Expressions with spaces must be quoted.

SHAPE is one of

- `box(hx, hy, hz)` or `box(half_extents)`, `sphere(r)`, `capsule(r, half_height, axis)`, `cylinder(...)`, `cone(...)`,
  `ellipsoid(radii)`, `point()`, `hull(points)`, `hull(pointer, count)`, each with expressions of the program, and with
  `rounding=R` at the end; half heights of capsules are those between the centres of the caps; the axis is x, y or z;
- a shape of Bullet, Jolt, PhysX, Box3D, FCL or coal, or a pointer to one;
- a `gjkcap_shape`;
- vertices, which mean their hull: an array, a container of vectors, or POINTER@COUNT.

POSE is a transform (`gjkcap_frame`, `btTransform`, `b3Transform`, `PxTransform`, Eigen, glm, Jolt, or any structure
with members such as `position` and `orientation`), a 3x4 or 4x4 matrix, seven numbers, POSITION,ORIENTATION with a
quaternion or a 3x3 matrix, a position, or `identity`.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import shlex
import struct
from pathlib import Path

RIGID = 1e-5  # as for scenes: how far the columns of a rotation may be from orthonormal
MOST_NUMBERS = 3_000_000  # of a value: a wrong count or a garbage pointer must not exhaust the memory

SHAPE_WORDS = {"point": 0, "sphere": 1, "box": 3, "capsule": 2, "cylinder": 2, "cone": 2, "ellipsoid": 3, "hull": -1}
AXES = "xyz"


class DebuggerError(Exception):
    """What is wrong with a command; one line."""


class Node:
    """A value of the program.  Debuggers derive from it; all methods raise `DebuggerError` if memory cannot be read."""

    kind = "number"  # or "list", "record", "pointer"
    type = ""  # as declared
    canonical = ""  # without typedefs, const and references

    def number(self):
        """The value of a number, exactly."""
        raise NotImplementedError

    def items(self):
        """The elements of a list."""
        raise NotImplementedError

    def fields(self):
        """The members of a record by name, those of base classes and anonymous structures too; the first of a union."""
        raise NotImplementedError

    def address(self):
        """Where a pointer points."""
        raise NotImplementedError

    def element_size(self):
        """The bytes of what a pointer points to."""
        raise NotImplementedError

    def elements(self, count):
        """The elements that a pointer points to."""
        raise NotImplementedError


class Options:
    """How matrices and quaternions without names are stored."""

    def __init__(self, matrix=None, quaternion=None):
        self.matrix = matrix  # "rows", "columns" or None
        self.quaternion = quaternion  # "xyzw", "wxyz" or None
        self.notes = []  # what was assumed

    def assume(self, text):
        """Notes an assumption, once."""
        if text not in self.notes:
            self.notes.append(text)


# --- the commands ---


def pair_command(debugger, line):
    """Runs `gjkscope-pair`; returns what to print.  Raises `DebuggerError`."""
    arguments = _pair_arguments(line)
    options = Options(arguments.matrix, arguments.quaternion)
    scene = pair_scene(debugger, arguments, options)
    text = _scene_text(scene)
    lines = ["assumed: " + note for note in options.notes]
    if arguments.output is None:
        return "".join(f"# {line}\n" for line in lines), text
    try:
        with Path(arguments.output).open("w", encoding="utf-8") as file:
            file.write(text)
    except OSError as fault:
        raise DebuggerError(f"{arguments.output}: cannot be written: {fault.strerror}") from None
    return "".join(
        line + "\n" for line in [*lines, f"wrote {arguments.output}; gjkscope {arguments.output} opens it"]
    ), ""


def pair_scene(debugger, arguments, options):
    """The scene with the pair."""
    words = arguments.expressions
    shapes = []
    for name, shape, pose in (("A", words[0], words[1]), ("B", words[2], words[3])):
        body, place = read_shape(debugger, shape)
        placed = read_pose(debugger, pose, options)
        shapes.append({"name": name, **body, **_combined(placed, place, pose)})
    scene = {"gjkscope": 1, "name": f"{words[0]} and {words[2]}", "shapes": shapes, "pairs": [["A", "B"]]}
    reported = _reported(debugger, arguments)
    return {**scene, "reported": [reported]} if reported else scene


def _scene_text(scene):
    """JSON with a line per shape."""
    lines = [f' "{name}": {json.dumps(value, allow_nan=False)}' for name, value in scene.items() if name != "shapes"]
    shapes = ",\n".join("  " + json.dumps(shape, allow_nan=False) for shape in scene["shapes"])
    return "{\n" + ",\n".join([*lines[:2], f' "shapes": [\n{shapes}\n ]', *lines[2:]]) + "\n}\n"


def dump_command(debugger, line):
    """Runs `gjkscope-dump`; returns what to print.  Raises `DebuggerError`."""
    words = _split(line)
    if len(words) not in (1, 2) or (len(words) == 2 and not words[1].isdigit()):
        raise DebuggerError("usage: gjkscope-dump FILE.gjkcap [TICKS]")
    pairs, data = capture_bytes(debugger, int(words[1]) if len(words) == 2 else 0)
    try:
        with Path(words[0]).open("wb") as file:
            file.write(data)
    except OSError as fault:
        raise DebuggerError(f"{words[0]}: cannot be written: {fault.strerror}") from None
    return f"wrote {pairs} pairs; gjkscope scan {words[0]} judges them\n"


class _Parser(argparse.ArgumentParser):
    def error(self, message):
        raise DebuggerError(f"gjkscope-pair: {message}; usage: gjkscope-pair SHAPE_A POSE_A SHAPE_B POSE_B [-o FILE]")


def _pair_arguments(line):
    parser = _Parser(prog="gjkscope-pair", add_help=False, allow_abbrev=False)
    parser.add_argument("expressions", nargs="*")
    parser.add_argument("-o", "--output")
    parser.add_argument("--rows", dest="matrix", action="store_const", const="rows")
    parser.add_argument("--columns", dest="matrix", action="store_const", const="columns")
    parser.add_argument("--quaternion", choices=("xyzw", "wxyz"))
    parser.add_argument("--answer")
    parser.add_argument("--distance")
    parser.add_argument("--normal")
    found = parser.parse_args(_split(line))
    if len(found.expressions) != 4:
        parser.error(f"got {len(found.expressions)} expressions, quote those that contain spaces")
    return found


def _split(line):
    try:
        return shlex.split(line)
    except ValueError as fault:
        raise DebuggerError(f"{str(fault).lower()}: {line}") from None


# --- expressions ---


def evaluate(debugger, text):
    """The value of an expression; POINTER@COUNT is a list."""
    text = text.strip()
    if not text:
        raise DebuggerError("an expression is missing")
    base, at, count = text.rpartition("@")
    if not at:
        return debugger.evaluate(text)
    node = debugger.evaluate(re.sub(r"^\s*\*", "", base))
    if node.kind not in ("pointer", "list"):
        raise DebuggerError(f"{text}: {base.strip()} must be a pointer or an array, it is of type {node.type}")
    return ListNode(_elements(node, _count(debugger, count), text), node.type)


class ListNode(Node):
    """Elements that a pointer points to."""

    kind = "list"

    def __init__(self, elements, type_name):
        self.type = self.canonical = type_name
        self._elements = elements

    def items(self):
        return self._elements


def _elements(node, count, text):
    if node.kind == "list":
        return node.items()[:count]
    if node.address() == 0:
        raise DebuggerError(f"{text}: is a null pointer")
    return node.elements(count)


def _count(debugger, text):
    count = scalar(evaluate(debugger, text), text)
    if count != int(count) or not 0 < count <= MOST_NUMBERS // 3:
        raise DebuggerError(f"{text.strip()}: must be a number of vertices, got {count:g}")
    return int(count)


def scalar(node, text):
    """A finite number."""
    values = finite(numbers_of(node), text)
    if len(values) != 1:
        raise DebuggerError(f"{text}: must be a number, it is of type {node.type}")
    return values[0]


def numbers_of(node):
    """All numbers of a value, in order of memory; pointers have none."""
    found = []
    stack = [unwrapped(node)]
    while stack:
        top = stack.pop()
        if top.kind == "number":
            found.append(top.number())
        elif top.kind == "list":
            stack.extend(unwrapped(item) for item in reversed(top.items()))
        elif top.kind == "record":
            stack.extend(unwrapped(field) for field in reversed(list(top.fields().values())))
        if len(found) > MOST_NUMBERS or len(stack) > MOST_NUMBERS:
            raise DebuggerError(f"{node.type}: has more than {MOST_NUMBERS} numbers")
    return found


def unwrapped(node):
    """The contents of containers; a record with a single member is that member."""
    while node.kind == "record":
        fields = node.fields()
        contents = _container(fields)
        if contents is not None:
            return contents
        if len(fields) != 1:
            break
        node = next(iter(fields.values()))
    return node


def _container(fields):
    """The elements of a container, or None: libstdc++, libc++, Bullet, Jolt, Eigen with sizes at run time."""
    for begin, end in (("_M_start", "_M_finish"), ("__begin_", "__end_")):
        inner = fields["_M_impl"].fields() if "_M_impl" in fields and fields["_M_impl"].kind == "record" else fields
        if begin in inner and end in inner and inner[begin].kind == "pointer":
            first = inner[begin]
            return _counted(first, (inner[end].address() - first.address()) // max(first.element_size(), 1))
    for pointer, sizes in (("m_data", ("m_size",)), ("mElements", ("mSize",)), ("m_data", ("m_rows", "m_cols"))):
        if pointer in fields and fields[pointer].kind == "pointer" and sizes[0] in fields:
            count = 1
            for size in sizes:
                count *= int(numbers_of(fields[size])[0]) if size in fields else 3  # rows or columns of vectors
            return _counted(fields[pointer], count)
    return None


def _counted(pointer, count):
    if not 0 <= count <= MOST_NUMBERS:
        raise DebuggerError(f"{pointer.type}: a container of {count} elements is not initialised")
    return ListNode(pointer.elements(count) if count else [], pointer.type)


def finite(values, text):
    """The numbers as floats, all finite."""
    for i, value in enumerate(values):
        if not math.isfinite(value):
            raise DebuggerError(f"{text.strip()}: number {i + 1} of {len(values)} is {float(value)}")
    return [float(value) for value in values]


def vector(node, text):
    """Three numbers; a fourth one is padding."""
    node = unwrapped(node)
    if node.kind == "pointer":
        node = ListNode(_elements(node, 1, text), node.type)
        if unwrapped(node.items()[0]).kind == "number":
            raise DebuggerError(f"{text.strip()}: is a pointer to numbers; write {text.strip()}@3")
    values = numbers_of(node)
    if len(values) not in (3, 4):
        raise DebuggerError(f"{text.strip()}: must be a vector, got {len(values)} numbers of type {node.type}")
    return finite(values[:3], text)


def vertices(node, text):
    """A list of vectors."""
    node = unwrapped(node)
    if node.kind != "list":
        raise DebuggerError(
            f"{text}: must be vertices or a shape, it is of type {node.type}; POINTER@COUNT is an array"
        )
    items = [unwrapped(item) for item in node.items()]
    if items and items[0].kind != "number":
        return [vector(item, text) for item in items]
    flat = finite([item.number() for item in items], text)
    if not flat or len(flat) % 3:
        raise DebuggerError(f"{text}: {len(flat)} numbers are no vertices: their number must be a multiple of 3")
    return [flat[i : i + 3] for i in range(0, len(flat), 3)]


# --- shapes ---


def read_shape(debugger, text):
    """The shape's part of a scene, and its place in the frame of the pose: (dict, (rotation, position) or None)."""
    text = text.strip()
    call = re.fullmatch(r"(\w+)\((.*)\)", text, re.DOTALL)
    if call and call[1] in SHAPE_WORDS:
        return _worded(debugger, call[1], _arguments(call[2]), text), None
    node = evaluate(debugger, text)
    if node.kind == "pointer":
        if node.address() == 0:
            raise DebuggerError(f"{text}: is a null pointer")
        node = node.elements(1)[0]
        if unwrapped(node).kind == "number":
            raise DebuggerError(f"{text}: is a pointer to numbers; write {text}@COUNT, or hull({text}, COUNT)")
    if node.type == "gjkcap_shape":
        return recorded_shape(debugger, int(node.number()), text), None
    for pattern, read in ENGINE_SHAPES:
        if node.kind == "record" and re.fullmatch(pattern, node.canonical):
            return read(node, text)
    return _checked({"type": "hull", "vertices": vertices(node, text)}, text), None


def _worded(debugger, word, arguments, text):
    shape = {"type": word}
    if arguments and re.match(r"\s*rounding\s*=[^=]", arguments[-1]):
        shape["rounding"] = scalar(evaluate(debugger, arguments[-1].partition("=")[2]), text)
        arguments = arguments[:-1]
    if word == "hull":
        return _checked({**shape, "vertices": _hull_vertices(debugger, arguments, text)}, text)
    wanted = SHAPE_WORDS[word]
    if word in ("capsule", "cylinder", "cone") and len(arguments) == 3:
        shape["axis"] = arguments.pop().strip()
        if shape["axis"] not in AXES or len(shape["axis"]) != 1:
            raise DebuggerError(f"{text}: the axis must be x, y or z, got {shape['axis']}")
    if wanted == 3 and len(arguments) == 1:
        sizes = vector(evaluate(debugger, arguments[0]), arguments[0])
    else:
        sizes = [scalar(evaluate(debugger, one), one) for one in arguments]
    if len(sizes) != wanted:
        raise DebuggerError(f"{text}: {word} takes {wanted} numbers, got {len(sizes)}")
    return _checked({**shape, **_sized(word, sizes)}, text)


def _sized(word, sizes):
    if word in ("box", "ellipsoid"):
        return {"half_extents" if word == "box" else "radii": list(sizes)}
    return dict(zip(("radius", "half_height"), sizes))


def _hull_vertices(debugger, arguments, text):
    if len(arguments) == 1:
        return vertices(evaluate(debugger, arguments[0]), arguments[0])
    if len(arguments) != 2:
        raise DebuggerError(f"{text}: hull takes vertices, or a pointer and a count")
    count, node = _count(debugger, arguments[1]), unwrapped(evaluate(debugger, arguments[0]))
    if node.kind == "list":
        found = vertices(node, arguments[0])
        if len(found) < count:
            raise DebuggerError(f"{text}: {arguments[0]} has {len(found)} vertices, not {count}")
        return found[:count]
    if node.kind != "pointer":
        raise DebuggerError(f"{text}: {arguments[0]} must be a pointer or an array, it is of type {node.type}")
    is_flat = unwrapped(_elements(node, 1, arguments[0])[0]).kind == "number"
    return vertices(ListNode(node.elements(3 * count if is_flat else count), node.type), arguments[0])


def _arguments(text):
    """Splits at commas that are outside brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts if any(part.strip() for part in parts) else []


def _checked(shape, text):
    """The shape, if its sizes are those of one."""
    least = {"half_height": 0.0, "rounding": 0.0}
    if shape["type"] == "capsule":
        least["half_height"] = -1.0  # 0 is a sphere
    for name in ("radius", "half_height", "half_extents", "radii", "rounding"):
        if name in shape:
            values = shape[name] if isinstance(shape[name], list) else [shape[name]]
            finite(values, f"{text}: {name}")
            if min(values) < 0 or (min(values) == 0 and name != "rounding" and least.get(name, 0.0) >= 0):
                raise DebuggerError(f"{text}: {name} must be > 0, got {min(values):g}")
    return {name: value for name, value in shape.items() if not (name == "rounding" and value == 0)}


# --- shapes of engines: their type, and what their members mean ---

ENGINE_SHAPES = []


def _engine(pattern):
    def register(read):
        ENGINE_SHAPES.append((pattern, lambda node, text: _engine_shape(read, node, text)))
        return read

    return register


def _engine_shape(read, node, text):
    try:
        found = read(_Members(node, text), text)
    except KeyError as missing:
        raise DebuggerError(f"{text}: {node.canonical} has no member {missing}: an unknown version") from None
    shape, place = found if isinstance(found, tuple) else (found, None)
    return _checked(shape, text), place


class _Members:
    """The members of a record as numbers and vectors."""

    def __init__(self, node, text):
        self.node, self.text, self.all = node, text, node.fields()

    def scalar(self, name):
        return scalar(self.all[name], f"{self.text}: {name}")

    def vector(self, name):
        return vector(self.all[name], f"{self.text}: {name}")

    def vertices(self, name):
        return vertices(self.all[name], f"{self.text}: {name}")

    def template(self):
        return self.node.canonical


def _along(axis, shape):
    return {**shape, "axis": AXES[axis]}


def _bullet_margin(m):
    return m.scalar("m_collisionMargin")


@_engine("btSphereShape")
def _(m, text):
    return {"type": "sphere", "radius": m.vector("m_implicitShapeDimensions")[0] * m.vector("m_localScaling")[0]}


@_engine("btBoxShape")
def _(m, text):
    return {"type": "box", "half_extents": [x + _bullet_margin(m) for x in m.vector("m_implicitShapeDimensions")]}


@_engine("btCapsuleShape[XZ]?")
def _(m, text):
    axis, sizes = int(m.scalar("m_upAxis")), m.vector("m_implicitShapeDimensions")
    return _along(axis, {"type": "capsule", "radius": sizes[(axis + 2) % 3], "half_height": sizes[axis]})


@_engine("btCylinderShape[XZ]?")
def _(m, text):
    axis = int(m.scalar("m_upAxis"))
    sizes = [x + _bullet_margin(m) for x in m.vector("m_implicitShapeDimensions")]
    return _along(axis, {"type": "cylinder", "radius": sizes[1 if axis == 0 else 0], "half_height": sizes[axis]})


@_engine("btConeShape[XZ]?")
def _(m, text):
    axis = int(numbers_of(m.all["m_coneIndices"])[1])
    sizes = {"radius": m.scalar("m_radius"), "half_height": m.scalar("m_height") / 2, "rounding": _bullet_margin(m)}
    return _along(axis, {"type": "cone", **sizes})


@_engine("btConvexHullShape")
def _(m, text):
    scale = m.vector("m_localScaling")
    corners = [[x * s for x, s in zip(corner, scale)] for corner in m.vertices("m_unscaledPoints")]
    return {"type": "hull", "vertices": corners, "rounding": _bullet_margin(m)}


@_engine(r"(JPH::SphereShape|(physx::)?PxSphereGeometry)")
def _(m, text):
    return {"type": "sphere", "radius": m.scalar("mRadius" if "mRadius" in m.all else "radius")}


@_engine(r"JPH::BoxShape|(physx::)?PxBoxGeometry")
def _(m, text):
    return {"type": "box", "half_extents": m.vector("mHalfExtent" if "mHalfExtent" in m.all else "halfExtents")}


@_engine(r"JPH::CapsuleShape")
def _(m, text):
    return {"type": "capsule", "radius": m.scalar("mRadius"), "half_height": m.scalar("mHalfHeightOfCylinder")}


@_engine(r"(physx::)?PxCapsuleGeometry")
def _(m, text):
    return _along(0, {"type": "capsule", "radius": m.scalar("radius"), "half_height": m.scalar("halfHeight")})


@_engine(r"JPH::CylinderShape")
def _(m, text):
    return {"type": "cylinder", "radius": m.scalar("mRadius"), "half_height": m.scalar("mHalfHeight")}


@_engine(r"JPH::ConvexHullShape")
def _(m, text):
    points = unwrapped(m.all["mPoints"]).items()
    return {"type": "hull", "vertices": [vector(one.fields()["mPosition"], text) for one in points]}


@_engine("b3Sphere")
def _(m, text):
    return {"type": "sphere", "radius": m.scalar("radius")}, (IDENTITY, m.vector("center"))


@_engine("b3Capsule")
def _(m, text):
    ends = [m.vector("center1"), m.vector("center2")]
    hull = [tuple(end) for end in ends]
    return {"type": "hull", "vertices": [list(end) for end in hull], "rounding": m.scalar("radius")}


@_engine(r"(fcl|coal|hpp::fcl)::(Sphere|Box|Capsule|Cylinder|Cone|Ellipsoid)(<.*>)?")
def _(m, text):
    word = re.sub(r"<.*", "", m.template()).rpartition("::")[2].lower()
    if word == "box":
        full = "side" in m.all
        return {
            "type": word,
            "half_extents": [x * (0.5 if full else 1) for x in m.vector("side" if full else "halfSide")],
        }
    if word == "ellipsoid":
        return {"type": word, "radii": m.vector("radii")}
    if word == "sphere":
        return {"type": word, "radius": m.scalar("radius")}
    half = m.scalar("halfLength") if "halfLength" in m.all else m.scalar("lz") / 2
    return _along(2, {"type": word, "radius": m.scalar("radius"), "half_height": half})


# --- poses ---

IDENTITY = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
ORIGIN = [0.0, 0.0, 0.0]
POSITIONS = ("m_origin", "position", "pos", "p", "translation", "trans", "origin", "t", "mPosition", "m_position", "T")
ORIENTATIONS = [
    "m_basis",
    "orientation",
    "rotation",
    "rot",
    "quaternion",
    "quat",
    "q",
    "basis",
    "R",
    "r",
    "linear",
    "mRotation",
    "m_rotation",
    "m_orientation",
    "mOrientation",
]
BY_COLUMNS = r"glm::(t?mat|dmat).*|JPH::D?Mat44|(physx::)?PxMat(33|44).*|b3Mat.*|Matrix4x4"
BY_ROWS = r"bt(Matrix3x3|Transform)(FloatData|DoubleData)?|aiMatrix.*"


def read_pose(debugger, text, options):
    """(rotation as rows or a quaternion, position) of a POSE."""
    if text.strip() == "identity":
        return IDENTITY, ORIGIN
    parts = _arguments(text)
    if len(parts) == 2:
        rotation = read_rotation(evaluate(debugger, parts[1]), parts[1], options)
        return rotation, vector(evaluate(debugger, parts[0]), parts[0])
    if len(parts) != 1:
        raise DebuggerError(f"{text}: a pose is one expression, or POSITION,ORIENTATION")
    return pose_of(evaluate(debugger, text), text, options)


def pose_of(node, text, options):
    """(rotation as rows or a quaternion, position) of a value."""
    if node.kind == "pointer":
        if node.address() == 0:
            raise DebuggerError(f"{text}: is a null pointer")
        node = node.elements(1)[0]
        if node.kind == "number":
            raise DebuggerError(f"{text}: is a pointer to numbers; write {text.strip()}@16 for a matrix, @7 or @3")
    if node.kind == "record":
        fields = node.fields()
        if set(fields) == {"kind", "numbers"}:
            return _recorded_frame(node, text)
        position, orientation = (_first(fields, names) for names in (POSITIONS, ORIENTATIONS))
        if position and orientation:
            rotation = read_rotation(fields[orientation], f"{text}.{orientation}", options)
            return rotation, vector(fields[position], f"{text}.{position}")
    return _pose_of_numbers(node, finite(numbers_of(node), text), text, options)


def _first(fields, names):
    return next((name for name in names if name in fields), None)


def _recorded_frame(node, text):
    numbers = finite(numbers_of(node.fields()["numbers"]), text)
    if node.fields()["kind"].number() == 1:
        return _unit(numbers[3:7], text), numbers[:3]
    return _rigid([numbers[0:3], numbers[4:7], numbers[8:11]], text), [numbers[3], numbers[7], numbers[11]]


def _pose_of_numbers(node, n, text, options):
    if len(n) == 3 or (len(n) == 4 and node.kind == "record"):
        return IDENTITY, n[:3]
    if len(n) == 7:
        options.assume("seven numbers are a position and a quaternion")
        return _quaternion(n[3:], text, options), n[:3]
    if len(n) not in (12, 16):
        raise DebuggerError(f"{text}: must be a pose, got {len(n)} numbers of type {node.type}")
    order = _order(node, options)
    if len(n) == 16:
        by_rows = [[n[0:3], n[4:7], n[8:11]], [n[3], n[7], n[11]], n[12:16]]
        by_columns = [[n[0:9:4], n[1:10:4], n[2:11:4]], n[12:15], [n[3], n[7], n[11], n[15]]]
        possible = {"rows": by_rows, "columns": by_columns}
        fitting = {name: m for name, m in possible.items() if m[2] == [0, 0, 0, 1]}
    else:
        by_rows = [[n[0:3], n[4:7], n[8:11]], [n[3], n[7], n[11]]]
        by_columns = [[n[0:9:3], n[1:9:3], n[2:9:3]], n[9:12]]
        possible = {"rows": by_rows, "columns": by_columns}
        fitting = {name: m for name, m in possible.items() if _deviation(m[0]) <= RIGID}
    if order is None:
        order = next(iter(fitting), "rows")
        if len(fitting) == 2 and fitting["rows"][0] != fitting["columns"][0]:
            options.assume("matrices are stored row by row (--columns otherwise)")
    if len(n) == 16 and order not in fitting:
        raise DebuggerError(f"{text}: is no transform stored by {order}: its last row must be 0 0 0 1")
    rotation, position = possible[order][:2]
    return _rigid(rotation, text), position


def _order(node, options):
    """How the type stores matrices, or None if it does not say."""
    name = node.canonical
    eigen = re.match(r"Eigen::(Matrix|Transform)<[^,]+, *\d+, *\d+, *(\d+)", name)
    if eigen:
        return "rows" if int(eigen[2]) & 1 else "columns"
    if re.fullmatch(BY_COLUMNS, name):
        return "columns"
    return "rows" if re.fullmatch(BY_ROWS, name) else options.matrix


def read_rotation(node, text, options):
    """Rows of a rotation, or a quaternion x, y, z, w."""
    if node.kind == "pointer":
        node = node.elements(1)[0]
        if node.kind == "number":
            raise DebuggerError(f"{text}: is a pointer to numbers; write {text.strip()}@4 for a quaternion, @9 or @12")
    fields = node.fields() if node.kind == "record" else {}
    if {"x", "y", "z", "w"} <= set(fields):
        return _unit([scalar(fields[name], text) for name in "xyzw"], text)
    if {"v", "s"} == set(fields):
        return _unit([*vector(fields["v"], text), scalar(fields["s"], text)], text)
    n = finite(numbers_of(node), text)
    if len(n) == 4:
        if node.kind == "record":  # Eigen, Bullet, Jolt
            return _unit(n, text)
        return _quaternion(n, text, options)
    if len(n) not in (9, 12):
        raise DebuggerError(f"{text}: must be a quaternion or a 3x3 matrix, got {len(n)} numbers of type {node.type}")
    step = len(n) // 3
    rows = [n[i * step : i * step + 3] for i in range(3)]
    order = _order(node, options)
    if order is None and any(rows[i][j] != rows[j][i] for i, j in ((0, 1), (1, 2), (2, 0))):
        options.assume("matrices are stored row by row (--columns otherwise)")
    return _rigid([list(column) for column in zip(*rows)] if order == "columns" else rows, text)


def _quaternion(n, text, options):
    if options.quaternion is None:
        options.assume("quaternions are x, y, z, w (--quaternion wxyz otherwise)")
    return _unit([*n[1:], n[0]] if options.quaternion == "wxyz" else n, text)


def _unit(q, text):
    if not any(q):
        raise DebuggerError(f"{text}: the quaternion is 0")
    return list(q)


def _rigid(rows, text):
    off = _deviation(rows)
    if off > RIGID:
        raise DebuggerError(f"{text}: is not a rotation: off by {off:.3g}; a transform with a scale has no scene")
    return [list(row) for row in rows]


def _deviation(rows):
    """How far the columns are from a right-handed orthonormal basis."""
    x, y, z = zip(*rows)
    dots = [abs(_dot(u, u) - 1) for u in (x, y, z)] + [abs(_dot(x, y)), abs(_dot(y, z)), abs(_dot(z, x))]
    handed = (
        x[0] * (y[1] * z[2] - y[2] * z[1]) - x[1] * (y[0] * z[2] - y[2] * z[0]) + x[2] * (y[0] * z[1] - y[1] * z[0])
    )
    return max(dots) if handed > 0 else math.inf


def _dot(u, v):
    return sum(a * b for a, b in zip(u, v))


def _combined(pose, place, text):
    """The pose as fields of a scene's shape; `place` moves the shape in the frame of the pose."""
    rotation, position = pose
    if place is not None and any(place[1]):
        rows = rotation if len(rotation) == 3 else _rotation_of(rotation)
        position = [p + _dot(row, place[1]) for p, row in zip(position, rows)]
    if len(rotation) == 4:
        return {"position": position, "orientation": rotation}
    if rotation == IDENTITY:
        return {"position": position}
    rows = [[*row, p] for row, p in zip(rotation, position)]
    return {"transform": [*rows, [0.0, 0.0, 0.0, 1.0]]}


def _rotation_of(q):
    length = math.sqrt(_dot(q, q))
    x, y, z, w = (part / length for part in q)
    return [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]


# --- answers ---

VERDICTS = ("separated", "touching", "penetrating", "undecided")


def _reported(debugger, arguments):
    """What the engine answered, or None."""
    found = _recorded_answer(debugger, arguments.answer) if arguments.answer else {}
    if arguments.distance:
        found["signed_distance"] = scalar(evaluate(debugger, arguments.distance), arguments.distance)
    if arguments.normal:
        found["normal"] = vector(evaluate(debugger, arguments.normal), arguments.normal)
    return {"pair": ["A", "B"], "by": "the stopped program", **found} if found else None


def _recorded_answer(debugger, text):
    """A `gjkcap_answer`."""
    node = evaluate(debugger, text)
    fields = node.fields() if node.kind == "record" else {}
    if "given" not in fields:
        raise DebuggerError(f"{text}: must be a gjkcap_answer, it is of type {node.type}")
    given, found = int(fields["given"].number()), {}
    if given & 16:
        found["verdict"] = VERDICTS[int(fields["verdict"].number()) & 3]
    for bit, name in ((1, "signed_distance"), (2, "normal"), (4, "witness_a"), (8, "witness_b")):
        if given & bit:
            found[name] = (scalar if bit == 1 else vector)(fields[name], f"{text}.{name}")
    return found


# --- captures in memory: see gjkcap.md ---

FILE_HEADER = struct.pack("<8sHHI16x", b"\x89GJKCAP\n", 1, 0, 32)
RECORD = struct.Struct("<II")
SHAPE = struct.Struct("<QHBxII4x5d")  # key, kind, axis, vertices, triangles, size and rounding
FORGOTTEN = 255  # the number of vertices of iterations whose pair was not recorded
KINDS = {0: "point", 3: "sphere", 4: "box", 5: "capsule", 6: "cylinder", 7: "cone", 8: "ellipsoid", 9: "hull"}


def capture_bytes(debugger, ticks):
    """(pairs, bytes of a .gjkcap file): the last ticks in the rings of a program with gjkscope_capture.h; 0: all."""
    pool = _pool(debugger)
    rings, whole = debugger.variable("gjkcap_rings")
    ring = _integer(debugger, "sizeof(gjkcap_rings[0])")
    slot = _integer(debugger, "sizeof(gjkcap_rings[0].slots[0])")
    slots = _integer(debugger, "sizeof(gjkcap_rings[0].slots)") // slot
    first = _integer(debugger, "(unsigned long)&gjkcap_rings[0].slots[0]") - rings
    kept, overwritten = [], 0
    iterations = _iterations(debugger, whole // ring)
    for thread, begin in enumerate(range(rings, rings + whole, ring)):
        written = int.from_bytes(debugger.read(begin, 8), "little")
        if written:
            oldest = max(written - slots + 1, 0)  # the slot before it may be half overwritten
            overwritten += oldest
            data = debugger.read(begin + first, min(written, slots) * slot)
            for i in range(oldest, written):
                record = data[i % slots * slot :][: RECORD.size + RECORD.unpack_from(data, i % slots * slot)[1]]
                kept.append((record, iterations[thread].get(i, b"")))
    kept = _latest(kept, ticks)
    refused = int.from_bytes(debugger.read(debugger.variable("gjkcap_refused")[0], 8), "little")
    lost = overwritten if ticks == 0 else 0
    end = RECORD.pack(4, 16) + struct.pack("<QQ", lost, refused) if lost + refused else b""
    return len(kept), FILE_HEADER + b"".join(before + record for record, before in kept) + pool + end


def _latest(pairs, ticks):
    """The pairs of the last ticks, (record, records of its iterations) each."""
    numbers = [struct.unpack_from("<Q", record, RECORD.size)[0] for record, _ in pairs]
    first = max(numbers) - ticks + 1 if ticks and numbers else 0
    return [pair for pair, tick in zip(pairs, numbers) if tick >= first]


def _iterations(debugger, threads):
    """For each thread, the records of iterations by the number of their pair; empty without GJKCAP_ITERATIONS."""
    try:
        rings, whole = debugger.variable("gjkcap_iteration_rings")
    except DebuggerError:
        return [{} for _ in range(threads)]
    name, ring = "gjkcap_iteration_rings[0]", whole // threads
    slot = _integer(debugger, f"sizeof({name}.slots[0])")
    slots = _integer(debugger, f"sizeof({name}.slots)") // slot
    first = _integer(debugger, f"(unsigned long)&{name}.slots[0]") - rings
    pairs = _integer(debugger, f"(unsigned long)&{name}.pairs[0]") - rings
    found = []
    for begin in range(rings, rings + whole, ring):
        found.append({})
        written = int.from_bytes(debugger.read(begin, 8), "little")
        if written:
            used = min(written, slots)
            owners = struct.unpack(f"<{used}Q", debugger.read(begin + pairs, 8 * used))
            data = debugger.read(begin + first, used * slot)
            for i in range(max(written - slots + 1, 0), written):  # the slot before it may be half overwritten
                record = data[i % slots * slot :][: RECORD.size + RECORD.unpack_from(data, i % slots * slot)[1]]
                if record[RECORD.size] != FORGOTTEN:
                    found[-1][owners[i % slots]] = found[-1].get(owners[i % slots], b"") + record
    return found


def _pool(debugger):
    """The records of all shapes."""
    used = int.from_bytes(debugger.read(debugger.variable("gjkcap_pool_used")[0], 8), "little")
    address, size = debugger.variable("gjkcap_pool")
    if used > size:
        raise DebuggerError(f"gjkcap_pool_used: {used} of {size} bytes: the memory is damaged")
    return debugger.read(address, used) if used else b""


def _integer(debugger, text):
    return int(debugger.evaluate(text).number())


def recorded_shape(debugger, key, text):
    """The shape of a `gjkcap_shape`."""
    pool, at = _pool(debugger), 0
    while at + RECORD.size <= len(pool):
        _, length = RECORD.unpack_from(pool, at)
        found, kind, axis, count, _, *size = SHAPE.unpack_from(pool, at + RECORD.size)
        if found == key:
            corners = struct.unpack_from(f"<{3 * count}d", pool, at + RECORD.size + SHAPE.size)
            return _shape_of_record(kind, axis, size, corners, text)
        at += RECORD.size + length
    raise DebuggerError(f"{text}: {key:#x} is not the key of a recorded shape")


def _shape_of_record(kind, axis, size, corners, text):
    if kind not in KINDS:
        raise DebuggerError(f"{text}: shapes of kind {kind} are not supported")
    word = KINDS[kind]
    shape = {"type": word, "rounding": size[4]}
    if word == "hull":
        shape["vertices"] = [list(corners[i : i + 3]) for i in range(0, len(corners), 3)]
    shape.update(_sized(word, size[: max(SHAPE_WORDS[word], 0)]))
    if word in ("capsule", "cylinder", "cone"):
        shape["axis"] = AXES[axis]
    return _checked(shape, text)
