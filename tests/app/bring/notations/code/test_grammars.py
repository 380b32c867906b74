"""Grammars of tree-sitter: when they are imported, and what becomes of text that does not fit them."""

import subprocess
import sys

import pytest

from gjkscope.app.base.work import budget_for, work_limit
from gjkscope.app.bring.notations.code import syntax
from gjkscope.app.bring.notations.code.grammars import statements
from gjkscope.app.bring.notations.code.lexer import CPP


@pytest.mark.thorough
@pytest.mark.parametrize(
    "program",
    [
        "import sys; sys.argv = ['gjkscope', '--version']; from gjkscope.app.__main__ import main; main()",
        "from gjkscope.app.bring.notations.registry import notations; notations()",
    ],
    ids=["version", "notations"],
)
def test_no_grammar_is_imported_before_a_text_needs_it(program: str) -> None:
    report = "atexit.register(lambda: print(*(name for name in sys.modules if name.startswith('tree_sitter'))))"
    script = f"import atexit, sys\n{report}\n{program}"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == ""


def read(text: str) -> list[str]:
    """The statements of C++, briefly: the names of declarations, blocks, and what is not understood."""
    return [_brief(statement, text) for statement in statements(text, CPP)]


def _brief(statement: syntax.Statement, text: str) -> str:
    if isinstance(statement, syntax.Declaration):
        return statement.name.text
    if isinstance(statement, (syntax.BlockStart, syntax.BlockEnd)):
        return statement.token.text
    if isinstance(statement, syntax.Unknown):
        return f"? {text[statement.token.start : statement.end]}"
    return type(statement).__name__


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Box a(1);\nfoo bar baz;\nBox b(2);", ["a", "? foo bar baz;", "b"], id="one-statement"),
        pytest.param("Box v{1, 2, 3} * 2;\nBox b(2);", ["? Box v{1, 2, 3} * 2;", "b"], id="whole-statement"),
        pytest.param("Two boxes do not touch:\n\nBox a(1);", ["? Two boxes do not touch:", "a"], id="prose"),
        pytest.param("Two boxes (here\n```\nBox a(1);\n```\nWhy?", ["? Two boxes (here", "a", "? Why?"], id="fences"),
        pytest.param("void f() {\n  Box a(1);\n", ["FunctionHeader", "{", "a"], id="unclosed"),
        pytest.param("  Box a(1);\n}\nBox b(2);", ["a", "}", "b"], id="stray-brace"),
        pytest.param("} else {\n  Box a(1);\n}", ["}", "? else", "{", "a", "}"], id="stray-else"),
        pytest.param("if (x) { Box a(1); } else Box b(2);", ["? if (x)", "{", "a", "}", "? else Box b(2);"], id="else"),
        pytest.param("void f(a @) {\n  Box a(1);\n}", ["? void f(a @)", "{", "a", "}"], id="header"),
        pytest.param("if (@) { Box a(1); } else { Box b(2); }", ["? if (@)", *"{a}", "? else", *"{b}"], id="condition"),
        pytest.param('run("x", [&] { Box a(1); });', ['? run("x", [&]', "{", "a", "}"], id="callback"),
        pytest.param("Box a(1, 2", ["? Box a(1, 2"], id="truncated"),
        pytest.param("#if 0\nBox a(1);\n#else\nBox b(2);\n#endif", ["b"], id="disabled"),
        pytest.param("// a\rBox a(1);\rBox b(2);", ["a", "b"], id="old-line-ends"),
        pytest.param("for (int i = 0; i < 3; ++i);\nBox a(1);", ["LoopHeader", ";", ";", "a"], id="empty-body"),
    ],
)
def test_what_fits_no_grammar_costs_its_statement_only(text: str, expected: list[str]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "for (int i = 0; i < 3; ++i)\n{\n  add(i);\n}",
        "for (auto p : points)\n  for (auto q : points)\n    add(p, q);",
        "auto body = world\n    .create()\n    .build();",
        "if (big)\n  r = 5;\nelse\n  r = 2;",
    ],
    ids=["block", "loops", "chain", "branches"],
)
def test_a_statement_continues_behind_a_blank_line(text: str) -> None:
    apart = text.replace("\n", "\n\n")
    assert read(apart) == [brief.replace("\n", "\n\n") for brief in read(text)]


def test_offsets_are_those_of_the_text() -> None:
    text = 'print("α→β"); // ×\r\n  Größe länge(−2.5, "…");\n'
    _, declared = statements(text, CPP)
    assert isinstance(declared, syntax.Declaration)
    assert declared.type is not None
    assert declared.arguments is not None
    assert declared.type.path == ("Größe",)
    assert (declared.token.line, declared.token.column) == (2, 3)
    number, string = (argument.value for argument in declared.arguments)
    assert (number.token.value, text[number.token.start : number.token.end]) == (-2.5, "−2.5")
    assert text[string.token.start : string.token.end] == '"…"'


def test_values_of_chained_assignments_are_the_last_one() -> None:
    second, first = statements("a = b = 1;", CPP)
    assert isinstance(first, syntax.Assignment)
    assert isinstance(second, syntax.Assignment)
    assert first.values == second.values


@pytest.mark.parametrize("text", ["f(" * 60 + ")" * 60, "x = " + "1 + " * 300 + "1;", "a" + ".b()" * 300 + ";"])
def test_deep_nesting_ends_reading(text: str) -> None:
    with pytest.raises(syntax.TooDeep, match="at most"):
        list(statements(text, CPP))


@pytest.mark.parametrize(
    "text", ["foo bar baz qux;\n" * 2_000, "Prose: it (does) not parse.\n\n" * 1_000, "a b " * 5_000]
)
def test_many_faults_take_linear_time(text: str) -> None:
    with work_limit(budget_for(text)) as budget:
        list(statements(text, CPP))
    assert budget.left > budget.units / 2


@pytest.mark.parametrize("text", ["(r) - 0.5", "(v[i]) -0.5", "(f(r)) - 0.5 * 1", "(a.r)-(0.5)"])
def test_a_value_in_brackets_is_no_cast(text: str) -> None:
    (statement,) = statements(f"float x = {text};", CPP)
    assert isinstance(statement, syntax.Declaration)
    assert isinstance(statement.value, syntax.Binary)
    assert statement.value.operator == "-"


@pytest.mark.parametrize("text", ["(float) -0.5", "(btScalar)-0.5", "(const float)-0.5"])
def test_casts_to_numbers_are_their_values(text: str) -> None:
    (statement,) = statements(f"float x = {text};", CPP)
    assert isinstance(statement, syntax.Declaration)
    assert isinstance(statement.value, syntax.Number)
    assert statement.value.token.value == -0.5


def test_a_comparison_is_no_list_of_template_arguments() -> None:
    (statement,) = statements("Box b(a < f(a) - 1, c > (1));", CPP)
    assert isinstance(statement, syntax.Unknown)
