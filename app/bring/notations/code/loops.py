"""Executes loops of languages with braces that fill lists: `for (int k = 0; k < n; k++) ring[k] = …;`.

Any other loop is read once, with the first values of its variables: its passes are mostly about one pair after another.
A loop that fills a list but cannot be executed is refused, because one pass would leave out most of the list.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.code.evaluation import expression_value, looped_values
from gjkscope.app.bring.notations.code.functions import MOST_EXECUTED
from gjkscope.app.bring.notations.code.lexer import JAVASCRIPT
from gjkscope.app.bring.notations.code.matching import fatal
from gjkscope.app.bring.notations.code.operations import condition_holds
from gjkscope.app.bring.notations.code.program import Program
from gjkscope.app.bring.notations.code.syntax import (
    Argument,
    Assignment,
    BareExpression,
    Binary,
    BlockEnd,
    BlockStart,
    BracketNode,
    CallNode,
    Conditional,
    Declaration,
    Expression,
    FlatLoop,
    FunctionHeader,
    LoopHeader,
    Member,
    Name,
    Number,
    Statement,
    Subscript,
    Unary,
    Unknown,
)
from gjkscope.app.bring.notations.code.values import Scalar, Value

MOST_PASSES = 1_000
LONGEST_CAST = 40  # characters

_FILLING = re.compile(r"(?i)(?:push|push_?back|emplace_?back|append|add|add_?point|add_?vertex)")
_CAST = re.compile(r"\(\s*(?:const\s+)?(?:float|double|\w*[Rr]eal|\w*[Ss]calar|decimal)\s*\)\s*$")
_CAST_BEHIND = re.compile(r"\s*as\s+f\d")
_INFERRED = frozenset({"auto", "var", "let", "const"})
_WHOLE = frozenset(
    "int uint long short size_t unsigned usize isize i32 u32 i64 u64 int32_t uint32_t int64_t uint64_t PxU32 "
    "byte char".split()
)


def with_loops(flat: Iterable[Statement]) -> Iterator[Statement]:
    """The statements, in which each loop has its body."""
    statements = iter(flat)
    for statement in statements:
        yield _loop(statement, statements) if isinstance(statement, LoopHeader) else statement


def _loop(header: LoopHeader, statements: Iterator[Statement]) -> FlatLoop:
    """A loop with its body: a block, or one statement.  Inner loops have theirs."""
    body: list[Statement] = []
    depth = 0
    for statement in statements:
        body.append(_loop(statement, statements) if isinstance(statement, LoopHeader) else statement)
        depth += isinstance(statement, BlockStart) - isinstance(statement, BlockEnd)
        if depth <= 0:
            break
    return FlatLoop(header.token, header, tuple(body))


def fills_lists(loop: FlatLoop) -> bool:
    """Whether a pass of the loop sets an element of a list or adds one."""
    return any(_fills(statement) for statement in _nested_statements(loop.body))


def execute_loop(program: Program, loop: FlatLoop) -> bool:
    """Executes all passes of a loop that fills lists; False for any other loop, which is not executed."""
    if not fills_lists(loop) or _makes_shapes(program, loop):
        return False
    try:
        _run(program, loop)
    except TextError as fault:
        message = fault.message.removesuffix("; write the values that it computes")
        raise fatal(
            loop.token.fault(f"this loop is not executed: {message}; write the values that it computes")
        ) from None
    return True


def _run(program: Program, loop: FlatLoop) -> None:
    for statement in _nested_statements(loop.body):
        if isinstance(statement, (Unknown, FunctionHeader)):
            raise statement.token.fault("it has conditions or calls that are not understood here")
    if program.vocabulary.language is not JAVASCRIPT:
        _refuse_integer_division(program, loop)
    program.scopes.append({})
    outer = len(program.scopes)
    try:
        for passes, _ in enumerate(_passes(program, loop.header)):
            if passes >= MOST_PASSES or program.executed > MOST_EXECUTED:
                raise loop.token.fault("it takes too many passes")
            program.indices |= _numbers_of_header(program, loop.header)
            for statement in loop.body:
                program.executed += 1
                program.execute(statement)
            del program.scopes[outer:]
    finally:
        del program.scopes[outer - 1 :]


def _passes(program: Program, header: LoopHeader) -> Iterator[None]:
    """Gives the variables of a loop their values, once for each pass.  Raises `TextError` if they are not known."""
    if header.values is not None:
        declared = header.declarations[0]
        for value in looped_values(program, header.values):
            program.bind(declared.name.text, declared.name, value)
            yield
        return
    if header.condition is None:
        raise header.token.fault("its header is not understood")
    for declaration in header.declarations:
        assert declaration.value is not None
        program.bind(declaration.name.text, declaration.name, _counter(expression_value(program, declaration.value)))
    while condition_holds(expression_value(program, header.condition), header.token):
        yield
        for step in header.update:
            program.execute(step)
        for declaration in header.declarations:
            if (variable := program.variable(declaration.name.text)) is not None:
                variable.value = _counter(variable.value)


def _counter(value: Value) -> Value:
    """A counter, without the numbers of the text that it was computed from: it counts, and measures nothing."""
    return Scalar(value.value) if isinstance(value, Scalar) else value


def _numbers_of_header(program: Program, header: LoopHeader) -> set[int]:
    """The offsets of the numbers between the brackets of a header."""
    return {start for start in program.context.numbers if header.token.start < start < header.end}


def _makes_shapes(program: Program, loop: FlatLoop) -> bool:
    """Whether each pass makes a shape or asks about one."""
    first, last = loop.body[0].token if loop.body else loop.token, _last_token_end(loop)
    return program.constructs_shape(program.context.text[first.start : last])


def _last_token_end(loop: FlatLoop) -> int:
    """The end of the last statement; that of a block is its bracket."""
    last = loop.body[-1] if loop.body else loop
    while isinstance(last, FlatLoop) and last.body:
        last = last.body[-1]
    end = getattr(getattr(last, "value", None), "end", None)
    return end if isinstance(end, int) else last.token.end


def _nested_statements(statements: Sequence[Statement]) -> Iterator[Statement]:
    for statement in statements:
        yield statement
        if isinstance(statement, FlatLoop):
            yield from _nested_statements(statement.body)


def _fills(node: Statement) -> bool:
    if isinstance(node, Assignment):
        return _is_element(node.target)
    function = node.value.function if isinstance(node, BareExpression) and isinstance(node.value, CallNode) else None
    if isinstance(function, Member):
        return bool(_FILLING.fullmatch(function.name)) or _is_element(function.base)
    return isinstance(function, Name) and len(function.path) > 1 and bool(_FILLING.fullmatch(function.last))


def _is_element(target: Expression) -> bool:
    """Whether a target is an element that the pass chooses: `ring[k].x`, and not `pos[0]`."""
    while isinstance(target, (Member, Subscript)):
        if isinstance(target, Subscript) and not all(isinstance(item, Number) for item in target.items):
            return True
        target = target.base
    return False


# --- integers ---


def _refuse_integer_division(program: Program, loop: FlatLoop) -> None:
    """Raises `TextError` for a division of integers, which drops the remainder in these languages."""
    whole: dict[str, bool] = {}
    for statement in _nested_statements([loop]):
        declared = statement.header.declarations if isinstance(statement, FlatLoop) else (statement,)
        for each in declared:
            if isinstance(each, Declaration):
                whole[each.name.text] = _declares_whole(program, each, whole)
        for node in (part for value in _values_of(statement) for part in _parts(value)):
            is_quotient = isinstance(node, Binary) and node.operator in ("/", "/=")
            if isinstance(node, Binary) and is_quotient and _is_whole(program, node, whole):
                raise node.token.fault("a division of integers drops the remainder")


def _declares_whole(program: Program, declaration: Declaration, whole: Mapping[str, bool]) -> bool:
    if declaration.type is not None and declaration.type.last not in _INFERRED:
        return declaration.type.last in _WHOLE
    return declaration.value is not None and _is_whole(program, declaration.value, whole)


def _values_of(statement: Statement) -> tuple[Expression, ...]:
    if isinstance(statement, Assignment):
        return (statement.target, *statement.values)
    if isinstance(statement, (Declaration, BareExpression)):
        return (statement.value,) if statement.value is not None else ()
    return ()


def _parts(node: Expression) -> Iterator[Expression]:
    yield node
    children: tuple[Expression, ...] = ()
    if isinstance(node, Binary):
        children = (node.left, node.right)
    elif isinstance(node, Unary):
        children = (node.operand,)
    elif isinstance(node, Conditional):
        children = (node.condition, node.yes, node.no)
    elif isinstance(node, CallNode):
        children = (node.function, *(argument.value for argument in node.arguments))
    elif isinstance(node, Member):
        children = (node.base,)
    elif isinstance(node, Subscript):
        children = (node.base, *node.items)
    elif isinstance(node, BracketNode):
        children = tuple(item.value for item in node.items if isinstance(item, Argument))
    for child in children:
        yield from _parts(child)


def _is_whole(program: Program, node: Expression, whole: Mapping[str, bool]) -> bool:
    """Whether an expression is an integer, by its digits and the types of its variables."""
    if _CAST.search(program.context.text, max(0, node.token.start - LONGEST_CAST), node.token.start):
        return False
    if _CAST_BEHIND.match(program.context.text, node.end):
        return False
    if isinstance(node, Number):
        return node.token.is_integer
    if isinstance(node, Binary):
        return _is_whole(program, node.left, whole) and _is_whole(program, node.right, whole)
    if not isinstance(node, Name) or len(node.path) != 1:
        return False
    if node.last in whole:
        return whole[node.last]
    variable = program.variable(node.last)
    if variable is None or not isinstance(variable.value, Scalar):
        return False
    if variable.type is not None and variable.type.last not in _INFERRED:
        return variable.type.last in _WHOLE
    return all(token.is_integer for token in variable.value.tokens)
