"""What URDF and SDF have in common: full sizes, links with collisions and visuals, and fragments of these."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import radians

from gjkscope.app.base.tokens import quoted
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.placing import transform
from gjkscope.app.bring.notations.poses import (
    Z_NORMAL,
    Placement,
    compose,
    roll_pitch_yaw,
    turn_onto,
)
from gjkscope.app.bring.notations.xml.document import Value, XmlDocument, XmlElement
from gjkscope.app.bring.notations.xml.files import find_file, hull_vertices_of
from gjkscope.app.bring.notations.xml.numbers import NumberList, check_lengths, read_numbers
from gjkscope.app.bring.notations.xml.parts import Noted
from gjkscope.app.scenes.turns import combine_turns, turn_about
from gjkscope.engine.pose import Quaternion
from gjkscope.engine.shapes import kinds
from gjkscope.engine.vectors import IDENTITY, ZERO, Vec3, norm, scale, unit

MOST_NAMED = 5  # names in a warning
ROOTS = {"robot": "URDF", "sdf": "SDF", "mujoco": "MJCF"}  # the notations by the root elements of their files
SHAPES = ("box", "sphere", "cylinder", "capsule", "ellipsoid", "cone", "plane", "mesh")
NO_SHAPE = {"heightmap": "a height field is not convex", "image": "an image is not a shape", "empty": "it is empty"}


@dataclass
class ModelLink:
    """A link: where it is in the world, and the names of the models that it is in."""

    names: tuple[str, ...]
    placement: Placement
    element: XmlElement
    notes: tuple[Noted, ...] = ()
    parts: list[XmlElement] = field(default_factory=list)  # the collisions or visuals that are read


class Sizes:
    """Reads sizes in the conventions of a notation, and records the assumptions about them."""

    def __init__(self, notation: str, context: ReadContext) -> None:
        self.notation, self.context = notation, context

    def lengths(self, value: Value, *counts: int) -> NumberList:
        """Numbers that must be > 0.  Raises `TextError`."""
        numbers = read_numbers(value, self.context, *counts)
        check_lengths(numbers, len(numbers.values))
        return numbers

    @property
    def half(self) -> float:
        """The factor from a size in the text to a half size."""
        return 0.5 if self.context.assume("sizes", "full", self.notation, "half") == "full" else 1.0

    @property
    def axis(self) -> kinds.Axis:
        axis: kinds.Axis = self.context.assume("axis", "z", self.notation, "x", "y")  # type: ignore[assignment]
        return axis

    def box(self, size: Value) -> kinds.Box:
        return kinds.Box(scale(self.lengths(size, 3).vector, self.half))

    def sphere(self, radius: Value) -> kinds.Sphere:
        return kinds.Sphere(self.lengths(radius, 1).values[0])

    def ellipsoid(self, radii: Sequence[Value]) -> kinds.Ellipsoid:
        x, y, z = (number for value in radii for number in self.lengths(value, 3 // len(radii)).values)
        return kinds.Ellipsoid((x, y, z))

    def round_solid(self, kind: str, radius: Value, length: Value) -> kinds.Cylinder | kinds.Capsule | kinds.Cone:
        """A cylinder, a cone, or a capsule, whose length is that between the centres of its ends."""
        across, along = self.lengths(radius, 1).values[0], self.lengths(length, 1).values[0] * self.half
        made: dict[str, type[kinds.Cylinder] | type[kinds.Capsule] | type[kinds.Cone]]
        made = {"cylinder": kinds.Cylinder, "capsule": kinds.Capsule, "cone": kinds.Cone}
        return made[kind](across, along, axis=self.axis)

    def plane(self, normal: Value | None) -> Placement:
        """The half-space below a plane, in the frame of the collision."""
        axis = (0.0, 0.0, 1.0) if normal is None else read_numbers(normal, self.context, 3).vector
        if normal is not None and norm(axis) == 0.0:
            raise normal.fault("the normal must not be zero")
        return compose(transform(turn_onto(unit(axis)), ZERO), Z_NORMAL)

    def mesh(self, file: Value, factors: Value | None, label: str) -> kinds.Hull | None:
        """The convex hull of a mesh file; None, with a warning, if the file is not there."""
        factor = (1.0, 1.0, 1.0)
        if factors is not None:
            numbers = read_numbers(factors, self.context, 1, 3)
            if 0.0 in numbers.values:
                raise factors.fault("must not be 0")
            factor = numbers.vector if len(numbers.values) == 3 else (numbers.values[0],) * 3
        path = find_file(file, self.context)
        if path is None:
            self.context.warn(
                f"{label} is left out: mesh file {quoted(file.text.strip())} is not found in the folder of the text"
            )
            return None
        a, b, c = factor
        vertices = hull_vertices_of(file, path)
        return kinds.Hull(tuple((a * x, b * y, c * z) for x, y, z in vertices))

    def turn(self, angles: Vec3, in_degrees: bool | None = None) -> Quaternion:
        """The turn by roll, pitch and yaw; `in_degrees` is None if the text does not give the unit."""
        if angles == ZERO:
            return (0.0, 0.0, 0.0, 1.0)
        if in_degrees is None:
            in_degrees = self.context.assume("angles", "radians", self.notation, "degrees") == "degrees"
        roll, pitch, yaw = (radians(angle) if in_degrees else angle for angle in angles)
        if self.context.assume("euler", "fixed xyz", self.notation, "moving xyz") == "fixed xyz":
            return roll_pitch_yaw(roll, pitch, yaw)
        x, y, z = (turn_about(axis, angle) for axis, angle in zip(IDENTITY, (roll, pitch, yaw), strict=True))
        return combine_turns(x, combine_turns(y, z))


def solid_of(element: XmlElement) -> XmlElement:
    """The shape in the geometry of a collision or visual.  Raises `TextError` if there is none."""
    geometry = element.first("geometry")
    if geometry is None:
        raise element.fault("must contain a geometry")
    if not geometry.children:
        raise geometry.fault(f"must contain one of {', '.join(SHAPES)}")
    return geometry.children[0]


def common_solid(solid: XmlElement, given: Callable[[str], Value], sizes: Sizes) -> kinds.Shape | None:
    """A shape that URDF and SDF describe alike; None for another one.  `given` finds a value that must be there."""
    if solid.name == "box":
        return sizes.box(given("size"))
    if solid.name == "sphere":
        return sizes.sphere(given("radius"))
    if solid.name in ("cylinder", "capsule", "cone"):
        return sizes.round_solid(solid.name, given("radius"), given("length"))
    return kinds.HalfSpace() if solid.name == "plane" else None


def label_of_collision(element: XmlElement) -> str:
    """How messages refer to a collision: by its line and name."""
    line, _ = element.document.position(element.start)
    name = element.text_of("name")
    return f"line {line}: {element.name} {quoted(name)}" if name else f"line {line}: {element.name}"


def choose_geometry(links: Sequence[ModelLink], notation: str, context: ReadContext) -> None:
    """Fills in the parts of the links: their collisions, or visuals if no link has collisions."""
    has = {name: any(link.element.all(name) for link in links) for name in ("collision", "visual")}
    chosen = "collision"
    if has["visual"]:
        why = f"{notation}: collisions collide" if has["collision"] else "no link has a collision"
        values = ("collision", "visual") if has["collision"] else ("visual", "collision")
        chosen = context.assume("geometry", values[0], why, values[1])
    for link in links:
        link.parts = link.element.all(chosen)
    bare = [link.names[-1] for link in links if not link.parts and link.element.all("visual")]
    if bare and chosen == "collision":
        names = ", ".join(map(quoted, bare[:MOST_NAMED])) + (", …" if len(bare) > MOST_NAMED else "")
        context.warn(f"left out, as these links have visuals but no collisions: {names}")


TOGETHER = ("URDF", "SDF")  # read from one text, each by its own reader


def roots_of(document: XmlDocument, notation: str, context: ReadContext) -> list[XmlElement]:
    """The roots of a document without those of other notations: MJCF is left out with a warning."""
    others = {tag: name for tag, name in ROOTS.items() if name != notation}
    for root in document.roots:
        if root.name in others and others[root.name] not in TOGETHER:
            line, _ = document.position(root.start)
            context.warn(f"line {line}: <{root.name}> is left out: it is {others[root.name]}, import it separately")
    return [root for root in document.roots if root.name not in others]


def links_of_fragment(roots: Sequence[XmlElement], pose: str) -> list[XmlElement]:
    """Links for collisions, visuals and geometry that were pasted without the element around them.

    `pose` is the element that places a geometry: `origin` or `pose`.
    """
    loose: list[XmlElement] = []
    for root in roots:
        if root.name in ("collision", "visual"):
            loose.append(root)
        elif root.name in ("geometry", pose, *SHAPES):
            part = _around("geometry", root) if root.name in SHAPES else root
            last = loose[-1] if loose else None
            if last is None or last.tag != "collision" or last.start >= 0 or last.first(part.name) is not None:
                loose.append(_around("collision", part))
                loose[-1].start = -1  # marks a collision that is not in the text
            else:
                last.children.append(part)
    loose = [part for part in loose if part.first("geometry") is not None]
    for part in loose:
        part.start = max(part.start, 0)
    return [_around("link", *loose)] if loose else []


def _around(tag: str, *children: XmlElement) -> XmlElement:
    element = XmlElement(children[0].document, tag, children[0].start)
    element.children.extend(children)
    return element
