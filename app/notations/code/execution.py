"""Executes the statements of source code: what each variable, shape and object is in the end.

Statements are executed from top to bottom, once each, whatever block they are in.  A value that cannot be computed is
`Failed` and raises its fault only if a shape or pose needs it.  All shapes and objects are collected; `linking.py`
finds out which shape is where.
"""

import re
from collections.abc import Sequence
from typing import cast

from gjkscope.app.base.tokens import TextError, quoted
from gjkscope.app.notations.code import names
from gjkscope.app.notations.code.assignments import (
    execute_assignment,
    executed_as_mutation,
    executed_as_setter,
    root_of,
)
from gjkscope.app.notations.code.constructors import as_declared, each_declared, is_list_type, new_solid
from gjkscope.app.notations.code.evaluation import (
    call_function,
    expression_value,
    list_literal,
    maker_of,
    typed_literal,
)
from gjkscope.app.notations.code.lexer import PYTHON
from gjkscope.app.notations.code.program import Program
from gjkscope.app.notations.code.syntax import (
    Assignment,
    BareExpression,
    BlockEnd,
    BlockStart,
    BracketNode,
    CallNode,
    Declaration,
    Expression,
    Member,
    Name,
    Statement,
    Unknown,
)
from gjkscope.app.notations.code.values import (
    Array,
    Failed,
    OperandMismatch,
    PlacedFrame,
    Rotation,
    Scalar,
    ShapeForm,
    Value,
    scalars,
)
from gjkscope.app.notations.code.vocabulary import ByWord, Form

# A constructor rather than the word in a sentence: Box(…), Box<S> a{…}, Ball::new(…), Box* b = …
_CONSTRUCTED = r"\b{}\b(?:\s*<[^<>\r\n]*>+)?(?:\s*::|[\s*&]*(?:\w+\s*)?[({{=])"

_SCOPE_FUNCTION = re.compile(r"\.(?:apply|also|let|run)\s*$")  # Kotlin: body(shape).apply { … }
_SENTENCE = re.compile(r"\W*(?:[A-Za-z][a-z'’]*,?[^\S\r\n]+){4}[A-Za-z]")


def execute(program: Program, statement: Statement) -> None:
    """Executes a statement; what it defines is in the program, and so are its faults if they concern a shape."""
    if isinstance(statement, BlockStart):
        if len(program.scopes) < 1000:
            program.scopes.append({})
    elif isinstance(statement, BlockEnd):
        if len(program.scopes) > 1:
            program.scopes.pop()
    elif isinstance(statement, Unknown):
        _unknown(program, statement)
    else:
        try:
            _execute(program, statement)
        except TextError as fault:
            program.note(fault)
        except OperandMismatch as fault:
            program.note(statement.token.fault(str(fault)))


def _execute(program: Program, statement: Statement) -> None:
    if isinstance(statement, Declaration):
        _declare(program, statement)
    elif isinstance(statement, Assignment):
        execute_assignment(program, statement)
    elif isinstance(statement, BareExpression):
        value = statement.value
        if isinstance(value, CallNode) and (executed_as_setter(program, value) or executed_as_mutation(program, value)):
            return
        try:
            _show(program, value)
        except TextError as fault:
            _forget(program, value, fault)
            raise


def _forget(program: Program, node: Expression, fault: TextError) -> None:
    """A method that is not known may have changed the pose that it was called on."""
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
    for name, forms in program.vocabulary.functions.items():
        last = name.rsplit(".", 1)[-1]
        is_shape = last in text and any(isinstance(form, (ShapeForm, ByWord)) for form in forms)
        if is_shape and re.search(_CONSTRUCTED.format(re.escape(last)), text):
            program.faults.append(statement.fault)
            return
    program.context.warn(f"line {statement.token.line}: not understood, ignored: {quoted(' '.join(whole.split()))}")


def _declare(program: Program, one: Declaration) -> None:
    name = one.name
    value: Value
    try:
        value = _initial(program, one)
    except TextError as fault:
        program.note(fault)
        value = Failed(fault)
    except OperandMismatch as fault:
        value = Failed(name.fault(f"{quoted(name.text)}: {fault}"))
    program.define(name.text, name, value, one.type)
    program.variables[-1].maker = maker_of(one.value)


def _initial(program: Program, one: Declaration) -> Value:
    lengths = [_length(program, length) for length in one.lengths]
    if one.arguments is not None:
        if one.type is None:
            raise one.name.fault("must have a type")
        end = one.arguments[-1].value.end if one.arguments else one.name.end
        return call_function(program, one.type, one.name, end, one.arguments)
    if one.value is None:
        return _uninitialized(program, one, lengths)
    if one.type is not None and _is_designated(one.value) and program.forms(one.type.path):
        return typed_literal(program, cast(BracketNode, one.value), one.type)
    is_type = one.type is not None and one.type.last not in names.SCALAR_TYPES and not lengths
    if is_type and isinstance(one.value, BracketNode) and one.type is not None and one.value.type == one.type:
        return typed_literal(program, one.value, one.type)
    if isinstance(one.value, BracketNode) and one.value.type == one.type:
        listed = _shaped(list_literal(program, one.value), lengths)
        return listed if lengths else as_declared(program, one.type, listed, one.name, one.value.end)
    value = expression_value(program, one.value)
    if lengths or (isinstance(one.value, BracketNode) and is_list_type(program, one.type)):
        return _shaped(each_declared(program, one.type, value), lengths)
    return as_declared(program, one.type, value, one.name, one.value.end)


def _is_designated(node: Expression) -> bool:
    """Whether an initialiser names the members: { .radius = 1 }."""
    return isinstance(node, BracketNode) and node.type is None and any(item.name for item in node.items)


def _length(program: Program, expression: Expression) -> int:
    try:
        value = expression_value(program, expression)
    except TextError:
        return -1
    return int(value.value) if isinstance(value, Scalar) and 0 < value.value < 100_000 else -1


def _shaped(value: Value, lengths: Sequence[int]) -> Value:
    """A flat list as rows, if the declaration gives two lengths: float v[9][3]."""
    if len(lengths) < 2 or not isinstance(value, Array):
        return value
    flat = scalars(value)
    width = lengths[-1]
    if flat is None or width < 1 or len(flat) % width:
        return value
    return Array(tuple(Array(flat[i : i + width]) for i in range(0, len(flat), width)))


def _uninitialized(program: Program, one: Declaration, lengths: Sequence[int]) -> Value:
    fault = one.name.fault(f"{quoted(one.name.text)} has no value in the text")
    if lengths:
        value: Value = Failed(fault)
        for length in reversed(lengths):
            value = Array((value,) * max(length, 1)) if length < 10_000 else Failed(fault)
        return value
    if one.type is not None and one.type.of and one.type.last in names.LISTS:
        return Array(())
    if one.type is None or one.type.path in {(name,) for name in names.SCALAR_TYPES}:
        return Failed(fault)
    site = program.site(one.type.last, one.name, one.name.end)
    for form in program.forms(one.type.path):
        if isinstance(form, ShapeForm):
            return new_solid(program, form, site)
        if isinstance(form, Form) and form.kinds in ("", "…"):
            return form.build(site._replace(name=one.name.text), ())
    return program.thing(one.type.last, one.name, one.name.end)
