"""Functions that the text defines: their bodies are executed where they are called, with the arguments of the call.

A function that is not called in the text is read like any other block: test functions, and `main`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, zip_longest

from gjkscope.app.base.tokens import Kind, Token
from gjkscope.app.notations.code.program import DefinedFunction, Program, Variable
from gjkscope.app.notations.code.syntax import (
    Argument,
    BareExpression,
    BlockEnd,
    BlockStart,
    Expression,
    FunctionHeader,
    Name,
    Parameter,
    Statement,
)
from gjkscope.app.notations.code.values import Failed, SolidValue, Thing, Value

MOST_CALLS = 1_000  # of functions of the text; a report of a pair has a few
DEEPEST_CALL = 16  # calls inside calls, so that a recursive function ends


def without_called_functions(
    program: Program, found: Iterable[Statement], tokens: Sequence[Token]
) -> Iterator[Statement]:
    """The statements without the functions that the text calls, which are added to the program."""
    calls = Counter(a.text for a, b in pairwise(tokens) if a.kind is Kind.NAME and b.is_mark("("))
    header: FunctionHeader | None = None
    body: list[Statement] = []
    depth = 0
    for statement in found:
        if header is None:
            if not isinstance(statement, FunctionHeader):
                yield statement
            elif calls[statement.name] > 1:
                header, body, depth = statement, [], 0
            continue
        depth += isinstance(statement, BlockStart) - isinstance(statement, BlockEnd)
        body.append(statement)
        if depth <= 0:
            program.called_functions[header.name] = DefinedFunction(header, tuple(body[1:-1]))
            header = None
    yield from body if header is not None else ()  # the text ends inside the function


def call_defined(program: Program, function: DefinedFunction, arguments: Sequence[tuple[Argument, Value]]) -> Value:
    """The value that a function of the text returns.  Raises `TextError` if it has none."""
    token = function.header.token
    program.calls_made += 1
    program.depth_of_calls += 1
    outer = len(program.scopes)
    try:
        if program.calls_made > MOST_CALLS or program.depth_of_calls > DEEPEST_CALL:
            raise token.fault(f"{function.header.name} is called too often")
        program.scopes.append(_bound(program, function.header.parameters, arguments, token))
        returned = _executed(program, function.body)
        value = program.evaluate(returned) if returned is not None else program.thing("", token, token.end)
    finally:
        del program.scopes[outer:]
        program.depth_of_calls -= 1
    if isinstance(value, (SolidValue, Thing)):
        value.name = None  # named by the variable that it is assigned to
    return value


def _bound(
    program: Program, parameters: Sequence[Parameter], arguments: Sequence[tuple[Argument, Value]], token: Token
) -> dict[str, Variable]:
    """The parameters as variables; those that are passed by reference are the variables of the caller."""
    scope: dict[str, Variable] = {}
    for parameter, given in zip_longest(parameters, arguments):
        if parameter is None:
            break
        missing = Failed(token.fault(f"{parameter.name!r} has no value in the text"))
        argument, value = given or (None, missing)
        node = argument.value if argument is not None else None
        known = program.variable(node.last) if isinstance(node, Name) and len(node.path) == 1 else None
        scope[parameter.name] = (
            known if known is not None and parameter.is_reference else Variable(parameter.name, token, value, None)
        )
    return scope


def _executed(program: Program, body: Sequence[Statement]) -> Expression | None:
    """Executes a body up to its last statement or the return that no condition precedes; the expression returned."""
    depth, returned = 0, None
    for statement in body:
        depth += isinstance(statement, BlockStart) - isinstance(statement, BlockEnd)
        if isinstance(statement, BareExpression) and statement.token.text == "return":
            returned = statement.value
            if not depth:
                break
        else:
            program.execute(statement)
    return returned
