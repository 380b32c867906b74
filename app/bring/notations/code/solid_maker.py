"""Reads the arguments of a constructor of a shape: numbers, lengths and vectors, axes, rounding, and its placement."""

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.code.builders import euler_angles, frame_of, position_of, rotation_of
from gjkscope.app.bring.notations.code.plane_values import plane_rotation
from gjkscope.app.bring.notations.code.shape_arguments import expand_arguments, list_of_points, plane_numbers
from gjkscope.app.bring.notations.code.values import (
    IDENTITY_ROTATION,
    NOWHERE,
    Array,
    Failed,
    PlacedFrame,
    Rotation,
    Scalar,
    SolidValue,
    Text,
    Thing,
    Value,
    all_tokens,
    as_vec3,
    vector_in,
)
from gjkscope.app.bring.notations.code.vocabulary import Form, Site
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.describing import exact_number, exact_numbers
from gjkscope.app.bring.notations.reading import Span
from gjkscope.engine.plane.vectors import Vec2
from gjkscope.engine.shapes.fields import Axis
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import Vec3


class Maker:
    """Reads the arguments of one constructor."""

    def __init__(self, solid: SolidValue, site: Site) -> None:
        self.solid, self.site = solid, site
        self.arguments = expand_arguments(solid)
        self.facts: list[tuple[str, str, Span]] = []

    @property
    def context(self) -> ReadContext:
        return self.site.context

    def has(self, name: str) -> bool:
        return name in self.arguments or any(f"{name}.{i}" in self.arguments for i in range(3))

    def value(self, name: str) -> Value:
        value = self.arguments.get(name)
        if value is None and self.has(name):
            return Array(tuple(self.value(f"{name}.{i}") for i in range(3)))
        if value is None:
            words = self._word_for(name)
            raise self.solid.token.fault(f"{self.solid.constructor}: the argument {words!r} is missing")
        if isinstance(value, Failed):
            raise value.fault
        return value

    def _word_for(self, parameter: str) -> str:
        """The text's name for a parameter."""
        named = [keyword for keyword, meaning in self.solid.form.names if meaning == parameter]
        return named[0] if "." in parameter and named else parameter.replace("_", " ")

    def number(self, name: str) -> Scalar:
        value = self.value(name)
        if not isinstance(value, Scalar):
            raise self.fault(value, f"the {name.replace('_', ' ')} must be a number")
        return value

    def length(self, name: str) -> float:
        """A length > 0, recorded as a fact."""
        value = self.number(name)
        if not value.value > 0.0:
            raise self.fault(value, f"the {name.replace('_', ' ')} must be > 0, got {value.value:g}")
        self.fact(name, exact_number(value.value), value)
        return value.value

    def vector(self, name: str) -> Vec3:
        value = self.value(name)
        numbers = vector_in(value)
        if numbers is None:
            self.raise_failed(value)
            raise self.fault(value, f"the {name.replace('_', ' ')} must be three numbers")
        return as_vec3(numbers)

    def raise_failed(self, value: Value) -> None:
        """Raises the fault of an item that could not be computed, if there is one."""
        if isinstance(value, Failed):
            raise value.fault
        if isinstance(value, Array):
            for item in value.items:
                self.raise_failed(item)

    def lengths(self, name: str) -> Vec3:
        x, y, z = self.vector(name)
        if not min(x, y, z) > 0.0:
            raise self.fault(self.value(name), f"the {name.replace('_', ' ')} must be > 0, got {x:g}, {y:g}, {z:g}")
        self.fact(name, exact_numbers((x, y, z)), self.value(name))
        return (x, y, z)

    def pair_of_lengths(self, name: str) -> Vec2:
        value = self.value(name)
        numbers = plane_numbers(value)
        if len(numbers) != 2:
            self.raise_failed(value)
            raise self.fault(value, f"the {name.replace('_', ' ')} must be two numbers")
        x, y = (number.value for number in numbers)
        if not min(x, y) > 0.0:
            raise self.fault(value, f"the {name.replace('_', ' ')} must be > 0, got {x:g}, {y:g}")
        self.fact(name, exact_numbers((x, y)), value)
        return (x, y)

    def fault(self, value: Value, message: str) -> TextError:
        token = next(all_tokens(value), self.solid.token)
        return token.fault(f"{self.solid.constructor}: {message}")

    def fact(self, field: str, text: str, value: Value) -> None:
        starts = [(token.start, token.end) for token in all_tokens(value)]
        span = Span(min(a for a, _ in starts), max(b for _, b in starts)) if starts else self.solid.span
        self.facts.append((field.replace("_", " "), text, span))

    def why(self, what: str) -> str:
        return f"{self.solid.constructor} takes {what}"

    def halves(self) -> Vec3:
        """The half extents, from the library's half or full sizes."""
        if self.has("min") and self.has("max"):
            return self._between()
        is_vector = self.has("half_extents") or self.has("sizes")
        if not is_vector and (self.has("half") or self.has("size")):
            is_half = self.has("half")
            side = self.length("half" if is_half else "size")
            edge = (side, side, side)
        else:
            is_half = self.has("half_extents") or not self.has("sizes")
            edge = self.lengths("half_extents" if is_half else "sizes")
        default = "half" if is_half else "full"
        chosen = self.context.assume(
            "sizes", default, self.why("half extents" if is_half else "full sizes"), "full" if is_half else "half"
        )
        return edge if chosen == "half" else (edge[0] / 2, edge[1] / 2, edge[2] / 2)

    def _between(self) -> Vec3:
        low, high = self.vector("min"), self.vector("max")
        x, y, z = ((b - a) / 2 for a, b in zip(low, high, strict=True))
        if not min(x, y, z) > 0.0:
            raise self.fault(self.value("max"), "the maximum must be greater than the minimum")
        self.fact("half extents", exact_numbers((x, y, z)), Array((self.value("min"), self.value("max"))))
        return (x, y, z)

    def half_height(self, radius: float) -> float:
        """Half the height; of a capsule, half the distance between the centres."""
        is_capsule = self.solid.form.kind == "capsule"
        every = (("half_height", "half"), ("height", "full"), ("total_height", "total"))
        name, chosen = next((parameter for parameter in every if self.has(parameter[0])), every[0])
        others = {"half": "half the height", "full": "the full height", "total": "the height with its ends"}
        if is_capsule:
            others |= {"half": "half the distance between the centres", "full": "the distance between the centres"}
        given = self.length(name)
        choices = ("half", "full", "total") if is_capsule else ("half", "full")
        alternatives = [choice for choice in choices if choice != chosen]
        chosen = self.context.assume("height", chosen, self.why(others[chosen]), *alternatives)
        if chosen == "total":
            inner = given / 2 - radius
            if inner < 0.0:
                self.context.warn(f"{self.solid.constructor}: the height is less than twice the radius: a sphere")
            return max(inner, 0.0)
        return given if chosen == "half" else given / 2

    def axis(self) -> Axis:
        """The axis of symmetry."""
        form = self.solid.form
        if self.has("axis"):
            return self._stated_axis()
        if form.is_axis_named:
            return axis_named(form.axis)
        others = [axis for axis in "xyz" if axis != form.axis]
        chosen = self.context.assume("axis", form.axis, f"the axis of {self.solid.constructor} is {form.axis}", *others)
        return axis_named(chosen)

    def _stated_axis(self) -> Axis:
        value = self.value("axis")
        if isinstance(value, Scalar) and value.value in (0.0, 1.0, 2.0):
            return AXES[int(value.value)]
        if isinstance(value, Text) and value.text.lower()[-1:] in "xyz":
            return axis_named(value.text.lower()[-1])
        if (along := vector_in(value)) and sorted(abs(coordinate) for coordinate in as_vec3(along)) == [0.0, 0.0, 1.0]:
            return AXES[[abs(coordinate) for coordinate in as_vec3(along)].index(1.0)]
        raise self.fault(value, "the axis must be x, y or z")

    def inner_rounding(self, *outer: float) -> float:
        """The rounding of the edges inside the outer sizes, from the text or the library's default."""
        word = self.site.vocabulary.rounding_word or "rounding"
        default = self.site.vocabulary.default_rounding.get(self.solid.form.kind, 0.0)
        if self.has("convex_radius"):
            radius = self.number("convex_radius").value
            if radius < 0.0 or (outer and radius > min(outer)):
                raise self.fault(self.value("convex_radius"), f"the {word} must be 0 … the smallest half size")
            self.fact("convex_radius", f"{exact_number(radius)}, inside the outer sizes", self.value("convex_radius"))
        elif default:
            chosen = self.context.assume(word, "0", "not in the text: the sharp shape", f"{default:g}")
            radius = min(float(chosen), *outer) if outer else float(chosen)
        else:
            radius = 0.0
        if outer and radius >= min(outer):  # the core would have no size in one direction
            raise self.solid.token.fault(f"{self.solid.constructor}: the {word} leaves no core to round")
        return radius

    def outer_rounding(self) -> float:
        """A rounding that adds to the sizes."""
        if not self.has("rounding"):
            return 0.0
        radius = self.number("rounding").value
        if radius < 0.0:
            raise self.fault(self.value("rounding"), "the rounding must be ≥ 0")
        self.fact("rounding", f"{exact_number(radius)}, outside the sizes", self.value("rounding"))
        return radius

    def points(self) -> list[Vec3]:
        """A list of points; a flat list of numbers is read in threes."""
        value = points_of_solid(self.value("points"))
        self.raise_failed(value)
        rows = list_of_points(value)
        if rows is None:
            raise self.fault(value, "must be a list of points of three numbers each")
        self.fact("vertices", f"{len(rows)} points", value)
        return rows

    def check_single_point(self) -> None:
        """Raises `TextError` if a point stands for the first of several, which the text does not list."""
        if self.has("count") and self.number("count").value != 1.0:
            raise self.fault(self.value("count"), "the points are not in the text: write them as a list")

    def local(self) -> PlacedFrame:
        """The placement of the shape relative to its body."""
        position, rotation = NOWHERE, IDENTITY_ROTATION
        if self.has("placement"):
            placement = frame_of(self.site, self.value("placement"))
            position, rotation = placement.position, placement.rotation
        for name in ("center", "position"):
            if self.has(name):
                position = position_of(self.value(name))
        if self.has("rotation"):
            rotation = rotation_of(self.site, self.value("rotation"))
        if self.has("angle"):
            rotation = plane_rotation(self.site, self.number("angle"))
        for name in ("euler", "rpy"):
            if self.has(name):
                rotation = self._euler_rotation(name)
        return PlacedFrame(rotation, position)

    def _euler_rotation(self, name: str) -> Rotation:
        """The rotation of Euler angles, in the order of the constructor or of the library."""
        order, _, unit = self.solid.form.euler.partition(" ")
        angles = vector_in(self.value(name))
        if angles is None:
            raise self.fault(self.value(name), f"the {name} must be three angles")
        if order:
            return euler_angles(self.site, order, angles, unit)
        methods = self.site.vocabulary.methods
        form = (methods.get(name) or methods.get("euler") or (None,))[0]
        if not isinstance(form, Form):
            raise self.fault(self.value(name), f"{name}: the order of these angles is not known")
        return rotation_of(self.site, form.build(self.site, [self.value(name)]))


def points_of_solid(value: Value) -> Value:
    """The points of an object such as a mesh with vertices; any other value as it is."""
    if not isinstance(value, Thing):
        return value
    fields = (value.fields[name] for name in ("vertices", "points") if name in value.fields)
    return next(fields, value)


AXES: tuple[Axis, Axis, Axis] = ("x", "y", "z")


def axis_named(letter: str) -> Axis:
    return AXES["xyz".index(letter)]


Made = tuple[Shape, PlacedFrame]
