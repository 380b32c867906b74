"""Constructs shapes, poses and other values by the forms of a vocabulary."""

import re
from collections.abc import Sequence

from gjkscope.app.base.tokens import Token, quoted
from gjkscope.app.bring.notations.code import names
from gjkscope.app.bring.notations.code.builders import position_of, rotation_of
from gjkscope.app.bring.notations.code.connections.rules import connect
from gjkscope.app.bring.notations.code.matching import (
    Given,
    arguments_summary,
    arranged_arguments,
    expected_arguments,
    fatal,
    matches_form,
    require_value,
    unknown_names,
    values_in_question,
)
from gjkscope.app.bring.notations.code.plane_values import lifted_value
from gjkscope.app.bring.notations.code.program import Program
from gjkscope.app.bring.notations.code.shape_arguments import bound_arguments, parameter_of
from gjkscope.app.bring.notations.code.syntax import Name
from gjkscope.app.bring.notations.code.values import (
    IDENTITY_PLACEMENT,
    IDENTITY_ROTATION,
    Array,
    Failed,
    FaultMark,
    PlacedFrame,
    Scalar,
    ShapeForm,
    SolidValue,
    Text,
    Thing,
    Value,
    sources,
)
from gjkscope.app.bring.notations.code.vocabulary import ByWord, EachForm, Form, Forms, Site

_HARMLESS = frozenset({"density", "mass", "friction", "restitution", "color", "key", "label", "name", "body", "dtype"})
_PLACING = frozenset({"position", "rotation", "placement", "euler"})

POSE_TYPE = re.compile(r"(?i)transform|isometry|pose|affine|mat(?:rix)?4")


def build_value(program: Program, forms: Forms, given: Given, site: Site) -> Value:
    """The value of the first form that accepts the arguments.  Raises `TextError` if none does."""
    given = _with_options(given) if site.vocabulary.is_plane or any(map(_takes_options, forms)) else given
    for value in given.all:
        if isinstance(value, Failed) and FaultMark.NOT_FINITE in value.fault.marks:
            raise fatal(value.fault)
    for candidate in sorted(forms, key=lambda form: unknown_names(form, given)):
        if isinstance(candidate, EachForm):
            if matches_form(candidate, given):
                return _several(program, candidate, given, site)
            continue
        form, given_here = _choose_form(candidate, given, site)
        if isinstance(form, ShapeForm):
            arguments = bound_arguments(form, given_here.values, given_here.named)
            if arguments is not None:
                made = new_solid(program, form, site, arguments, given_here)
                made.kinds = (candidate.keyword, candidate.forms) if isinstance(candidate, ByWord) else None
                return made
            continue
        values = arranged_arguments(form, given)
        if values is not None:
            _require_shapes(form, values)
            ignored = [i for i, letter in enumerate(form.kinds.replace("|", "")) if letter == "_"]
            known = [value if i in ignored else require_value(value) for i, value in enumerate(values)]
            value = form.build(site, known)
            if isinstance(value, PlacedFrame):
                program.placements.append(value)
            if isinstance(value, SolidValue) and value not in program.solids:
                program.replace_solid(value)
            return value
    is_shape = any(isinstance(form, ShapeForm) for form in forms)
    for value in values_in_question(forms, given):
        _require_items(value, is_shape)
    placed = _pose_by_name(forms, given, site)
    if placed is not None:
        return placed
    fault = site.fault(f"these arguments are not understood: {arguments_summary(given)}{expected_arguments(forms)}")
    raise fatal(fault) if is_shape else fault


def _takes_options(form: object) -> bool:
    """Whether an object behind the arguments has more of them, outside of the plane."""
    return isinstance(form, ShapeForm) and form.kind == "heightfield"


def _with_options(given: Given) -> Given:
    """The arguments, with the members of an object behind them as named ones: p2.Box({ width: 2, height: 1 })."""
    last = given.values[-1] if given.values else None
    if not isinstance(last, Thing) or last.type or last.solids:
        return given
    last.is_absorbed = True
    return Given(given.values[:-1], {**given.named, **last.fields})


def _require_shapes(form: Form, values: Sequence[Value]) -> None:
    """Raises the fault of a shape that could not be computed, which ends the import, as a shape would be missing."""
    for letter, value in zip(form.kinds.replace("|", ""), values, strict=False):
        if letter == "o" and isinstance(value, Failed):
            raise fatal(value.fault)


def _require_items(value: Value, is_shape: bool) -> None:
    """Raises the fault of an item of a list that could not be computed; it ends the import if a shape needs it."""
    if isinstance(value, Failed):
        raise fatal(value.fault) if is_shape else value.fault
    if isinstance(value, Array):
        for item in value.items:
            _require_items(item, is_shape)


def _several(program: Program, form: EachForm, given: Given, site: Site) -> Value:
    """The shapes that one call describes."""
    for number, part in enumerate(form.forms, start=1):
        made = new_solid(program, part, site, bound_arguments(part, given.values, given.named), given)
        made.name = f"{part.kind} {number}"
    return program.thing(site.name, site.token, site.end)


def _pose_by_name(forms: Forms, given: Given, site: Site) -> Value | None:
    """A pose whose parts have names: new RigidPose { Position = …, Orientation = … }."""
    roles = {names.role_of(name): value for name, value in given.named.items()}
    if given.values or not roles or not set(roles) <= {"position", "rotation"}:
        return None
    if not any(isinstance(form, Form) and set(form.kinds) & {"r", "p"} for form in forms):
        return None
    rotation = rotation_of(site, roles["rotation"]) if "rotation" in roles else IDENTITY_ROTATION
    position = position_of(roles["position"]) if "position" in roles else IDENTITY_PLACEMENT.position
    return PlacedFrame(rotation, position)


def _choose_form(form: Form | ShapeForm | ByWord, given: Given, site: Site) -> tuple[Form | ShapeForm, Given]:
    """The form for the kind of shape that the first argument states, with the other arguments."""
    if not isinstance(form, ByWord):
        return form, given
    values, named = list(given.values), dict(given.named)
    missing = Text(form.default) if form.default else Failed(site.fault("states no kind of shape"))
    is_first = bool(values) and isinstance(values[0], Text) and form.keyword not in named
    word = require_value(values.pop(0) if is_first else named.pop(form.keyword, missing))
    if not isinstance(word, Text) or word.text not in form.forms:
        raise fatal(site.fault(f"must be one of {', '.join(form.forms)}"))
    return form.forms[word.text], Given(values, named)


def new_solid(
    program: Program, form: ShapeForm, site: Site, arguments: dict[str, Value] | None = None, given: Given | None = None
) -> SolidValue:
    """Adds a shape to the program; arguments of a call that are not sizes may place it."""
    solid = SolidValue(form, site.name, site.token, site.end)
    solid.arguments = {name: Scalar(value) for name, value in form.defaults} | dict(arguments or {})
    if isinstance(mesh := solid.arguments.get("points"), SolidValue):
        del solid.arguments["points"]
        solid.form, solid.arguments = mesh.form, mesh.arguments | solid.arguments
        solid.local, solid.scales = mesh.local, mesh.scales
        program.solids = [other for other in program.solids if other is not mesh]
    program.solids.append(solid)
    if given is not None:
        named = {key: value for key, value in given.named.items() if parameter_of(form, key) in (None, "body")}
        _use_other_arguments(program, solid, site, Given(given.values, named))
    return solid


def _use_other_arguments(program: Program, solid: SolidValue, site: Site, given: Given) -> None:
    """Places and scales a shape by the arguments of its constructor that are not sizes; warns about the others."""
    bound = {token.start for argument in solid.arguments.values() for token in sources(argument)}
    others = (token for value in given.values for token in sources(value))
    program.context.account(token for token in others if token.start not in bound)  # those for "_"
    extras = given.named | ({"body": solid.arguments["body"]} if "body" in solid.arguments else {})
    for key, value in extras.items():
        is_known = key in solid.arguments or key in _HARMLESS or names.role_of(key) in _PLACING
        if key == "scale" and isinstance(value, (Scalar, Array)):
            solid.scales.append((site.token, value))
        elif isinstance(value, (Scalar, Array, Text)) and not is_known:
            program.context.warn(f"{site.name}: the argument {quoted(key)} is not used")
    if any(isinstance(value, (Thing, PlacedFrame)) for value in extras.values()):
        connect(program, site.name, site.token, Given([solid], extras), None, site.end)


def reshape_array(program: Program, solid: SolidValue, forms: Forms, given: Given, site: Site) -> bool:
    """Gives a shape the sizes in a call of one of its methods, and the form that they need.  Raises `TextError`."""
    for form in forms:
        arguments = bound_arguments(form, given.values, given.named) if isinstance(form, ShapeForm) else None
        if isinstance(form, ShapeForm) and arguments is not None:
            for old in solid.arguments.values():
                program.replace_value(old)
            solid.form, solid.arguments = form, arguments
            return True
    summary = f"{arguments_summary(given)}{expected_arguments(forms)}"
    raise fatal(site.fault(f"these arguments are not understood: {summary}"))


# The parameters of a shape's sizes, which its structure holds before the pose.
_STRUCTURES = {
    "box": ("sizes",),
    "sphere": ("radius",),
    "capsule": ("radius", "height"),
    "cylinder": ("radius", "height"),
    "cone": ("radius", "height"),
    "ellipsoid": ("radii",),
}


def described_shape(program: Program, type_name: Name, listed: Value, site: Site) -> SolidValue | None:
    """The shape in a structure of sizes and a pose whose type names the kind: `BoxSpec a{{1, 2, 3}, pose}`."""
    kind = next((names.SHAPE_KINDS[word] for word in names.words_of(type_name.last) if word in names.SHAPE_KINDS), None)
    if kind is None or not isinstance(listed, Array) or not isinstance(listed.items[-1], PlacedFrame):
        return None
    form = ShapeForm(kind, (*_STRUCTURES[kind], "placement"), axis="z")
    arguments = bound_arguments(form, list(listed.items), {})
    if arguments is None:
        return None
    program.context.assume("kind", kind, f"the name {type_name.last}", span=site.span)
    return new_solid(program, form, site, arguments)


def as_declared(program: Program, type_name: Name | None, value: Value, token: Token, end: int) -> Value:
    """A value converted to the declared type."""
    if type_name is None or isinstance(value, (SolidValue, Failed)):
        return value
    if isinstance(value, Thing):
        return _declared_object(program, type_name, value)
    only = value.items[0] if isinstance(value, Array) and len(value.items) == 1 else None
    if type_name.last in names.SCALAR_TYPES:
        return value if only is None else only
    if type_name.last == "array" and only is not None:  # std::array{{1, 2, 3}}
        return only if isinstance(only, Array) else value
    forms = program.forms(type_name.path)
    site = program.site(type_name.last, token, end)
    listed = [lifted_value(site, item, None) for item in value.items] if isinstance(value, Array) else []
    candidates: list[list[Value]] = [listed, [value]] if isinstance(value, Array) else [[value]]
    for arguments in candidates:
        given = Given(arguments, {})
        if any(matches_form(form, given) for form in forms):
            return build_value(program, forms, given, site)
    if isinstance(value, Array) and any(isinstance(form, ShapeForm) for form in forms):
        return build_value(program, forms, Given(listed, {}), site)  # names what does not fit
    failed = _failed_part(value) if forms and POSE_TYPE.search(type_name.last) else None
    return value if failed is None else failed


def _declared_object(program: Program, type_name: Name, value: Thing) -> Value:
    """An object of a declared type; a pose that is not in the text has no value."""
    _check_shape(program, type_name, value)
    is_empty = not (value.solids or value.fields or value.owners)
    if is_empty and POSE_TYPE.search(type_name.last) and program.forms(type_name.path):
        return Failed(value.token.fault(f"the value of this {type_name.last} is not in the text"))
    return value


def _failed_part(value: Value) -> Failed | None:
    """The first part of a list that could not be computed."""
    if isinstance(value, Failed) or not isinstance(value, Array):
        return value if isinstance(value, Failed) else None
    return next((part for item in value.items if (part := _failed_part(item)) is not None), None)


def each_declared(program: Program, type_name: Name | None, value: Value) -> Value:
    """The items of a list, each converted to the type of the items."""
    if type_name is None or not isinstance(value, Array):
        return value
    path = type_name.of if is_list_type(program, type_name) else type_name.path
    if not path or not program.forms(path):
        return value
    item_type = type_name._replace(path=path, of=())
    return Array(tuple(as_declared(program, item_type, item, type_name.token, type_name.end) for item in value.items))


def is_list_type(program: Program, type_name: Name | None) -> bool:
    """Whether a type is a list of values of another type."""
    return type_name is not None and bool(type_name.of) and not program.forms(type_name.path)


def _check_shape(program: Program, type_name: Name, value: Thing) -> None:
    """Refuses a variable of the type of a shape whose value is not understood.  Raises `TextError`."""
    if value.solids or any(value.owners):
        return
    if any(isinstance(form, ShapeForm) for form in program.forms(type_name.path)):
        raise fatal(value.token.fault(f"the value of this {type_name.last} is not understood"))
