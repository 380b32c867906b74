"""Executes the statements of source code, to find the final value of each variable, shape and object.

Statements are executed from top to bottom, once each, in whatever block they are.  A value that cannot be computed is
`Failed` and raises its fault only if a shape or pose needs it.  All shapes and objects are collected; `linking.py`
finds out which shape is where.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from gjkscope.app.base.tokens import TextError, Token, quoted
from gjkscope.app.base.work import STATEMENT, spend
from gjkscope.app.bring.notations.code import names
from gjkscope.app.bring.notations.code.assignments import execute_as_mutation, execute_as_setter, execute_assignment
from gjkscope.app.bring.notations.code.classes import define_class
from gjkscope.app.bring.notations.code.conditions import doubting, doubting_all, note_condition
from gjkscope.app.bring.notations.code.connections.rules import connect
from gjkscope.app.bring.notations.code.connections.setters import ask_about_setter
from gjkscope.app.bring.notations.code.constructors import as_declared, each_declared, is_list_type, new_solid
from gjkscope.app.bring.notations.code.evaluation import (
    bind_targets,
    call_function,
    expression_value,
    list_literal,
    looped_values,
    maker_of,
    typed_literal,
    value_or_failed,
)
from gjkscope.app.bring.notations.code.functions import MOST_EXECUTED
from gjkscope.app.bring.notations.code.lexer import PYTHON
from gjkscope.app.bring.notations.code.loops import execute_loop
from gjkscope.app.bring.notations.code.matching import Given
from gjkscope.app.bring.notations.code.operations import condition_holds
from gjkscope.app.bring.notations.code.program import Program
from gjkscope.app.bring.notations.code.pytest_arguments import bind_test_arguments, is_fixture
from gjkscope.app.bring.notations.code.syntax import (
    Assignment,
    BareExpression,
    Binary,
    BlockEnd,
    BlockStart,
    BracketNode,
    Branch,
    CallNode,
    Class,
    Declaration,
    Expression,
    FieldNode,
    FlatLoop,
    Function,
    FunctionHeader,
    Jump,
    Loop,
    LoopHeader,
    Member,
    Name,
    Number,
    Return,
    Statement,
    Unknown,
    root_of,
)
from gjkscope.app.bring.notations.code.values import (
    Array,
    Failed,
    OperandMismatch,
    PlacedFrame,
    Rotation,
    Scalar,
    ShapeForm,
    SolidValue,
    Thing,
    Value,
    all_tokens,
    scalars,
)
from gjkscope.app.bring.notations.code.vocabulary import Form
from gjkscope.app.bring.notations.context import COMPARED

MOST_TURNS = 64  # of a loop that is executed
DEEPEST_SCOPE = 1_000

_SCOPE_FUNCTION = re.compile(r"\.(?:apply|also|let|run)\s*$")  # Kotlin: body(shape).apply { … }
_SENTENCE = re.compile(r"\W*(?:[A-Za-z][a-z'’]*,?[^\S\r\n]+){4}[A-Za-z]")


def execute(program: Program, statement: Statement) -> None:
    """Executes a statement; its definitions become part of the program, as do its faults if they concern a shape."""
    spend(STATEMENT, statement.token.line)
    note_condition(program, statement)
    if isinstance(statement, BlockStart):
        if len(program.scopes) < DEEPEST_SCOPE:
            program.begin_block()
            _bind_parameters(program)
    elif isinstance(statement, BlockEnd):
        if len(program.scopes) > 1:
            program.end_block()
    elif isinstance(statement, LoopHeader):
        _enter_loop(program, statement)
    elif isinstance(statement, FlatLoop):
        _flat_loop(program, statement)
    elif isinstance(statement, FunctionHeader):
        program.header = statement
    elif isinstance(statement, Unknown):
        _unknown(program, statement)
    elif isinstance(statement, (Function, Class, Loop, Branch, Return, Jump)):
        run_block(program, (statement,))
    else:
        try:
            with doubting(program, statement):
                _execute(program, statement)
        except (TextError, OperandMismatch) as fault:
            program.note(fault if isinstance(fault, TextError) else statement.token.fault(str(fault)))
            if isinstance(statement, BareExpression):
                _note_unread(program, statement.token.line, _text_of(program, statement.value))
                if isinstance(statement.value, CallNode):
                    ask_about_setter(program, statement.value)


def _bind_parameters(program: Program) -> None:
    """Gives the parameters of an uncalled function their defaults; parameters without one hide outer variables."""
    header, program.header = program.header, None
    for parameter in header.parameters if header is not None else ():
        if parameter.default is not None:
            program.bind(parameter.name, parameter.token, program.evaluate(parameter.default))
            program.defaults.append((parameter.token.line, parameter.name, program.scopes[-1][parameter.name]))
        elif program.variable(parameter.name) is not None:
            why = f"{quoted(parameter.name)} is a parameter of a function that is not called in the text"
            program.bind(parameter.name, parameter.token, Failed(parameter.token.fault(why)))


class PossibleJump(NamedTuple):
    """`break` or `continue` on an unknown condition."""

    token: Token


Outcome = Value | Jump | PossibleJump | None  # of a block: its return value, or its jump


def run_body(program: Program, block: Sequence[Statement]) -> Value | None:
    """Executes the body of a function; returns its value, or None."""
    return _returned_value(run_block(program, block))


def _returned_value(outcome: Outcome) -> Value | None:
    return None if isinstance(outcome, (Jump, PossibleJump)) else outcome


def run_block(program: Program, block: Sequence[Statement]) -> Outcome:
    """Executes the statements of a block of Python."""
    for following, statement in enumerate(block, start=1):
        spend(STATEMENT, statement.token.line)
        program.executed += 1
        if program.executed > MOST_EXECUTED:
            program.faults.append(statement.token.fault("the program takes too long: select the part with the pair"))
            return None
        outcome: Outcome = None
        if isinstance(statement, Return):
            outcome = _execute_return(program, statement)
        elif isinstance(statement, Jump):
            outcome = statement
        elif isinstance(statement, Function):
            _define_function(program, statement)
        elif isinstance(statement, Class):
            if not define_class(program, statement):
                run_block(program, statement.body)
        elif isinstance(statement, Loop):
            outcome = _loop(program, statement)
        elif isinstance(statement, Branch):
            chosen = _chosen_case(program, statement)
            if chosen is not None:
                outcome = run_block(program, chosen)
            elif (possible := _all_cases(program, statement)) is not None:
                with doubting_all(program, statement.token):
                    return _either(possible, run_block(program, block[following:]), statement.token)
        else:
            execute(program, statement)
        if outcome is not None:
            return outcome
    return None


def _either(first: Outcome, second: Outcome, token: Token) -> Outcome:
    """The outcome of two blocks, one of which is executed."""
    if first is None or second is None:
        outcome = second if first is None else first
        return PossibleJump(outcome.token) if isinstance(outcome, Jump) else outcome
    if _returned_value(first) is None and _returned_value(second) is None:
        return PossibleJump(token)
    return Failed(token.fault("what is returned depends on a condition: write the value"))


def _all_cases(program: Program, branch: Branch) -> Outcome:
    """Executes all cases of an undecided branch, in the order of the text."""
    outcome: Outcome = None
    making = 0
    for _, body in branch.cases:
        before = len(program.solids)
        with doubting_all(program, branch.token):
            outcome = _either(outcome, run_block(program, body), branch.token)
        making += len(program.solids) > before
    if making > 1:
        why = f"line {branch.token.line}: which of these cases holds depends on the program"
        program.context.ask("cases", "all", why)
    return outcome


def _execute_return(program: Program, statement: Return) -> Value | None:
    if statement.value is None:
        return None
    if not program.calls:
        execute(program, BareExpression(statement.token, statement.value))
        return None
    return value_or_failed(program, statement.value)


def _define_function(program: Program, function: Function) -> None:
    """Remembers a function that the text calls; the body of any other is executed in place."""
    if is_fixture(function):
        program.fixtures[function.name] = function
        return
    if function.name in program.called:
        program.functions[function.name] = function
        program.uncalled.add(function.name)
        return
    _run_unbound(program, function)


def run_uncalled(program: Program) -> None:
    """Executes functions whose calls were not executed, if the text has no other shapes."""
    for name in sorted(program.uncalled):
        if not program.solids:
            _run_unbound(program, program.functions[name])
    for name in program.classes.keys() - program.instantiated:
        if not program.solids:
            run_block(program, program.classes[name].body)


def _run_unbound(program: Program, function: Function) -> None:
    """Executes the body of a function without a call: its parameters have their defaults, or no values."""
    for token, default, _ in function.parameters:
        if default is not None:
            program.bind(token.text, token, value_or_failed(program, default))
    bind_test_arguments(program, function)
    run_block(program, function.body)


def _loop(program: Program, loop: Loop) -> Value | None:
    """Executes a loop; only once and without its values if they are unknown or too many."""
    try:
        values = looped_values(program, loop.values)
    except TextError:
        values = ()
    if not 0 < len(values) <= MOST_TURNS:
        with doubting_all(program, loop.token):
            return run_body(program, loop.body)
    return _passes(program, loop, values)


def _passes(program: Program, loop: Loop, values: Sequence[Value]) -> Value | None:
    """Executes a pass of a loop for each value; returns the value of a `return` in one of them, or None."""
    for turn, value in enumerate(values, start=1):
        try:
            bind_targets(program, loop.targets, value, loop.token)
        except TextError:
            return run_body(program, loop.body)
        outcome = run_block(program, loop.body)
        if isinstance(outcome, PossibleJump):
            with doubting_all(program, outcome.token):
                return _passes(program, loop, values[turn:])
        if (returned := _returned_value(outcome)) is not None:
            return returned
        if isinstance(outcome, Jump) and outcome.token.text == "break":
            break
    return None


def _chosen_case(program: Program, branch: Branch) -> Sequence[Statement] | None:
    """The block whose condition holds; None if unknown."""
    for condition, body in branch.cases:
        if condition is None or _is_main(condition):
            return body
        try:
            if condition_holds(expression_value(program, condition), condition.token):
                return body
        except TextError:
            return None
    return ()


def _is_main(condition: Expression) -> bool:
    """Whether a condition is `__name__ == "__main__"`."""
    return isinstance(condition, Binary) and isinstance(condition.left, Name) and condition.left.last == "__name__"


def _flat_loop(program: Program, loop: FlatLoop) -> None:
    """Executes a loop that fills lists; reads the first pass of any other loop."""
    try:
        if execute_loop(program, loop):
            return
    except TextError as fault:
        program.note(fault)
        return
    _enter_loop(program, loop.header)
    with doubting_all(program, loop.token):
        for statement in loop.body:
            execute(program, statement)


def _enter_loop(program: Program, loop: LoopHeader) -> None:
    """The first pass of a loop is read."""
    for declaration in loop.declarations:
        _declare(program, declaration)
        program.loop_variables.append(program.variables[-1])


def _execute(program: Program, statement: Statement) -> None:
    if isinstance(statement, Declaration):
        _declare(program, statement)
    elif isinstance(statement, Assignment):
        try:
            execute_assignment(program, statement)
        except (TextError, OperandMismatch) as fault:
            _spoil(program, statement, fault)
            raise
    elif isinstance(statement, FieldNode):
        if statement.default is not None:
            program.define(statement.name.text, statement.name, value_or_failed(program, statement.default), None)
    elif isinstance(statement, BareExpression):
        value = statement.value
        if isinstance(value, CallNode) and (execute_as_setter(program, value) or execute_as_mutation(program, value)):
            return
        try:
            _show(program, value)
        except TextError as fault:
            _forget(program, value, fault)
            raise


def _spoil(program: Program, assignment: Assignment, fault: TextError | OperandMismatch) -> None:
    """A pose or list becomes unknown if a part of it could not be assigned."""
    target = assignment.target
    root = None if isinstance(target, Name) and len(target.path) == 1 else root_of(target)
    variable = program.variable(root) if root else None
    if variable is not None and isinstance(variable.value, (PlacedFrame, Rotation, Array)):
        variable.value = Failed(fault if isinstance(fault, TextError) else assignment.token.fault(str(fault)))


def _forget(program: Program, node: Expression, fault: TextError) -> None:
    """An unknown method may have changed the pose that it was called on."""
    if isinstance(node, CallNode) and isinstance(node.function, Member) and "the method" in fault.message:
        root = root_of(node.function.base)
        variable = program.variable(root) if root else None
        if variable is not None and isinstance(variable.value, (PlacedFrame, Rotation)):
            variable.value = Failed(fault)


def _show(program: Program, node: Expression) -> None:
    """An expression on its own; in Python, a printed list has the name that was typed before it."""
    try:
        value = expression_value(program, node)
    except TextError:
        if program.vocabulary.language is PYTHON and isinstance(node, Name) and len(node.path) == 1:
            program.shown = node.last
        raise
    if isinstance(value, Array) and any(isinstance(item, SolidValue) for item in value.items):
        connect(program, "", node.token, Given(value.items, {}), None, node.end)  # printed: (shape, pose)
        return
    if program.vocabulary.language is PYTHON and isinstance(value, Array) and not isinstance(node, Name):
        program.define(program.shown or f"list {len(program.variables) + 1}", node.token, value, None)
    program.shown = None


def _unknown(program: Program, statement: Unknown) -> None:
    """An unknown statement that constructs a shape is an error: its numbers would be missing."""
    text = whole = program.context.text[statement.token.start : statement.end]
    if statement.fault.message.endswith("skipped") or (statement.is_header and not _SCOPE_FUNCTION.search(whole)):
        return
    if _SENTENCE.match(text):  # a word in a sentence constructs nothing, but code may follow below
        text = text.partition("\n")[2]
    if program.constructs_shape(text):
        program.faults.append(statement.fault)
        return
    program.context.warn(f"line {statement.token.line}: not understood, ignored: {quoted(' '.join(whole.split()))}")
    if not statement.is_header:
        _note_unread(program, statement.token.line, text)


def _note_unread(program: Program, line: int, text: str) -> None:
    """Notes a part of the text that is not read and mentions several shapes, which it may place."""
    words = set(re.findall(r"\w+", text))
    spend(1 + (len(text) + len(program.variables)) // COMPARED, line)
    shapes = frozenset(
        known.name
        for known in program.variables
        if known.name in words
        and (isinstance(known.value, SolidValue) or (isinstance(known.value, Thing) and bool(known.value.solids)))
    )
    if len(shapes) > 1:
        program.unread.append((line, shapes))


def _text_of(program: Program, node: Expression) -> str:
    return program.context.text[node.token.start : node.end]


def _declare(program: Program, declaration: Declaration) -> None:
    name = declaration.name
    if program.vocabulary.is_plane and isinstance(declaration.value, Name) and program.forms(declaration.value.path):
        program.aliases[name.text] = declaration.value.last  # const P = SAT.Polygon
        return
    value: Value
    try:
        value = _initial(program, declaration)
    except TextError as fault:
        program.note(fault)
        value = Failed(fault)
    except OperandMismatch as fault:
        value = Failed(name.fault(f"{quoted(name.text)}: {fault}"))
    if isinstance(value, Failed) and declaration.value is not None:
        _note_unread(program, name.line, _text_of(program, declaration.value))
    program.define(name.text, name, value, declaration.type)
    program.variables[-1].maker = maker_of(declaration.value)


def _initial(program: Program, declaration: Declaration) -> Value:
    lengths = [_length(program, length) for length in declaration.lengths]
    if declaration.arguments is not None:
        if declaration.type is None:
            raise declaration.name.fault("must have a type")
        end = declaration.arguments[-1].value.end if declaration.arguments else declaration.name.end
        return call_function(program, declaration.type, declaration.name, end, declaration.arguments)
    node = declaration.value
    if node is None:
        return _uninitialized_value(program, declaration, lengths)
    if isinstance(node, BracketNode) and (value := _literal(program, declaration, node, lengths)) is not None:
        return value
    value = expression_value(program, node)
    if lengths or (isinstance(node, BracketNode) and is_list_type(program, declaration.type)):
        return _shape_list(each_declared(program, declaration.type, value), lengths)
    return as_declared(program, declaration.type, value, declaration.name, node.end)


def _literal(program: Program, declaration: Declaration, node: BracketNode, lengths: Sequence[int]) -> Value | None:
    """The value of a variable that is declared with a literal in brackets; None if the literal has its own type."""
    if declaration.type is not None:
        has_forms = bool(program.forms(declaration.type.path))
        is_object = declaration.type.last not in names.SCALAR_TYPES and not lengths
        if (_is_designated(node) and has_forms) or (is_object and node.type == declaration.type):
            return typed_literal(program, node, declaration.type)
        if is_object and _is_blank(node) and not has_forms:
            return program.thing(declaration.type.last, declaration.name, declaration.name.end)  # a structure of zeros
    if node.type != declaration.type:
        return None
    listed = _shape_list(list_literal(program, node), lengths)
    return listed if lengths else as_declared(program, declaration.type, listed, declaration.name, node.end)


def _is_designated(node: BracketNode) -> bool:
    """Whether an initialiser names the members: { .radius = 1 }."""
    return node.type is None and any(item.name for item in node.items)


def _is_blank(node: BracketNode) -> bool:
    """Whether an initialiser is {} or {0}."""
    if node.type is not None or len(node.items) > 1:
        return False
    return all(isinstance(item.value, Number) and item.value.token.value == 0.0 for item in node.items)


def _length(program: Program, expression: Expression) -> int:
    try:
        value = expression_value(program, expression)
    except TextError:
        return -1
    program.context.account(all_tokens(value))
    return int(value.value) if isinstance(value, Scalar) and 0 < value.value < 100_000 else -1


def _shape_list(value: Value, lengths: Sequence[int]) -> Value:
    """A flat list as rows, if the declaration gives two lengths: float v[9][3]."""
    if len(lengths) < 2 or not isinstance(value, Array):
        return value
    flat = scalars(value)
    width = lengths[-1]
    if flat is None or width < 1 or len(flat) % width:
        return value
    return Array(tuple(Array(flat[i : i + width]) for i in range(0, len(flat), width)))


def _uninitialized_value(program: Program, declaration: Declaration, lengths: Sequence[int]) -> Value:
    fault = declaration.name.fault(f"{quoted(declaration.name.text)} has no value in the text")
    if lengths:
        value: Value = Failed(fault)
        for length in reversed(lengths):
            value = Array((value,) * max(length, 1)) if length < 10_000 else Failed(fault)
        return value
    if declaration.type is not None and declaration.type.of and declaration.type.last in names.LISTS:
        return Array(())
    if declaration.type is None or declaration.type.path in {(name,) for name in names.SCALAR_TYPES}:
        return Failed(fault)
    site = program.site(declaration.type.last, declaration.name, declaration.name.end)
    for form in program.forms(declaration.type.path):
        if isinstance(form, ShapeForm):
            return new_solid(program, form, site)
        if isinstance(form, Form) and form.kinds in ("", "…"):
            return form.build(site._replace(name=declaration.name.text), ())
    return program.thing(declaration.type.last, declaration.name, declaration.name.end)
