"""Calls of methods with values, for the tests of tables of rules."""

from collections.abc import Sequence

from gjkscope.app.base.tokens import Kind, Token
from gjkscope.app.bring.notations.code.matching import Given
from gjkscope.app.bring.notations.code.program import Program
from gjkscope.app.bring.notations.code.rules import Case, MethodCall, Rule
from gjkscope.app.bring.notations.code.values import (
    Array,
    PlacedFrame,
    Rotation,
    Scalar,
    ShapeForm,
    SolidValue,
    Text,
    Thing,
    Value,
    rotation_of_quaternion,
)
from gjkscope.app.bring.notations.code.vocabulary import Vocabulary
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.readers import bullet

TOKEN = Token(Kind.NAME, "call", 1, 1, 0, 4)


def row(*items: float) -> Array:
    return Array(tuple(Scalar(float(item)) for item in items))


def turned(x: float, y: float, z: float, w: float) -> Rotation:
    return rotation_of_quaternion(tuple(Scalar(part) for part in (x, y, z, w)))


def at(x: float, y: float, z: float, turn: Rotation | None = None) -> PlacedFrame:
    return PlacedFrame(turn or turned(0.0, 0.0, 0.0, 1.0), (Scalar(float(x)), Scalar(float(y)), Scalar(float(z))))


def box(*sizes: float) -> SolidValue:
    """A box whose constructor was given its sizes."""
    solid = SolidValue(ShapeForm("box", ("sizes",), names=(("size", "sizes"),)), "Box", TOKEN, TOKEN.end)
    solid.arguments["sizes"] = row(*sizes)
    return solid


def thing(type_name: str = "", **fields: Value) -> Thing:
    """An object with fields."""
    made = Thing(type_name, TOKEN, TOKEN.end)
    made.fields = fields
    return made


def method_call(
    name: str,
    base: Value,
    arguments: Sequence[Value] = (),
    vocabulary: Vocabulary = bullet.VOCABULARY,
    text: str = "call()",
) -> MethodCall:
    """A call in a program whose text is `text`."""
    program = Program(ReadContext(text), vocabulary)
    return MethodCall(program, base, name, Given(arguments, {}), program.site(name, TOKEN, len(text)))


def decided(rules: Sequence[Rule[Case]], call: Case) -> tuple[str, Value]:
    """The reason of the rule that decides, and its value."""
    for rule in rules:
        if rule.applies(call) and (value := rule.effect(call)) is not None:
            return rule.reason, value
    raise AssertionError("no rule applies")


def numbers(value: Value) -> list[float]:
    """All numbers of a value: of a pose those of its matrix and its position, of a shape its sizes and scales."""
    if isinstance(value, Scalar):
        return [value.value]
    if isinstance(value, Array):
        return [number for item in value.items for number in numbers(item)]
    if isinstance(value, Rotation):
        return [number for three in value.rows for number in three]
    if isinstance(value, PlacedFrame):
        return [*numbers(value.rotation), *numbers(Array(value.position))]
    if isinstance(value, SolidValue):
        scales = [scale for _, scale in value.scales]
        return numbers(Array((*value.arguments.values(), *scales)))
    assert isinstance(value, Text)
    return [float(ord(letter)) for letter in value.text]
