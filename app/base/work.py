"""A budget for the work that a pasted text may cause, so that none takes longer than allowed.

    with work_limit(budget_for(text)):
        tokens = tokenize(text)         # each step of a reader calls `spend`

A few characters can describe a lot of work: a list of lists of lists, a string that doubles, loops in loops.  So every
step of every reader spends units: one for a token, a node of a tree, a statement, or an item of a list that it makes.
The budget grows linearly with the length of the text.  When it is used up, `spend` raises `OutOfWork`, which is not a
`ValueError`, so that no reader mistakes it for a part of the text that it may skip.

A unit takes two or three microseconds.  The time limit of the child process ends work that a budget cannot count, such
as a slow regular expression (`app/bring/notations/importer.py`).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from gjkscope.engine.cancellation import checkpoint

FLOOR = 300_000  # units for a text of any length: about a second, and 40 times what any text of the tests needs
EXPRESSION, STATEMENT = 10, 20  # units for an expression, and for a statement, of a program
PER_CHARACTER = 25  # units: reading a list of numbers takes about 5 for each character


class OutOfWork(Exception):
    """The budget is used up; the message is one line for people."""

    def __init__(self, line: int | None) -> None:
        where = f"line {line}: " if line is not None else ""
        super().__init__(
            f"{where}this text asks for too much work: must be a pair of shapes with their numbers written out; "
            "select that part"
        )


class _Budget:
    def __init__(self, units: int) -> None:
        self.units, self.left = units, units
        self.line: int | None = None  # of the text, where work was spent last


_budget: ContextVar[_Budget | None] = ContextVar("work", default=None)


def budget_for(text: str) -> int:
    """The units that a text may spend."""
    return FLOOR + PER_CHARACTER * len(text)


@contextmanager
def work_limit(units: int) -> Iterator[_Budget]:
    """Limits the work of this thread within the block; an outer limit stays in force.

    Raises `OutOfWork`.
    """
    outer = _budget.get()
    if outer is not None:
        yield outer
        return
    budget = _Budget(units)
    before = _budget.set(budget)
    try:
        yield budget
    finally:
        _budget.reset(before)


def spend(units: int = 1, line: int | None = None) -> None:
    """Spends units of the budget, if there is one, on work at a line of the text.

    Raises `OutOfWork` if nothing is left, and `Cancelled` if the computation was cancelled.
    """
    budget = _budget.get()
    if budget is not None:
        budget.left -= units
        if line is not None:
            budget.line = line
        if budget.left < 0:
            raise OutOfWork(budget.line)
    checkpoint()
