"""Shapes that are written like calls: capsule((0, 0, 0), (1, 0, 0), radius(0.5))."""

from collections.abc import Sequence

from gjkscope.app.base.records import replace
from gjkscope.app.base.tokens import Kind, Token
from gjkscope.app.bring.notations.keyed.drafts import SIZE_FIELDS, BodyDraft
from gjkscope.app.bring.notations.keyed.fields import Meaning, Quantity, ShapeKind, meaning_of
from gjkscope.app.bring.notations.keyed.targets import Targets
from gjkscope.app.bring.notations.keyed.trees import Bracket, Item, Keyed
from gjkscope.app.bring.notations.keyed.values import ValueTokens, value_of_entry, value_of_group


def put_arguments(targets: Targets, draft: BodyDraft, items: Sequence[Item], value: ValueTokens | None) -> None:
    """Sets the fields of a shape that is written like a call: capsule((0, 0, 0), (1, 0, 0), radius(0.5))."""
    points, plain = _arguments(items)
    for field, named in _named_arguments(items):
        targets.put(draft, field, "", named)
    kind = draft.kind
    if len(points) == 2 and kind is ShapeKind.BOX:
        fields: Sequence[Quantity] = (Quantity.LOW, Quantity.HIGH)
    elif len(points) == 2 and kind in (ShapeKind.CAPSULE, ShapeKind.CYLINDER, ShapeKind.SEGMENT):
        fields = (Quantity.POINT_A, Quantity.POINT_B)
    elif len(points) == 1 and kind is ShapeKind.SPHERE:
        fields = (Quantity.POSITION,)
    elif len(points) == 1 and kind is ShapeKind.BOX and not plain:
        fields = (Quantity.SIZES,)
    elif points:
        fields = ()
        if value is not None:
            targets.put(draft, Quantity.VERTICES, "", value)
    else:
        fields = ()
    for field, point in zip(fields, points, strict=False):
        targets.put(draft, field, "", point)
    if plain and value is not None and kind is not None:
        _put_plain(targets, draft, kind, plain, value)


def _put_plain(targets: Targets, draft: BodyDraft, kind: ShapeKind, plain: list[Token], value: ValueTokens) -> None:
    scalars = [replace(value, tokens=(token,), rows=(1,), labels="") for token in plain]
    if kind is ShapeKind.BOX and len(plain) == 3:
        targets.put(draft, Quantity.SIZES, "", replace(value, tokens=tuple(plain), rows=(3,)))
    elif kind is ShapeKind.ELLIPSOID and len(plain) == 3:
        targets.put(draft, Quantity.RADII, "", replace(value, tokens=tuple(plain), rows=(3,)))
    elif len(plain) == 1 and Quantity.RADIUS not in draft.values and kind is not ShapeKind.BOX:
        targets.put(draft, Quantity.RADIUS, "", scalars[0])
    elif len(plain) == 2 and kind in (ShapeKind.CAPSULE, ShapeKind.CYLINDER, ShapeKind.CONE):
        targets.put(draft, Quantity.RADIUS, "", scalars[0])
        targets.put(draft, Quantity.LENGTH, "", scalars[1])
    elif kind in (ShapeKind.HULL, ShapeKind.TRIANGLE, ShapeKind.SEGMENT) and len(plain) % 3 == 0:
        targets.put(draft, Quantity.VERTICES, "", value)
    else:
        raise value.fault(f"a {kind.value} cannot have {len(plain)} numbers without names", targets.context)


def _arguments(items: Sequence[Item]) -> tuple[list[ValueTokens], list[Token]]:
    """The points among the arguments of a call, and its numbers."""
    points: list[ValueTokens] = []
    plain: list[Token] = []
    for item in items:
        if isinstance(item, Token):
            if item.kind in (Kind.NUMBER, Kind.OTHER):
                plain.append(item)
        elif isinstance(item, Bracket) and not _argument_field(item):
            value = value_of_group(item)
            if value is not None and len(value) == 3:
                points.append(value)
            elif value is not None:
                inner_points, inner_plain = _arguments(item.items)
                points += inner_points
                plain += inner_plain
    return points, plain


def _argument_field(group: Bracket) -> Quantity | None:
    meaning = meaning_of(group.label.text) if group.label else Meaning()
    return meaning.field if meaning.field in SIZE_FIELDS - {Quantity.VERTICES} else None


def _named_arguments(items: Sequence[Item]) -> list[tuple[Quantity, ValueTokens]]:
    """The arguments with names: radius(36), radius=36."""
    arguments: list[tuple[Quantity, ValueTokens]] = []
    for item in items:
        if isinstance(item, Bracket):
            field, value = _argument_field(item), value_of_group(item)
            if field is None and value is None:
                arguments += _named_arguments(item.items)
        elif isinstance(item, Keyed):
            field, value = meaning_of(item.name).field, value_of_entry(item)
        else:
            continue
        if field is not None and value is not None:
            arguments.append((field, value))
    return arguments
