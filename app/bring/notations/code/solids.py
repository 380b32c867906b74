"""Makes shapes from the arguments of constructors: half or full sizes, axes, rounding, end points."""

import re
from collections.abc import Callable, Sequence
from math import atan2, cos, hypot, pi, sin
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.app.base.records import replace
from gjkscope.app.base.tokens import TextError, Token
from gjkscope.app.bring.notations.code.builders import euler_angles, frame_of, position_of, rotation_of
from gjkscope.app.bring.notations.code.plane_values import plane_centroid, plane_points, turned_by, turned_in_plane
from gjkscope.app.bring.notations.code.shape_arguments import expanded_arguments, list_of_points, plane_numbers
from gjkscope.app.bring.notations.code.values import (
    IDENTITY_PLACEMENT,
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
    composed,
    flattened,
    multiplied_each,
    scalars,
    tokens_of,
    vector_in,
)
from gjkscope.app.bring.notations.code.vocabulary import Form, Site
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.describing import exact_number, exact_numbers
from gjkscope.app.bring.notations.inference import shape_of_points
from gjkscope.app.bring.notations.planes import turn_to
from gjkscope.app.bring.notations.reading import Span
from gjkscope.engine.plane.shapes.kinds import Box2, Capsule2, Circle, Polygon, Segment2
from gjkscope.engine.plane.vectors import Vec2, sub2
from gjkscope.engine.shapes.box import Box
from gjkscope.engine.shapes.capsule import Capsule
from gjkscope.engine.shapes.cone import Cone
from gjkscope.engine.shapes.cylinder import Cylinder
from gjkscope.engine.shapes.ellipsoid import Ellipsoid
from gjkscope.engine.shapes.fields import Axis
from gjkscope.engine.shapes.halfspace import HalfSpace
from gjkscope.engine.shapes.hull import Hull
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.mesh import Mesh
from gjkscope.engine.shapes.segment import Segment
from gjkscope.engine.shapes.sphere import Sphere
from gjkscope.engine.shapes.triangle import Triangle
from gjkscope.engine.vectors import Vec3


class Shaped(NamedTuple):
    """A shape, its placement relative to the body, and its values for people with the text that they come from."""

    shape: Shape
    local: PlacedFrame
    facts: list[tuple[str, str, Span]]


def shaped(solid: SolidValue, site: Site) -> Shaped:
    """The shape of a constructor with its arguments.  Raises `TextError`."""
    maker = _Maker(solid, site)
    try:
        shape, local = _KINDS[solid.form.kind](maker)
        for token, value in {id(value): (token, value) for token, value in solid.scales}.values():
            shape = _scaled(shape, value, token, site.vocabulary.name in _SCALING_LIKE_UNITY)
    except TextError:
        raise
    except ValueError as fault:
        raise solid.token.fault(f"{solid.constructor}: {fault}") from None
    if "center" in solid.arguments and solid.scales:
        maker.arguments = solid.arguments | {"center": _scaled_center(solid.arguments["center"], solid)}
    local = composed(maker.local(), local)
    if solid.local is not None:
        local = composed(solid.local, local)
    return Shaped(shape, local, [("shape", solid.form.kind, solid.span), *maker.facts])


def _scaled_center(center: Value, solid: SolidValue) -> Value:
    """The centre of a shape in an object that is scaled: it moves with the scale."""
    for value in {id(value): value for _, value in solid.scales}.values():
        center = multiplied_each(center, value)
    return center


_SCALING_LIKE_UNITY = frozenset({"unity", "csharp"})


def _scaled(shape: Shape, value: Value, token: Token, is_like_unity: bool) -> Shape:
    """A scaled shape; like Unity's colliders, if it stays round: a sphere by the largest factor, an axis by its own.

    Raises `TextError` for shapes that the library makes into others, such as spheres into ellipsoids.
    """
    factors = vector_in(value) or ((value, value, value) if isinstance(value, Scalar) else None)
    if factors is None:
        raise token.fault("the scale must be three numbers")
    x, y, z = as_vec3(factors)
    if not min(x, y, z) > 0.0:
        raise token.fault(f"the scale must be > 0, got {x:g}, {y:g}, {z:g}")
    if x == y == z == 1.0:
        return shape
    axis = shape.axis if isinstance(shape, (Capsule, Cylinder)) else ""
    across = [factor for factor, letter in zip((x, y, z), "xyz", strict=True) if letter != axis]
    is_round = isinstance(shape, (Sphere, Capsule, Cylinder)) and not is_like_unity
    if is_round and (len(set(across)) > 1 or (isinstance(shape, Capsule) and not x == y == z)):
        raise token.fault(
            f"a {shape.kind} scaled by {x:g}, {y:g}, {z:g} is not round any more: what it becomes is not read"
        )
    if shape.rounding:
        raise token.fault(f"a {shape.kind} with a rounding cannot be scaled here: apply the scale to its sizes")
    match shape:
        case Box(half_extents=(a, b, c)):
            return replace(shape, half_extents=(a * x, b * y, c * z))
        case Hull():
            return replace(shape, vertices=tuple((a * x, b * y, c * z) for a, b, c in shape.vertices))
        case Sphere():
            return replace(shape, radius=shape.radius * max(across))
        case Capsule() | Cylinder():
            return _scaled_along_axis(shape, max(across), (x, y, z)["xyz".index(shape.axis)])
    raise token.fault(f"a {shape.kind} cannot be scaled here: apply the scale to its sizes")


def _scaled_along_axis(shape: Capsule | Cylinder, across: float, along: float) -> Shape:
    """A capsule or cylinder scaled across its axis and along it; the ends of a capsule stay round."""
    radius, ends = shape.radius * across, shape.radius if isinstance(shape, Capsule) else 0.0
    half = (shape.half_height + ends) * along - (radius if ends else 0.0)
    return replace(shape, radius=radius, half_height=half) if half > 0.0 else Sphere(radius)


class _Maker:
    """Reads the arguments of one constructor."""

    def __init__(self, solid: SolidValue, site: Site) -> None:
        self.solid, self.site = solid, site
        self.arguments = expanded_arguments(solid)
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
        """What the text would call a parameter."""
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
        found = vector_in(value)
        if found is None:
            self.raise_failed(value)
            raise self.fault(value, f"the {name.replace('_', ' ')} must be three numbers")
        return as_vec3(found)

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
        found = plane_numbers(value)
        if len(found) != 2:
            self.raise_failed(value)
            raise self.fault(value, f"the {name.replace('_', ' ')} must be two numbers")
        x, y = (number.value for number in found)
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
        """The half extents, which the library takes or which are half the sizes that it takes."""
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
        name, chosen = next((one for one in every if self.has(one[0])), every[0])
        others = {"half": "half the height", "full": "the full height", "total": "the height with its ends"}
        if is_capsule:
            others |= {"half": "half the distance between the centres", "full": "the distance between the centres"}
        given = self.length(name)
        alternatives = [one for one in (("half", "full", "total") if is_capsule else ("half", "full")) if one != chosen]
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
            return _axis(form.axis)
        others = [one for one in "xyz" if one != form.axis]
        chosen = self.context.assume("axis", form.axis, f"the axis of {self.solid.constructor} is {form.axis}", *others)
        return _axis(chosen)

    def _stated_axis(self) -> Axis:
        value = self.value("axis")
        if isinstance(value, Scalar) and value.value in (0.0, 1.0, 2.0):
            return _AXES[int(value.value)]
        if isinstance(value, Text) and value.text.lower()[-1:] in "xyz":
            return _axis(value.text.lower()[-1])
        if (along := vector_in(value)) and sorted(abs(one) for one in as_vec3(along)) == [0.0, 0.0, 1.0]:
            return _AXES[[abs(one) for one in as_vec3(along)].index(1.0)]
        raise self.fault(value, "the axis must be x, y or z")

    def inner_rounding(self, *outer: float) -> float:
        """The rounding of the edges inside the outer sizes: what the text states, or the library's default."""
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
        value = _points_of(self.value("points"))
        self.raise_failed(value)
        rows = list_of_points(value)
        if rows is None:
            raise self.fault(value, "must be a list of points of three numbers each")
        self.fact("vertices", f"{len(rows)} points", value)
        return rows

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
            rotation = turned_by(self.site, self.number("angle"))
        for name in ("euler", "rpy"):
            if self.has(name):
                rotation = self._turned(name)
        return PlacedFrame(rotation, position)

    def _turned(self, name: str) -> Rotation:
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


def _points_of(value: Value) -> Value:
    """The points of an object such as a mesh with vertices; any other value as it is."""
    if not isinstance(value, Thing):
        return value
    found = (value.fields[name] for name in ("vertices", "points") if name in value.fields)
    return next(found, value)


_AXES: tuple[Axis, Axis, Axis] = ("x", "y", "z")
_UP_AXIS = re.compile(r"\bup_axis\s*=\s*[\w.]*[\"']?\b([XYZxyz])\b")  # of the builder of a model


def _axis(letter: str) -> Axis:
    return _AXES["xyz".index(letter)]


Made = tuple[Shape, PlacedFrame]


def _box(maker: _Maker) -> Made:
    x, y, z = maker.halves()
    local = IDENTITY_PLACEMENT
    if maker.has("min"):
        low, high = (vector_in(maker.value(name)) or NOWHERE for name in ("min", "max"))
        middle = [Scalar((a.value + b.value) / 2, tokens_of((a, b))) for a, b in zip(low, high, strict=True)]
        local = PlacedFrame(IDENTITY_ROTATION, (middle[0], middle[1], middle[2]))
    if maker.solid.form.base_at_origin:  # the lowest corner is at the origin
        local = PlacedFrame(IDENTITY_ROTATION, (Scalar(x), Scalar(y), Scalar(z)))
    r = maker.inner_rounding(x, y, z)
    return Box((x - r, y - r, z - r), r + maker.outer_rounding()), local


def _sphere(maker: _Maker) -> Made:
    return Sphere(maker.length("radius"), maker.outer_rounding()), IDENTITY_PLACEMENT


def _capsule(maker: _Maker) -> Made:
    radius = maker.length("radius")
    if maker.has("a") and maker.has("b"):
        half, axis, local = _between(maker)
        return Capsule(radius, half, axis, maker.outer_rounding()), local
    half = maker.half_height(radius)
    if half == 0.0:
        return Sphere(radius), IDENTITY_PLACEMENT
    axis = maker.axis()
    return Capsule(radius, half, axis, maker.outer_rounding()), _raised(maker, half, axis)


def _between(maker: _Maker) -> tuple[float, Axis, PlacedFrame]:
    """Half the distance of two end points, the axis, and the placement at their centre."""
    a, b = (vector_in(maker.value(name)) for name in ("a", "b"))
    if a is None or b is None:
        raise maker.fault(maker.value("a"), "the ends must be points")
    start, end = as_vec3(a), as_vec3(b)
    maker.fact("ends", f"{start}, {end}", Array((*a, *b)))
    along = [q - p for p, q in zip(start, end, strict=True)]
    length = hypot(*along)
    if not length > 0.0:
        raise maker.fault(maker.value("b"), "the ends must differ")
    middle = [Scalar((p.value + q.value) / 2, tokens_of((p, q))) for p, q in zip(a, b, strict=True)]
    center = (middle[0], middle[1], middle[2])
    for place, axis in enumerate(_AXES):
        if abs(along[place]) == length:
            return length / 2, axis, PlacedFrame(IDENTITY_ROTATION, center)
    return length / 2, "z", PlacedFrame(_towards([part / length for part in along], tokens_of((*a, *b))), center)


def _towards(z: Sequence[float], tokens: tuple) -> Rotation:  # type: ignore[type-arg]
    """A rotation that takes the z axis to a unit vector."""
    axis = np.eye(3)[int(np.argmin(np.abs(z)))]
    x = np.cross(axis, z)
    x /= np.linalg.norm(x)
    y = np.cross(z, x)
    a, b, c = ((float(p), float(q), float(r)) for p, q, r in zip(x, y, z, strict=True))
    return Rotation((a, b, c), None, tokens)


def _radius_and_half(maker: _Maker) -> tuple[float, float, Axis]:
    """The radius, half height and axis of a cylinder or cone, also from half extents."""
    if maker.has("half_extents"):
        axis = maker.axis()
        sizes = maker.lengths("half_extents")
        return sizes[("x", "y", "z").index(axis) - 1], sizes["xyz".index(axis)], axis
    radius = maker.length("radius")
    half = maker.half_height(radius)
    return radius, half, maker.axis()


def _cylinder(maker: _Maker) -> Made:
    if maker.has("a") and maker.has("b"):
        radius = maker.length("radius")
        half, axis, local = _between(maker)
        return Cylinder(radius, half, axis), local
    radius, half, axis = _radius_and_half(maker)
    if maker.has("top_radius") and (top := maker.number("top_radius")).value != radius:
        if top.value == 0.0:
            return Cone(radius, half, axis, maker.outer_rounding()), IDENTITY_PLACEMENT
        raise maker.fault(top, f"a truncated cone ({top.value:g} and {radius:g}) cannot be imported")
    r = maker.inner_rounding(radius, half)
    local = _raised(maker, half, axis)
    return Cylinder(radius - r, half - r, axis, r + maker.outer_rounding()), local


def _cone(maker: _Maker) -> Made:
    radius, half, axis = _radius_and_half(maker)
    return Cone(radius, half, axis, maker.outer_rounding()), _raised(maker, half, axis)


def _raised(maker: _Maker, half: float, axis: str) -> PlacedFrame:
    """The placement of a shape whose base is at the origin."""
    if not maker.solid.form.base_at_origin:
        return IDENTITY_PLACEMENT
    position = [Scalar(half if one == axis else 0.0) for one in "xyz"]
    return PlacedFrame(IDENTITY_ROTATION, (position[0], position[1], position[2]))


def _ellipsoid(maker: _Maker) -> Made:
    return Ellipsoid(maker.lengths("radii"), maker.outer_rounding()), IDENTITY_PLACEMENT


def _hull(maker: _Maker) -> Made:
    points = maker.points()
    if (faces := _given_faces(maker)) is not None:
        _check_faces(maker, faces, points)
    radius = maker.inner_rounding()
    rounding = maker.outer_rounding()
    if radius > 0.0:
        return Hull(tuple(inset(points, radius)), radius + rounding), IDENTITY_PLACEMENT
    return Hull(tuple(points), rounding), IDENTITY_PLACEMENT


def _given_faces(maker: _Maker) -> Value | None:
    """The faces of a hull: an argument, or part of an object that has the vertices, too."""
    if maker.has("faces"):
        return maker.value("faces")
    points = maker.value("points")
    return points.fields.get("faces") if isinstance(points, Thing) else None


def _check_faces(maker: _Maker, value: Value, points: Sequence[Vec3]) -> None:
    """Warns of faces that are wound inwards: the hull has none of its own, but engines take their normals from them.

    Raises `TextError` for an index without a vertex.
    """
    maker.raise_failed(value)
    rows = [scalars(row) for row in value.items] if isinstance(value, Array) else []
    faces = [row for row in rows if row]
    if len(faces) != len(rows) or not faces:
        maker.context.warn(f"line {maker.solid.token.line}: the faces are not read: the hull of the vertices is used")
        return
    for number in (number for face in faces for number in face):
        if number.value not in range(len(points)):
            raise maker.fault(number, f"must be the index of a vertex, 0 to {len(points) - 1}, got {number.value:g}")
    corners = np.array(points)
    inward = sum(_is_inward(corners[[int(number.value) for number in face]], corners.mean(axis=0)) for face in faces)
    maker.fact("faces", f"{len(faces)} faces, {inward} of them wound inwards", value)
    if inward:
        maker.context.warn(
            f"line {maker.solid.token.line}: {inward} of {len(faces)} faces are wound inwards: "
            "an engine that takes normals from them may answer wrongly; here, the hull of the vertices is used"
        )


def _is_inward(face: npt.NDArray[np.float64], inside: npt.NDArray[np.float64]) -> bool:
    """Whether the normal of a face, by its winding, points to a point inside."""
    following = np.roll(face, -1, axis=0)
    normal = np.cross(face - face[0], following - face[0]).sum(axis=0)
    return bool(normal @ (face.mean(axis=0) - inside) < 0.0)


def inset(points: Sequence[Vec3], distance: float) -> list[Vec3]:
    """The vertices of a hull with every face moved inwards.  Raises `ValueError` if nothing is left."""
    from scipy.optimize import linprog
    from scipy.spatial import ConvexHull, HalfspaceIntersection, QhullError

    try:
        planes = np.unique(ConvexHull(np.array(points)).equations.round(12), axis=0)
    except QhullError:
        raise ValueError("a flat hull has no inside to round") from None
    planes[:, 3] += distance
    widths = np.ones((len(planes), 1))
    found = linprog((0, 0, 0, -1), A_ub=np.hstack((planes[:, :3], widths)), b_ub=-planes[:, 3], bounds=(None, None))
    if not found.success or not found.x[3] > 0.0:
        raise ValueError("the convex radius leaves nothing of the hull")
    corners = HalfspaceIntersection(planes, found.x[:3]).intersections
    return [(float(x), float(y), float(z)) for x, y, z in np.unique(corners.round(12), axis=0)]


def _normal_axis(maker: _Maker) -> Axis:
    """The axis that a plane without a normal is perpendicular to: for a ground, the one that points up."""
    if "ground" in maker.solid.constructor and (stated := _UP_AXIS.search(maker.context.text)):
        return _axis(stated[1].lower())
    return maker.axis()


def _halfspace(maker: _Maker) -> Made:
    """The solid normal · x ≤ offset; without a normal in the text, it is along the axis of the form."""
    normal: tuple[Scalar, ...]
    name = next((one for one in ("plane", "equation") if maker.has(one)), "")
    numbers = scalars(maker.value(name)) if name else None
    if numbers is not None:
        if len(numbers) != 4:
            raise maker.fault(maker.value(name), "a plane must be four numbers: its normal and its offset")
        normal, offset = numbers[:3], numbers[3].value * (1.0 if name == "plane" else -1.0)
    elif maker.has("normal"):
        maker.vector("normal")  # raises if it is none
        normal = vector_in(maker.value("normal")) or ()
        offset = maker.number("offset").value if maker.has("offset") else 0.0
    elif "normal" in maker.solid.form.parameters:
        raise maker.solid.token.fault(f"{maker.solid.constructor}: the argument 'normal' is missing")
    else:
        along_axis, offset = _normal_axis(maker), maker.number("offset").value if maker.has("offset") else 0.0
        normal = tuple(Scalar(float(one == along_axis)) for one in "xyz")
    along = as_vec3(normal)
    length = hypot(*along)
    if not length > 0.0:
        raise maker.fault(Array(tuple(normal)), "the normal must not be zero")
    tokens = tokens_of(normal)
    if tokens:
        maker.fact("normal", f"{along}, offset {offset:g}", Array(tuple(normal)))
    x, y, z = (part / length for part in along)
    place = [Scalar(part * offset / length + 0.0, tokens) for part in (x, y, z)]  # no -0
    return HalfSpace(), PlacedFrame(Rotation(turn_to((x, y, z)), None, tokens), (place[0], place[1], place[2]))


def _triangle(maker: _Maker) -> Made:
    if maker.has("points"):
        corners = maker.points()
        if len(corners) != 3:
            raise maker.fault(maker.value("points"), f"a triangle has three vertices, got {len(corners)}")
        a, b, c = corners
    else:
        a, b, c = (maker.vector(name) for name in "abc")
        for name in "abc":
            maker.fact(f"vertex {name}", str(maker.vector(name)), maker.value(name))
    return Triangle((a, b, c), maker.outer_rounding()), IDENTITY_PLACEMENT


def _segment(maker: _Maker) -> Made:
    a, b = maker.vector("a"), maker.vector("b")
    return Segment(a, b, maker.outer_rounding()), IDENTITY_PLACEMENT


def _mesh(maker: _Maker) -> Made:
    points = maker.points()
    if not maker.has("faces"):
        return shape_of_points(points, maker.context, maker.solid.span), IDENTITY_PLACEMENT
    flat = flattened(maker.value("faces"))
    if flat is None or len(flat) % 3 or not all(number.value == int(number.value) for number in flat):
        raise maker.fault(maker.value("faces"), "the faces must be three indices each")
    indices = [int(number.value) for number in flat]
    faces = tuple((indices[i], indices[i + 1], indices[i + 2]) for i in range(0, len(indices), 3))
    return Mesh(tuple(points), faces, rounding=maker.outer_rounding()), IDENTITY_PLACEMENT


def _cloud(maker: _Maker) -> Made:
    """The hull of points with a radius around it, which a sphere, a capsule or a triangle may be."""
    points, radius = maker.points(), maker.outer_rounding()
    shape: Shape
    if len(points) == 1 and radius > 0.0:
        center = [Scalar(number) for number in points[0]]
        return Sphere(radius), PlacedFrame(IDENTITY_ROTATION, (center[0], center[1], center[2]))
    if len(points) == 2:
        shape = Segment(points[0], points[1], radius)
    elif len(points) == 3:
        shape = Triangle((points[0], points[1], points[2]), radius)
    else:
        shape = Hull(tuple(points), radius)
    return shape, IDENTITY_PLACEMENT


def _points(maker: _Maker) -> Made:
    shape = shape_of_points(maker.points(), maker.context, maker.solid.span)
    rounding = maker.outer_rounding()
    return (replace(shape, rounding=rounding) if rounding else shape), IDENTITY_PLACEMENT


def _box2(maker: _Maker) -> Made:
    local = IDENTITY_PLACEMENT
    if maker.has("half_sizes"):
        half = maker.pair_of_lengths("half_sizes")
    elif maker.has("full_sizes"):
        width, depth = maker.pair_of_lengths("full_sizes")
        half = width / 2, depth / 2
    elif maker.has("min"):
        half, local = _between_corners(maker)
    elif maker.has("half"):
        side = maker.length("half")
        half = side, side
    elif maker.has("width"):
        half = maker.length("width") / 2, maker.length("depth") / 2
    else:
        half = maker.length("half_width"), maker.length("half_depth")
    if maker.has("least") or (
        maker.has("corner") and maker.context.assume("rectangle", "corner", _CORNER, "centre") == "corner"
    ):
        x, y, z = position_of(maker.value("least" if maker.has("least") else "corner"))
        x, y = (Scalar(one.value + size, one.tokens) for one, size in zip((x, y), half, strict=True))
        local = PlacedFrame(IDENTITY_ROTATION, (x, y, z))
    elif maker.has("corner"):
        local = PlacedFrame(IDENTITY_ROTATION, position_of(maker.value("corner")))
    return Box2(half, maker.outer_rounding()), local


_CORNER = "x and y are those of the corner, as on a canvas"


def _between_corners(maker: _Maker) -> tuple[Vec2, PlacedFrame]:
    """Half the sizes of a box between two corners, and its placement at their centre."""
    low, high = (position_of(maker.value(name))[:2] for name in ("min", "max"))
    half = tuple((b.value - a.value) / 2 for a, b in zip(low, high, strict=True))
    if not min(half) > 0.0:
        raise maker.fault(maker.value("min"), "must be the left, bottom, right and top of a box, in this order")
    maker.fact("half sizes", exact_numbers(half), Array((maker.value("min"), maker.value("max"))))
    x, y = (Scalar((a.value + b.value) / 2, tokens_of((a, b))) for a, b in zip(low, high, strict=True))
    return (half[0], half[1]), PlacedFrame(IDENTITY_ROTATION, (x, y, Scalar(0.0)))


def _circle(maker: _Maker) -> Made:
    return Circle(maker.length("radius"), maker.outer_rounding()), IDENTITY_PLACEMENT


def _capsule2(maker: _Maker) -> Made:
    if not maker.has("a"):
        half = maker.length("between") / 2 if maker.has("between") else maker.length("half_height")
        return Capsule2(maker.length("radius"), half, "x" if maker.solid.form.axis == "x" else "y"), IDENTITY_PLACEMENT
    ends = position_of(maker.value("a")), position_of(maker.value("b"))
    maker.fact("ends", exact_numbers(number.value for end in ends for number in end[:2]), Array((*ends[0], *ends[1])))
    x, y, z = (Scalar((p.value + q.value) / 2, tokens_of((p, q))) for p, q in zip(*ends, strict=True))
    middle = PlacedFrame(IDENTITY_ROTATION, (x, y, z))
    along = [q.value - p.value for p, q in zip(*ends, strict=True)]
    radius, half = maker.length("radius"), hypot(*along) / 2
    if half == 0.0:
        return Circle(radius), middle
    if along[0] == 0.0:
        return Capsule2(radius, half), middle
    turn = turned_in_plane(atan2(along[1], along[0]), tokens_of((*ends[0], *ends[1])))
    return Capsule2(radius, half, "x"), middle._replace(rotation=turn)


def _polygon(maker: _Maker) -> Made:
    value = _points_of(maker.value("points"))
    maker.raise_failed(value)
    points = plane_points(value)
    if points is None:
        raise maker.fault(value, "must be points of two numbers each")
    if maker.has("count"):
        count = maker.number("count")
        if not 0 < count.value <= len(points) or count.value != int(count.value):
            raise maker.fault(count, f"must be a number of points, at most {len(points)}, got {count.value:g}")
        points = points[: int(count.value)]
    if len(points) < 3:
        raise maker.fault(value, "must be at least three points of two numbers each")
    maker.fact("vertices", f"{len(points)} points", value)
    if maker.solid.form.is_centered:
        center = plane_centroid(points)
        points = tuple(sub2(one, center) for one in points)
    return Polygon(points, maker.outer_rounding()), IDENTITY_PLACEMENT


def _cloud2(maker: _Maker) -> Made:
    """The hull of points with a radius around it, which a circle or a segment may be."""
    value = maker.value("points")
    points = plane_points(value) or ()
    if maker.has("count") and len(points) in (1, 2):
        points = points[: int(maker.number("count").value)]
    if len(points) == 1:
        x, y = (Scalar(number) for number in points[0])
        return Circle(maker.length("rounding")), PlacedFrame(IDENTITY_ROTATION, (x, y, Scalar(0.0)))
    if len(points) == 2:
        maker.fact("ends", "2 points", value)
        return Segment2(points[0], points[1], maker.outer_rounding()), IDENTITY_PLACEMENT
    return _polygon(maker)


def _regular(maker: _Maker) -> Made:
    """A regular polygon, whose first side is perpendicular to x."""
    sides, radius = maker.number("sides"), maker.length("radius")
    if not 3 <= sides.value <= MOST_SIDES or sides.value != int(sides.value):
        raise maker.fault(sides, f"must be a number of sides, 3 to {MOST_SIDES:,}, got {sides.value:g}")
    turns = [(2 * i + 1) * pi / sides.value for i in range(int(sides.value))]
    maker.fact("sides", f"{sides.value:g}", sides)
    return Polygon(tuple((radius * cos(turn), radius * sin(turn)) for turn in turns)), IDENTITY_PLACEMENT


MOST_SIDES = 1_000


def _corners(maker: _Maker) -> Made:
    """A segment or a triangle."""
    (ax, ay, _), (bx, by, _) = maker.vector("a"), maker.vector("b")
    if not maker.has("c"):
        return Segment2((ax, ay), (bx, by), maker.outer_rounding()), IDENTITY_PLACEMENT
    cx, cy, _ = maker.vector("c")
    return Polygon(((ax, ay), (bx, by), (cx, cy))), IDENTITY_PLACEMENT


_KINDS: dict[str, Callable[[_Maker], Made]] = {
    "box": _box,
    "sphere": _sphere,
    "capsule": _capsule,
    "cylinder": _cylinder,
    "cone": _cone,
    "ellipsoid": _ellipsoid,
    "hull": _hull,
    "triangle": _triangle,
    "halfspace": _halfspace,
    "segment": _segment,
    "mesh": _mesh,
    "points": _points,
    "cloud": _cloud,
    "box2": _box2,
    "circle": _circle,
    "capsule2": _capsule2,
    "polygon": _polygon,
    "cloud2": _cloud2,
    "regular": _regular,
    "corners2": _corners,
}
