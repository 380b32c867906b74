"""Breakpoints: built-in conditions on the steps of a run, and expressions over the values of a step.

`conditions` holds the built-in conditions by name; `language` holds the expressions, which may use those names.  Both
are pure: they know the records of the steps, and neither the application state nor the screen.
"""

from gjkscope.app.ask.breakpoints.breakpoint import BUILT_IN, Breakpoint, Draft
from gjkscope.app.ask.breakpoints.conditions import CONDITIONS, Condition, Truth
from gjkscope.app.ask.expressions.evaluator import Expression, ExpressionError
from gjkscope.app.ask.expressions.language import MAX_LENGTH, check_names, evaluate, parse

__all__ = [
    "BUILT_IN",
    "CONDITIONS",
    "MAX_LENGTH",
    "Breakpoint",
    "Condition",
    "Draft",
    "Expression",
    "ExpressionError",
    "Truth",
    "check_names",
    "evaluate",
    "parse",
]
