"""Explores a function: runs it on symbols until every outcome of every comparison has been taken.

A function that is explored on its own is called in the program; the others become part of their callers.  What it
returns may have several shapes, such as simplices of one to three vertices; its caller then forks on the shape.
"""

from collections.abc import Callable, Iterator
from typing import Any

from gjkscope.engine.batch.staging.records import Shape, put_together, take_apart
from gjkscope.engine.batch.staging.shapes import ShapeVariant, StagedShape
from gjkscope.engine.batch.staging.symbols import (
    InterpreterRaisesError,
    RunBlock,
    RunRecorder,
    SymbolicNumber,
    SymbolicTruth,
    argument,
    number_kind,
    symbol,
)

RAISES = "raises"

# What the interpreter raises on numbers that an algorithm does not expect.
ERRORS = (InterpreterRaisesError, ZeroDivisionError, OverflowError, IndexError)

MOST_RUNS = 2_000  # of a function: more is a mistake in what is called, and would take minutes to compile


def explore(run: Callable[[], Any]) -> RunBlock:
    """The tree of all runs; what `run` returns is the end of its branch, and `RAISES` where it raises."""
    root, wanted = RunBlock(), list[bool]()
    outer = getattr(RunRecorder, "now", None)
    try:
        for _ in range(MOST_RUNS):
            recorder = RunRecorder.now = RunRecorder(root, wanted)
            try:
                end = run()
            except ERRORS:
                end = RAISES
            recorder.block.end = end
            wanted = recorder.outcomes
            while wanted and not wanted[-1]:
                wanted.pop()
            if not wanted:
                return root
            wanted[-1] = False
        raise RuntimeError(f"more than {MOST_RUNS} branches")
    finally:
        if outer is not None:
            RunRecorder.now = outer


def branch_ends(root: RunBlock) -> Iterator[Any]:
    """The ends of all branches."""
    waiting = [root]
    while waiting:
        block = waiting.pop()
        if block.condition is None:
            yield block.end
        waiting += [child for child in block.children if child is not None]


class ResultShapes:
    """The shapes that one or several functions return, in the order in which they were found."""

    def __init__(self) -> None:
        self.shapes: list[Shape | str] = []
        self.size = 1  # numbers

    def number(self, shape: Shape | str, size: int = 0) -> int:
        if shape not in self.shapes:
            self.shapes.append(shape)
        self.size = max(self.size, size)
        return self.shapes.index(shape)


class ExploredFunction:
    """A function for arguments of one shape."""

    def __init__(self, number: int, function: Callable[..., Any], shape: Shape, kinds: list[str]) -> None:
        self.number, self.kinds, self.results = number, kinds, ResultShapes()
        self.root: RunBlock | None = None
        self._function, self._shape = function, shape

    def explore(self, results: ResultShapes | None = None) -> None:
        self.results = results or self.results
        self.root = explore(self._run)
        if any(end == RAISES for end in branch_ends(self.root)):
            self.results.number(RAISES)

    def _run(self) -> tuple[int, list[Any]]:
        arguments = [symbol(kind, RunRecorder.now.record("parameter", kind, i)) for i, kind in enumerate(self.kinds)]
        positional, named = put_together(self._shape, iter(arguments))
        return returned(self.results, self._function(*positional, **dict(named)))


class Dispatch:
    """A function for shapes of any variant: which of several explored functions is called depends on the variant."""

    def __init__(self, number: int, choices: list[ExploredFunction], results: ResultShapes) -> None:
        self.number, self.choices, self.results = number, choices, results
        self.kinds = choices[0].kinds


def returned(results: ResultShapes, value: Any) -> tuple[int, list[Any]]:
    """The number of the shape of a result, and its numbers with their kinds."""
    # A truth value is a number, so that the caller forks only if it uses it as a condition.
    shape, numbers = (("number", "b"), [value]) if isinstance(value, bool) else take_apart(value, True)
    kinds = [number_kind(number) for number in numbers]
    return results.number(shape, len(numbers)), [
        (kind, argument(number, kind)) for kind, number in zip(kinds, numbers, strict=True)
    ]


class Functions:
    """All functions of a program that are called."""

    def __init__(self, variants: tuple[ShapeVariant, ...]) -> None:
        self.variants = variants
        self.all: list[ExploredFunction | Dispatch] = []
        self._known: dict[Any, ExploredFunction | Dispatch] = {}

    def called(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, explored on its own and called."""

        def call(*positional: Any, **named: Any) -> Any:
            shape, numbers = take_apart((positional, tuple(sorted(named.items()))))
            if not any(isinstance(number, SymbolicNumber | SymbolicTruth) for number in numbers):
                return function(*positional, **named)
            kinds = [number_kind(number) for number in numbers]
            explored = self._explored((function, shape), function, shape, kinds)
            return _call(explored, zip(kinds, numbers, strict=True))

        return call

    def dispatched(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function of a placed shape and other arguments, explored for each variant, and called."""

        def call(shape: StagedShape, *others: Any) -> Any:
            form, numbers = take_apart((others, ()))
            kinds = ["i", *map(number_kind, numbers)]
            dispatch = self._dispatch((function, form), function, form, kinds)
            return _call(dispatch, zip(kinds, [shape.address, *numbers], strict=True))

        return call

    def _explored(self, key: Any, function: Any, shape: Shape, kinds: list[str]) -> Any:
        if key not in self._known:
            explored = ExploredFunction(len(self.all), function, shape, kinds)
            self.all.append(explored)
            self._known[key] = explored
            explored.explore()
        return self._known[key]

    def _dispatch(self, key: Any, function: Any, form: Shape, kinds: list[str]) -> Any:
        if key not in self._known:
            results, choices = ResultShapes(), []
            whole = ("tuple", tuple, (("tuple", tuple, (("number", "i"), *form[2][0][2])), form[2][1]))
            for variant in self.variants:
                one = ExploredFunction(len(self.all), _of_variant(function, variant), whole, kinds)
                self.all.append(one)
                one.explore(results)
                choices.append(one)
            self._known[key] = Dispatch(len(self.all), choices, results)
            self.all.append(self._known[key])
        return self._known[key]


def _of_variant(function: Callable[..., Any], variant: ShapeVariant) -> Callable[..., Any]:
    return lambda address, *others: function(variant.staged(address), *others)


def _call(function: Any, arguments: Iterator[tuple[str, Any]]) -> Any:
    """Records the call, and forks on the shape of the result."""
    recorder = RunRecorder.now
    values = [argument(value, kind) for kind, value in arguments]
    result = recorder.record("call", "", function.number, *values)
    shapes = function.results.shapes
    place = len(shapes) - 1
    if place:
        tag = SymbolicNumber("i", recorder.record("tag", "i", result))
        place = next((i for i in range(len(shapes) - 1) if tag == i), place)
    if shapes[place] == RAISES:
        raise InterpreterRaisesError
    slots = iter(range(function.results.size))
    return put_together(shapes[place], _results(result, slots, shapes[place]))


def _results(result: int, slots: Iterator[int], shape: Any) -> Iterator[Any]:
    for kind in number_kinds(shape):
        value = RunRecorder.now.record("result", kind, result, next(slots))
        yield symbol(kind, value)


def number_kinds(shape: Any) -> Iterator[str]:
    """The kinds of the numbers of a record."""
    if shape[0] == "number":
        yield shape[1]
    elif shape[0] == "memory":
        yield from number_kinds(shape[2])
    elif shape[0] in ("record", "tuple"):
        for part in shape[2]:
            yield from number_kinds(part)
