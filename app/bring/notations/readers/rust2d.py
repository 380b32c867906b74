"""Rust in the plane: rapier2d, parry2d and Avian 2D, with vectors of two numbers and rotations by an angle.

ColliderBuilder::cuboid(hx, hy).translation(vector![x, y])    # half extents
Cuboid::new(Vector2::new(hx, hy)), Isometry2::new(vector![x, y], angle)
Collider::rectangle(width, height), Transform::from_xyz(x, y, 0.0)    # Avian: full sizes
"""

import re

from gjkscope.app.bring.notations.code.builders import (
    IDENTITY_POSE,
    Values,
    about,
    as_list,
    first,
    rotation_of,
    translation,
)
from gjkscope.app.bring.notations.code.plane_values import lifted_value
from gjkscope.app.bring.notations.code.reader import code_reader
from gjkscope.app.bring.notations.code.values import (
    IDENTITY_PLACEMENT,
    OperandMismatch,
    PlacedFrame,
    ShapeForm,
    Value,
    vector_in,
)
from gjkscope.app.bring.notations.code.vocabulary import Form, Forms, Site
from gjkscope.app.bring.notations.readers import rust
from gjkscope.app.bring.notations.registry import Notation, register

_SURE = 0.997  # more than the notations of 3D Rust and of 2D shapes
_SEARCHED = 300_000  # characters
_LIBRARY = re.compile(
    r"\b(?:bevy_)?(?:rapier|parry|avian|bevy_xpbd_|ncollide)2d\b|\bIsometry2\b|\bCollider::(?:rectangle|circle)\("
)
_SHAPE = re.compile(r"\b(?:ColliderBuilder|Collider|SharedShape)::\w+\(|\b(?:Cuboid|Ball)::new\(")


def _pair(site: Site, values: Values) -> Value:
    """A point of the plane as one of space.  Raises `OperandMismatch` for anything else."""
    lifted = lifted_value(site, values[0], None)
    if vector_in(lifted) is None:
        raise OperandMismatch("must be two numbers")
    return lifted


def _translate(site: Site, values: Values) -> Value:
    """A translation by a point, or by two numbers."""
    return translation(site, [_pair(site, [as_list(site, values)] if len(values) == 2 else values)])


def _pose(site: Site, values: Values) -> Value:
    """A pose of a position and an angle."""
    frame = translation(site, [_pair(site, values[:1])])
    assert isinstance(frame, PlacedFrame)
    return PlacedFrame(rotation_of(site, about("z")(site, values[1:])), frame.position)


def _turn(site: Site, values: Values) -> Value:
    return PlacedFrame(rotation_of(site, about("z")(site, values)), IDENTITY_PLACEMENT.position)


_VECTOR = (Form("ss", as_list, ("x", "y")), Form("a", first))
_HALF = ("half_width", "half_depth")
_FUNCTIONS: dict[str, Forms] = {
    **{f"{name}.new": _VECTOR for name in ("Vector2", "Vector", "Vec2", "Point2", "Point", "Vect", "DVec2")},
    **dict.fromkeys(("vector!", "point!", "vec2", "Vec2", "dvec2"), _VECTOR),
    **{
        name: forms
        for pose in ("Isometry2", "Isometry", "Pose2", "Pose")
        for name, forms in (
            (f"{pose}.new", (Form("as", _pose),)),
            (f"{pose}.translation", (Form("ss", _translate), Form("a", _translate))),
            (f"{pose}.from_translation", (Form("a", _translate),)),
            (f"{pose}.rotation", (Form("s", _turn),)),
            (f"{pose}.identity", (IDENTITY_POSE,)),
        )
    },
    "Transform.from_xyz": (Form("sss", translation),),  # z is the drawing order, and must be 0
    "Cuboid.new": (ShapeForm("box2", ("half_sizes",)),),
    "Ball.new": (ShapeForm("circle", ("radius",)),),
    **{
        f"{owner}.{name}": forms
        for owner in ("ColliderBuilder", "Collider", "SharedShape")
        for name, forms in (
            ("ball", (ShapeForm("circle", ("radius",)),)),
            ("cuboid", (ShapeForm("box2", _HALF),)),
            ("round_cuboid", (ShapeForm("box2", (*_HALF, "rounding")),)),
            ("capsule_y", (ShapeForm("capsule2", ("half_height", "radius")),)),
        )
    },
    "Collider.rectangle": (ShapeForm("box2", ("width", "depth")),),
    "Collider.circle": (ShapeForm("circle", ("radius",)),),
}

VOCABULARY = rust.VOCABULARY._replace(
    name="rust-2d",
    title="Rust in 2D (rapier2d, parry2d, Avian 2D)",
    functions=_FUNCTIONS,
    constants={},
    unsupported=(
        r"(?:heightfield\w*|polyline|trimesh|TriMesh|halfspace|HalfSpace|Polyline|HeightField|compound|Compound|"
        r"Triangle|triangle|Segment|segment|ConvexPolygon|convex_hull|convex_polyline|round_convex_\w+|capsule|Capsule|capsule_x)"
    ),
    compounds=frozenset(),
    answers=None,
    is_plane=True,
)


def recognize(text: str) -> float:
    start = text[:_SEARCHED]
    return _SURE if _LIBRARY.search(start) and _SHAPE.search(start) else 0.0


register(Notation(VOCABULARY.name, VOCABULARY.title, recognize, code_reader(VOCABULARY), VOCABULARY.suffixes))
