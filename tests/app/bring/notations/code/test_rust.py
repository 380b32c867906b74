"""What the syntax trees of Rust are lowered to."""

import pytest

from gjkscope.app.base.tokens import Kind, Token
from gjkscope.app.bring.notations.code import syntax
from gjkscope.app.bring.notations.code.grammars import statements
from gjkscope.app.bring.notations.code.lexer import RUST


def read(text: str) -> list[syntax.Statement]:
    return list(statements(text, RUST))


def only(text: str) -> syntax.Statement:
    (statement,) = read(text)
    return statement


@pytest.mark.parametrize(("brackets", "closing"), ["()", "[]"])
def test_arguments_of_macros_are_expressions_at_their_places(brackets: str, closing: str) -> None:
    text = f"let v = na::vector!{brackets}1.0, -2.5{closing};"
    declared = only(text)
    assert isinstance(declared, syntax.Declaration)
    assert isinstance(declared.value, syntax.CallNode)
    assert isinstance(declared.value.function, syntax.Name)
    assert declared.value.function.path == ("na", "vector!")
    numbers = [argument.value for argument in declared.value.arguments]
    assert [text[number.token.start : number.end] for number in numbers] == ["1.0", "-2.5"]
    assert text[declared.value.token.start : declared.value.end] == text[8:-1]


def test_repeated_items_are_listed() -> None:
    statement = only("vec![0.5; 3]")
    assert isinstance(statement, syntax.BareExpression)
    assert isinstance(statement.value, syntax.CallNode)
    assert len(statement.value.arguments) == 3


@pytest.mark.parametrize(
    "text",
    [
        "let a = vec![x => y];",
        "let a = vec![0.0; n];",
        "let Some(a) = b else { c };",
        "let a = 0..3;",
        "let a = if b { 1.0 };",
        "a %= 2;",
    ],
)
def test_what_has_no_value_here_is_unknown(text: str) -> None:
    assert isinstance(read(text)[0], syntax.Unknown)


@pytest.mark.parametrize(("text", "operator"), [("0..n", "<"), ("0..=n", "<=")])
def test_loops_over_ranges_count(text: str, operator: str) -> None:
    header, *body = read(f"for i in {text} {{ f(i); }}")
    assert isinstance(header, syntax.LoopHeader)
    assert isinstance(header.condition, syntax.Binary)
    assert header.condition.operator == operator
    assert header.update[0].operator == "+="
    assert [type(statement) for statement in body] == [syntax.BlockStart, syntax.BareExpression, syntax.BlockEnd]


def test_loops_over_pairs_have_two_variables() -> None:
    header = read("for (x, z) in [(1.4, 2.8), (0.5, 1.0)] {}")[0]
    assert isinstance(header, syntax.LoopHeader)
    assert [declaration.name.text for declaration in header.declarations] == ["x", "z"]


def test_headers_of_functions_name_what_they_may_write_to() -> None:
    header = read("pub fn turn<T: Real>(&self, mut half: f32, pose: &mut Pose) -> Pose where T: Copy { half }")[0]
    assert isinstance(header, syntax.FunctionHeader)
    assert [(parameter.name, parameter.is_reference) for parameter in header.parameters] == [
        ("self", False),
        ("half", False),
        ("pose", True),
    ]


def test_values_of_conditions_are_conditional() -> None:
    declared = only("let r = if big { 5.0 } else if small { 0.1 } else { 1.0 };")
    assert isinstance(declared, syntax.Declaration)
    assert isinstance(declared.value, syntax.Conditional)
    assert isinstance(declared.value.no, syntax.Conditional)


def test_fields_of_structures_have_names() -> None:
    statement = only("Ball { radius, pose: p, ..base }")
    assert isinstance(statement, syntax.BareExpression)
    assert isinstance(statement.value, syntax.BracketNode)
    assert [item.name for item in statement.value.items] == ["radius", "pose", ".."]


def test_blocks_of_conditions_have_headers() -> None:
    text = "'outer: loop { if a { b(); } else { c(); } match d { Some(e) => f(e), None => { g(); } } }"
    headers = [statement.token.text for statement in read(text) if isinstance(statement, syntax.Unknown)]
    assert headers == ["loop", "if", "else", "match"]


@pytest.mark.parametrize(("text", "value"), [("0x1.8p-1", 0.75), (".5", 0.5), ("1_000.0_f32", 1000.0), ("-2", -2.0)])
def test_numbers_may_be_written_as_elsewhere(text: str, value: float) -> None:
    declared = only(f"let r = {text};")
    assert isinstance(declared, syntax.Declaration)
    assert isinstance(declared.value, syntax.Number)
    token: Token = declared.value.token
    assert (token.kind, token.text, token.value) == (Kind.NUMBER, text, value)


def test_a_variable_may_be_a_crate() -> None:
    declared, assigned = read("let crate = crate::shapes::ball(); crate.x = 1.0;")
    assert isinstance(declared, syntax.Declaration)
    assert declared.name.text == "crate"
    assert isinstance(declared.value, syntax.CallNode)
    assert isinstance(declared.value.function, syntax.Name)
    assert declared.value.function.path == ("crate", "shapes", "ball")
    assert isinstance(assigned, syntax.Assignment)


def test_closures_are_their_text() -> None:
    statement = only("points.map(|p| Vector::new(p[1], /* y */ p[0]))")
    assert isinstance(statement, syntax.BareExpression)
    assert isinstance(statement.value, syntax.CallNode)
    closure = statement.value.arguments[0].value
    assert isinstance(closure, syntax.String)
    assert closure.token.text == "|p|Vector::new(p[1],p[0])"


def test_faults_name_whole_marks() -> None:
    (unknown,) = (
        statement
        for statement in read("let a = Ball::new(1.0, RigidBody::{fixed});")
        if isinstance(statement, syntax.Unknown)
    )
    assert unknown.fault.message == "'::' is not expected here"
