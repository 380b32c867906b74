"""Languages with indented blocks, read line by line: parts of programs, prompts, prose, and operators of Python."""

import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.code import lexer
from gjkscope.app.bring.notations.code.grammars import statements
from gjkscope.app.bring.notations.code.syntax import (
    Assignment,
    BareExpression,
    Binary,
    Branch,
    Declaration,
    Function,
    Jump,
    Loop,
    Name,
    Return,
    Statement,
    Unary,
    Unknown,
)
from gjkscope.engine.shapes.kinds import Box, Sphere
from tests.app.bring.notations.code.reading import read, read_bodies


def python(text: str) -> list[Statement]:
    return list(statements(text, lexer.PYTHON))


def kinds(program: list[Statement]) -> list[type[Statement]]:
    return [type(statement) for statement in program]


PARTS = {
    "a body without its header": "    a = 1\n    b = 2\n  c = 3\n",
    "prompts": ">>> a = 1\n>>> b = 2\n>>> c = 3\n",
    "prompts with a continuation": "In [1]: a = (1 +\n   ...:      1)\nIn [2]: b = 2\nOut[2]: c = 3\n",
    "fences": "```python\na = 1\n```\n~~~\nb = 2; c = 3\n~~~\n",
    "lines that continue": "a = \\\n    1\nb = [\n1,\n]\nc = 3\n",
    "comments without indentation": "    a = 1\n# so\n    b = 2 # is\n    c = 3",
}


@pytest.mark.parametrize("name", PARTS)
def test_statements_of_parts_of_programs(name: str) -> None:
    assert kinds(python(PARTS[name])) == [Assignment] * 3


def test_prose_costs_only_its_line() -> None:
    program = python("The box isn't where it was (see below:\n```\na = 1\n```\nIt's at b.\nc = 3\n")
    assert kinds(program) == [Unknown, Assignment, Unknown, Assignment]


def test_a_bracket_that_is_not_closed_is_named() -> None:
    [unknown] = python("a = (1, [2,\nb = 3\n")
    assert isinstance(unknown, Unknown)
    assert str(unknown.fault) == "line 1, column 9: '[' is not closed"


def test_a_body_ends_where_the_indentation_does() -> None:
    text = """
def f(a, b=None, *rest, c: int = N) -> int:
    for x, y in a:
        if x: b = x; c = y
        elif y:
            continue
        else: return b
# a comment does not end the body

    return (c)
d = f
"""
    function, after = python(text)
    assert isinstance(function, Function)
    assert [parameter.name for parameter in function.parameters] == ["a", "b", "rest", "c"]
    assert isinstance(after, Assignment)
    assert kinds(list(function.body)) == [Loop, Return]
    [branch] = function.body[0].body if isinstance(function.body[0], Loop) else ()
    assert isinstance(branch, Branch)
    assert [(condition is None, kinds(list(body))) for condition, body in branch.cases] == [
        (False, [Assignment, Assignment]),
        (False, [Jump]),
        (True, [Return]),
    ]


def test_bodies_of_headers_without_a_condition_are_read() -> None:
    text = "try:\n    with f() as g:\n        a = 1\nexcept (A, B) as fault: b = 2\nfinally:\n    c = 3\n"
    program = python(text)
    assert kinds(program) == [Unknown, Unknown, Assignment, Branch, Unknown, Assignment]
    assert all(statement.is_header for statement in program if isinstance(statement, Unknown))


def test_cases_of_a_value() -> None:
    text = "match f(a):  # here\n    case [1, x]:\n        b = 1\n        c = 1\n    case _: b = 2\nmatch = c[1:]\n"
    branch, after = python(text)
    assert isinstance(branch, Branch)
    assert [kinds(list(body)) for _, body in branch.cases] == [[Assignment, Assignment], [Assignment]]
    assert isinstance(after, Assignment)


UNCERTAIN = {
    "a loop that is not executed": "while r < big:\n    r *= 2",
    "an exception": "try:\n    r = 0.5\nexcept ValueError:\n    r = 2.0",
    "cases": "match kind:\n    case 1:\n        r = 2.0\n    case _:\n        r = 3.0",
    "a condition without its beginning": "elif big:\n    r = 2.0",
}


@pytest.mark.parametrize("name", UNCERTAIN)
def test_values_that_depend_on_what_is_not_executed_are_refused(name: str) -> None:
    text = f"import fcl\nr = 1.0\n{UNCERTAIN[name]}\na = fcl.Sphere(r)\nb = fcl.Box(1, 2, 3)\n"
    with pytest.raises(TextError, match="'r' depends on a condition or a loop"):
        read(text, "python")


def test_a_condition_that_is_not_understood_has_no_value() -> None:
    [branch] = python("if (lambda: a)():\n    b = 1\nelif c:\n    b = 2\n")
    assert isinstance(branch, Branch)
    conditions = [condition for condition, _ in branch.cases]
    assert [condition.path for condition in conditions if isinstance(condition, Name)] == [("(lambda: a)()",), ("c",)]


def test_precedence_of_signs_and_chained_comparisons() -> None:
    squared, compared = (
        statement.value for statement in python("-a ** 2\na < b <= c\n") if isinstance(statement, BareExpression)
    )
    assert isinstance(squared, Unary)
    assert isinstance(compared, Binary)
    assert compared.operator == "and"
    assert isinstance(compared.right, Binary)
    assert compared.right.operator == "<="


def test_blocks_that_are_nested_too_deep() -> None:
    text = "".join(f"{' ' * depth}if a:\n" for depth in range(30))
    with pytest.raises(TextError, match="blocks are nested too deep"):
        python(text)


# --- GDScript ---


def test_statements_of_a_script() -> None:
    text = """
extends Node
@onready var place: Vector3 = $"A node".position
const SIZE := 2
func _ready() -> void:
\tif place.x > 1: return
"""
    program = list(statements(text, lexer.GDSCRIPT))
    assert kinds(program) == [Unknown, Declaration, Declaration, Function]
    declaration = program[1]
    assert isinstance(declaration, Declaration)
    assert isinstance(declaration.value, Name)
    assert declaration.value.path == ("A node", "position")
    assert declaration.type is not None
    assert declaration.type.path == ("Vector3",)


def test_functions_of_a_script_are_executed_where_they_are_called() -> None:
    text = """
func sized(size):
\tvar box := BoxShape3D.new()
\tbox.size = size
\treturn box
func _ready():
\tvar a = sized(Vector3(2, 4, 6))
\tvar b = sized(Vector3(1, 1, 1) * 2)
"""
    bodies = read_bodies(text, "godot")
    assert [bodies[name].shape for name in "ab"] == [Box((1.0, 2.0, 3.0)), Box((1.0, 1.0, 1.0))]


@pytest.mark.parametrize(
    ("condition", "radius"), [("big = true", 5.0), ("big = false", 2.0), ("big = OS.is_debug_build()", None)]
)
def test_conditions_of_a_script(condition: str, radius: float | None) -> None:
    text = f"""
func _ready():
\tvar {condition}
\tvar radius = 1.0
\tif big:
\t\tprint("big")
\t\tradius = 5.0
\telse:
\t\tradius = 2.0
\tvar a := SphereShape3D.new()
\ta.radius = radius
\tvar b := SphereShape3D.new()
"""
    if radius is None:
        with pytest.raises(TextError, match="'radius' depends on a condition"):
            read(text, "godot")
    else:
        assert read_bodies(text, "godot")["a"].shape == Sphere(radius)


def test_cases_of_a_value_in_a_script() -> None:
    text = """
match kind:
\tA, B:
\t\tvar a := SphereShape3D.new()
\t_:
\t\tpass
"""
    [branch] = statements(text, lexer.GDSCRIPT)
    assert isinstance(branch, Branch)
    assert [kinds(list(body)) for _, body in branch.cases] == [[Declaration], [Unknown]]
