"""Makes bodies from the fields that were gathered: sizes, axis, pose, units, with every assumption recorded."""

from collections.abc import Sequence
from math import hypot, pi
from typing import NamedTuple

import numpy as np
from scipy.spatial.transform import Rotation

from gjkscope.app.base.records import replace
from gjkscope.app.base.tokens import TextError
from gjkscope.app.notations.context import ReadContext
from gjkscope.app.notations.describing import exact_numbers
from gjkscope.app.notations.keyed.conventions import FULL, HALF, INNER, TOTAL, Conventions
from gjkscope.app.notations.keyed.fields import Quantity, ShapeKind, words_of_name
from gjkscope.app.notations.keyed.gathering import POSE_FIELDS, SIZE_FIELDS, BodyDraft, Gathered
from gjkscope.app.notations.keyed.matrices import pose_of_value, quaternion_order, rotation_of_numbers
from gjkscope.app.notations.keyed.values import ValueTokens, in_order, numbers_of, points_of, scalar, vector_of
from gjkscope.app.notations.placing import (
    WXYZ,
    XYZW,
    euler_placement,
    quaternion,
    transform,
)
from gjkscope.app.notations.reading import Reading, Span
from gjkscope.app.scenes.scene import Body, PositionOrientation, Reported, Transform
from gjkscope.engine.pose import Pose, Quaternion, apply
from gjkscope.engine.shapes.kinds import (
    Axis,
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Hull,
    Point,
    Segment,
    Shape,
    Sphere,
    Triangle,
)
from gjkscope.engine.vectors import IDENTITY, ZERO, Vec3, add

Placement = PositionOrientation | Transform

# Bullet's default collision margin, which its implicit sizes leave out; metres.
BULLET_MARGIN = 0.04

# Two descriptions of one body are those of the same one if they differ by less, relative to their size: reports round
# to three digits or more.
SAME = 1e-2

UNITS = {"m": 1.0, "cm": 100.0, "mm": 1000.0}  # in a metre
_UNIT_NAMES = {
    "m": "m",
    "meter": "m",
    "metre": "m",
    "meters": "m",
    "metres": "m",
    "cm": "cm",
    "centimeter": "cm",
    "centimetre": "cm",
    "centimeters": "cm",
    "centimetres": "cm",
    "mm": "mm",
    "millimeter": "mm",
    "millimetre": "mm",
    "millimeters": "mm",
    "millimetres": "mm",
}


class Assembly(NamedTuple):
    """What a reader knows about its notation."""

    conventions: Conventions
    asks_kind: bool = True  # whether a shape without a kind is a question


def assemble(gathered: Gathered, settings: Assembly, context: ReadContext) -> Reading:
    """The bodies of a text.  Raises `TextError` and `ImportFault`."""
    _infer_quaternion_order(gathered, settings.conventions, context)
    drafts = _paired(gathered, context)
    built = [_body(draft, index, drafts, settings, context) for index, draft in enumerate(drafts)]
    bodies = _scaled(_distinct(built, context), gathered, context)
    _mention(gathered, context)
    reported = _reported(gathered, bodies, settings.conventions, context)
    return Reading(bodies, reported)


# --- which drafts are bodies ---


def _paired(gathered: Gathered, context: ReadContext) -> list[BodyDraft]:
    """The drafts of shapes; poses that are described apart are assigned to them in their order."""
    shapes = gathered.shapes()
    parents = {id(one) for draft in shapes for one in _ancestors(draft)}
    known = parents | {id(draft) for draft in shapes}
    poses = [one for one in gathered.drafts if one.has_pose and id(one) not in known]
    poses.sort(key=lambda draft: draft.start)
    for pose in [one for one in poses if one.link]:
        linked = [draft for draft in shapes if draft.name == pose.link and not _placed(draft)]
        if linked:
            linked[0].name = ""
            _take_pose(linked[0], pose)
            poses.remove(pose)
    free = [draft for draft in shapes if not _placed(draft)]
    if not poses or not shapes:
        return shapes
    if len(poses) == len(free):
        context.assume("pairing", "in order", "the poses are given apart from the shapes")
        for shape, pose in zip(free, poses, strict=True):
            _take_pose(shape, pose)
        return shapes
    if len(shapes) == 1 and len(poses) == 2 and not _placed(shapes[0]):
        context.assume("pairing", "one shape, two poses", "the text has two poses and one shape")
        second = BodyDraft(shapes[0].parent, poses[1].start, poses[1].name)
        second.kind, second.kind_token, second.axis = shapes[0].kind, shapes[0].kind_token, shapes[0].axis
        second.values = {field: value for field, value in shapes[0].values.items() if field in SIZE_FIELDS}
        _take_pose(shapes[0], poses[0])
        _take_pose(second, poses[1])
        return [shapes[0], second]
    names = next(iter(poses[0].values.values()))
    raise names.fault("no shape belongs to this pose: give the shape and its pose the same name", context)


def _placed(draft: BodyDraft) -> bool:
    return draft.has_pose or any(one.has_pose for one in _ancestors(draft))


def _ancestors(draft: BodyDraft) -> list[BodyDraft]:
    found = []
    while draft.parent is not None:
        draft = draft.parent
        found.append(draft)
    return found


def _take_pose(shape: BodyDraft, pose: BodyDraft) -> None:
    shape.values |= {field: value for field, value in pose.values.items() if field in POSE_FIELDS}
    shape.name = shape.name or pose.name


def _distinct(bodies: list[Body], context: ReadContext) -> tuple[Body, ...]:
    """The bodies without exact repetitions of the same name: a log prints them once per step."""
    found: list[Body] = []
    for body in bodies:
        if body in found:
            context.warn(f"{body.name} is described twice in the same way: it was read once")
        else:
            found.append(body)
    return tuple(found)


def _scaled(bodies: tuple[Body, ...], gathered: Gathered, context: ReadContext) -> tuple[Body, ...]:
    """The bodies in metres."""
    word = gathered.units or next(
        (
            word
            for draft in gathered.drafts
            for value in draft.values.values()
            for word in value.words
            if word.text.lower() in _UNIT_NAMES and word.start > value.start
        ),
        None,
    )
    if word is not None and word.text.lower() in _UNIT_NAMES:
        known = _UNIT_NAMES[word.text.lower()]
        unit = context.assume("units", known, "named in the text", *(one for one in UNITS if one != known))
    else:
        unit = context.assume("units", "m", "the text names no unit", "cm", "mm")
    return tuple(_in_metres(body, UNITS[unit]) for body in bodies) if unit != "m" else bodies


def _in_metres(body: Body, per_metre: float) -> Body:
    x, y, z = body.pose.position
    placement = body.placement.moved((x / per_metre, y / per_metre, z / per_metre))
    return replace(body, shape=_scaled_shape(body.shape, (1.0, 1.0, 1.0), per_metre), placement=placement)


# --- a body ---


def _body(draft: BodyDraft, index: int, drafts: Sequence[BodyDraft], settings: Assembly, context: ReadContext) -> Body:
    name = _name_of(draft, index, drafts)
    before = _Record(context)
    try:
        body = _described(draft, name, settings, context)
    except TextError as fault:
        before.restore()
        for other in draft.alternatives:
            return _other_description(draft, other, name, settings, fault, context)
        raise
    for other in draft.alternatives:
        before = _Record(context)
        again = _described(_completed(other, draft), name, settings, context)
        before.restore()
        if not _is_same(body, again):
            start = min((value.start for value in other.values.values()), default=other.start)
            raise context.fault_at(start, f"{name} is described twice, differently: leave one description out")
        context.warn(f"{name} is described twice; both descriptions agree")
    return body


def _other_description(
    draft: BodyDraft, other: BodyDraft, name: str, settings: Assembly, fault: TextError, context: ReadContext
) -> Body:
    """The body by its other description, if what can be read of the first one agrees with it."""
    body = _described(_completed(other, draft), name, settings, context)
    before = _Record(context)
    _check_same(draft, body, settings, fault, context)
    before.restore()
    context.warn(f"{name} is described twice; the other description was used, because {_said(fault)}")
    return body


class _Record:
    """What a context has recorded so far, to forget a description that is not used."""

    def __init__(self, context: ReadContext) -> None:
        self._context = context
        self._assumptions, self._warnings = list(context.assumptions), list(context.warnings)
        self._facts = list(context.facts)
        self._numbers = dict(context.numbers)

    def restore(self) -> None:
        context = self._context
        context.assumptions[:], context.warnings[:] = self._assumptions, self._warnings
        context.facts[:] = self._facts
        context.numbers = self._numbers


def _said(fault: TextError) -> str:
    return f"in line {fault.line} {fault.message.split(':', 1)[-1].strip()}"


def _completed(other: BodyDraft, first: BodyDraft) -> BodyDraft:
    """The alternative description, of the same kind."""
    if other.kind is None and first.kind_token is not None and first.kind is not None:
        other.set_kind(first.kind_token, first.kind)
    return other


def _check_same(draft: BodyDraft, body: Body, settings: Assembly, fault: TextError, context: ReadContext) -> None:
    """Raises `fault` if what can be read of a description contradicts the other one."""
    without = BodyDraft(draft.parent, draft.start, draft.name)
    without.kind, without.kind_token, without.axis = draft.kind, draft.kind_token, draft.axis
    rotations = {Quantity.ROTATION, Quantity.QUATERNION, Quantity.EULER}
    without.values = {field: value for field, value in draft.values.items() if field not in rotations}
    readable = _described(without, body.name, settings, context)
    size = _size(body)
    apart = hypot(*(a - b for a, b in zip(readable.pose.position, body.pose.position, strict=True)))
    if apart > SAME * size or abs(_size(readable) - size) > SAME * size:
        raise fault


def _is_same(a: Body, b: Body) -> bool:
    (low_a, high_a), (low_b, high_b) = a.box, b.box
    size = max(_size(a), _size(b))
    return type(a.shape) is type(b.shape) and all(
        abs(x - y) <= SAME * size for x, y in zip((*low_a, *high_a), (*low_b, *high_b), strict=True)
    )


def _size(body: Body) -> float:
    """The diameter of the shape, whatever its pose."""
    return 2.0 * Body("", body.shape).ball[1]


def _name_of(draft: BodyDraft, index: int, drafts: Sequence[BodyDraft]) -> str:
    if draft.name:
        return draft.name
    for one in (draft, *_ancestors(draft)):
        if one.name and not one.has_shape and sum(one in (other, *_ancestors(other)) for other in drafts) == 1:
            return one.name
        if one.tag:
            return one.tag.upper() if one.tag.isalpha() else f"shape {one.tag}"
    if draft.kind is not None and sum(one.kind is draft.kind for one in drafts) == 1:
        return draft.kind.value
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[index] if index < 26 else f"shape {index + 1}"


def _described(draft: BodyDraft, name: str, settings: Assembly, context: ReadContext) -> Body:
    builder = _ShapeBuilder(draft, name, settings, context)
    shape, local = builder.build()
    placement = _placement(draft, builder.uses_center, settings.conventions, context, name)
    for parent in _ancestors(draft):
        if parent.has_pose and not parent.has_shape:
            outer = _placement(parent, True, settings.conventions, context, name)
            placement = placed_in(outer, placement)
    if local is not None:
        placement = placed_in(placement, local)
    if scale := draft.values.get(Quantity.SCALE):
        shape = _rescaled(shape, scale, context)
    _mention_unused(draft, builder, name, context)
    return Body(name, shape, placement)


def placed_in(outer: Placement, inner: Placement) -> Placement:
    """The placement of a body at `inner` in a frame at `outer`; exact where one of them is the identity."""
    if outer.pose == Pose():
        return inner
    if inner.pose == Pose():
        return outer
    position = apply(outer.pose, inner.pose.position)
    if inner.pose.rotation == IDENTITY:
        return outer.moved(position)
    if outer.pose.rotation == IDENTITY:
        return inner.moved(position)
    product = np.array(outer.pose.rotation) @ np.array(inner.pose.rotation)
    a, b, c = ((float(x), float(y), float(z)) for x, y, z in product)
    return transform((a, b, c), position)


def _mention_unused(draft: BodyDraft, builder: "_ShapeBuilder", name: str, context: ReadContext) -> None:
    for field, value in draft.values.items():
        if (
            field in SIZE_FIELDS | {Quantity.MARGIN, Quantity.ROUNDING}
            and field not in builder.used
            and not value.is_zero()
        ):
            text = " ".join(token.text for token in value.tokens[:3])
            context.warn(f"{name}: not used: {value.key or field.name.lower()} = {text}")


def _mention(gathered: Gathered, context: ReadContext) -> None:
    if gathered.settings:
        context.warn(f"not data: {_listed(gathered.settings)}")
    if gathered.unknown:
        named = _listed([f"{name!r}" for name, _ in gathered.unknown])
        first = gathered.unknown[0][1]
        line = context.text.count("\n", 0, first.start) + 1
        context.warn(f"not known and not used: {named} (first in line {line})")


def _listed(names: Sequence[str]) -> str:
    unique = list(dict.fromkeys(names))
    return ", ".join(unique[:6]) + (f" and {len(unique) - 6} more" if len(unique) > 6 else "")


# --- shapes ---


class _ShapeBuilder:
    """Makes the shape of a draft; `used` collects the fields that it needs."""

    def __init__(self, draft: BodyDraft, name: str, settings: Assembly, context: ReadContext) -> None:
        self.draft, self.name, self.context = draft, name, context
        self.conventions, self.settings = settings.conventions, settings
        self.used: set[Quantity] = set()
        self.uses_center = True  # whether the pose is still to be read from the fields of the pose

    def build(self) -> tuple[Shape, Placement | None]:
        """The shape, and its placement in the frame of the pose."""
        kind = self._kind()
        if self.draft.kind_token is not None:
            token = self.draft.kind_token
            self.context.fact(self.name, "shape", kind.value, Span(token.start, token.end))
        return _BUILDERS[kind](self)

    def _kind(self) -> ShapeKind:
        kind = self.draft.kind
        if kind is ShapeKind.CYLINDER and self._has(Quantity.RADIUS_TOP) and self._value(Quantity.RADIUS_TOP).is_zero():
            return ShapeKind.CONE
        return kind or self._inferred_kind()

    def _inferred_kind(self) -> ShapeKind:
        """The kind that the fields imply; those that are zero say nothing."""
        has = {field for field, value in self.draft.values.items() if field in SIZE_FIELDS and not value.is_zero()}
        span = Span(self.draft.start, self.draft.start)
        if has & {Quantity.POINT_A} and Quantity.RADIUS in has:
            return ShapeKind.CAPSULE
        if Quantity.RADIUS in has and has & {Quantity.HALF_HEIGHT, Quantity.LENGTH, Quantity.HEIGHT}:
            chosen = self.context.ask("kind", "capsule", "a radius and a height", "cylinder", "cone", span=span)
            return ShapeKind(chosen)
        for fields, kind in _IMPLIED:
            if has & fields:
                self.context.assume("kind", kind.value, "implied by its sizes", span=span)
                return kind
        value = next(iter(self.draft.values.values()))
        raise value.fault("the text does not say what kind of shape this is", self.context)

    def _has(self, *fields: Quantity) -> bool:
        return any(field in self.draft.values for field in fields)

    def _value(self, field: Quantity) -> ValueTokens:
        self.used.add(field)
        return self.draft.values[field]

    def _fact(self, field: str, shown: str, value: ValueTokens) -> None:
        self.context.fact(self.name, field, shown, value.span)

    def _fault(self, message: str) -> TextError:
        values = list(self.draft.values.values())
        place = self.draft.kind_token.start if self.draft.kind_token else values[0].start if values else 0
        return self.context.fault_at(place, f"{self.name}: {message}")

    def _positive(self, field: Quantity) -> float:
        value = self._value(field)
        number = scalar(value, self.context)
        if not number > 0.0:
            raise value.fault(f"must be > 0, got {value.tokens[0].text}", self.context)
        return number

    def _one(self, what: str, *fields: Quantity) -> tuple[Quantity, float]:
        """The first of the fields that the text has."""
        for field in fields:
            if field in self.draft.values:
                number = self._positive(field)
                self._fact(what, f"{number:g}", self._value(field))
                return field, number
        raise self._fault(f"the {what} is missing")

    def _sizes(self, field: Quantity) -> Vec3:
        value = self._value(field)
        if len(value) == 1:
            number = self._positive(field)
            return (number, number, number)
        x, y, z = vector_of(value, self.context)
        for token, number in zip(in_order(value, "xyz").tokens, (x, y, z), strict=False):
            if not number > 0.0:
                raise token.fault(f"{self.name}: a size must be > 0, got {token.text}")
        return (x, y, z)

    # --- boxes ---

    def box(self) -> tuple[Shape, Placement | None]:
        if self._has(Quantity.LOW) and self._has(Quantity.HIGH) and not self._has(Quantity.SIZES, Quantity.HALF_SIZES):
            return self._box_of_corners()
        half = self._half_sizes()
        rounding = self._rounding(min(half))
        x, y, z = (number - rounding for number in half)
        return Box((x, y, z), rounding), None

    def _half_sizes(self) -> Vec3:
        values = self.draft.values
        if Quantity.HALF_SIZES in values:
            half = self._sizes(Quantity.HALF_SIZES)
            self._fact("half extents", exact_numbers(half), values[Quantity.HALF_SIZES])
            return half
        if Quantity.IMPLICIT_SIZES in values:
            return self._implicit_sizes()
        for field, default, why in (
            (Quantity.SIZES, self.conventions.sizes, "sizes are full unless they are called half"),
            (Quantity.EXTENTS, self.conventions.extents, "extents are half sizes in most engines"),
        ):
            if field in values:
                return self._sizes_of(field, default, self._reason(why, field))
        if values.keys() & {Quantity.WIDTH, Quantity.HEIGHT, Quantity.DEPTH_SIZE, Quantity.LENGTH}:
            return self._named_sides()
        if Quantity.VERTICES in values:
            raise self._fault("the vertices of a box are a hull: leave out its kind")
        raise self._fault("the sizes are missing: expected half extents or full sizes")

    def _reason(self, why: str, field: Quantity) -> str:
        return f"{self.conventions.engine} names {self._value(field).key!r}" if self.conventions.engine else why

    def _sizes_of(self, field: Quantity, default: str, why: str) -> Vec3:
        sizes = self._sizes(field)
        chosen = self.context.assume("sizes", default, why, HALF if default == FULL else FULL)
        factor = 0.5 if chosen == FULL else 1.0
        half = (factor * sizes[0], factor * sizes[1], factor * sizes[2])
        self._fact("half extents", exact_numbers(half), self._value(field))
        return half

    def _implicit_sizes(self) -> Vec3:
        """Bullet's boxes: the half sizes without the margin."""
        x, y, z = self._sizes(Quantity.IMPLICIT_SIZES)
        margin = self._bullet_margin()
        half = (x + margin, y + margin, z + margin)
        self._fact("half extents", exact_numbers(half), self._value(Quantity.IMPLICIT_SIZES))
        return half

    def _bullet_margin(self) -> float:
        if self._has(Quantity.MARGIN):
            return scalar(self._value(Quantity.MARGIN), self.context)
        self.context.assume("margin", f"{BULLET_MARGIN:g}", "Bullet's default; implicit sizes leave it out")
        return BULLET_MARGIN

    def _named_sides(self) -> Vec3:
        """Width, height and depth: full sizes along x, y and z."""
        fields = [Quantity.WIDTH, Quantity.HEIGHT, Quantity.DEPTH_SIZE]
        if self._has(Quantity.LENGTH) and not self._has(Quantity.DEPTH_SIZE):
            fields = [Quantity.LENGTH, Quantity.WIDTH, Quantity.HEIGHT]
        for field in fields:
            if field not in self.draft.values:
                raise self._fault(f"the {field.name.split('_')[0].lower()} is missing")
        sizes = [self._positive(field) for field in fields]
        chosen = self.context.assume("sizes", FULL, "width, height and depth are full sizes", HALF)
        x, y, z = (number * (0.5 if chosen == FULL else 1.0) for number in sizes)
        self._fact("half extents", exact_numbers((x, y, z)), self._value(fields[0]))
        return (x, y, z)

    def _box_of_corners(self) -> tuple[Shape, Placement | None]:
        low_value, high_value = self._value(Quantity.LOW), self._value(Quantity.HIGH)
        low, high = vector_of(low_value, self.context), vector_of(high_value, self.context)
        half = _times(0.5, (high[0] - low[0], high[1] - low[1], high[2] - low[2]))
        if not min(half) > 0.0:
            raise high_value.fault("the upper corner must be above the lower one in x, y and z", self.context)
        self._fact("half extents", exact_numbers(half), low_value)
        center = (low[0] + half[0], low[1] + half[1], low[2] + half[2])
        return Box(half), PositionOrientation(center)

    def _rounding(self, most: float) -> float:
        """The convex radius of Jolt, which lies inside the sizes."""
        if not self._has(Quantity.ROUNDING):
            return 0.0
        value = self._value(Quantity.ROUNDING)
        radius = scalar(value, self.context)
        if "convex" not in words_of_name(value.key):
            return 0.0 if radius == 0.0 else self._outer_rounding(radius)
        if radius == 0.0:
            return 0.0
        if not 0.0 < radius < most:
            raise value.fault(f"a convex radius must be from 0 to the smallest half size, {most:g}", self.context)
        self.context.warn(f"{self.name}: the convex radius {radius:g} lies inside the sizes")
        self._fact("rounding", f"{radius:g}", value)
        return radius

    def _outer_rounding(self, radius: float) -> float:
        value = self._value(Quantity.ROUNDING)
        raise value.fault(f"a rounding of {radius:g} outside the sizes: add `rounding` in the window", self.context)

    # --- round shapes ---

    def sphere(self) -> tuple[Shape, Placement | None]:
        if self._has(Quantity.DIAMETER) and not self._has(Quantity.RADIUS):
            return Sphere(0.5 * self._positive(Quantity.DIAMETER)), None
        for field in (Quantity.RADII, Quantity.IMPLICIT_SIZES):
            if self._has(field) and not self._has(Quantity.RADIUS):
                return Sphere(self._sizes(field)[0]), None
        return Sphere(self._one("radius", Quantity.RADIUS)[1]), None

    def capsule(self) -> tuple[Shape, Placement | None]:
        if self._has(Quantity.POINT_A) and self._has(Quantity.POINT_B):
            return self._between_points(Capsule)
        radius, half = self._radius_and_half_height(is_capsule=True)
        return (Capsule(radius, half, self._axis()) if half > 0.0 else Sphere(radius)), None

    def cylinder(self) -> tuple[Shape, Placement | None]:
        if self._has(Quantity.POINT_A) and self._has(Quantity.POINT_B):
            return self._between_points(Cylinder)
        radius, half = self._radius_and_half_height()
        rounding = self._rounding(min(radius, half))
        return Cylinder(radius - rounding, half - rounding, self._axis(), rounding), None

    def cone(self) -> tuple[Shape, Placement | None]:
        radius, half = self._radius_and_half_height()
        return Cone(radius, half, self._axis()), None

    def _radius_and_half_height(self, is_capsule: bool = False) -> tuple[float, float]:
        if self._has(Quantity.IMPLICIT_SIZES):
            return self._implicit_axial(is_capsule)
        radius = self._radius()
        if self._has(Quantity.HALF_HEIGHT):
            value = self._value(Quantity.HALF_HEIGHT)
            half = scalar(value, self.context)
            if is_capsule and half == 0.0:
                return radius, 0.0
            return radius, self._one("half height", Quantity.HALF_HEIGHT)[1]
        field, number = self._one("height", Quantity.LENGTH, Quantity.HEIGHT, Quantity.DEPTH_SIZE)
        if not is_capsule:
            sizes = self.context.assume("sizes", FULL, "a height or length is full unless it is called half", HALF)
            return radius, number if sizes == HALF else 0.5 * number
        return radius, self._half_of_capsule(field, number, radius)

    def _half_of_capsule(self, field: Quantity, number: float, radius: float) -> float:
        words = words_of_name(self._value(field).key)
        default = (
            TOTAL if "total" in words or (self.conventions.capsule == TOTAL and field is Quantity.HEIGHT) else INNER
        )
        why = f"{self.conventions.engine}'s convention" if self.conventions.engine else "most engines' convention"
        other = INNER if default == TOTAL else TOTAL
        chosen = self.context.assume("capsule length", default, why, other, HALF)
        if chosen == HALF:
            return number
        if chosen == INNER:
            return 0.5 * number
        if number < 2.0 * radius:
            raise self._value(field).fault("the total height must be at least twice the radius", self.context)
        return 0.5 * number - radius

    def _radius(self) -> float:
        if self._has(Quantity.DIAMETER) and not self._has(Quantity.RADIUS):
            return 0.5 * self._positive(Quantity.DIAMETER)
        if self._has(Quantity.RADIUS_BOTTOM):
            return self._radius_of_ends()
        return self._one("radius", Quantity.RADIUS)[1]

    def _radius_of_ends(self) -> float:
        bottom = self._positive(Quantity.RADIUS_BOTTOM)
        if self._has(Quantity.RADIUS_TOP):
            top = scalar(self._value(Quantity.RADIUS_TOP), self.context)
            if top not in (0.0, bottom):
                fault = "a truncated cone is not supported: its radii must be equal, or the top one 0"
                raise self._value(Quantity.RADIUS_TOP).fault(fault, self.context)
        return bottom

    def _implicit_axial(self, is_capsule: bool) -> tuple[float, float]:
        """Bullet's capsules and cylinders: radius, half height and radius in the order of the axes."""
        sizes = self._sizes(Quantity.IMPLICIT_SIZES)
        up = {"x": 0, "y": 1, "z": 2}[self._axis()]
        margin = 0.0 if is_capsule else self._bullet_margin()
        return sizes[(up + 1) % 3] + margin, sizes[up] + margin

    def _axis(self) -> Axis:
        named = self._named_axis()
        if named:
            return named
        default: Axis = self.conventions.axis
        why = f"{self.conventions.engine}'s axis"
        if not self.conventions.engine:
            default = "z" if self._has(Quantity.LENGTH) else "y"
            why = "engines that say length use z, those that say height use y"
        others = [axis for axis in "xyz" if axis != default]
        chosen: Axis = self.context.assume("axis", default, why, *others)  # type: ignore[assignment]
        return chosen

    def _named_axis(self) -> Axis | None:
        """The axis that the text names, as a letter, an index (Unity) or a unit vector."""
        letters: tuple[Axis, Axis, Axis] = ("x", "y", "z")
        if word := self.draft.words.get(Quantity.AXIS):
            text = word.text.lower().strip("+").removesuffix("-axis").removesuffix("axis").strip("_")
            return next((axis for axis in letters if axis == text), None)
        if value := self.draft.values.get(Quantity.AXIS):
            if len(value) == 1 and value.tokens[0].value in (0.0, 1.0, 2.0):
                return letters[int(numbers_of(value, self.context)[0])]
            if len(value) == 3 and Quantity.ANGLE not in self.draft.values:
                found = [abs(number) for number in numbers_of(value, self.context)]
                if sorted(found) == [0.0, 0.0, 1.0]:
                    return letters[found.index(1.0)]
        return next((axis for axis in letters if axis == self.draft.axis), None)

    def _between_points(self, kind: type[Capsule] | type[Cylinder]) -> tuple[Shape, Placement | None]:
        first, second = self._value(Quantity.POINT_A), self._value(Quantity.POINT_B)
        a, b = vector_of(first, self.context), vector_of(second, self.context)
        along = (b[0] - a[0], b[1] - a[1], b[2] - a[2])
        length = hypot(*along)
        radius = self._radius()
        self._fact("ends", f"{exact_numbers(a)} to {exact_numbers(b)}", first)
        middle = PositionOrientation(_times(0.5, add(a, b)))
        if length == 0.0:
            return Sphere(radius), middle
        axes: tuple[Axis, Axis, Axis] = ("x", "y", "z")
        for axis, part in zip(axes, along, strict=True):
            if abs(part) == length:  # along an axis: no rotation is needed
                return kind(radius, 0.5 * length, axis), middle
        return kind(radius, 0.5 * length, "z"), PositionOrientation(
            middle.position, _turn_to(_times(1 / length, along))
        )

    def ellipsoid(self) -> tuple[Shape, Placement | None]:
        if self._has(Quantity.RADII):
            radii = self._sizes(Quantity.RADII)
            self._fact("radii", exact_numbers(radii), self._value(Quantity.RADII))
            return Ellipsoid(radii), None
        return Ellipsoid(self._half_sizes()), None

    # --- vertices ---

    def hull(self) -> tuple[Shape, Placement | None]:
        if not self._has(Quantity.VERTICES):
            raise self._fault("the vertices are missing")
        value = self._value(Quantity.VERTICES)
        points = points_of(value, self.context)
        self._fact("vertices", f"{len(points)} points", value)
        return Hull(points), None

    def triangle(self) -> tuple[Shape, Placement | None]:
        points = points_of(self._value(Quantity.VERTICES), self.context) if self._has(Quantity.VERTICES) else ()
        if len(points) != 3:
            raise self._fault(f"a triangle must have three vertices, got {len(points)}")
        return Triangle((points[0], points[1], points[2])), None

    def segment(self) -> tuple[Shape, Placement | None]:
        if self._has(Quantity.POINT_A) and self._has(Quantity.POINT_B):
            a = vector_of(self._value(Quantity.POINT_A), self.context)
            return Segment(a, vector_of(self._value(Quantity.POINT_B), self.context)), None
        points = points_of(self._value(Quantity.VERTICES), self.context) if self._has(Quantity.VERTICES) else ()
        if len(points) != 2:
            raise self._fault(f"a segment must have two ends, got {len(points)}")
        return Segment(points[0], points[1]), None

    def point(self) -> tuple[Shape, Placement | None]:
        return Point(), None

    def unsupported(self) -> tuple[Shape, Placement | None]:
        word = self.draft.kind_token.text if self.draft.kind_token else "shape"
        raise self._fault(f"{word} is not supported")


_BUILDERS = {
    ShapeKind.BOX: _ShapeBuilder.box,
    ShapeKind.SPHERE: _ShapeBuilder.sphere,
    ShapeKind.CAPSULE: _ShapeBuilder.capsule,
    ShapeKind.CYLINDER: _ShapeBuilder.cylinder,
    ShapeKind.CONE: _ShapeBuilder.cone,
    ShapeKind.ELLIPSOID: _ShapeBuilder.ellipsoid,
    ShapeKind.HULL: _ShapeBuilder.hull,
    ShapeKind.TRIANGLE: _ShapeBuilder.triangle,
    ShapeKind.SEGMENT: _ShapeBuilder.segment,
    ShapeKind.POINT: _ShapeBuilder.point,
    ShapeKind.UNSUPPORTED: _ShapeBuilder.unsupported,
}

_IMPLIED: tuple[tuple[set[Quantity], ShapeKind], ...] = (
    ({Quantity.VERTICES}, ShapeKind.HULL),
    ({Quantity.POINT_A}, ShapeKind.SEGMENT),
    ({Quantity.RADII}, ShapeKind.ELLIPSOID),
    (
        {
            Quantity.HALF_SIZES,
            Quantity.SIZES,
            Quantity.EXTENTS,
            Quantity.LOW,
            Quantity.WIDTH,
            Quantity.IMPLICIT_SIZES,
        },
        ShapeKind.BOX,
    ),
    ({Quantity.RADIUS, Quantity.DIAMETER}, ShapeKind.SPHERE),
)


def _times(factor: float, v: Vec3) -> Vec3:
    return (factor * v[0], factor * v[1], factor * v[2])


def _turn_to(direction: Vec3) -> Quaternion:
    """The shortest turn that takes the z axis to a unit direction."""
    x, y, z = direction
    if z < -1.0 + 1e-15:  # opposite directions have no shortest turn; any half turn about an axis across will do
        return (1.0, 0.0, 0.0, 0.0)
    length = hypot(-y, x, 1.0 + z)
    return (-y / length, x / length, 0.0, (1.0 + z) / length)


def _rescaled(shape: Shape, scale: ValueTokens, context: ReadContext) -> Shape:
    factors = numbers_of(scale, context)
    x, y, z = factors * 3 if len(factors) == 1 else vector_of(scale, context)
    if (x, y, z) == (1.0, 1.0, 1.0):
        return shape
    if not min(x, y, z) > 0.0:
        raise scale.fault("a scale must be > 0: it would mirror the shape", context)
    if not isinstance(shape, Box | Hull | Ellipsoid | Triangle | Segment) and not x == y == z:
        raise scale.fault("this shape can only be scaled by the same factor in x, y and z", context)
    context.warn(f"the scale {x:g}, {y:g}, {z:g} was applied to the shape")
    return _scaled_shape(shape, (x, y, z))


def _scaled_shape(shape: Shape, factors: Vec3, divisor: float = 1.0) -> Shape:
    """The shape scaled along its axes; dividing is exact where multiplying by 0.001 is not."""

    def along(v: Vec3) -> Vec3:
        return (factors[0] * v[0] / divisor, factors[1] * v[1] / divisor, factors[2] * v[2] / divisor)

    def scaled(number: float) -> float:
        return factors[0] * number / divisor

    rounding = scaled(shape.rounding)
    if isinstance(shape, Box):
        return Box(along(shape.half_extents), rounding)
    if isinstance(shape, Ellipsoid):
        return Ellipsoid(along(shape.radii), rounding)
    if isinstance(shape, Hull):
        return Hull(tuple(along(vertex) for vertex in shape.vertices), rounding)
    if isinstance(shape, Triangle):
        a, b, c = (along(vertex) for vertex in shape.vertices)
        return Triangle((a, b, c), rounding)
    if isinstance(shape, Segment):
        return Segment(along(shape.a), along(shape.b), rounding)
    if isinstance(shape, Sphere):
        return Sphere(scaled(shape.radius), rounding)
    if isinstance(shape, Capsule | Cylinder | Cone):
        return replace(shape, radius=scaled(shape.radius), half_height=scaled(shape.half_height), rounding=rounding)
    if isinstance(shape, Point):
        return shape
    raise TypeError(f"no reader makes a {type(shape).__name__}")


# --- poses ---


def _placement(
    draft: BodyDraft, uses_center: bool, conventions: Conventions, context: ReadContext, name: str
) -> Placement:
    values = draft.values
    center = values.get(Quantity.CENTER)
    matrix = values.get(Quantity.MATRIX)
    if matrix is not None and (len(matrix) > 9 or Quantity.POSITION not in values):
        context.fact(name, "pose", f"{len(matrix)} numbers", matrix.span)
        placement = pose_of_value(matrix, conventions, context, f"{name}: {matrix.key or 'matrix'}")
        return _with_center(placement, center, name, context) if center else placement
    position_value = values.get(Quantity.POSITION) or center
    position = ZERO
    if position_value is not None:
        position = vector_of(position_value, context)
        context.fact(name, "position", exact_numbers(position), position_value.span)
    placement = _rotated(draft, position, conventions, context, name)
    if center is not None and center is not position_value:
        placement = _with_center(placement, center, name, context)
    return placement


def _with_center(placement: Placement, center: ValueTokens, name: str, context: ReadContext) -> Placement:
    """The placement of a shape whose centre is given in the frame of its body."""
    local = vector_of(center, context)
    context.fact(name, "centre", exact_numbers(local), center.span)
    if local == ZERO:
        return placement
    chosen = context.assume("center", "in the body's frame", "the text has a position and a centre", "ignored")
    return placed_in(placement, PositionOrientation(local)) if chosen != "ignored" else placement


def _rotated(draft: BodyDraft, position: Vec3, conventions: Conventions, context: ReadContext, name: str) -> Placement:
    values = draft.values
    for field in (
        Quantity.ROTATION,
        Quantity.QUATERNION,
        Quantity.MATRIX,
        Quantity.EULER,
        Quantity.AXIS_ANGLE,
    ):
        value = values.get(field)
        if value is None:
            continue
        context.fact(name, "orientation", " ".join(token.text for token in value.tokens[:9]), value.span)
        what = f"{name}: {value.key or 'rotation'}"
        if len(value) == 4 and field is not Quantity.AXIS_ANGLE:
            return PositionOrientation(position, quaternion_of_value(value, conventions, context, what))
        if len(value) in (9, 12) and field in (Quantity.ROTATION, Quantity.MATRIX):
            return transform(rotation_of_numbers(value, conventions, context, what), position)
        if field is Quantity.AXIS_ANGLE or (field is Quantity.ROTATION and "vector" in words_of_name(value.key)):
            return _by_axis_angle(value, position, conventions, context)
        if len(value) == 3 and field in (Quantity.ROTATION, Quantity.EULER):
            return _by_euler(value, position, conventions, context)
        raise value.fault(f"a rotation must have 3, 4 or 9 numbers, got {len(value)}", context)
    return _by_angle(draft, position, context)


def quaternion_of_value(value: ValueTokens, conventions: Conventions, context: ReadContext, what: str) -> Quaternion:
    """The quaternion of four numbers; its order is named in the text, or assumed.  Raises `TextError`."""
    if len(value) != 4:
        raise value.fault(f"a quaternion must have four numbers, got {len(value)}", context)
    if set(value.labels) == set("xyzw"):
        value = in_order(value, XYZW)
        return quaternion(numbers_of(value, context), value.tokens, XYZW, context, what)
    said = value.key.lower() + " " + "".join(word.text.lower() for word in value.words)
    named = next((order for order in (XYZW, WXYZ) if order in said), None)
    order = named or quaternion_order(conventions, context)
    return quaternion(numbers_of(value, context), value.tokens, order, context, what)


def _infer_quaternion_order(gathered: Gathered, conventions: Conventions, context: ReadContext) -> None:
    """Notes the order that an identity shows: 1 0 0 0 is one with w first, 0 0 0 1 one with w last."""
    if "quaternion" in context.choices:
        return
    found = [
        [token.value for token in value.tokens]
        for draft in gathered.drafts
        for field, value in draft.values.items()
        if field in (Quantity.ROTATION, Quantity.QUATERNION) and len(value) == 4 and not value.labels
    ]
    first, last = [1.0, 0.0, 0.0, 0.0] in found, [0.0, 0.0, 0.0, 1.0] in found
    if first != last and not conventions.engine:
        order, other = (WXYZ, XYZW) if first else (XYZW, WXYZ)
        context.assume("quaternion", order, "one of the quaternions is then the identity", other)


def _by_euler(value: ValueTokens, position: Vec3, conventions: Conventions, context: ReadContext) -> Placement:
    words = set(words_of_name(value.key))
    angles = list(vector_of(value, context))
    if not any(angles):
        return PositionOrientation(position)
    is_large = max(map(abs, angles)) > 2.0 * pi
    unit = "degrees" if words & {"degrees", "deg", "euler"} and "rad" not in words else conventions.angles
    if is_large:
        unit = "degrees"
    why = "larger than a full turn in radians" if is_large else f"{conventions.engine or 'the common'} convention"
    unit = context.assume("angles", unit, why, "radians" if unit == "degrees" else "degrees")
    order = "xyz" if words & {"rpy", "roll"} else conventions.euler
    others = [one for one in ("xyz", "XYZ", "zyx", "ZYX", "YXZ") if one != order]
    decide = context.assume if conventions.engine else context.ask
    order = decide("euler", order, "capitals are about moving axes, small letters about fixed ones", *others)
    if unit == "degrees":
        angles = [angle * pi / 180.0 for angle in angles]
    by_axis = dict(zip("xyz", angles, strict=True))
    return euler_placement([by_axis[letter.lower()] for letter in order], order, position)


def _by_axis_angle(value: ValueTokens, position: Vec3, conventions: Conventions, context: ReadContext) -> Placement:
    found = numbers_of(value, context)
    if len(found) == 4:
        axis, angle = np.array(found[:3]), found[3]
        length = float(np.linalg.norm(axis))
        if not length > 0.0:
            raise value.fault("the axis of a rotation must not be zero", context)
        found = [float(number) for number in axis * (angle / length)]
    elif len(found) != 3:
        raise value.fault(f"an axis and an angle must be 3 or 4 numbers, got {len(found)}", context)
    x, y, z, w = (float(part) for part in Rotation.from_rotvec(found).as_quat())
    return PositionOrientation(position, (x, y, z, w))


def _by_angle(draft: BodyDraft, position: Vec3, context: ReadContext) -> Placement:
    axis = draft.values.get(Quantity.ROTATION_AXIS) or draft.values.get(Quantity.AXIS)
    value = draft.values.get(Quantity.ANGLE)
    if value is None:
        return PositionOrientation(position)
    if axis is None:
        raise value.fault("an angle needs the axis of the rotation", context)
    angle = scalar(value, context)
    is_degrees = bool({"deg", "degrees"} & {*words_of_name(value.key), *(word.text for word in value.words)})
    unit = "degrees" if is_degrees or abs(angle) > 2.0 * pi else "radians"
    unit = context.assume("angles", unit, "the size of the angle", "radians" if unit == "degrees" else "degrees")
    direction = np.array(vector_of(axis, context))
    length = float(np.linalg.norm(direction))
    if not length > 0.0:
        raise axis.fault("the axis of a rotation must not be zero", context)
    turned = direction * ((angle * pi / 180.0 if unit == "degrees" else angle) / length)
    x, y, z, w = (float(part) for part in Rotation.from_rotvec(turned).as_quat())
    return PositionOrientation(position, (x, y, z, w))


# --- answers ---


def _reported(
    gathered: Gathered, bodies: Sequence[Body], conventions: Conventions, context: ReadContext
) -> tuple[Reported, ...]:
    """What the text says that an engine answered about the pair."""
    answers = gathered.answers
    if len(bodies) != 2 or not (answers or gathered.verdict):
        return ()
    distance = None
    if Quantity.DISTANCE in answers:
        distance = scalar(answers[Quantity.DISTANCE], context)
    elif Quantity.DEPTH in answers:
        distance = -abs(scalar(answers[Quantity.DEPTH], context))
    found = {
        field: vector_of(answers[field], context)
        for field in (Quantity.NORMAL, Quantity.WITNESS_A, Quantity.WITNESS_B)
        if field in answers
    }
    return (
        Reported(
            (bodies[0].name, bodies[1].name),
            conventions.engine or "the text",
            _verdict(gathered, distance),
            distance,
            _unit(found.get(Quantity.NORMAL)),
            found.get(Quantity.WITNESS_A),
            found.get(Quantity.WITNESS_B),
        ),
    )


def _verdict(gathered: Gathered, distance: float | None) -> str | None:
    if gathered.verdict is not None:
        word = gathered.verdict.text.lower()
        if word in ("true", "yes", "colliding", "collision", "overlap", "penetrating", "intersecting"):
            return "penetrating"
        if word in ("false", "no", "none", "separated", "disjoint"):
            return "separated"
    if Quantity.VERDICT in gathered.answers and len(gathered.answers[Quantity.VERDICT]) == 1:
        return "penetrating" if gathered.answers[Quantity.VERDICT].tokens[0].value else "separated"
    return None if distance is None or distance == 0 else "separated" if distance > 0 else "penetrating"


def _unit(normal: Vec3 | None) -> Vec3 | None:
    return normal if normal is not None and hypot(*normal) > 0 else None
