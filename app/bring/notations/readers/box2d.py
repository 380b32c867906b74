"""C++ with Box2D 2, and C with Box2D 3.

b2PolygonShape box;  box.SetAsBox(0.5f, 0.25f);            // 2: half extents
b2Polygon box = b2MakeRoundedBox(0.5f, 0.25f, 0.1f);       // 3
b2Transform xf(b2Vec2(1, 2), b2Rot(0.5f));                 // of a position and an angle
"""

from collections.abc import Mapping, Sequence
from math import atan2, remainder, tau

from gjkscope.app.bring.notations.code.builders import (
    ZERO3,
    apply_function,
    constant,
    first,
    inverse_of,
    inverse_product,
    negative,
    plus_multiple,
    pose,
    pose_from,
    position_of,
    product_of,
    rotation_of,
    round_further,
    unit_value,
    unset,
)
from gjkscope.app.bring.notations.code.connections.members import parts_of_pair
from gjkscope.app.bring.notations.code.lexer import CPP
from gjkscope.app.bring.notations.code.plane_values import (
    POINT,
    cosine_and_sine,
    placing,
    plane_rotation,
    pose_by_angle,
    turn_by_angle,
    turn_in_plane,
)
from gjkscope.app.bring.notations.code.program import Program
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.shape_arguments import plane_numbers
from gjkscope.app.bring.notations.code.values import (
    IDENTITY_PLACEMENT,
    IDENTITY_ROTATION,
    NOWHERE,
    Array,
    Failed,
    PlacedFrame,
    Rotation,
    Scalar,
    ShapeForm,
    SolidValue,
    Thing,
    Value,
    add_values,
    compose_frames,
    multiply_each,
    negate_value,
    scalars,
    subtract,
    vector_in,
)
from gjkscope.app.bring.notations.code.vocabulary import SURE_OF_PLANE, Form, Forms, Site, Vocabulary
from gjkscope.app.bring.notations.reading import ImportFault
from gjkscope.app.bring.notations.registry import register

_HALF = ("half_width", "half_depth")
_CENTER = (("m_p", "center"), ("m_radius", "radius"))
_CENTERS = (("center1", "a"), ("center2", "b"))
_POINTS = (("point1", "a"), ("point2", "b"))


def _pose_by_cosine(site: Site, values: Sequence[Value]) -> Value:
    """A pose of a position, and the cosine and sine of the angle: {{1, 2}, {1, 0}}."""
    return pose(site, [values[0], cosine_and_sine(site, plane_numbers(values[1]))])


_POSES: Forms = (
    Form("vs", pose_by_angle),
    Form("vr", pose, ("p", "q")),
    Form("vv", _pose_by_cosine, ("p", "q")),
)

# The members of a sweep: the centre in the frame of the shape; the centre and the angle at both ends.
_PARTS = ("localCenter", "c1", "c2", "q1", "q2")
_PARTS_OF_2 = {"c0": "c1", "c": "c2", "a0": "q1", "a": "q2", "a1": "q1", "a2": "q2"}
_STARTS = {"c2": "c1", "q2": "q1"}  # defaults of parts that the text does not state
_HINT = "write localCenter, c1, c2, q1 and q2, or localCenter, c0, a0, c and a, with their numbers"


def _sweep(site: Site, values: Sequence[Value]) -> Value:
    sweep = Thing("b2Sweep", site.token, site.end)
    sweep.fields = dict(zip(_PARTS, values, strict=True))
    return sweep


def _place_by_sweeps(program: Program) -> None:
    """Moves the shapes of queries along their sweeps, in one second.  Raises `TextError` and `ImportFault`."""
    inputs = [thing for thing in program.things if _sweep_of(thing, "A") or _sweep_of(thing, "B")]
    for query in inputs:
        for solid, letter in parts_of_pair(query).items():
            if (sweep := _sweep_of(query, letter)) is not None:
                _move(program, solid, sweep)
                query.is_absorbed = True
        if not (query.solids or program.solids):
            raise query.token.fault(f"{query.name}: the shape is not in the text: write it, too")
    if any(query.is_absorbed for query in inputs):
        return
    for sweep in [thing for thing in program.things if thing.type == "b2Sweep" and thing.fields]:
        named = [solid for solid in program.solids if (solid.name or "")[-1:] == (sweep.name or "")[-1:]]
        if len(named) != 1:
            said = "the text does not say whose it is: write input.proxyA = …, input.sweepA = …, and the shapes"
            raise ImportFault(f"the sweep {sweep.name}: {said}")
        _move(program, named[0], sweep)


def _sweep_of(query: Thing, letter: str) -> Thing | None:
    value = query.fields.get(f"sweep{letter}")
    return value if isinstance(value, Thing) and value.type == "b2Sweep" else None


def _move(program: Program, solid: SolidValue, sweep: Thing) -> None:
    """Places a shape where a sweep begins, with its velocity.

    The centre moves in a straight line while the shape turns about it.  A body does the same with its origin.
    """
    parts = {_PARTS_OF_2.get(name, name): value for name, value in sweep.fields.items()}
    site = program.site("b2Sweep", solid.token, solid.end)
    alpha = parts.get("alpha0")
    if isinstance(alpha, Scalar) and alpha.value != 0.0:
        raise alpha.tokens[0].fault("alpha0: the sweep begins later: write its centre and angle at that time")
    center = _point(site, parts, "localCenter") if "localCenter" in parts else Array(NOWHERE)
    start, end = _point(site, parts, "c1"), _point(site, parts, "c2")
    first_turn, last_turn = (_turn(site, parts.get(name, parts.get("q1"))) for name in ("q1", "q2"))
    turning = (last_turn.angle or 0.0) - (first_turn.angle or 0.0)
    if isinstance(parts.get("q2"), Rotation) and (turning := remainder(turning, tau)):
        why = "Box2D 3 interpolates cosine and sine: between its ends, the angle is another one"
        program.context.ask("turning", "evenly", why)
    way = subtract(end, start)
    is_still = not turning and not any(number.value for number in scalars(way) or ())
    why = "the input moves a shape: here in one second; distances are those at the start"
    if is_still or program.context.assume("motion", "read", why, "left out") == "left out":
        way, turning = Array(NOWHERE), 0.0
    back = PlacedFrame(IDENTITY_ROTATION, position_of(negate_value(center)))
    placement = PlacedFrame(first_turn, position_of(start))
    if turning:
        solid.local = back if solid.local is None else compose_frames(back, solid.local)
    body = program.thing("body", sweep.token, sweep.end)
    body.solids = [solid]
    tokens = (*last_turn.tokens, *first_turn.tokens)
    body.fields = {
        "placement": placement if turning else compose_frames(placement, back),
        "velocity": way,
        "angularVelocity": Array((Scalar(0.0), Scalar(0.0), Scalar(turning, tokens))),
    }


def _point(site: Site, parts: Mapping[str, Value], name: str) -> Value:
    value = parts.get(name, parts.get(_STARTS.get(name, name)))
    if isinstance(value, Failed):
        raise value.fault
    if value is None or vector_in(value) is None:
        raise site.token.fault(f"the sweep of this shape has no {name}: {_HINT}")
    return value


def _turn(site: Site, value: Value | None) -> Rotation:
    if value is None or isinstance(value, Failed):
        return IDENTITY_ROTATION
    turn = plane_rotation(site, value) if isinstance(value, Scalar) else rotation_of(site, value)
    return turn if turn.angle is not None else turn_in_plane(atan2(turn.rows[1][0], turn.rows[0][0]), turn.tokens)


_FUNCTIONS: dict[str, Forms] = {
    "b2PolygonShape": (ShapeForm("polygon", ("points?",), names=(("m_vertices", "points"), ("m_count", "count"))),),
    "b2CircleShape": (ShapeForm("circle", ("radius?", "center?"), names=_CENTER),),
    "b2EdgeShape": (ShapeForm("corners2", ("a?", "b?"), names=(("m_vertex1", "a"), ("m_vertex2", "b"))),),
    "b2Hull": (ShapeForm("polygon", ("points?", "count?")),),
    "b2ComputeHull": (ShapeForm("polygon", ("points", "count")),),
    "b2MakePolygon": (Form("os", round_further),),
    "b2MakeBox": (ShapeForm("box2", _HALF),),
    "b2MakeSquare": (ShapeForm("box2", ("half",)),),
    "b2MakeRoundedBox": (ShapeForm("box2", (*_HALF, "rounding")),),
    "b2MakeOffsetBox": (
        ShapeForm("box2", (*_HALF, "center", "rotation")),
        ShapeForm("box2", (*_HALF, "center", "angle")),
    ),
    "b2MakeOffsetRoundedBox": (ShapeForm("box2", (*_HALF, "center", "rotation", "rounding")),),
    "b2Circle": (ShapeForm("circle", ("center", "radius")), ShapeForm("circle", ("center?", "radius?"))),
    "b2Capsule": (
        ShapeForm("capsule2", ("a", "b", "radius"), names=_CENTERS),
        ShapeForm("capsule2", ("a?", "b?", "radius?"), names=_CENTERS),
    ),
    "b2Segment": (ShapeForm("corners2", ("a", "b"), names=_POINTS), ShapeForm("corners2", ("a?", "b?"), names=_POINTS)),
    "b2MakeProxy": (
        Form("o*o", first),  # b2MakeProxy(p.vertices, p.count, p.radius)
        Form("o*s", round_further),
        ShapeForm("circle", ("center", "count", "radius")),
        ShapeForm("cloud2", ("points", "count", "rounding")),
    ),
    # of version 3; version 2 sets its members one by one
    "b2Sweep": (Form("vvvrr", _sweep, _PARTS),),
    "b2Vec2": POINT,
    "b2Pos": POINT,
    "b2Rot": (
        Form("s", turn_by_angle),
        Form("ss", cosine_and_sine, ("c", "s")),
        Form("r", first),
        Form("", lambda site, _: unset(site)),
    ),
    "b2MakeRot": (Form("s", turn_by_angle),),
    **dict.fromkeys(
        ("b2Transform", "b2WorldTransform"),
        (*_POSES, Form("v", pose_from, ("p",)), Form("p", pose_from), Form("", lambda site, _: unset(site))),
    ),
    "b2Add": (Form("vv", apply_function(add_values)),),
    "b2Sub": (Form("vv", apply_function(subtract)),),
    "b2Neg": (Form("v", negative),),
    "b2MulSV": (Form("sv", apply_function(multiply_each)),),
    "b2MulAdd": (Form("vsv", plus_multiple(1.0)),),
    "b2MulSub": (Form("vsv", plus_multiple(-1.0)),),
    "b2Normalize": (Form("v", unit_value),),
    "b2Mul": (Form("pp", product_of), Form("pv", product_of), Form("rv", product_of), Form("rr", product_of)),
    "b2MulT": (Form("pp", inverse_product), Form("pv", inverse_product), Form("rv", inverse_product)),
    **dict.fromkeys(("b2MulTransforms", "b2MulRot"), (Form("pp", product_of),)),
    "b2InvMulTransforms": (Form("pp", inverse_product),),
    "b2InvertTransform": (Form("p", inverse_of),),
    **dict.fromkeys(("b2TransformPoint", "b2RotateVector"), (Form("pv", product_of),)),
    **dict.fromkeys(("b2InvTransformPoint", "b2InvRotateVector"), (Form("pv", inverse_product),)),
}

_CONSTANTS: dict[str, Value] = {
    "b2Vec2_zero": ZERO3,
    "b2Rot_identity": IDENTITY_ROTATION,
    "b2Transform_identity": IDENTITY_PLACEMENT,
}

VOCABULARY = Vocabulary(
    name="box2d",
    title="C and C++ with Box2D",
    language=CPP,
    # not of lists of b2Vec2
    signs=r"\bb2(?:Polygon|Circle|Capsule|Segment|Edge|Make|Compute|Chain|Sweep|TOI|Distance|ShapeCast)\w*\b",
    functions=_FUNCTIONS,
    constants=_CONSTANTS,
    shaping={
        "SetAsBox": (ShapeForm("box2", _HALF), ShapeForm("box2", (*_HALF, "center", "angle"))),
        "Set": (ShapeForm("polygon", ("points", "count")), ShapeForm("corners2", ("a", "b"))),
        "SetTwoSided": (ShapeForm("corners2", ("a", "b")),),
    },
    updaters={"b2Body_SetTransform": placing("placement")},
    methods={"Set": _POSES, "SetZero": (Form("", constant(ZERO3)),)},
    fields={"angle": "rotation", "translation": "motion"},  # translationB of a shape cast: how far B moves
    finish=_place_by_sweeps,
    unsupported=r"b2(?:Chain\w*|CreateChain)",
    infers_points=True,
    confidence=SURE_OF_PLANE,
    suffixes=(".cpp", ".c"),
    is_plane=True,
)

register(notation_of(VOCABULARY))
