"""Numbers that are not known yet: what is computed from them is recorded, and comparisons of them fork.

A symbol has one of four kinds: a Python float ("d"), a float32 of NumPy ("f"), an integer ("i") or a truth value ("b").
Precision follows NumPy enhancement proposal 50: an operation on a float32 and a Python number is rounded to single
precision, whichever of the two is a symbol.
"""

import math
import sys
from collections.abc import Callable, Iterable
from struct import pack
from typing import Any, NamedTuple

import numpy as np

Argument = int | str
"""The number of an earlier value, or a constant as LLVM writes it."""


class RecordedOperation(NamedTuple):
    """An operation and its arguments; `kind` is that of its value."""

    code: str
    kind: str
    arguments: tuple[Any, ...]


class RunBlock:
    """Operations that run one after the other, and what follows: a fork, or the end."""

    def __init__(self) -> None:
        self.operations: list[tuple[int, RecordedOperation]] = []  # each with the number of its value
        self.condition: Argument | None = None
        self.children: list[RunBlock | None] = [None, None]  # if the condition is false, and if it is true
        self.end: Any = None


class InterpreterRaisesError(Exception):
    """A branch on which the interpreter would raise an error, such as a division by zero."""


class RunRecorder:
    """Records one run into the tree of all runs; `outcomes` are those of the forks to take first."""

    now: "RunRecorder"

    def __init__(self, root: RunBlock, outcomes: list[bool]) -> None:
        self.block, self._place = root, 0
        self._wanted = outcomes
        self.outcomes: list[bool] = []
        self._count = 0
        self._known: dict[RecordedOperation, int] = {}
        self._facts: dict[Argument, bool] = {}
        self._comparisons: dict[int, RecordedOperation] = {}
        self._squares: set[Argument] = set()  # values that are not negative
        self._region: list[tuple[int, RecordedOperation]] | None = None

    def record(self, code: str, kind: str, *arguments: Any) -> int:
        """The number of the value; an operation is recorded once."""
        operation = RecordedOperation(code, kind, arguments)
        if operation in self._known:
            return self._known[operation]
        value, self._count = self._count, self._count + 1
        self._known[operation] = value
        if code in COMPARISONS:
            self._comparisons[value] = operation
        if self._region is not None:
            self._region.append((value, operation))
            return value
        operations = self.block.operations
        if self._place < len(operations):
            if operations[self._place] != (value, operation):
                raise RuntimeError(f"a run is not repeatable: {operations[self._place]} and {(value, operation)}")
        else:
            operations.append((value, operation))
        self._place += 1
        return value

    def decide(self, condition: Argument) -> bool:
        """Takes an outcome of a condition; the same one if the run has decided it before."""
        if condition in self._facts:
            return self._facts[condition]
        if self._region is not None:
            raise TypeError("the key of a vertex must not depend on a comparison")
        place = len(self.outcomes)
        outcome = self._wanted[place] if place < len(self._wanted) else True
        self.outcomes.append(outcome)
        block = self.block
        block.condition = condition
        if block.children[outcome] is None:
            block.children[outcome] = RunBlock()
        following = block.children[outcome]
        assert following is not None
        self.block, self._place = following, 0
        self._learn(condition, outcome)
        return outcome

    def known(self, condition: "SymbolicTruth") -> bool | None:
        """The outcome of a condition, if the run has decided it."""
        outcome = self._facts.get(condition.value)
        return None if outcome is None else outcome != condition.is_negated

    def region(self, run: Callable[[], Any]) -> tuple[tuple[tuple[int, RecordedOperation], ...], Any]:
        """The operations of a part that a loop repeats, and what `run` returns."""
        if self._region is not None:
            raise TypeError("a loop inside a loop is not compiled")
        known, self._region = dict(self._known), []
        try:
            result = run()
            return tuple(self._region), result
        finally:
            self._region, self._known = None, known

    def is_square(self, value: Argument) -> bool:
        """Whether a value is a sum of squares, and so not negative."""
        return value in self._squares

    def note_square(self, value: Argument) -> None:
        self._squares.add(value)

    def _learn(self, condition: Argument, outcome: bool) -> None:
        """Notes the outcome, and those of other comparisons of the same numbers that follow from it."""
        self._facts[condition] = outcome
        comparison = self._comparisons.get(condition) if isinstance(condition, int) else None
        if comparison is None:
            return
        (code, kind, (a, b)) = comparison
        for other, swapped, known in IMPLIED[code, outcome]:
            pair = (b, a) if swapped else (a, b)
            following = self._known.get(RecordedOperation(other, kind, pair))
            if following is None:  # so that a later comparison finds it
                following = self._known[RecordedOperation(other, kind, pair)] = _Implied.number()
            self._facts[following] = known


class _Implied:
    """Numbers of comparisons that are decided before they are made; they never reach the program."""

    count = 0

    @classmethod
    def number(cls) -> int:
        cls.count += 1
        return -cls.count


COMPARISONS = ("lt", "le", "eq")
IMPLIED: dict[tuple[str, bool], tuple[tuple[str, bool, bool], ...]] = {
    ("lt", True): (
        ("le", False, True),
        ("eq", False, False),
        ("eq", True, False),
        ("lt", True, False),
        ("le", True, False),
    ),
    ("le", True): (("lt", True, False),),
    ("eq", True): (("le", False, True), ("le", True, True), ("lt", False, False), ("lt", True, False)),
    ("lt", False): (),
    ("le", False): (("lt", False, False), ("eq", False, False), ("eq", True, False)),
    ("eq", False): (),
}
"""For an outcome of a comparison of a and b: another comparison, whether of b and a, and its outcome; also for NaN."""


class SymbolicTruth:
    """A truth value that is not known: using it as a condition forks."""

    __slots__ = ("is_negated", "value")
    kind = "b"

    def __init__(self, value: Argument, is_negated: bool = False) -> None:
        self.value, self.is_negated = value, is_negated

    def __bool__(self) -> bool:
        return RunRecorder.now.decide(self.value) != self.is_negated

    def __eq__(self, other: object) -> bool:
        return bool(self) == bool(other) if isinstance(other, SymbolicTruth | bool) else NotImplemented

    def __hash__(self) -> int:
        return id(self)

    def __radd__(self, other: Any) -> Any:
        """In a sum, which counts."""
        return other + SymbolicNumber("i", RunRecorder.now.record("select", "i", argument(self, "b"), "1", "0"))


class SymbolicNumber:
    """A number that is not known."""

    __slots__ = ("kind", "value")
    __array_ufunc__ = None  # NumPy leaves operations with its numbers to this class

    def __init__(self, kind: str, value: Argument) -> None:
        self.kind, self.value = kind, value

    def __hash__(self) -> int:
        return id(self)

    def __format__(self, form: str) -> str:
        return "…"

    def __add__(self, other: Any) -> Any:
        return _binary("add", self, other)

    def __radd__(self, other: Any) -> Any:
        return _binary("add", other, self)

    def __sub__(self, other: Any) -> Any:
        return _binary("sub", self, other)

    def __rsub__(self, other: Any) -> Any:
        return _binary("sub", other, self)

    def __mul__(self, other: Any) -> Any:
        return _binary("mul", self, other)

    def __rmul__(self, other: Any) -> Any:
        return _binary("mul", other, self)

    def __truediv__(self, other: Any) -> Any:
        return _quotient(self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return _quotient(other, self)

    def __neg__(self) -> "SymbolicNumber":
        return SymbolicNumber(self.kind, RunRecorder.now.record("neg", self.kind, self.value))

    def __abs__(self) -> "SymbolicNumber":
        number = SymbolicNumber(self.kind, RunRecorder.now.record("abs", self.kind, self.value))
        RunRecorder.now.note_square(number.value)
        return number

    def __lt__(self, other: Any) -> Any:
        return _compare("lt", self, other)

    def __le__(self, other: Any) -> Any:
        return _compare("le", self, other)

    def __gt__(self, other: Any) -> Any:
        return _compare("lt", other, self)

    def __ge__(self, other: Any) -> Any:
        return _compare("le", other, self)

    def __eq__(self, other: object) -> Any:
        return _compare("eq", self, other) if is_numeric(other) else NotImplemented

    def __ne__(self, other: object) -> Any:
        if not is_numeric(other):
            return NotImplemented
        equal = _compare("eq", self, other)
        return SymbolicTruth(equal.value, True)

    def __bool__(self) -> bool:
        return bool(self != 0)


def symbol(kind: str, value: Argument) -> SymbolicNumber | SymbolicTruth:
    """What stands for a value of this kind."""
    return SymbolicTruth(value) if kind == "b" else SymbolicNumber(kind, value)


def is_numeric(value: object) -> bool:
    return isinstance(value, SymbolicNumber | float | int | np.floating)


def number_kind(value: Any) -> str:
    """The kind of a symbol or a constant."""
    if isinstance(value, SymbolicNumber | SymbolicTruth):
        return value.kind
    if isinstance(value, np.float32):
        return "f"
    if isinstance(value, float):
        return "d"
    if isinstance(value, bool):
        return "b"
    if isinstance(value, int):
        return "i"
    raise TypeError(f"compiled code computes with numbers, got {value!r}")


def argument(value: Any, kind: str) -> Argument:
    """A symbol or a constant as an argument of this kind, converted as NumPy and Python do."""
    if isinstance(value, SymbolicTruth):
        known = RunRecorder.now.known(value)
        if known is not None:
            return llvm_constant(known, kind)
        return RunRecorder.now.record("not", "b", value.value) if value.is_negated else value.value
    if not isinstance(value, SymbolicNumber):
        return llvm_constant(value, kind)
    if value.kind == kind:
        return value.value
    conversion = {("d", "f"): "trunc", ("f", "d"): "ext", ("i", "d"): "float", ("i", "f"): "float"}[value.kind, kind]
    return RunRecorder.now.record(conversion, kind, value.value)


def llvm_constant(value: Any, kind: str) -> str:
    """A constant as LLVM writes it: the bits of a double, also for single precision."""
    if kind == "i":
        return str(int(value))
    if kind == "b":
        return "true" if value else "false"
    with np.errstate(all="ignore"):
        number = float(np.float32(value)) if kind == "f" else float(value)
    return "0x" + pack(">d", number).hex().upper()


def _common(a: Any, b: Any) -> str:
    kinds = {number_kind(a), number_kind(b)} - {"b"}
    return "f" if "f" in kinds else "d" if "d" in kinds else "i"


def _binary(code: str, a: Any, b: Any) -> Any:
    if not (is_numeric(a) and is_numeric(b)):
        return NotImplemented
    kind = _common(a, b)
    left, right = argument(a, kind), argument(b, kind)
    recorder = RunRecorder.now
    value = recorder.record(code, kind, left, right)
    squares = recorder.is_square(left) and recorder.is_square(right)
    if (code == "mul" and left == right) or (code in ("add", "mul") and squares):
        recorder.note_square(value)
    return SymbolicNumber(kind, value)


def _quotient(a: Any, b: Any) -> Any:
    """Of Python's floats, a division by zero raises."""
    if not (is_numeric(a) and is_numeric(b)):
        return NotImplemented
    kind = "f" if _common(a, b) == "f" else "d"
    if kind == "d" and b == 0:
        raise InterpreterRaisesError
    return SymbolicNumber(kind, RunRecorder.now.record("div", kind, argument(a, kind), argument(b, kind)))


def _compare(code: str, a: Any, b: Any) -> Any:
    if not (is_numeric(a) and is_numeric(b)):
        return NotImplemented
    kind = _common(a, b)
    return SymbolicTruth(RunRecorder.now.record(code, kind, argument(a, kind), argument(b, kind)))


# --- what Python's own functions do with symbols ---


def sqrt(value: Any) -> Any:
    """`math.sqrt`, which returns a Python float and raises for negative numbers."""
    if not isinstance(value, SymbolicNumber):
        return math.sqrt(value)
    number = argument(value, "d")
    if not RunRecorder.now.is_square(value.value) and value < 0:
        raise InterpreterRaisesError
    root = RunRecorder.now.record("sqrt", "d", number)
    RunRecorder.now.note_square(root)
    return SymbolicNumber("d", root)


def plain_root(value: Any) -> Any:
    """`ieee.root`: NaN for negative numbers."""
    if not isinstance(value, SymbolicNumber):
        return math.sqrt(value) if value >= 0 else math.nan
    root = RunRecorder.now.record("sqrt", "d", argument(value, "d"))
    return SymbolicNumber("d", root)


def numpy_root(value: Any) -> Any:
    """`numpy.sqrt`, in the precision of the number."""
    if not isinstance(value, SymbolicNumber):
        with np.errstate(all="ignore"):
            return np.sqrt(value)
    return SymbolicNumber(value.kind, RunRecorder.now.record("sqrt", value.kind, value.value))


def plain_quotient(a: Any, b: Any) -> Any:
    """`ieee.divide`: no error for a division by zero."""
    if not isinstance(a, SymbolicNumber) and not isinstance(b, SymbolicNumber):
        with np.errstate(all="ignore"):
            return float(np.float64(a) / np.float64(b))
    return SymbolicNumber("d", RunRecorder.now.record("div", "d", argument(a, "d"), argument(b, "d")))


def isfinite(value: Any) -> Any:
    return abs(value) < math.inf if isinstance(value, SymbolicNumber) else math.isfinite(value)


def isnan(value: Any) -> Any:
    return value != value if isinstance(value, SymbolicNumber) else math.isnan(value)


def select(condition: Any, a: Any, b: Any) -> Any:
    """`a` if the condition holds, else `b`, without a fork where both are numbers of one kind, or tuples of them."""
    known = RunRecorder.now.known(condition) if isinstance(condition, SymbolicTruth) else bool(condition)
    if known is not None:
        return a if known else b
    if isinstance(a, tuple) and type(a) is type(b) and len(a) == len(b):
        parts = [select(condition, x, y) for x, y in zip(a, b, strict=True)]
        return type(a)(*parts) if hasattr(a, "_fields") else tuple(parts)
    if a is b:
        return a
    if is_numeric(a) and is_numeric(b) and number_kind(a) == number_kind(b):
        kind = number_kind(a)
        chosen = RunRecorder.now.record("select", kind, argument(condition, "b"), argument(a, kind), argument(b, kind))
        if RunRecorder.now.is_square(argument(a, kind)) and RunRecorder.now.is_square(argument(b, kind)):
            RunRecorder.now.note_square(chosen)
        return SymbolicNumber(kind, chosen)
    return a if condition else b


def staged_float32(value: Any) -> Any:
    return SymbolicNumber("f", argument(value, "f")) if isinstance(value, SymbolicNumber) else np.float32(value)


class StagedFloat(type):
    """Makes `float` accept symbols, and otherwise be what it is."""

    def __call__(cls, *values: Any) -> Any:
        if values and isinstance(values[0], SymbolicNumber):
            return SymbolicNumber("d", argument(values[0], "d"))
        return float(*values)

    def __instancecheck__(cls, value: Any) -> bool:
        return isinstance(value, float)


class AsFloat(metaclass=StagedFloat):
    """In place of `float`."""


as_float: Any = AsFloat


def highest(*values: Any, key: Any = None, default: Any = None) -> Any:
    """`max`: of equally great ones the first."""
    return _extreme(values, key, default, lambda item, best: item > best)


def lowest(*values: Any, key: Any = None, default: Any = None) -> Any:
    """`min`: of equally small ones the first."""
    return _extreme(values, key, default, lambda item, best: item < best)


def every(values: Iterable[Any]) -> Any:
    """`all`, as one condition instead of a fork for each value."""
    held: Any = True
    for value in values:
        if isinstance(value, SymbolicTruth):
            held = conjunction(held, value)
        elif not value:
            return False
    return held


def some(values: Iterable[Any]) -> Any:
    """`any`, likewise."""
    held: Any = False
    for value in values:
        if isinstance(value, SymbolicTruth):
            held = value if held is False else negation(conjunction(negation(held), negation(value)))
        elif value:
            return True
    return held


def total(values: Iterable[Any], start: Any = 0) -> Any:
    """`sum`.  Since Python 3.12 that of floats is compensated."""
    items = list(values)
    is_compensated = sys.version_info >= (3, 12) and start == 0 and bool(items)
    if is_compensated and all(number_kind(item) == "d" for item in items):
        return compensated_sum(items)
    result = start
    for item in items:
        result = result + item
    return result


def compensated_sum(items: list[Any]) -> Any:
    """The sum of floats as `sum` computes it since Python 3.12: Neumaier, Rundungsfehleranalyse einiger Verfahren zur
    Summation endlicher Summen, ZAMM 54, 1974.
    """
    result, lost = 0 + items[0], 0.0
    for item in items[1:]:
        grown = result + item
        lost = lost + select(abs(result) >= abs(item), (result - grown) + item, (item - grown) + result)
        result = grown
    return select(every((lost != 0, isfinite(lost))), result + lost, result)


def conjunction(a: Any, b: SymbolicTruth) -> Any:
    if not isinstance(a, SymbolicTruth):
        return b if a else False
    return SymbolicTruth(RunRecorder.now.record("select", "b", argument(a, "b"), argument(b, "b"), "false"))


def negation(a: SymbolicTruth) -> SymbolicTruth:
    return SymbolicTruth(a.value, not a.is_negated)


def _extreme(values: tuple[Any, ...], key: Any, default: Any, is_better: Callable[[Any, Any], Any]) -> Any:
    items = values[0] if len(values) == 1 else values
    if hasattr(items, "furthest"):  # vertices in memory
        return items.furthest(key)
    items = list(items)
    if not items:
        return default
    best = items[0]
    known = key(best) if key else best
    for item in items[1:]:
        rank = key(item) if key else item
        better = is_better(rank, known)
        best = select(better, item, best)
        known = select(better, rank, known) if key else best
    return best
