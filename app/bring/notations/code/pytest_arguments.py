"""Arguments that pytest and unittest give test functions: parameters in decorators, and fixtures.

    @pytest.mark.parametrize("size, gap", [((1, 1, 1), 0.1), ((2, 2, 2), 0.2)])
    def test_gap(size, gap): …

One set of parameters is read; the user can choose which.
"""

from collections.abc import Sequence

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.code.evaluation import bind_targets, expression_value, maker_of
from gjkscope.app.bring.notations.code.functions import call_defined
from gjkscope.app.bring.notations.code.matching import Given
from gjkscope.app.bring.notations.code.program import Program
from gjkscope.app.bring.notations.code.syntax import CallNode, Expression, Function, Name
from gjkscope.app.bring.notations.code.values import Array, Text, Value

MOST_OFFERED = 30  # sets of parameters; of more, the first ones can be chosen


def is_fixture(function: Function) -> bool:
    """Whether a function is a fixture of pytest."""
    made = (maker_of(decorator) for decorator in function.decorators)
    return any(maker is not None and maker.last == "fixture" for maker in made)


def bind_test_arguments(program: Program, function: Function) -> None:
    """Gives the parameters of a test function the values in its decorators, and those of fixtures."""
    for decorator in reversed(function.decorators):
        if isinstance(decorator, CallNode):
            _bind_parameters(program, function, decorator)
    for parameter in function.parameters:
        fixture = program.fixtures.get(parameter.name)
        if fixture is not None and parameter.default is None:
            try:
                value = call_defined(program, fixture, parameter.token, (), Given([], {}))
            except TextError as fault:
                program.note(fault)
                continue
            program.give_name(parameter.name, value)
            program.bind(parameter.name, parameter.token, value)


def _bind_parameters(program: Program, function: Function, decorator: CallNode) -> None:
    maker = maker_of(decorator)
    word = maker.last if maker is not None else ""
    arguments = [argument.value for argument in decorator.arguments]
    if word == "parametrize" and len(arguments) >= 2:
        names, values = _names_in(program, arguments[0]), arguments[1]
    elif word in ("expand", "parameters", "product") and len(arguments) == 1:
        names = [parameter.name for parameter in function.parameters if parameter.name not in ("self", "cls")]
        values = arguments[0]
    else:
        return
    try:
        cases = expression_value(program, values)
    except TextError:
        return
    if not isinstance(cases, Array) or not cases.items or not names:
        return
    chosen = _choose_case(program, cases.items, decorator)
    targets = tuple(Name(decorator.token, decorator.token.end, (name,)) for name in names)
    bind_targets(program, targets, chosen, decorator.token)


def _names_in(program: Program, node: Expression) -> list[str]:
    """The names of the parameters: "size, gap", or a list of words."""
    try:
        value = expression_value(program, node)
    except TextError:
        return []
    words: Sequence[Value] = value.items if isinstance(value, Array) else (value,)
    text = ",".join(word.text for word in words if isinstance(word, Text))
    return [word.strip() for word in text.split(",") if word.strip()]


def _choose_case(program: Program, cases: Sequence[Value], decorator: CallNode) -> Value:
    """The set of parameters to read: the first one unless another is chosen."""
    if len(cases) == 1:
        return cases[0]
    line = decorator.token.line
    why = f"line {line} has {len(cases)} sets of parameters; one is read"
    names = [str(i + 1) for i in range(min(len(cases), MOST_OFFERED))]
    return cases[int(program.context.ask(f"parameters of line {line}", names[0], why, *names[1:])) - 1]
