"""Unity's scenes and prefabs: the YAML of colliders, transforms and game objects.

    --- !u!65 &700004
    BoxCollider:
      m_GameObject: {fileID: 700000}
      m_Size: {x: 1, y: 2, z: 1}

Sizes are full, a capsule's height includes its caps.  A collider is placed by its centre, the transform of its game
object and those of the parents, and scaled by all of them.  Unity's coordinates are left-handed; the numbers stay as
given.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from gjkscope.app.base.tokens import Kind, TextError, Token, number_token
from gjkscope.app.base.work import spend
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.placing import XYZW, quaternion
from gjkscope.app.bring.notations.poses import compose
from gjkscope.app.bring.notations.reading import ImportFault, Reading, Span
from gjkscope.app.bring.notations.registry import Notation, register
from gjkscope.app.scenes.scene import Body, PositionOrientation, Transform
from gjkscope.engine.shapes.kinds import Box, Capsule, Shape, Sphere
from gjkscope.engine.vectors import Vec3

_SIGN = re.compile(r"^(?:--- !u!\d+ &-?\d+|\s{0,8}m_(?:LocalPosition|LocalRotation|GameObject): ?\{)", re.MULTILINE)
_COLLIDER = re.compile(r"^\s{0,8}(?:Box|Sphere|Capsule|Mesh|Wheel|Terrain)Collider:", re.MULTILINE)
_HEADER = re.compile(r"--- !u!\d+ &(-?\d+)")
_TYPE = re.compile(r"([A-Z]\w*):\s*$")
_PROPERTY = re.compile(r"(\w+):[^\S\n]*(.*)")
_PART = re.compile(r"(\w+):[^\S\n]*([^,}\s]+)")
_AXES = {"0": "x", "1": "y", "2": "z"}
_UNIT: Vec3 = (1.0, 1.0, 1.0)
_DEEPEST = 100  # transforms, one in the other


class _Text(NamedTuple):
    """A value with its place."""

    text: str
    line: int
    column: int
    start: int


class _Section(NamedTuple):
    """A document of the file: an object with its properties."""

    type: str
    id: str
    properties: dict[str, _Text]
    start: int


def recognize(text: str) -> float:
    return 0.99 if _COLLIDER.search(text) and _SIGN.search(text) else 0.0


def read(context: ReadContext) -> Reading:
    """Raises `TextError` and `ImportFault`."""
    scene = _Scene(list(_sections(context.text)), context)
    bodies = [scene.body(item) for item in scene.sections if item.type in _SHAPES and scene.is_enabled(item)]
    for section in scene.sections:
        if section.type in ("MeshCollider", "WheelCollider", "TerrainCollider"):
            raise context.fault_at(section.start, f"{section.type}: its mesh is not in the text")
    context.assume_at_origin(scene.unplaced)
    if not bodies:
        raise ImportFault("found no shapes: expected BoxCollider, SphereCollider or CapsuleCollider")
    context.warn("Unity's coordinates are left-handed: the numbers stay as given, so the picture is mirrored")
    return Reading(tuple(bodies))


def _sections(text: str) -> Iterator[_Section]:
    """The objects in the text; a fragment may lack the headers with their numbers."""
    current: _Section | None = None
    key, start = "", 0
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        spend(1, number)
        stripped = line.strip()
        at = start + len(line) - len(line.lstrip())
        start += len(line)
        if header := _HEADER.match(stripped):
            key = header[1]
        elif match := _TYPE.fullmatch(stripped):
            if line[:1].isspace() and current is not None and not _is_component(match[1]):
                continue
            if current is not None:
                yield current
            current, key = _Section(match[1], key, {}, at), ""
        elif current is not None and (match := _PROPERTY.match(stripped)):
            column = at + match.start(2)
            value = _Text(match[2].strip(), number, column - (start - len(line)) + 1, column)
            current.properties.setdefault(match[1], value)
    if current is not None:
        yield current


def _is_component(name: str) -> bool:
    return name in ("GameObject", "Transform", "RectTransform", "Rigidbody") or name.endswith("Collider")


class _Scene:
    def __init__(self, sections: Sequence[_Section], context: ReadContext) -> None:
        self.sections, self.context = sections, context
        self.by_id = {section.id: section for section in sections if section.id}
        self.unplaced: list[str] = []  # the names of the bodies whose position is not in the text
        self.transforms = [section for section in sections if section.type in ("Transform", "RectTransform")]

    def is_enabled(self, section: _Section) -> bool:
        enabled = section.properties.get("m_Enabled")
        if enabled is None or enabled.text != "0":
            return True
        self.context.warn(f"line {enabled.line}: this {section.type} is disabled: left out")
        return False

    def body(self, collider: _Section) -> Body:
        owner = self._reference(collider, "m_GameObject")
        game_object = self.by_id.get(owner)
        named = game_object.properties.get("m_Name") if game_object else None
        name = named.text.strip("'\"") if named and named.text else collider.type
        chain = self._chain(self._transform_of(collider, owner, name), name)
        factors = self._scale(chain)
        shape = _SHAPES[collider.type](self, collider, name, factors)
        x, y, z = self._vector(collider, "m_Center", (0.0, 0.0, 0.0), name)
        center = (x * factors[0], y * factors[1], z * factors[2])
        placement: PositionOrientation | Transform = PositionOrientation(center)
        outer = _UNIT
        poses = []
        if chain and not any("m_LocalPosition" in transform.properties for transform in chain):
            self.unplaced.append(name)
        for transform in reversed(chain):
            position = self._vector(transform, "m_LocalPosition", (0.0, 0.0, 0.0), name)
            scaled = (position[0] * outer[0], position[1] * outer[1], position[2] * outer[2])
            poses.append(PositionOrientation(scaled, self._rotation(transform, name)))
            own = self._vector(transform, "m_LocalScale", _UNIT, name)
            outer = (outer[0] * own[0], outer[1] * own[1], outer[2] * own[2])
        for pose in reversed(poses):
            placement = compose(pose, placement)
        return Body(name, shape, placement)

    def _transform_of(self, collider: _Section, owner: str, name: str) -> _Section | None:
        """The transform of the same game object; in a fragment without numbers, the last one before the collider."""
        if owner:
            same = [transform for transform in self.transforms if self._reference(transform, "m_GameObject") == owner]
            if not same:
                self.unplaced.append(name)
            return same[0] if same else None
        before = [transform for transform in self.transforms if transform.start < collider.start]
        after = [transform for transform in self.transforms if transform.start > collider.start]
        if not before and not after:
            self.unplaced.append(name)
            return None
        return before[-1] if before else after[0]

    def _chain(self, transform: _Section | None, name: str) -> list[_Section]:
        """A transform and its ancestors, the innermost first."""
        chain: list[_Section] = []
        while transform is not None and len(chain) < _DEEPEST:
            chain.append(transform)
            parent = self._reference(transform, "m_Father")
            if parent and parent != "0" and parent not in self.by_id:
                self.context.warn(f"{name}: the text has no transform {parent}: its pose is taken as the identity")
            transform = self.by_id.get(parent)
        return chain

    def _scale(self, chain: Sequence[_Section]) -> Vec3:
        x, y, z = _UNIT
        for i, transform in enumerate(chain):
            a, b, c = self._vector(transform, "m_LocalScale", _UNIT, transform.type)
            if i and not a == b == c and self._rotation(chain[i - 1], transform.type) != (0.0, 0.0, 0.0, 1.0):
                self.context.warn("a transform is turned in one with different scales: Unity would skew it")
            x, y, z = x * abs(a), y * abs(b), z * abs(c)
        return (x, y, z)

    def _reference(self, section: _Section, key: str) -> str:
        value = section.properties.get(key)
        match = re.search(r"fileID: ?(-?\d+)", value.text) if value else None
        return match[1] if match else ""

    def _rotation(self, transform: _Section, name: str) -> tuple[float, float, float, float]:
        value = transform.properties.get("m_LocalRotation")
        if value is None:
            return (0.0, 0.0, 0.0, 1.0)
        numbers, tokens = self._parts(value, "xyzw", "m_LocalRotation")
        a, b, c, d = numbers
        x, y, z, w = quaternion((a, b, c, d), tokens, XYZW, self.context, name)
        self.context.fact(name, "orientation", value.text, Span(value.start, value.start + len(value.text)))
        return (x, y, z, w)

    def _vector(self, section: _Section, key: str, default: Vec3, name: str) -> Vec3:
        value = section.properties.get(key)
        if value is None:
            return default
        (x, y, z), _ = self._parts(value, "xyz", key)
        self.context.fact(name, key, value.text, Span(value.start, value.start + len(value.text)))
        return (x, y, z)

    def _parts(self, value: _Text, letters: str, key: str) -> tuple[list[float], list[Token]]:
        parts = {part[1]: part for part in _PART.finditer(value.text)}
        tokens = []
        for letter in letters:
            if letter not in parts:
                raise TextError(value.line, value.column, f"{key}: {letter} is missing")
            tokens.append(_token(value, parts[letter][2], parts[letter].start(2)))
        return [self.context.number(token) for token in tokens], tokens

    def length(self, collider: _Section, key: str, name: str) -> float:
        value = collider.properties.get(key)
        if value is None:
            raise self.context.fault_at(collider.start, f"{collider.type}: {key} is missing")
        self.context.fact(name, key, value.text, Span(value.start, value.start + len(value.text)))
        return self.context.length(_token(value, value.text, 0))

    # --- shapes ---

    def box(self, collider: _Section, name: str, factors: Vec3) -> Shape:
        if "m_Size" not in collider.properties:
            raise self.context.fault_at(collider.start, "BoxCollider: m_Size is missing")
        x, y, z = self._vector(collider, "m_Size", _UNIT, name)
        half = 0.5 if self.context.assume("sizes", "full", "Unity has full sizes", "half") == "full" else 1.0
        sizes = (half * x * factors[0], half * y * factors[1], half * z * factors[2])
        if not min(sizes) > 0.0:
            raise self.context.fault_at(collider.properties["m_Size"].start, "m_Size: the sizes must be > 0")
        return Box(sizes)

    def sphere(self, collider: _Section, name: str, factors: Vec3) -> Shape:
        return Sphere(self.length(collider, "m_Radius", name) * max(factors))

    def capsule(self, collider: _Section, name: str, factors: Vec3) -> Shape:
        direction = collider.properties.get("m_Direction")
        if direction is not None and direction.text not in _AXES:
            raise TextError(direction.line, direction.column, "m_Direction: must be 0, 1 or 2")
        axis = int(direction.text) if direction else 1
        radius = self.length(collider, "m_Radius", name) * max(factors[i] for i in range(3) if i != axis)
        half = self.length(collider, "m_Height", name) * factors[axis] / 2.0 - radius
        return Capsule(radius, half, "xyz"[axis]) if half > 0.0 else Sphere(radius)  # type: ignore[arg-type]


def _token(value: _Text, text: str, offset: int) -> Token:
    start = value.start + offset
    return number_token(Token(Kind.NAME, text, value.line, value.column + offset, start, start + len(text)))


_SHAPES: Final = {"BoxCollider": _Scene.box, "SphereCollider": _Scene.sphere, "CapsuleCollider": _Scene.capsule}

register(Notation("unity-yaml", "Unity scene or prefab (YAML)", recognize, read, (".unity", ".prefab")))
