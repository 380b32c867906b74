"""Each rule for functions that the text does not define: what it makes of one call."""

import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.code.evaluation import FUNCTIONS, FunctionCall
from gjkscope.app.bring.notations.code.matching import Given
from gjkscope.app.bring.notations.code.program import Program
from gjkscope.app.bring.notations.code.rules import first_value
from gjkscope.app.bring.notations.code.syntax import Name
from gjkscope.app.bring.notations.code.values import Array, Scalar, SolidValue, Text, Thing, Value
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.readers import bullet
from tests.app.bring.notations.code.rule_calls import TOKEN, at, box, decide, row

VOCABULARY = bullet.VOCABULARY._replace(
    passing=frozenset({"cook"}), compounds=frozenset({"Compound"}), unsupported="Blob"
)
A, B, C = row(0, 0, 0), row(1, 0, 0), row(0, 1, 0)
CALLS: list[tuple[str, str, list[Value], type]] = [
    ("the shape of a description", "cook", [Text("params"), box(1, 2, 3)], SolidValue),
    ("several shapes in one object", "Compound", [Array((Array((at(1, 2, 3), box(1, 2, 3))),))], Thing),
    ("what the vocabulary says", "btVector3", [*row(1, 2, 3).items], Array),
    ("a number or a list", "sqrt", [Scalar(4.0)], Scalar),
    ("a triangle", "makeTriangle", [A, B, C], SolidValue),
    ("two shapes", "segmentTriangle", [A, B, A, B, C], Thing),
]


def call(name: str, arguments: list[Value]) -> FunctionCall:
    program = Program(ReadContext(f"{name}()"), VOCABULARY)
    return FunctionCall(program, Name(TOKEN, TOKEN.end, (name,)), Given(arguments, {}), program.site(name, TOKEN, 6))


@pytest.mark.parametrize(("reason", "name", "arguments", "kind"), CALLS, ids=[case[0] for case in CALLS])
def test_function(reason: str, name: str, arguments: list[Value], kind: type) -> None:
    rule, value = decide(FUNCTIONS, call(name, arguments))
    assert (rule, type(value)) == (reason, kind)


def test_each_function_is_tested() -> None:
    tested = {case[0] for case in CALLS} | {"a shape that is not supported"}
    assert [rule.reason for rule in FUNCTIONS if rule.reason not in tested] == []


def test_a_shape_that_is_not_supported_is_refused() -> None:
    with pytest.raises(TextError, match="'Blob' is a shape that cannot be imported"):
        first_value(FUNCTIONS, call("Blob", [Scalar(1.0)]))


def test_two_segments_are_two_shapes() -> None:
    case = call("SegSegDist", [A, B, B, C])
    first_value(FUNCTIONS, case)
    assert [solid.name for solid in case.program.solids] == ["segment 1", "segment 2"]


def test_other_functions_have_no_value_here() -> None:
    assert first_value(FUNCTIONS, call("triangleArea", [A, B, C])) is None
