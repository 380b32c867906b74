"""Operators bind in all languages as their specifications say, whatever their grammars take for a cast or a name."""

import pytest

from gjkscope.app.bring.notations.code.grammars import statements
from gjkscope.app.bring.notations.code.lexer import (
    CPP,
    CSHARP,
    GDSCRIPT,
    JAVA,
    JAVASCRIPT,
    PYTHON,
    RUST,
    SourceLanguage,
)
from gjkscope.app.bring.notations.code.syntax import (
    Assignment,
    Binary,
    CallNode,
    Declaration,
    Expression,
    Member,
    Name,
    Number,
    Subscript,
    Unary,
)

LANGUAGES = {
    "C++": (CPP, "float x = {};"),
    "C#": (CSHARP, "float x = {};"),
    "Java": (JAVA, "float x = {};"),
    "Kotlin": (JAVA, "val x: Float = {}"),
    "JavaScript": (JAVASCRIPT, "const x = {};"),
    "Rust": (RUST, "let x = {};"),
    "Python": (PYTHON, "x = {}"),
    "GDScript": (GDSCRIPT, "var x = {}"),
}
EXPRESSIONS = {
    "(a) - b": "(a - b)",
    "(a) -0.5": "(a - 0.5)",
    "(a.b) - c * d": "(a.b - (c * d))",
    "(v[i]) + (w)": "(v[i] + w)",
    "(f(a)) - b": "(f(a) - b)",
    "(N) - 1": "(N - 1)",
    "(half) -0.5": "(half - 0.5)",
    "(a) * (b) - (c)": "((a * b) - c)",
    "a * (b) - -c": "((a * b) - -c)",
    "-a.f(b)": "-a.f(b)",
    "-v[i].x * 2": "(-v[i].x * 2)",
    "-(a).f(2) - 1": "(-a.f(2) - 1)",
    "a * b": "(a * b)",
    "a.b *c": "(a.b * c)",
    "a - b - c": "((a - b) - c)",
    "a / b * c": "((a / b) * c)",
    "a -1": "(a - 1)",
    "2 -1 + -1": "((2 - 1) + -1)",
}


def shown(node: Expression | None) -> str:
    """An expression with all of its brackets."""
    if isinstance(node, Binary):
        return f"({shown(node.left)} {node.operator} {shown(node.right)})"
    if isinstance(node, Unary):
        return f"{node.operator}{shown(node.operand)}"
    if isinstance(node, CallNode):
        return f"{shown(node.function)}({', '.join(shown(argument.value) for argument in node.arguments)})"
    if isinstance(node, Subscript):
        return f"{shown(node.base)}[{', '.join(map(shown, node.items))}]"
    if isinstance(node, Member):
        return f"{shown(node.base)}.{node.name}"
    if isinstance(node, Name):
        return ".".join(node.path)
    assert isinstance(node, Number)
    return f"{node.token.value:g}"


@pytest.mark.parametrize(("text", "expected"), EXPRESSIONS.items(), ids=EXPRESSIONS)
@pytest.mark.parametrize(("language", "statement"), LANGUAGES.values(), ids=LANGUAGES)
def test_operators_bind(language: SourceLanguage, statement: str, text: str, expected: str) -> None:
    (read,) = statements(statement.format(text), language)
    assert isinstance(read, (Declaration, Assignment))
    assert shown(read.value if isinstance(read, Declaration) else read.values[0]) == expected


@pytest.mark.parametrize(("text", "expected"), EXPRESSIONS.items(), ids=EXPRESSIONS)
@pytest.mark.parametrize(("language", "statement"), LANGUAGES.values(), ids=LANGUAGES)
def test_operators_bind_in_arguments(language: SourceLanguage, statement: str, text: str, expected: str) -> None:
    (read,) = statements(statement.format(f"g({text}, {text})"), language)
    assert isinstance(read, (Declaration, Assignment))
    value = read.value if isinstance(read, Declaration) else read.values[0]
    assert shown(value) == f"g({expected}, {expected})"
