"""MJCF geoms as shapes, in the frame of their bodies.

Sizes are half sizes.  A mesh collides as its convex hull; it keeps the frame of its vertices, which MuJoCo moves to
their centre of mass.
"""

from collections.abc import Callable
from typing import NamedTuple

from gjkscope.app.base.records import replace
from gjkscope.app.base.tokens import Token, quoted
from gjkscope.app.bring.notations.describing import exact_number, exact_numbers
from gjkscope.app.bring.notations.placing import transform
from gjkscope.app.bring.notations.poses import HERE, Z_NORMAL, Placement, turn_onto
from gjkscope.app.bring.notations.xml.document import Value, XmlElement
from gjkscope.app.bring.notations.xml.files import find_file, hull_vertices_of
from gjkscope.app.bring.notations.xml.mjcf.height_fields import height_field
from gjkscope.app.bring.notations.xml.mjcf.model import Attributes, Model
from gjkscope.app.bring.notations.xml.mjcf.placements import placement_of, quaternion_of
from gjkscope.app.bring.notations.xml.mjcf.tree import Geom, placed_notes
from gjkscope.app.bring.notations.xml.numbers import NumberList, check_lengths, read_number, read_numbers
from gjkscope.app.bring.notations.xml.parts import Noted
from gjkscope.app.scenes.mesh_file import MAX_VERTICES
from gjkscope.engine.pose import rotation_from_quaternion
from gjkscope.engine.shapes import kinds
from gjkscope.engine.vectors import Mat3, Vec3, norm, product, scale, sub, transposed_times, unit

HALF_TURN_ABOUT_Y: Mat3 = ((-1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, -1.0))
NO_SHAPE = {
    "hfield": "the elevations of its height field are not in the text",
    "sdf": "a signed distance field has no vertices",
}
NAMES_OF_NO_SHAPE = {"hfield": "height field", "sdf": "distance field"}


class GeomShape(NamedTuple):
    """A geom as a shape at a place in the frame of its body."""

    kind: str
    shape: kinds.Shape
    placement: Placement
    notes: tuple[Noted, ...]

    @property
    def inner(self) -> Placement:
        """The shape in the frame of the geom."""
        return Z_NORMAL if self.kind == "plane" else HERE


def geom_shape(geom: Geom, model: Model) -> GeomShape | None:
    """The shape of a geom, or None if it has none here, with a warning.  Raises `TextError`."""
    attributes = geom.attributes
    kind = _kind(geom, model)
    if kind is None:
        return None
    notes: list[Noted] = []
    shape: kinds.Shape | None
    if "fromto" in attributes and kind in _BETWEEN:
        shape, placement = _between(kind, geom, model, notes)
    else:
        shape, placement = _SHAPES[kind](geom, model, notes), placement_of(attributes, model)
    if shape is None:
        return None
    shape = _with_margin(shape, attributes, model)
    notes += placed_notes(attributes)
    where = attributes["type"][0].span if "type" in attributes else geom.element.span
    own = (Noted("shape", kind, where), *notes)
    return GeomShape(kind, shape, placement, tuple(note for note in own if model.document.file is None))


def geom_type(attributes: Attributes) -> str:
    """The type of a geom: a sphere if it has none."""
    return attributes["type"][0].text.strip() if "type" in attributes else "sphere"


def label_of(geom: Geom) -> str:
    """The reference to a geom in messages: its name or its line."""
    name = geom.element.text_of("name")
    line, _ = geom.element.document.position(geom.element.start)
    return f"geom {quoted(name + geom.suffix)}" if name else f"line {line}: geom"


def _kind(geom: Geom, model: Model) -> str | None:
    """The type of a geom; None if it cannot be a shape."""
    attributes, context = geom.attributes, model.context
    kind = geom_type(attributes)
    if kind == "hfield" and _field_of(geom, model) is not None:
        return kind
    if kind in NO_SHAPE:
        context.warn(f"{label_of(geom)} is left out: {NO_SHAPE[kind]}")
        why = f"{label_of(geom)} is left out: what it touches is not answered; write its part as a box or a mesh"
        context.ask(NAMES_OF_NO_SHAPE[kind], "left out", why, span=attributes["type"][0].span)
        return None
    if kind not in _SHAPES:
        known = ", ".join((*_SHAPES, *NO_SHAPE))
        raise attributes["type"][0].fault(f"must be one of {known}, got {quoted(kind)}")
    if kind == "mesh" or "mesh" not in attributes:
        return kind
    if "type" not in attributes:
        why = "a geom with a mesh and no type: its class is probably not in the text; MuJoCo would fit a sphere"
        chosen = context.ask("type", "mesh", why, "left out", span=attributes["mesh"][0].span)
        return "mesh" if chosen == "mesh" else None
    why = f"{label_of(geom)} is a {kind} that MuJoCo fits to a mesh: its size is not in the text"
    context.ask("fitted", "left out", why, span=attributes["mesh"][0].span)
    return None


# --- shapes ---


def _sphere(geom: Geom, model: Model, notes: list[Noted]) -> kinds.Shape | None:
    (radius,) = _sizes(geom, 1, model, notes, "radius")
    return kinds.Sphere(radius)


def _box(geom: Geom, model: Model, notes: list[Noted]) -> kinds.Shape | None:
    x, y, z = _sizes(geom, 3, model, notes, "half extents")
    return kinds.Box(scale((x, y, z), _half(model)))


def _ellipsoid(geom: Geom, model: Model, notes: list[Noted]) -> kinds.Shape | None:
    x, y, z = _sizes(geom, 3, model, notes, "radii")
    return kinds.Ellipsoid(scale((x, y, z), _half(model)))


def _capsule(geom: Geom, model: Model, notes: list[Noted]) -> kinds.Shape | None:
    radius, half = _sizes(geom, 2, model, notes, "radius, half height")
    return kinds.Capsule(radius, half * _half(model), axis=_axis(model))


def _cylinder(geom: Geom, model: Model, notes: list[Noted]) -> kinds.Shape | None:
    radius, half = _sizes(geom, 2, model, notes, "radius, half height")
    return kinds.Cylinder(radius, half * _half(model), axis=_axis(model))


def _mesh(geom: Geom, model: Model, notes: list[Noted]) -> kinds.Shape | None:
    if "mesh" not in geom.attributes:
        raise geom.element.fault("a geom of type mesh must name its mesh")
    element = model.mesh(geom.attributes["mesh"][0])
    vertices = _mesh_vertices(element, geom, model, notes)
    return None if vertices is None else kinds.Hull(vertices)


def _field_of(geom: Geom, model: Model) -> XmlElement | None:
    references = geom.attributes.get("hfield", ())
    return model.height_field(references[0]) if references else None


def _hfield(geom: Geom, model: Model, notes: list[Noted]) -> kinds.Shape | None:
    element = _field_of(geom, model)
    return None if element is None else height_field(element, label_of(geom), model, notes)


def _plane(geom: Geom, model: Model, notes: list[Noted]) -> kinds.Shape | None:
    """The half-space below a plane.  Its half sizes, where 0 means infinite, only affect how it is drawn."""
    if "size" not in geom.attributes:
        return kinds.HalfSpace()
    numbers = read_numbers(geom.attributes["size"][0], model.context, 1, 2, 3)
    drawn = max(numbers.values[:2])
    model.context.skip("the sizes of planes, which are only how they are drawn")
    if not drawn > 0.0:
        return kinds.HalfSpace()
    notes.append(Noted("half extent", f"{exact_number(drawn)}, as far as it is drawn", numbers.span))
    _leave_out(numbers, model, *(token for token in numbers.tokens if token.value != drawn))
    return kinds.HalfSpace(drawn)


_SHAPES: dict[str, Callable[[Geom, Model, list[Noted]], kinds.Shape | None]] = {
    "sphere": _sphere,
    "capsule": _capsule,
    "ellipsoid": _ellipsoid,
    "cylinder": _cylinder,
    "box": _box,
    "plane": _plane,
    "mesh": _mesh,
    "hfield": _hfield,
}
_BETWEEN = ("capsule", "cylinder", "ellipsoid", "box")


def _sizes(geom: Geom, count: int, model: Model, notes: list[Noted], field: str) -> tuple[float, ...]:
    """The first `count` sizes.  A list that is too short is completed from the default classes, as by MuJoCo."""
    values = geom.attributes.get("size", ())
    if not values:
        raise geom.element.fault(f"a {geom_type(geom.attributes)} must have {count} numbers as its size")
    sizes: tuple[float, ...] = ()
    for value in values:
        numbers = read_numbers(value, model.context, 1, 2, 3)
        check_lengths(numbers, count)
        sizes += numbers.values[len(sizes) :]
    numbers = read_numbers(values[0], model.context)
    if len(numbers.values) > count:
        _leave_out(numbers, model, *numbers.tokens[count:])
        line, _ = values[0].document.position(values[0].start)
        model.context.warn(f"line {line}: a {geom_type(geom.attributes)} uses only {count} of the numbers of its size")
    if len(sizes) < count:
        raise values[0].fault(
            f"a {geom_type(geom.attributes)} must have {count} number{'s' * (count > 1)}, got {len(sizes)}"
        )
    notes.append(Noted(field, exact_numbers(sizes[:count]), values[0].span))
    return sizes[:count]


def _leave_out(numbers: NumberList, model: Model, *tokens: Token) -> None:
    """Leaves out numbers of a value that have no effect."""
    if numbers.source.document.file is None:  # others were not recorded
        model.context.leave_out(tokens)


def _half(model: Model) -> float:
    return 1.0 if model.context.assume("sizes", "half", "MJCF", "full") == "half" else 0.5


def _axis(model: Model) -> kinds.Axis:
    axis: kinds.Axis = model.context.assume("axis", "z", "MJCF", "x", "y")  # type: ignore[assignment]  # one of these
    return axis


def _between(kind: str, geom: Geom, model: Model, notes: list[Noted]) -> tuple[kinds.Shape, Placement]:
    """A shape along the segment between two points, with its z axis from the first to the second."""
    ends = geom.attributes["fromto"][0]
    a, b, c, d, e, f = read_numbers(ends, model.context, 6).values
    (radius,) = _sizes(geom, 1, model, notes, "radius")
    along = sub((d, e, f), (a, b, c))
    half = norm(along) / 2
    if not half > 0.0:
        raise ends.fault("the two points must differ")
    if "pos" in geom.attributes and any(read_numbers(geom.attributes["pos"][0], model.context, 3).values):
        raise geom.attributes["pos"][0].fault("must not be given with fromto")
    middle = (a / 2 + d / 2, b / 2 + e / 2, c / 2 + f / 2)
    if kind == "capsule":
        return kinds.Capsule(radius, half, axis="z"), transform(turn_onto(unit(along)), middle)
    if kind == "cylinder":
        return kinds.Cylinder(radius, half, axis="z"), transform(turn_onto(unit(along)), middle)
    if kind == "ellipsoid":
        return kinds.Ellipsoid((radius, radius, half)), transform(turn_onto(unit(along)), middle)
    # MuJoCo turns z onto the opposite direction, which matters for the sides of a box.  Half a turn about the y axis
    # of the box gives the same box.
    turn = product(turn_onto(unit(sub((a, b, c), (d, e, f)))), HALF_TURN_ABOUT_Y)
    return kinds.Box((radius, radius, half)), transform(turn, middle)


def _with_margin(shape: kinds.Shape, attributes: Attributes, model: Model) -> kinds.Shape:
    if "margin" not in attributes:
        return shape
    value = attributes["margin"][0]
    margin = read_number(value, model.context)
    if margin < 0.0:
        raise value.fault(f"must be ≥ 0, got {value.text}")
    if margin == 0.0:
        return shape
    why = "MuJoCo reports contacts within this distance, the shape does not grow"
    used = model.context.assume("margin", "ignored", why, "rounding")
    return replace(shape, rounding=margin) if used == "rounding" else shape


# --- meshes ---


def _mesh_vertices(element: XmlElement, geom: Geom, model: Model, notes: list[Noted]) -> tuple[Vec3, ...] | None:
    attributes = model.attributes(element)
    if "vertex" in attributes:
        vertices = _inline(attributes["vertex"][0], model)
        notes.append(Noted("vertices", f"{len(vertices)} vertices", attributes["vertex"][0].span))
    elif "file" in attributes:
        vertices_of_file = _from_file(attributes["file"][0], geom, model)
        if vertices_of_file is None:
            return None
        vertices = vertices_of_file
        notes.append(Noted("vertices", f"{len(vertices)} of the hull", attributes["file"][0].span))
    else:
        model.context.warn(f"{label_of(geom)} is left out: its mesh has neither vertices nor a file")
        return None
    return _transform(vertices, attributes, model)


def _inline(value: Value, model: Model) -> tuple[Vec3, ...]:
    numbers = read_numbers(value, model.context).values
    if not numbers or len(numbers) % 3:
        raise value.fault(f"must have three numbers for each vertex, got {len(numbers)}")
    if len(numbers) > 3 * MAX_VERTICES:
        raise value.fault(f"must have at most {MAX_VERTICES:,} vertices, got {len(numbers) // 3:,}")
    it = iter(numbers)
    return tuple(zip(it, it, it, strict=True))


def _from_file(value: Value, geom: Geom, model: Model) -> tuple[Vec3, ...] | None:
    compiler = model.compiler
    path = find_file(value, model.context, *([compiler.meshdir] if compiler.meshdir else []))
    if path is None:
        model.context.warn(
            f"{label_of(geom)} is left out: mesh file {quoted(value.text)} is not found in the folder of the text"
        )
        return None
    return hull_vertices_of(value, path)


def _transform(vertices: tuple[Vec3, ...], attributes: Attributes, model: Model) -> tuple[Vec3, ...]:
    """Relative to `refpos` and `refquat`, then scaled, as in `mjCMesh::Process`."""
    given = _given_attributes(attributes, "refpos", "refquat", "scale")
    if "refpos" in given:
        origin = read_numbers(given["refpos"], model.context, 3).vector
        vertices = tuple(sub(vertex, origin) for vertex in vertices)
    if "refquat" in given:
        turn = quaternion_of(read_numbers(given["refquat"], model.context, 4), model.context)
        rotation = rotation_from_quaternion(turn)
        vertices = tuple(transposed_times(rotation, vertex) for vertex in vertices)
    if "scale" in given:
        numbers = read_numbers(given["scale"], model.context, 3)
        if 0.0 in numbers.values:
            raise given["scale"].fault("must not be 0")
        a, b, c = numbers.values
        if a * b * c < 0.0:
            line, _ = given["scale"].document.position(given["scale"].start)
            model.context.warn(
                f"line {line}: the negative scale mirrors the mesh, which turns the winding of its faces; engines are "
                "asked about the mirrored vertices, not about a mesh with this scale"
            )
        vertices = tuple((a * x, b * y, c * z) for x, y, z in vertices)
    return vertices


def _given_attributes(attributes: Attributes, *names: str) -> dict[str, Value]:
    """The most specific values of the given attributes."""
    return {name: attributes[name][0] for name in names if name in attributes}
