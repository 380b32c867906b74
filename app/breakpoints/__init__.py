"""When to stop: conditions on the steps of a run, built in or written as an expression over the step's values.

`conditions` holds the built-in ones, each by its name; `language` the expressions, in which those names may be used
too.  Both are pure: they know the records of the steps and nothing of a state or a screen.
"""

from gjkscope.app.breakpoints.breakpoint import BUILT_IN, Breakpoint, Draft
from gjkscope.app.breakpoints.conditions import CONDITIONS, Condition, Truth
from gjkscope.app.expressions.language import LONGEST, Expression, Fault, check, holds, parse

__all__ = [
    "BUILT_IN",
    "CONDITIONS",
    "LONGEST",
    "Breakpoint",
    "Condition",
    "Draft",
    "Expression",
    "Fault",
    "Truth",
    "check",
    "holds",
    "parse",
]
