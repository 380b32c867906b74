"""Conditions and loops that are not executed: what depends on one has no value, unless it had none before.

    double r = 1;  if (large) { r = 5; }      # r is 1 or 5: a shape that needs it is refused

In languages with braces no condition is evaluated, in Python those of known values are.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from gjkscope.app.base.tokens import Token, quoted
from gjkscope.app.bring.notations.code.program import Program, Variable
from gjkscope.app.bring.notations.code.syntax import (
    Assignment,
    BareExpression,
    CallNode,
    LoopHeader,
    Member,
    Statement,
    Unknown,
    root_of,
)
from gjkscope.app.bring.notations.code.values import Array, Failed, Mark, PlacedFrame, Rotation, Scalar, Value

# Words in front of a block that may not be executed, or more often than once.
CONDITIONS = frozenset({"if", "else", "switch", "match", "catch", "do", "while", "loop"})
_DECIDED = (Scalar, Array, Rotation, PlacedFrame)

# What a statement without a block assigns to or returns: if (large) r = 5;  else return 1;
_ASSIGNED = re.compile(r"(?:\)|\belse)\s*([A-Za-z_]\w*)(?:\.\w+|\[[^\]]*\])*\s*[-+*/]?=(?!=)")
_RETURNED = re.compile(r"(?:\)|\belse)\s*return\b\s*[^;\s]")


def note_condition(program: Program, statement: Statement) -> None:
    """Notes that the next block belongs to a condition, and what one without a block assigns to."""
    if isinstance(statement, LoopHeader):
        program.awaits_conditional_block = True
        return
    if statement.token.text not in CONDITIONS:
        return
    if not isinstance(statement, Unknown) or statement.is_header:
        program.awaits_conditional_block = True
        return
    for name in _ASSIGNED.findall(_text_of(program, statement)):
        variable = program.variable(name)
        if variable is not None:
            _doubt(variable, variable.value, statement.token)


def returns_on_a_condition(program: Program, statement: Statement) -> bool:
    """Whether a statement of the body of a function returns a value that another call may not return."""
    if isinstance(statement, Unknown):
        is_line = statement.token.text in CONDITIONS and not statement.is_header
        return is_line and _RETURNED.search(_text_of(program, statement)) is not None
    return statement.token.text == "return" and program.is_conditional


@contextmanager
def doubting(program: Program, statement: Statement) -> Iterator[None]:
    """Executes a statement, after which a variable from outside of the conditional block has no value."""
    is_alone = program.awaits_conditional_block  # the body of a loop without braces
    program.awaits_conditional_block = statement.token.text in CONDITIONS and is_alone
    root = _changed_by(statement) if program.is_conditional or is_alone else None
    variable = program.variable(root) if root is not None else None
    if variable is None or (not is_alone and program.is_inside_condition(variable)):
        yield
        return
    before = variable.value
    yield
    if variable.value is not before:
        _doubt(variable, before, statement.token)


@contextmanager
def doubting_all(program: Program, token: Token) -> Iterator[None]:
    """Executes statements of which it is not known whether they are executed."""
    before = [(scope, name, variable.value) for scope in program.scopes for name, variable in scope.items()]
    yield
    for scope, name, value in before:
        if scope[name].value is not value:
            _doubt(scope[name], value, token)


def _changed_by(statement: Statement) -> str | None:
    """The name of the variable that a statement changes."""
    if isinstance(statement, Assignment):
        return root_of(statement.target)
    if isinstance(statement, BareExpression) and isinstance(statement.value, CallNode):
        function = statement.value.function
        return root_of(function.base) if isinstance(function, Member) else None
    return None


def _doubt(variable: Variable, before: Value, token: Token) -> None:
    is_doubted = isinstance(before, Failed) and Mark.CONDITIONAL in before.fault.marks  # in another branch
    if is_doubted or isinstance(before, _DECIDED):
        why = "depends on a condition or a loop that is not executed: write the value that it has"
        variable.value = Failed(token.fault(f"{quoted(variable.name)} {why}").marked(Mark.CONDITIONAL))


def _text_of(program: Program, statement: Unknown) -> str:
    return program.context.text[statement.token.start : statement.end]
