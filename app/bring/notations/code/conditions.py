"""Conditions and loops that are not executed: a variable that depends on one loses its value.

    double r = 1;  if (large) { r = 5; }                           # r is 1 or 5: a shape that needs it is refused
    body.setPosition(a);  if (large) { body.setPosition(b); }      # at a or b: that is asked

In languages with braces, no condition is evaluated; in Python, conditions on known values are.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from gjkscope.app.base.tokens import Token, quoted
from gjkscope.app.base.work import spend
from gjkscope.app.bring.notations.code import names
from gjkscope.app.bring.notations.code.program import Program, Variable
from gjkscope.app.bring.notations.code.syntax import (
    Assignment,
    BareExpression,
    CallNode,
    LoopHeader,
    Member,
    Name,
    Statement,
    Unknown,
    root_of,
)
from gjkscope.app.bring.notations.code.values import (
    Array,
    Failed,
    FaultMark,
    PlacedFrame,
    Rotation,
    Scalar,
    SolidValue,
    Thing,
    Value,
)

# Words in front of a block that may be executed never, or more than once.
CONDITIONS = frozenset({"if", "else", "switch", "match", "when", "catch", "do", "while", "loop"})
_DEPENDS = "depends on a condition or a loop that is not executed"
_PLACING = frozenset({"position", "rotation", "placement", "euler"})
_DECIDED = (Scalar, Array, Rotation, PlacedFrame)

# The target that a statement without a block assigns to, or its return: if (large) r = 5;  else return 1;
_ASSIGNED = re.compile(r"(?:\)|\belse)\s*([A-Za-z_]\w*)((?:\.\w+|\[[^\]]*\])*)\s*[-+*/]?=(?!=)")
_RETURNED = re.compile(r"(?:\)|\belse)\s*return\b\s*[^;\s]")


def note_condition(program: Program, statement: Statement) -> None:
    """Notes that the next block belongs to a condition, or the target of one without a block."""
    if isinstance(statement, LoopHeader):
        program.awaits_conditional_block = True
        return
    if statement.token.text not in CONDITIONS:
        return
    if not isinstance(statement, Unknown) or statement.is_header:
        program.awaits_conditional_block = True
        return
    for name, path in _ASSIGNED.findall(_text_of(program, statement)):
        variable = program.variable(name)
        if variable is not None and not (path and isinstance(variable.value, (SolidValue, Thing))):
            _doubt(program, variable, variable.value, statement.token)


def returns_on_a_condition(program: Program, statement: Statement) -> bool:
    """Whether a statement in a function's body returns a value that may differ in another call."""
    if isinstance(statement, Unknown):
        is_line = statement.token.text in CONDITIONS and not statement.is_header
        return is_line and _RETURNED.search(_text_of(program, statement)) is not None
    return statement.token.text == "return" and program.is_conditional


@contextmanager
def doubting(program: Program, statement: Statement) -> Iterator[None]:
    """Executes a statement, after which a variable from outside of the conditional block has no value."""
    is_alone = program.awaits_conditional_block  # the body of a loop without braces
    program.awaits_conditional_block = statement.token.text in CONDITIONS and is_alone
    if not program.is_conditional and not is_alone:
        yield
        return
    root = _changed_variable(statement)
    variable = program.variable(root) if root is not None else None
    if variable is not None and not is_alone and program.is_inside_condition(variable):
        yield
        return
    before = variable.value if variable is not None else None
    with _asking_about_parts(program, statement.token):
        yield
    if variable is not None and before is not None and variable.value is not before:
        _doubt(program, variable, before, statement.token)


@contextmanager
def doubting_all(program: Program, token: Token) -> Iterator[None]:
    """Executes statements that the program may or may not execute."""
    before = [(scope, name, variable.value) for scope in program.scopes for name, variable in scope.items()]
    with _asking_about_parts(program, token):
        yield
    for scope, name, value in before:
        if scope[name].value is not value:
            _doubt(program, scope[name], value, token)


@contextmanager
def _asking_about_parts(program: Program, token: Token) -> Iterator[None]:
    """Asks whether the state of shapes and objects after the statements applies, if these replace sizes or poses."""
    owners: tuple[SolidValue | Thing, ...] = (*program.solids, *program.things)
    spend(len(owners), token.line)
    before = [(owner, _parts(owner)) for owner in owners]
    yield
    changed = next((owner for owner, parts in before if _parts_like(parts, owner) != parts), None)
    if changed is not None:
        _ask(program, changed, token)


def _parts(owner: SolidValue | Thing) -> dict[str, object]:
    """The parts that give an object its size and its place; none for an object without a place."""
    if isinstance(owner, SolidValue):
        return {**owner.arguments, "local": owner.local, "scales": len(owner.scales)}
    placed = {name: value for name, value in owner.fields.items() if names.role_of(name) in _PLACING}
    return placed | {"owners": tuple(owner.owners)} if placed or owner.owners else {}


def _parts_like(before: dict[str, object], owner: SolidValue | Thing) -> dict[str, object]:
    """The parts of an object that count as changed if they differ: a shape may receive sizes that it lacked."""
    parts = _parts(owner) if before else {}
    return {name: parts.get(name) for name in before} if isinstance(owner, SolidValue) else parts


def _ask(program: Program, owner: SolidValue | Thing, token: Token) -> None:
    name = owner.name or (owner.type if isinstance(owner, Thing) else owner.constructor)
    why = f"line {token.line}: what becomes of {quoted(name)} {_DEPENDS}"
    program.context.ask("condition", "as read", why)


def _changed_variable(statement: Statement) -> str | None:
    """The name of the variable that a statement changes."""
    if isinstance(statement, Assignment):
        return root_of(statement.target)
    if isinstance(statement, BareExpression) and isinstance(statement.value, CallNode):
        function = statement.value.function
        if isinstance(function, Name):
            return function.path[0] if len(function.path) > 1 else None
        return root_of(function.base) if isinstance(function, Member) else None
    return None


def _doubt(program: Program, variable: Variable, before: Value, token: Token) -> None:
    if isinstance(before, SolidValue) or (isinstance(before, Thing) and (before.solids or before.bears_shape)):
        _ask(program, before, token)
    is_doubted = isinstance(before, Failed) and FaultMark.CONDITIONAL in before.fault.marks  # in another branch
    if is_doubted or isinstance(before, _DECIDED):
        fault = token.fault(f"{quoted(variable.name)} {_DEPENDS}: write the value that it has")
        variable.value = Failed(fault.marked(FaultMark.CONDITIONAL))


def _text_of(program: Program, statement: Unknown) -> str:
    return program.context.text[statement.token.start : statement.end]
