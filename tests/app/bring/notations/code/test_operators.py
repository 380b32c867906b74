"""Operators bind in all languages as their specifications say, whatever their grammars take for a cast or a name."""

import pytest

from gjkscope.app.bring.notations.code import syntax
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


def show(node: syntax.Expression | None) -> str:
    """An expression with all of its brackets."""
    if isinstance(node, syntax.Binary):
        return f"({show(node.left)} {node.operator} {show(node.right)})"
    if isinstance(node, syntax.Unary):
        return f"{node.operator}{show(node.operand)}"
    if isinstance(node, syntax.CallNode):
        return f"{show(node.function)}({', '.join(show(argument.value) for argument in node.arguments)})"
    if isinstance(node, syntax.Subscript):
        return f"{show(node.base)}[{', '.join(map(show, node.items))}]"
    if isinstance(node, syntax.Member):
        return f"{show(node.base)}.{node.name}"
    if isinstance(node, syntax.Name):
        return ".".join(node.path)
    assert isinstance(node, syntax.Number)
    return f"{node.token.value:g}"


@pytest.mark.parametrize(("language", "statement"), LANGUAGES.values(), ids=LANGUAGES)
def test_operators_bind(language: SourceLanguage, statement: str) -> None:
    for text, expected in EXPRESSIONS.items():
        (read,) = statements(statement.format(text), language)
        assert isinstance(read, (syntax.Declaration, syntax.Assignment))
        assert show(read.value if isinstance(read, syntax.Declaration) else read.values[0]) == expected


@pytest.mark.parametrize(("language", "statement"), LANGUAGES.values(), ids=LANGUAGES)
def test_operators_bind_in_arguments(language: SourceLanguage, statement: str) -> None:
    for text, expected in EXPRESSIONS.items():
        (read,) = statements(statement.format(f"g({text}, {text})"), language)
        assert isinstance(read, (syntax.Declaration, syntax.Assignment))
        value = read.value if isinstance(read, syntax.Declaration) else read.values[0]
        assert show(value) == f"g({expected}, {expected})"
