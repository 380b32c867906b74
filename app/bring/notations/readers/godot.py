"""Godot: scenes and resources (.tscn, .tres), and the literals of GDScript.

    [sub_resource type="CapsuleShape3D" id="capsule"]      var box := BoxShape3D.new()
    radius = 0.25                                          box.size = Vector3(1, 2, 3)
    [node name="Hull" type="CollisionShape3D" parent="A"]  $A.transform = Transform3D(Basis(…), Vector3(0, 1, 0))
    shape = SubResource("capsule")

In a file, the 12 numbers of a Transform3D are the basis by rows and then the origin; in GDScript, the vectors of a
Basis are its columns.  Sizes are full, a capsule's height includes its caps, and values equal to Godot's defaults are
not in the file.  Godot 3 (BoxShape, Transform) has half extents, and its capsules lie along z with their height between
the caps.
"""

import re
from collections.abc import Iterator, Sequence
from math import hypot
from typing import NamedTuple

import numpy as np

from gjkscope.app.base.tokens import Kind, Token, quoted
from gjkscope.app.bring.notations.code import builders as build
from gjkscope.app.bring.notations.code.lexer import GDSCRIPT
from gjkscope.app.bring.notations.code.reader import read_code
from gjkscope.app.bring.notations.code.values import IDENTITY_PLACEMENT, IDENTITY_ROTATION, ShapeForm
from gjkscope.app.bring.notations.code.vocabulary import Form, Forms, Vocabulary
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.keyed.assembling import assemble
from gjkscope.app.bring.notations.keyed.conventions import GODOT
from gjkscope.app.bring.notations.keyed.fields import shape_kind_of
from gjkscope.app.bring.notations.keyed.gathering import gather
from gjkscope.app.bring.notations.keyed.scaling import can_stretch, stretched_shape
from gjkscope.app.bring.notations.keyed.scanning import is_comment, scan, span_of_tokens
from gjkscope.app.bring.notations.keyed.trees import Bracket, Keyed, all_numbers, span_of_entry, tree
from gjkscope.app.bring.notations.keyed.values import (
    ValueTokens,
    numbers_of,
    points_of,
    scalar,
    value_of_group,
    vector_of,
)
from gjkscope.app.bring.notations.placing import COLUMNS, XYZW, nearest_rotation, transform
from gjkscope.app.bring.notations.planes import turn_to
from gjkscope.app.bring.notations.poses import compose
from gjkscope.app.bring.notations.reading import ImportFault, Reading
from gjkscope.app.bring.notations.registry import Notation, register
from gjkscope.app.scenes.scene import Body, PositionOrientation, Transform
from gjkscope.app.scenes.turns import turn_by_euler
from gjkscope.engine.pose import RIGID_TOLERANCE, rotation_from_quaternion
from gjkscope.engine.shapes.kinds import Box, Capsule, Cylinder, HalfSpace, Hull, Shape, Sphere
from gjkscope.engine.vectors import IDENTITY, ZERO, Mat3, Vec3, norm, scale, unit

_SECTION = re.compile(r"^[^\S\n]*\[(sub_resource|node|gd_scene|gd_resource|resource)\b", re.MULTILINE)
_SCRIPT = re.compile(r"\b(Transform3D|\w+Shape3D|PackedVector3Array|PoolVector3Array)\b")

_CODE = re.compile(r"(?<=\w)Shape(?:3D)?\.new\(\)")


def recognize(text: str) -> float:
    start = text[:200_000]
    if _SECTION.search(start) and "[" in start:
        return 0.98
    return 0.94 if _SCRIPT.search(start) else 0.0


def read(context: ReadContext) -> Reading:
    """Raises `TextError` and `ImportFault`."""
    root = tree([token for token in scan(context.text) if not is_comment(token)])
    if _SECTION.search(context.text):
        return _read_scene(root, context)
    if _CODE.search(context.text):
        return read_code(context, SCRIPT)
    return assemble(gather(root, context), GODOT, context)  # printed values: size: (1, 2, 3) transform: [X: …]


# --- scenes ---


class FileSection(NamedTuple):
    """A section of a scene file: [kind key=value …] and the properties below it."""

    kind: str
    token: Token
    header: dict[str, str]
    properties: dict[str, Keyed]


class SceneNode(NamedTuple):
    path: str  # "." for the root of the scene
    section: FileSection


def _read_scene(root: Bracket, context: ReadContext) -> Reading:
    sections = list(_sections(root))
    resources = {item.header.get("id", ""): item for item in sections if item.kind in ("sub_resource", "resource")}
    nodes = {node.path: node for node in map(_node, sections) if node is not None}
    shapes = [node for node in nodes.values() if "shape" in node.section.properties and not _is_disabled(node, context)]
    parents = [_parent(node.path) for node in shapes]
    bodies = []
    for node in shapes:
        name = _body_name(node, parents.count(_parent(node.path)), nodes)
        resource = _resource(node, resources, context)
        shape, placement = _placed_shape(_shape(resource, name, context), node.path, nodes, name, context)
        if isinstance(shape, HalfSpace):
            placement = compose(placement, _plane_frame(resource, name, context))
        bodies.append(Body(name, shape, placement))
    if not nodes:
        bodies = [
            Body(key or section.header.get("type", "shape"), _shape(section, key, context))
            for key, section in resources.items()
            if shape_kind_of(section.header.get("type", ""))
        ]
    if not bodies:
        raise ImportFault("found no shapes: expected nodes with a property shape = SubResource(…)")
    planes = frozenset(body.name for body in bodies if isinstance(body.shape, HalfSpace))
    return Reading(tuple(bodies), planes=planes)


def _sections(root: Bracket) -> Iterator[FileSection]:
    """The sections, with the properties below each."""
    current: FileSection | None = None
    for item in root.items:
        if isinstance(item, Bracket) and item.opening is not None and item.opening.text == "[":
            words = [token for token in item.items if isinstance(token, Token) and token.kind is Kind.NAME]
            entries = item.entries
            if not words and entries:  # [node name="A" …]: the first key is "node name"
                words = entries[0].key[:1]
                entries[0].key = entries[0].key[1:] or entries[0].key
            if current is not None:
                yield current
            if not words:
                raise item.opening.fault("a section must have a name, such as [node …]")
            header = {entry.name: token.text for entry in entries if (token := _plain_value(entry)) is not None}
            current = FileSection(words[0].text, words[0], header, {})
        elif isinstance(item, Keyed) and current is not None:
            current.properties[item.name] = item
    if current is not None:
        yield current


def _plain_value(entry: Keyed) -> Token | None:
    """The string or number of a key in a header."""
    head = entry.items[0] if entry.items else None
    return head if isinstance(head, Token) else None


def _node(section: FileSection) -> SceneNode | None:
    if section.kind != "node":
        return None
    name, parent = section.header.get("name", "node"), section.header.get("parent")
    if parent is None:
        return SceneNode(".", section)
    return SceneNode(name if parent == "." else f"{parent}/{name}", section)


def _parent(path: str) -> str:
    return path.rpartition("/")[0] or "."


def _is_disabled(node: SceneNode, context: ReadContext) -> bool:
    entry = node.section.properties.get("disabled")
    if entry is None or "true" not in [word.text for word in entry.words]:
        return False
    context.warn(f"{node.path} is disabled and was left out")
    return True


def _body_name(node: SceneNode, siblings: int, nodes: dict[str, SceneNode]) -> str:
    parent = _parent(node.path)
    own = node.path.rpartition("/")[2] if node.path != "." else node.section.header.get("name", "shape")
    if parent not in nodes or parent == ".":
        return own
    return parent.rpartition("/")[2] if siblings == 1 else f"{parent.rpartition('/')[2]}/{own}"


def _resource(node: SceneNode, resources: dict[str, FileSection], context: ReadContext) -> FileSection:
    entry = node.section.properties["shape"]
    group = next(iter(entry.groups), None)
    token = next((item for item in group.items if isinstance(item, Token)), None) if group else None
    label = group.label.text if group and group.label else ""
    if token is None or label != "SubResource":
        raise entry.key[0].fault(f"{node.path}: the shape must be a SubResource of this text, got {label or 'none'}")
    if token.text not in resources:
        raise token.fault(f"{node.path}: the text has no [sub_resource id={quoted(token.text)}]")
    return resources[token.text]


class NodeFrame(NamedTuple):
    """The frame of a node, which may be scaled and is not yet a pose."""

    rows: Mat3
    position: Vec3
    tokens: tuple[Token, ...] = ()  # of the rows


def _placed_shape(
    shape: Shape, path: str, nodes: dict[str, SceneNode], name: str, context: ReadContext
) -> tuple[Shape, PositionOrientation | Transform]:
    """A shape with its pose in the scene: the product of the frames along the path, with their scales."""
    frames = list(_frames(path, nodes, name, context))
    if all(_is_rigid(frame) for frame, _ in frames):
        placement: PositionOrientation | Transform = PositionOrientation()
        for frame, what in frames:
            placement = compose(placement, _rigid(frame, context, what))
        return shape, placement
    linear, position = np.eye(3), np.zeros(3)
    for frame, _ in frames:
        position = linear @ np.array(frame.position) + position
        linear = linear @ np.array(frame.rows)
    tokens = tuple(token for frame, _ in frames for token in frame.tokens)
    factors, rows = _scale_and_rotation(linear, tokens, context, name)
    x, y, z = (float(number) for number in position)
    if not can_stretch(shape, factors):
        raise context.fault_at(
            tokens[0].start, f"{name}: a {shape.kind} can only be scaled by the same factor in x, y and z"
        )
    context.warn(f"{name}: the scale {factors[0]:g}, {factors[1]:g}, {factors[2]:g} was applied to the shape")
    return stretched_shape(shape, factors), transform(rows, (x, y, z))


def _scale_and_rotation(
    linear: np.ndarray, tokens: tuple[Token, ...], context: ReadContext, name: str
) -> tuple[Vec3, Mat3]:
    """The factors along the axes, and the rotation; equal up to their printed digits, the factors are made equal."""
    lengths = [hypot(*column) for column in linear.T.tolist()]
    if not min(lengths) > 0.0:
        raise context.fault_at(tokens[0].start, f"{name}: a scale must not be 0")
    printed = RIGID_TOLERANCE * max(lengths)
    if 0.0 < max(lengths) - min(lengths) <= printed:
        lengths = [sum(lengths) / 3.0] * 3
    elif 0.0 < abs(lengths[0] - lengths[2]) <= printed:
        lengths[0] = lengths[2] = (lengths[0] + lengths[2]) / 2.0
    a, b, c = ((float(x), float(y), float(z)) for x, y, z in linear / np.array(lengths))
    rows = nearest_rotation((a, b, c), tokens, context, f"{name}: transform")
    return (lengths[0], lengths[1], lengths[2]), rows


def _is_rigid(frame: NodeFrame) -> bool:
    rows = np.array(frame.rows)
    return bool(np.abs(rows.T @ rows - np.eye(3)).max() <= RIGID_TOLERANCE)  # Godot prints six digits or more


def _rigid(frame: NodeFrame, context: ReadContext, what: str) -> PositionOrientation | Transform:
    if not frame.tokens:
        return PositionOrientation(frame.position)
    return transform(nearest_rotation(frame.rows, frame.tokens, context, what), frame.position)


def _frames(path: str, nodes: dict[str, SceneNode], name: str, context: ReadContext) -> Iterator[tuple[NodeFrame, str]]:
    """The frames of the nodes along a path, the outermost first, each with a description for messages."""
    steps = path.split("/") if path != "." else []
    for ancestor in (".", *("/".join(steps[: i + 1]) for i in range(len(steps)))):
        if ancestor in nodes:
            yield _own_frame(nodes[ancestor], name, context), f"{ancestor}: transform"
        elif ancestor != ".":
            context.warn(f"{name}: the text has no node {quoted(ancestor)}: its pose is taken as the identity")


def _own_frame(node: SceneNode, name: str, context: ReadContext) -> NodeFrame:
    entry = node.section.properties.get("transform")
    if entry is not None:
        value = value_of_group(entry.groups[0]) if entry.groups else None
        if value is None or len(value) != 12:
            count = 0 if value is None else len(value)
            raise entry.key[0].fault(f"{node.path}: transform: must have 12 numbers, got {count}")
        parts = numbers_of(value, context)
        rows = ((parts[0], parts[1], parts[2]), (parts[3], parts[4], parts[5]), (parts[6], parts[7], parts[8]))
        context.fact(name, "pose", "basis by rows, then origin", span_of_entry(entry))
        tokens = tuple(token for token in value.tokens[:9] if "e" not in token.text)  # 2.6e-08 is 0 to six digits
        return NodeFrame(rows, (parts[9], parts[10], parts[11]), tokens or tuple(value.tokens[:9]))
    rows, tokens = _rotation_and_scale(node, context)
    return NodeFrame(rows, _vector(node, "position", context) or ZERO, tokens)


def _rotation_and_scale(node: SceneNode, context: ReadContext) -> tuple[Mat3, tuple[Token, ...]]:
    """The basis of a node that has `rotation` (Euler angles in radians, YXZ) or `scale` instead of a transform."""
    turn, factors = _vector(node, "rotation", context), _vector(node, "scale", context)
    if turn is None and factors is None:
        return IDENTITY, ()
    tokens = tuple(
        token
        for key in ("rotation", "scale")
        if key in node.section.properties
        for token in all_numbers(node.section.properties[key])
    )
    x, y, z = turn or ZERO
    rows = np.array(rotation_from_quaternion(turn_by_euler("YXZ", (y, x, z)))) * (factors or (1.0, 1.0, 1.0))
    a, b, c = ((float(p), float(q), float(r)) for p, q, r in rows)
    return (a, b, c), tokens


def _vector(node: SceneNode, key: str, context: ReadContext) -> Vec3 | None:
    entry = node.section.properties.get(key)
    if entry is None or not entry.groups:
        return None
    value = value_of_group(entry.groups[0])
    if value is None:
        raise entry.key[0].fault("must be a Vector3 of three numbers")
    return vector_of(value, context)


# --- shapes of scenes ---


class _Properties:
    """The properties of a shape; one that equals Godot's default is not in the text."""

    def __init__(self, section: FileSection, name: str, context: ReadContext) -> None:
        self.section, self.name, self.context = section, name, context

    def value(self, key: str) -> ValueTokens | None:
        entry = self.section.properties.get(key)
        if entry is None:
            return None
        tokens = tuple(all_numbers(entry))
        if not tokens:
            raise entry.key[0].fault(f"{self.name}: {key} has no number")
        self.context.fact(self.name, key, " ".join(token.text for token in tokens[:3]), span_of_entry(entry))
        return ValueTokens(tokens, span_of_entry(entry), key=key)

    def length(self, key: str, default: float) -> float:
        value = self.value(key)
        if value is None:
            self.context.warn(f"{self.name}: {key} = {default:g} is Godot's default")
            return default
        number = scalar(value, self.context)
        if not number > 0.0:
            raise value.fault("must be > 0", self.context)
        return number


def _shape(section: FileSection, name: str, context: ReadContext) -> Shape:
    type_name = section.header.get("type", "")
    builder = _BUILDERS.get(type_name)
    if builder is None:
        if type_name.endswith("2D"):
            raise section.token.fault(
                f"{type_name}: 2D scenes of Godot are not read: write the pair as lists of corners"
            )
        raise section.token.fault(f"{type_name or 'this shape'} is not supported: expected {', '.join(_BUILDERS)}")
    context.fact(name, "shape", type_name, span_of_tokens([section.token]))
    return builder(_Properties(section, name, context))


def _box(of: _Properties) -> Shape:
    if "extents" in of.section.properties:  # early versions of Godot 4
        return _box_of_godot_3(of)
    return _box_of(of, "size", "full", "half", "Godot 4 has full sizes")


def _box_of_godot_3(of: _Properties) -> Shape:
    return _box_of(of, "extents", "half", "full", "Godot 3 has half extents")


def _box_of(of: _Properties, field: str, measure: str, other: str, why: str) -> Shape:
    """A box whose `field` holds full or half sizes."""
    value = of.value(field)
    if value is None:
        of.context.warn(f"{of.name}: {field} = 1, 1, 1 is Godot's default")
        half = 0.5 if measure == "full" else 1.0
        return Box((half, half, half))
    x, y, z = vector_of(value, of.context)
    _check_positive((x, y, z), value, of.context)
    factor = 0.5 if of.context.assume("sizes", measure, why, other) == "full" else 1.0
    return Box((factor * x, factor * y, factor * z))


def _check_positive(sizes: Sequence[float], value: ValueTokens, context: ReadContext) -> None:
    if not min(sizes) > 0.0:
        raise value.fault("sizes must be > 0", context)


def _capsule(of: _Properties) -> Shape:
    radius, height = of.length("radius", 0.5), of.length("height", 2.0)
    if height < 2.0 * radius:
        raise of.section.token.fault(
            f"{of.name}: the height includes the caps, so it must be at least twice the radius"
        )
    half = 0.5 * height - radius
    return Capsule(radius, half, "y") if half > 0.0 else Sphere(radius)


def _capsule_of_godot_3(of: _Properties) -> Shape:
    return Capsule(of.length("radius", 1.0), 0.5 * of.length("height", 1.0), "z")


def _cylinder(of: _Properties) -> Shape:
    return Cylinder(of.length("radius", 0.5), 0.5 * of.length("height", 2.0), "y")


def _sphere(of: _Properties) -> Shape:
    return Sphere(of.length("radius", 0.5))


def _sphere_of_godot_3(of: _Properties) -> Shape:
    return Sphere(of.length("radius", 1.0))


def _cylinder_of_godot_3(of: _Properties) -> Shape:
    return Cylinder(of.length("radius", 1.0), 0.5 * of.length("height", 2.0), "y")


def _plane(of: _Properties) -> Shape:
    return HalfSpace()


def _plane_frame(section: FileSection, name: str, context: ReadContext) -> Transform:
    """The placement of a plane in its node: the four numbers are normal · x = distance."""
    value = _Properties(section, name, context).value("plane")
    if value is None:
        return transform(turn_to((0.0, 1.0, 0.0)), (0.0, 0.0, 0.0))  # Godot's default
    numbers = numbers_of(value, context)
    if len(numbers) != 4 or not norm((numbers[0], numbers[1], numbers[2])) > 0.0:
        raise value.fault("a plane has four numbers, with a normal that is not zero", context)
    normal = unit((numbers[0], numbers[1], numbers[2]))
    return transform(turn_to(normal), scale(normal, numbers[3]))


def _hull(of: _Properties) -> Shape:
    value = of.value("points")
    if value is None:
        raise of.section.token.fault(f"{of.name}: the points are missing")
    return Hull(points_of(value, of.context))


_BUILDERS = {
    "BoxShape3D": _box,
    "SphereShape3D": _sphere,
    "CapsuleShape3D": _capsule,
    "CylinderShape3D": _cylinder,
    "ConvexPolygonShape3D": _hull,
    "WorldBoundaryShape3D": _plane,
    "BoxShape": _box_of_godot_3,
    "SphereShape": _sphere_of_godot_3,
    "CapsuleShape": _capsule_of_godot_3,
    "CylinderShape": _cylinder_of_godot_3,
    "ConvexPolygonShape": _hull,
}


# --- GDScript ---

_EULER = build.euler("YXZ", places=(1, 0, 2))
_EULER_DEGREES = build.euler("YXZ", build.DEGREES, places=(1, 0, 2))
_SPHERES = ShapeForm("sphere", ("radius?",), defaults=(("radius", 0.5),))
_NAMED = {
    "ZERO": (0.0, 0.0, 0.0),
    "ONE": (1.0, 1.0, 1.0),
    "UP": (0.0, 1.0, 0.0),
    "DOWN": (0.0, -1.0, 0.0),
    "RIGHT": (1.0, 0.0, 0.0),
    "LEFT": (-1.0, 0.0, 0.0),
    "FORWARD": (0.0, 0.0, -1.0),
    "BACK": (0.0, 0.0, 1.0),
}
_TRANSFORM = (
    Form("vvvv", build.translate_and_turn),
    Form("rv", build.pose),
    Form("p", build.pose_from),
    Form("", build.IDENTITY_POSE.build),
)
_QUATERNION = (
    Form("ssss", build.from_quaternion(XYZW)),
    Form("vs", build.axis_angle()),
    Form("r", build.as_rotation),
    Form("", build.IDENTITY_TURN.build),
)

_FUNCTIONS: dict[str, Forms] = {
    "BoxShape3D.new": (
        ShapeForm(
            "box", ("sizes?",), names=(("size", "sizes"), ("extents", "half_extents")), defaults=(("size", 1.0),)
        ),
    ),
    "SphereShape3D.new": (_SPHERES,),
    "CapsuleShape3D.new": (
        ShapeForm(
            "capsule",
            ("radius?", "total_height?"),
            "y",
            names=(("height", "total_height"),),
            defaults=(("radius", 0.5), ("total_height", 2.0)),
        ),
    ),
    "CylinderShape3D.new": (
        ShapeForm("cylinder", ("radius?", "height?"), "y", defaults=(("radius", 0.5), ("height", 2.0))),
    ),
    **dict.fromkeys(("ConvexPolygonShape3D.new", "ConvexPolygonShape.new"), (ShapeForm("hull", ("points?",)),)),
    **dict.fromkeys(
        ("WorldBoundaryShape3D.new", "PlaneShape.new"), (ShapeForm("halfspace", ("plane?",), "y", is_axis_named=True),)
    ),
    # Godot 3
    "BoxShape.new": (
        ShapeForm("box", ("half_extents?",), names=(("extents", "half_extents"),), defaults=(("half", 1.0),)),
    ),
    "SphereShape.new": (ShapeForm("sphere", ("radius?",), defaults=(("radius", 1.0),)),),
    "CapsuleShape.new": (
        ShapeForm("capsule", ("radius?", "height?"), "z", defaults=(("radius", 1.0), ("height", 1.0))),
    ),
    "CylinderShape.new": (
        ShapeForm("cylinder", ("radius?", "height?"), "y", defaults=(("radius", 1.0), ("height", 2.0))),
    ),
    "Vector3": build.VECTOR3,
    "PackedVector3Array": (Form("a", build.first), Form("…", build.as_list)),
    "PoolVector3Array": (Form("a", build.first), Form("…", build.as_list)),
    "Plane": (Form("vs", build.plane(1.0)), Form("ssss", build.plane(1.0))),
    "Basis": (Form("vvv", build.rotation_matrix(COLUMNS)), *_QUATERNION[1:]),
    **dict.fromkeys(("Quaternion", "Quat"), _QUATERNION),
    **{f"{name}.from_euler": (Form("v", _EULER),) for name in ("Basis", "Quaternion")},
    **dict.fromkeys(("Transform3D", "Transform"), _TRANSFORM),
}

SCRIPT = Vocabulary(
    name="godot",
    title="Godot",
    language=GDSCRIPT,
    signs=_SCRIPT.pattern,
    functions=_FUNCTIONS,
    constants={
        **{f"Vector3.{name}": build.numbers(*parts) for name, parts in _NAMED.items()},
        **{f"{name}.IDENTITY": IDENTITY_ROTATION for name in ("Basis", "Quaternion", "Quat")},
        **{f"{name}.IDENTITY": IDENTITY_PLACEMENT for name in ("Transform3D", "Transform")},
    },
    order=XYZW,
    order_why="Godot takes x, y, z, w",
    unsupported=r"(?:ConcavePolygon|HeightMap|SeparationRay)Shape3D",
    methods={"euler": (Form("v", _EULER),), "euler degrees": (Form("v", _EULER_DEGREES),)},
    fields={
        "rotation": "euler",
        "global_rotation": "euler",
        "rotation_degrees": "euler degrees",
        "global_rotation_degrees": "euler degrees",
        "global_position": "position",
        "global_transform": "placement",
        "basis": "rotation",
        "quaternion": "rotation",
    },
    infers_points=False,
)

register(Notation("godot", "Godot", recognize, read, (".tscn", ".tres", ".gd")))
