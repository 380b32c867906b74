"""Makes shapes of space from the arguments of constructors; those of the plane are in plane_solids.py."""

import re
from collections.abc import Callable, Sequence
from math import hypot
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.app.base.records import replace
from gjkscope.app.base.tokens import TextError, Token
from gjkscope.app.bring.notations.code.field_solids import heightfield
from gjkscope.app.bring.notations.code.plane_solids import PLANE_KINDS
from gjkscope.app.bring.notations.code.solid_maker import AXES, Made, Maker, axis_named
from gjkscope.app.bring.notations.code.values import (
    IDENTITY_PLACEMENT,
    IDENTITY_ROTATION,
    NOWHERE,
    Array,
    PlacedFrame,
    Rotation,
    Scalar,
    SolidValue,
    Thing,
    Value,
    as_vec3,
    compose_frames,
    flatten,
    multiply_each,
    scalars,
    tokens_of,
    vector_in,
)
from gjkscope.app.bring.notations.code.vocabulary import Site
from gjkscope.app.bring.notations.inference import shape_of_points
from gjkscope.app.bring.notations.planes import turn_to
from gjkscope.app.bring.notations.reading import Span
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
from gjkscope.engine.shapes.qhull import QhullError, qhull
from gjkscope.engine.shapes.segment import Segment
from gjkscope.engine.shapes.sphere import Sphere
from gjkscope.engine.shapes.triangle import Triangle
from gjkscope.engine.vectors import Vec3


class Shaped(NamedTuple):
    """A shape, its placement relative to the body, and its values as shown to the user, with the text of each."""

    shape: Shape
    local: PlacedFrame
    facts: list[tuple[str, str, Span]]


def shape_solid(solid: SolidValue, site: Site) -> Shaped:
    """The shape of a constructor with its arguments.  Raises `TextError`."""
    maker = Maker(solid, site)
    try:
        shape, local = _KINDS[solid.form.kind](maker)
        for token, value in {id(value): (token, value) for token, value in solid.scales}.values():
            shape = _scale(shape, value, token, site.vocabulary.name in _SCALING_LIKE_UNITY)
    except TextError:
        raise
    except ValueError as fault:
        raise solid.token.fault(f"{solid.constructor}: {fault}") from None
    if "center" in solid.arguments and solid.scales:
        maker.arguments = solid.arguments | {"center": _scaled_center(solid.arguments["center"], solid)}
    local = compose_frames(maker.local(), local)
    if solid.local is not None:
        local = compose_frames(solid.local, local)
    return Shaped(shape, local, [("shape", solid.form.kind.removesuffix("2"), solid.span), *maker.facts])


def _scaled_center(center: Value, solid: SolidValue) -> Value:
    """The centre of a shape in an object that is scaled: it moves with the scale."""
    for value in {id(value): value for _, value in solid.scales}.values():
        center = multiply_each(center, value)
    return center


_SCALING_LIKE_UNITY = frozenset({"unity", "csharp"})


def _scale(shape: Shape, value: Value, token: Token, is_like_unity: bool) -> Shape:
    """A scaled shape.  As with Unity's colliders, a sphere stays round and takes the largest factor, an axis its own.

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
            return _scale_along_axis(shape, max(across), (x, y, z)["xyz".index(shape.axis)])
    raise token.fault(f"a {shape.kind} cannot be scaled here: apply the scale to its sizes")


def _scale_along_axis(shape: Capsule | Cylinder, across: float, along: float) -> Shape:
    """A capsule or cylinder scaled across its axis and along it; the ends of a capsule stay round."""
    radius, ends = shape.radius * across, shape.radius if isinstance(shape, Capsule) else 0.0
    half = (shape.half_height + ends) * along - (radius if ends else 0.0)
    return replace(shape, radius=radius, half_height=half) if half > 0.0 else Sphere(radius)


_UP_AXIS = re.compile(r"\bup_axis\s*=\s*[\w.]*[\"']?\b([XYZxyz])\b")  # of the builder of a model


def _box(maker: Maker) -> Made:
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


def _sphere(maker: Maker) -> Made:
    maker.check_single_point()
    return Sphere(maker.length("radius"), maker.outer_rounding()), IDENTITY_PLACEMENT


def _capsule(maker: Maker) -> Made:
    radius = maker.length("radius")
    if maker.has("a") and maker.has("b"):
        half, axis, local = _between(maker)
        return Capsule(radius, half, axis, maker.outer_rounding()), local
    half = maker.half_height(radius)
    if half == 0.0:
        return Sphere(radius), IDENTITY_PLACEMENT
    axis = maker.axis()
    return Capsule(radius, half, axis, maker.outer_rounding()), _base_placement(maker, half, axis)


def _between(maker: Maker) -> tuple[float, Axis, PlacedFrame]:
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
    for i, axis in enumerate(AXES):
        if abs(along[i]) == length:
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


def _radius_and_half(maker: Maker) -> tuple[float, float, Axis]:
    """The radius, half height and axis of a cylinder or cone, also from half extents."""
    if maker.has("half_extents"):
        axis = maker.axis()
        sizes = maker.lengths("half_extents")
        return sizes[("x", "y", "z").index(axis) - 1], sizes["xyz".index(axis)], axis
    radius = maker.length("radius")
    half = maker.half_height(radius)
    return radius, half, maker.axis()


def _cylinder(maker: Maker) -> Made:
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
    local = _base_placement(maker, half, axis)
    return Cylinder(radius - r, half - r, axis, r + maker.outer_rounding()), local


def _cone(maker: Maker) -> Made:
    radius, half, axis = _radius_and_half(maker)
    return Cone(radius, half, axis, maker.outer_rounding()), _base_placement(maker, half, axis)


def _base_placement(maker: Maker, half: float, axis: str) -> PlacedFrame:
    """The placement of a shape whose base is at the origin."""
    if not maker.solid.form.base_at_origin:
        return IDENTITY_PLACEMENT
    position = [Scalar(half if letter == axis else 0.0) for letter in "xyz"]
    return PlacedFrame(IDENTITY_ROTATION, (position[0], position[1], position[2]))


def _ellipsoid(maker: Maker) -> Made:
    return Ellipsoid(maker.lengths("radii"), maker.outer_rounding()), IDENTITY_PLACEMENT


def _hull(maker: Maker) -> Made:
    points = maker.points()
    if (faces := _given_faces(maker)) is not None:
        _check_faces(maker, faces, points)
    radius = maker.inner_rounding()
    rounding = maker.outer_rounding()
    if radius > 0.0:
        return Hull(tuple(inset(points, radius)), radius + rounding), IDENTITY_PLACEMENT
    return Hull(tuple(points), rounding), IDENTITY_PLACEMENT


def _given_faces(maker: Maker) -> Value | None:
    """The faces of a hull: an argument, or part of an object that has the vertices, too."""
    if maker.has("faces"):
        return maker.value("faces")
    points = maker.value("points")
    return points.fields.get("faces") if isinstance(points, Thing) else None


def _check_faces(maker: Maker, value: Value, points: Sequence[Vec3]) -> None:
    """Warns of faces that are wound inwards: the hull does not use them, but engines take their normals from them.

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
    try:
        planes = np.unique(qhull(points).equations.round(12), axis=0)
    except QhullError:
        raise ValueError("a flat hull has no inside to round") from None
    *center, radius = _largest_ball(planes, np.mean(points, axis=0))
    if not radius > distance:
        raise ValueError("the convex radius leaves nothing of the hull")
    planes[:, 3] += distance
    corners = _corners(planes, np.array(center))
    return [(float(x), float(y), float(z)) for x, y, z in np.unique(corners.round(12), axis=0)]


def _largest_ball(planes: npt.NDArray[np.float64], inside: npt.NDArray[np.float64]) -> list[float]:
    """The centre and the radius of a largest ball between planes (normal, offset), around a point inside.

    Balls are points of four dimensions, where normal · center + radius + offset ≤ 0.  A corner of these has the largest
    radius.  Another half-space, which excludes very negative radii, makes the body bounded.
    """
    room = float(-(planes[:, :3] @ inside + planes[:, 3]).max())
    balls = np.column_stack([planes[:, :3], np.ones(len(planes)), planes[:, 3]])
    bounded = np.vstack([balls, (0.0, 0.0, 0.0, -1.0, -room)])
    corners = _corners(bounded, np.append(inside, 0.0))
    return [float(number) for number in corners[corners[:, 3].argmax()]]


def _corners(planes: npt.NDArray[np.float64], inside: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The corners of the body normal · x + offset ≤ 0: the facets of the hull of the dual points, seen from inside."""
    dual = -planes[:, :-1] / (planes[:, :-1] @ inside + planes[:, -1:].ravel())[:, None]
    facets = qhull(dual).equations
    return np.asarray(-facets[:, :-1] / facets[:, -1:] + inside)


def _normal_axis(maker: Maker) -> Axis:
    """The axis perpendicular to a plane without a normal: for a ground, the one that points up."""
    if "ground" in maker.solid.constructor and (stated := _UP_AXIS.search(maker.context.text)):
        return axis_named(stated[1].lower())
    return maker.axis()


def _halfspace(maker: Maker) -> Made:
    """The solid normal · x ≤ offset; without a normal in the text, it is along the axis of the form."""
    normal: tuple[Scalar, ...]
    name = next((parameter for parameter in ("plane", "equation") if maker.has(parameter)), "")
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
        normal = tuple(Scalar(float(letter == along_axis)) for letter in "xyz")
    along = as_vec3(normal)
    length = hypot(*along)
    if not length > 0.0:
        raise maker.fault(Array(tuple(normal)), "the normal must not be zero")
    tokens = tokens_of(normal)
    if tokens:
        maker.fact("normal", f"{along}, offset {offset:g}", Array(tuple(normal)))
    x, y, z = (part / length for part in along)
    position = [Scalar(part * offset / length + 0.0, tokens) for part in (x, y, z)]  # no -0
    return HalfSpace(), PlacedFrame(Rotation(turn_to((x, y, z)), None, tokens), (position[0], position[1], position[2]))


def _triangle(maker: Maker) -> Made:
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


def _segment(maker: Maker) -> Made:
    a, b = maker.vector("a"), maker.vector("b")
    return Segment(a, b, maker.outer_rounding()), IDENTITY_PLACEMENT


def _mesh(maker: Maker) -> Made:
    points = maker.points()
    if not maker.has("faces"):
        return shape_of_points(points, maker.context, maker.solid.span), IDENTITY_PLACEMENT
    flat = flatten(maker.value("faces"))
    if flat is None or len(flat) % 3 or not all(number.value == int(number.value) for number in flat):
        raise maker.fault(maker.value("faces"), "the faces must be three indices each")
    indices = [int(number.value) for number in flat]
    faces = tuple((indices[i], indices[i + 1], indices[i + 2]) for i in range(0, len(indices), 3))
    return Mesh(tuple(points), faces, rounding=maker.outer_rounding()), IDENTITY_PLACEMENT


def _cloud(maker: Maker) -> Made:
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


def _points(maker: Maker) -> Made:
    shape = shape_of_points(maker.points(), maker.context, maker.solid.span)
    rounding = maker.outer_rounding()
    return (replace(shape, rounding=rounding) if rounding else shape), IDENTITY_PLACEMENT


_KINDS: dict[str, Callable[[Maker], Made]] = {
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
    "heightfield": heightfield,
    **PLANE_KINDS,
}
