"""Prepares the tokens of prose for the tree of entries: vectors in angle brackets, mixed units, rotations in words.

at <0, 0, 1>                         at (0, 0, 1)
radius 5cm, centre (0, 0, 1 m)       radius 0.05 m, centre (0, 0, 1 m)
rotated by 45° about the z axis      angle = 45 deg, rotation axis = (0 0 1)
"""

from collections.abc import Sequence

from gjkscope.app.base.tokens import Kind, Token
from gjkscope.app.bring.notations.keyed.fields import shape_kind_of
from gjkscope.app.bring.notations.keyed.scaling import UNITS, unit_of

_TURNED = frozenset({"rotated", "rotate", "rotation", "turned", "tilted", "rotating"})
_ABOUT = frozenset({"about", "around", "round"})
_DEGREES = frozenset({"°", "deg", "degs", "degree", "degrees"})
_RADIANS = frozenset({"rad", "rads", "radian", "radians"})
_AXES = {"x": "100", "y": "010", "z": "001"}
_LONGEST_TURN = 12  # tokens of "rotated by 45 degrees around the z axis"


def prepare_tokens(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with the forms above in the words of fields; all others are unchanged."""
    prepared = _with_round_brackets(tokens)
    prepared = _without_articles(prepared)
    prepared = _in_one_unit(prepared)
    return _with_ended_units(_with_turns(prepared))


def _with_round_brackets(tokens: Sequence[Token]) -> list[Token]:
    """Replaces angle brackets around numbers by round ones."""
    replaced = list(tokens)
    for start, token in enumerate(tokens):
        if not token.is_mark("<"):
            continue
        end = start + 1
        while end < len(tokens) and (
            tokens[end].kind is Kind.NUMBER or tokens[end].is_mark(",", ";") or unit_of(tokens[end])
        ):
            end += 1
        count = sum(inner.kind is Kind.NUMBER for inner in tokens[start:end])
        if count > 1 and tokens[end].is_mark(">"):
            replaced[start], replaced[end] = token._replace(text="("), tokens[end]._replace(text=")")
    return replaced


def _without_articles(tokens: list[Token]) -> list[Token]:
    """The tokens without "A" in front of the name of a shape, unless the text has a body B."""
    if any(token.kind is Kind.NAME and token.text in ("B", "b") for token in tokens):
        return tokens
    following = [*tokens[1:], tokens[-1]]
    return [
        token
        for token, after in zip(tokens, following, strict=True)
        if not (token.text in ("A", "a") and token.kind is after.kind is Kind.NAME and shape_kind_of(after.text))
    ]


def _in_one_unit(tokens: list[Token]) -> list[Token]:
    """The numbers in metres, if the text uses several units of length."""
    places = [i for i, token in enumerate(tokens) if i and unit_of(token) and _ends_value(tokens[i - 1])]
    if len({unit_of(tokens[i]) for i in places}) < 2:
        return tokens
    converted = list(tokens)
    for index in places:
        factor = UNITS[unit_of(tokens[index])]
        converted[index] = tokens[index]._replace(text="m")
        for i in _numbers_before(tokens, index):
            converted[i] = in_metres(tokens[i], factor)
    return converted


def in_metres(token: Token, per_metre: float) -> Token:
    """A number that is given in a unit, in metres; it keeps its place in the text."""
    if token.kind is not Kind.NUMBER or per_metre == 1.0:
        return token
    value = token.value / per_metre
    return token._replace(value=value, text=repr(value))


def _with_ended_units(tokens: list[Token]) -> list[Token]:
    """Inserts a comma between a unit and the next word: "0.5 m at (0, 0, 1)" has no field "m at"."""
    separated: list[Token] = []
    for i, token in enumerate(tokens):
        separated.append(token)
        if i and unit_of(token) and _ends_value(tokens[i - 1]) and tokens[i + 1].kind is Kind.NAME:
            separated.append(token._replace(kind=Kind.MARK, text=","))
    return separated


def _ends_value(token: Token) -> bool:
    return token.kind is Kind.NUMBER or token.is_mark(")", "]", "}")


def _numbers_before(tokens: Sequence[Token], unit: int) -> list[int]:
    """The numbers that a unit applies to: those in the brackets or in the list before it."""
    numbers, depth, i = [], 0, unit - 1
    while i >= 0:
        token = tokens[i]
        depth += token.is_mark(")", "]", "}") - token.is_mark("(", "[", "{")
        if token.kind is Kind.NUMBER:
            numbers.append(i)
        elif depth < 0 or not (token.is_mark(",", ";", "(", ")", "[", "]", "{", "}") or depth):
            break
        if depth == 0 and token.is_mark("(", "[", "{"):
            break
        i -= 1
    return numbers


def _with_turns(tokens: list[Token]) -> list[Token]:
    """Converts rotations in words to the fields of an angle and an axis."""
    replaced: list[Token] = []
    i = 0
    while i < len(tokens):
        token = tokens[i]
        turn = _turn(tokens[i : i + _LONGEST_TURN]) if _is_word(token, _TURNED) else None
        if turn is None:
            replaced.append(token)
            i += 1
        else:
            replacement, length = turn
            replaced += replacement
            i += length
    return replaced


def _is_word(token: Token, words: frozenset[str]) -> bool:
    return token.kind is not Kind.NUMBER and token.text.lower() in words


def _turn(tokens: Sequence[Token]) -> tuple[list[Token], int] | None:
    """The fields for a turn at the start of the tokens, and how many tokens it takes; None if there is none."""
    angle: Token | None = None
    unit: Token | None = None
    axis: list[Token] = []
    end = 0
    for i, token in enumerate(tokens[1:], start=1):
        before = tokens[i - 1]
        if token.kind is Kind.NUMBER and angle is None and not before.is_mark("(", "[", ","):
            angle, end = token, i
        elif _is_word(token, _DEGREES | _RADIANS) and before is angle:
            unit, end = token._replace(text="deg" if token.text.lower() in _DEGREES else "rad", kind=Kind.NAME), i
        elif not axis and (letter := _axis_letter(token)) and _follows_about(tokens[:i]):
            axis = [token._replace(kind=Kind.NUMBER, text=digit, value=float(digit)) for digit in _AXES[letter]]
            end = i
        elif _is_word(token, frozenset({"axis"})) and axis and end == i - 1:
            end = i
        elif token.kind is Kind.NEWLINE or token.is_mark(",", ";", ":", "=", "(", "["):
            break
    if angle is None or not axis:
        return None
    first = tokens[0]._replace(kind=Kind.NAME)
    equals = first._replace(kind=Kind.MARK, text="=")
    comma = first._replace(kind=Kind.MARK, text=",")
    brackets = first._replace(kind=Kind.MARK, text="("), first._replace(kind=Kind.MARK, text=")")
    fields = [comma, first._replace(text="angle"), equals, angle, *([unit] if unit else []), comma]
    fields += [first._replace(text="rotation"), first._replace(text="axis"), equals, brackets[0], *axis, brackets[1]]
    return fields, end + 1


def _axis_letter(token: Token) -> str:
    """The letter of "z", "Z", "z-axis" and "+z"."""
    text = token.text.lower().removesuffix("axis").rstrip("-").removeprefix("+")
    return text if text in _AXES and token.kind is not Kind.NUMBER else ""


def _follows_about(tokens: Sequence[Token]) -> bool:
    """Whether the last words are "about", "around the", "about its local"."""
    return any(_is_word(token, _ABOUT) for token in tokens[-3:])
