"""Calls of methods with values, for the tests of tables of rules."""

from collections.abc import Sequence

from gjkscope.app.base.tokens import Kind, Token
from gjkscope.app.bring.notations.code import values
from gjkscope.app.bring.notations.code.matching import Given
from gjkscope.app.bring.notations.code.program import Program
from gjkscope.app.bring.notations.code.rules import Case, MethodCall, Rule
from gjkscope.app.bring.notations.code.vocabulary import Vocabulary
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.readers import bullet

TOKEN = Token(Kind.NAME, "call", 1, 1, 0, 4)


def row(*items: float) -> values.Array:
    return values.Array(tuple(values.Scalar(float(item)) for item in items))


def rotation(x: float, y: float, z: float, w: float) -> values.Rotation:
    return values.rotation_of_quaternion(tuple(values.Scalar(part) for part in (x, y, z, w)))


def at(x: float, y: float, z: float, turn: values.Rotation | None = None) -> values.PlacedFrame:
    return values.PlacedFrame(
        turn or rotation(0.0, 0.0, 0.0, 1.0),
        (values.Scalar(float(x)), values.Scalar(float(y)), values.Scalar(float(z))),
    )


def box(*sizes: float) -> values.SolidValue:
    """A box whose constructor was given its sizes."""
    solid = values.SolidValue(values.ShapeForm("box", ("sizes",), names=(("size", "sizes"),)), "Box", TOKEN, TOKEN.end)
    solid.arguments["sizes"] = row(*sizes)
    return solid


def thing(type_name: str = "", **fields: values.Value) -> values.Thing:
    """An object with fields."""
    made = values.Thing(type_name, TOKEN, TOKEN.end)
    made.fields = fields
    return made


def method_call(
    name: str,
    base: values.Value,
    arguments: Sequence[values.Value] = (),
    vocabulary: Vocabulary = bullet.VOCABULARY,
    text: str = "call()",
) -> MethodCall:
    """A call in a program whose text is `text`."""
    program = Program(ReadContext(text), vocabulary)
    return MethodCall(program, base, name, Given(arguments, {}), program.site(name, TOKEN, len(text)))


def decide(rules: Sequence[Rule[Case]], call: Case) -> tuple[str, values.Value]:
    """The reason of the rule that decides, and its value."""
    for rule in rules:
        if rule.applies(call) and (value := rule.effect(call)) is not None:
            return rule.reason, value
    raise AssertionError("no rule applies")


def numbers(value: values.Value) -> list[float]:
    """All numbers of a value: of a pose those of its matrix and its position, of a shape its sizes and scales."""
    if isinstance(value, values.Scalar):
        return [value.value]
    if isinstance(value, values.Array):
        return [number for item in value.items for number in numbers(item)]
    if isinstance(value, values.Rotation):
        return [number for three in value.rows for number in three]
    if isinstance(value, values.PlacedFrame):
        return [*numbers(value.rotation), *numbers(values.Array(value.position))]
    if isinstance(value, values.SolidValue):
        scales = [scale for _, scale in value.scales]
        return numbers(values.Array((*value.arguments.values(), *scales)))
    assert isinstance(value, values.Text)
    return [float(ord(letter)) for letter in value.text]
