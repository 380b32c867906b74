"""Functions that the text defines: their bodies are executed where they are called, with the arguments of the call.

A function that is not called in the text is read like any other block: test functions, and `main`.  Bodies are blocks
inside blocks in Python; in languages with braces they are flat, with the starts and ends of their blocks.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

from gjkscope.app.base.tokens import Token
from gjkscope.app.base.work import STATEMENT, spend
from gjkscope.app.bring.notations.code.conditions import returns_on_a_condition
from gjkscope.app.bring.notations.code.lexer import RUST
from gjkscope.app.bring.notations.code.matching import Given, fatal, require_value
from gjkscope.app.bring.notations.code.program import Program, Variable
from gjkscope.app.bring.notations.code.syntax import (
    Argument,
    BareExpression,
    BlockEnd,
    BlockStart,
    Expression,
    Function,
    FunctionHeader,
    Name,
    Statement,
    Unknown,
)
from gjkscope.app.bring.notations.code.values import Failed, SolidValue, Thing, Value

DEEPEST_CALL = 12  # calls inside calls, so that a recursive function ends
MOST_EXECUTED = 10_000  # statements and items; more would take too long


def without_called_functions(
    program: Program, statements: Iterable[Statement], calls: Mapping[str, int]
) -> Iterator[Statement]:
    """The statements without the functions that the text calls, which are added to the program."""
    header: FunctionHeader | None = None
    body: list[Statement] = []
    depth = 0
    for statement in statements:
        if header is None:
            if not isinstance(statement, FunctionHeader):
                yield statement
            elif calls[statement.name] > (not statement.is_lambda):
                header, body, depth = statement, [], 0
            else:
                yield statement
            continue
        depth += isinstance(statement, BlockStart) - isinstance(statement, BlockEnd)
        body.append(statement)
        if depth <= 0:
            program.functions[header.name] = Function(header.token, header.name, header.parameters, tuple(body[1:-1]))
            program.uncalled.add(header.name)
            header = None
    yield from body if header is not None else ()  # the text ends inside the function


def call_defined(
    program: Program,
    function: Function,
    token: Token,
    arguments: Sequence[Argument],
    given: Given,
    owner: Thing | None = None,
    returns: bool = True,
) -> Value:
    """The value that a function of the text returns.  Raises `TextError` if the value is unknown.

    `owner` is the object whose method it is; an initialiser returns nothing, and its value is the owner.  In languages
    with braces, the value of a function that returns nothing is an object without a type.
    """
    is_flat = program.vocabulary.language.blocks
    is_endless = is_flat and function.name in program.calls  # no condition of these languages is evaluated
    if is_endless or len(program.calls) >= DEEPEST_CALL or program.executed > MOST_EXECUTED:
        raise token.fault(f"{function.name} is called too often, or too deep")
    made, outer = (len(program.solids), len(program.things)), len(program.scopes)
    scope = _bound(program, function, arguments, given)
    if owner is not None and function.parameters:
        first = function.parameters[0]
        scope[first.name] = Variable(first.name, first.token, owner, None)
    program.uncalled.discard(function.name)
    program.calls.append(function.name)
    program.scopes.append(scope)
    try:
        value = _run_body(program, function.body) if is_flat else program.run(function.body)
    finally:
        del program.scopes[outer:]
        program.calls.pop()
    if not returns and owner is not None:
        return owner
    if value is None and is_flat:
        return program.thing("", function.token, function.token.end)
    # Their names are those of variables inside the function: the target of the result names them.
    for result in (*program.solids[made[0] :], *program.things[made[1] :], value):
        if isinstance(result, (SolidValue, Thing)):
            result.name = None
    if value is None:
        raise token.fault(f"{function.name} returns no value that is in the text")
    return require_value(value)


def _bound(program: Program, function: Function, arguments: Sequence[Argument], given: Given) -> dict[str, Variable]:
    """The parameters as variables; those that are passed by reference are the variables of the caller."""
    parameters = function.parameters
    if parameters and parameters[0].name in ("self", "cls"):
        parameters = parameters[1:]
    is_plain = len(given.values) == len(arguments)  # rather than with keywords and lists of arguments
    scope: dict[str, Variable] = {}
    for i, parameter in enumerate(parameters):
        name, token = parameter.name, parameter.token
        node = arguments[i].value if is_plain and i < len(arguments) else None
        known = program.variable(node.last) if isinstance(node, Name) and len(node.path) == 1 else None
        if known is not None and parameter.is_reference:
            scope[name] = known
        elif name in given.named:
            scope[name] = Variable(name, token, given.named[name], None)
        elif i < len(given.values):
            scope[name] = Variable(name, token, given.values[i], None)
        elif parameter.default is not None:
            scope[name] = Variable(name, token, program.evaluate(parameter.default), None)
        else:
            missing = Failed(function.token.fault(f"{name!r} has no value in the text"))
            scope[name] = Variable(name, token, missing, None)
    return scope


def _run_body(program: Program, body: Sequence[Statement]) -> Value | None:
    """Executes a flat body up to its end or an unconditional return; returns the value of the last return."""
    returned: Expression | None = None
    depth, is_conditional = 0, False
    *others, last = body or (None,)
    if program.vocabulary.language is RUST and isinstance(last, BareExpression):  # the value of the block
        body, returned = cast(Sequence[Statement], others), last.value
    for statement in body:
        spend(STATEMENT, statement.token.line)
        program.executed += 1
        depth += isinstance(statement, BlockStart) - isinstance(statement, BlockEnd)
        is_conditional = is_conditional or returns_on_a_condition(program, statement)
        if isinstance(statement, BareExpression) and statement.token.text == "return":
            returned = statement.value
            if not depth:
                break
        else:
            program.execute(statement)
    if is_conditional:
        fault = body[0].token.fault("what this function returns depends on a condition: write the value")
        end = returned.end if returned is not None else last.end if isinstance(last, Unknown) else body[-1].token.end
        text = program.context.text[body[0].token.start : end]
        raise fatal(fault) if program.constructs_shape(text) else fault
    return program.evaluate(returned) if returned is not None else None
