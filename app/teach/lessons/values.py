"""Computed values in the text of lessons: `{{distance}}`, `{{current.lower @ 2}}`, `{{abs(distance) @ epa last : 2}}`.

A value is an expression in the language of tasks (see `inspection.situation`).  `@` is followed by the step at which it
is read, a number or `last`, optionally after the name of an algorithm.  Without it, the value is that of the page's
scene or, in a task's praise, that after its solution.  `:` is followed by the number of significant digits.  So no
number in a lesson can contradict what its scene shows.
"""

import re
from enum import Enum

from gjkscope.app.ask.breakpoints import ExpressionError, check_names, parse
from gjkscope.app.ask.expressions.language import step_value
from gjkscope.app.ask.runs.choices import CHOICES
from gjkscope.app.base.formulas import FormulaError, check_formulas
from gjkscope.app.base.records import replace
from gjkscope.app.state.inspection.situation import situation
from gjkscope.app.state.inspection.traces import inspect, last_step
from gjkscope.app.state.model import State
from gjkscope.app.state.model.situation import Situation
from gjkscope.app.teach.lessons.outline import LessonSyntaxError
from gjkscope.engine.text import number

DIGITS = 3  # significant; the text of a lesson is read, not measured
PLACE = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)
PARTS = re.compile(r"(?P<value>[^@:]+)(?:@ *(?P<where>[^:]+))?(?:: *(?P<digits>[1-9]\d?) *)?")
LAST = "last"


def compute_text(text: str, line: int, state: State, start: Situation) -> str:
    """The text, with each value in double braces replaced by the one in `state`; `prev` is the situation at `start`.

    `line` is the line of the text's first line.  Formulas are checked.  Raises `LessonSyntaxError`.
    """

    def fill(match: re.Match[str]) -> str:
        try:
            return _value(match[1], state, start)
        except ExpressionError as fault:
            at = line + text.count("\n", 0, match.start())
            raise LessonSyntaxError(at, f"{match[0]}: {fault}") from None

    filled = PLACE.sub(fill, text)
    try:
        check_formulas(filled)
    except FormulaError as fault:
        raise LessonSyntaxError(line + filled.count("\n", 0, fault.start), f"formula {fault}") from None
    return filled


def _value(text: str, state: State, start: Situation) -> str:
    parts = PARTS.fullmatch(text.strip())
    if parts is None:
        raise ExpressionError("must be a value, such as {{distance}}, {{current.lower @ 2}} or {{distance : 2}}")
    now = situation(_at(parts["where"], state))
    expression = parse(parts["value"])
    check_names(expression, now, ())
    return _words(step_value(expression, now, start), int(parts["digits"] or DIGITS))


def _at(where: str | None, state: State) -> State:
    """The state at the step that is named after the @."""
    if where is None:
        return state
    *names, step = where.split()
    if len(names) > 1 or (names and names[0] not in CHOICES) or not (step == LAST or step.isdecimal()):
        raise ExpressionError("after @ must follow a step: a number or last, optionally after an algorithm's name")
    if names:
        state = replace(state, run=replace(state.run, algorithm=names[0]))
    if inspect(state).trace is None:
        raise ExpressionError(f"{state.run.algorithm} has no steps here")
    last = last_step(state)
    if step != LAST and int(step) > last:
        raise ExpressionError(f"the last step is {last}")
    return replace(state, run=replace(state.run, step=last if step == LAST else int(step)))


def _words(value: object, digits: int) -> str:
    match value:
        case bool():
            raise ExpressionError("must be a number, a vector or a name, not a condition")
        case int():
            return number(value, max(digits, len(str(abs(value)))))
        case float():
            return number(value, digits)
        case Enum():
            return str(value.value)
        case str():
            return value
        case tuple() if value and all(isinstance(part, int | float) for part in value):
            return f"({', '.join(number(part, digits) for part in value)})"
    raise ExpressionError("has no value here that could be written" if value is None else "cannot be written as text")
