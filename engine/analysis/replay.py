"""Reruns one step of an algorithm under a line tracer, and records the executed statements and what they assigned.

A step depends only on the state before it, so any step can be rerun at any time and gives the same state, bit for
bit.  `sys.settrace` reports every function call and every line; they are recorded with the values of the local
variables and can then be stepped through in both directions.

    replayed = replay(shape_a, pose_a, shape_b, pose_b, recorded, 3)  # step 3 of the trace `recorded`
    replayed.lines[0].number, replayed.lines[0].changed               # where it began, and what that line set
    replayed.result == recorded.steps[3]

Conventions:
- A line is a statement: one that spans several lines is one `ExecutedLine`, at its first.
- `changed` holds the locals after the line has run, including the calls in it.  A returned value has the name "return",
  which no local can have.
- Functions of the engine are entered, except those of the modules in `FORMULAS` and the `start` and `step` of another
  algorithm, which has its own replay.  A function is entered only if its caller is.  Comprehensions and lambdas are
  part of their line.
"""

import ast
import dis
import inspect
import sys
from collections.abc import Callable
from functools import cache, lru_cache
from operator import is_
from types import CodeType, FrameType
from typing import Any, NamedTuple

import numpy as np

from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.precision import with_python_floats
from gjkscope.engine.registry.algorithms import algorithm_for
from gjkscope.engine.registry.records import Stepping
from gjkscope.engine.result import Trace
from gjkscope.engine.sequences.versioned import VersionedList
from gjkscope.engine.shapes.kinds import Shape

ENGINE = "gjkscope.engine"

FORMULAS = tuple(
    f"{ENGINE}.{name}"
    for name in (
        "vectors",
        "pose",
        "result",
        "arithmetic.integers",
        "arithmetic.predicates",
        "plane.vectors",
        "precision",
        "shapes.bounds",
        "sequences.versioned",
    )
)
"""Modules whose functions are single formulas: stepping into them would only hide the caller."""

OTHERS = ("start", "step", "run")
"""Not entered in another algorithm: SAT calls GJK for the closest points, EPA for those of the pushed-out shapes."""

# A step runs a few hundred lines, or a few thousand on large polytopes.  More are not recorded: they would be too many
# to step through, and each takes a microsecond.
MOST_LINES = 20_000

NO_LINE = -1

RETURN = "return"

Values = tuple[tuple[str, Any], ...]


class Call(NamedTuple):
    """A function that was entered."""

    function: str
    module: str  # "gjkscope.engine.gjk.steps"
    first: int  # the line of its `def` …
    last: int  # … and its last line
    caller: int  # the number, in `Replay.lines`, of the line that called it; NO_LINE for the step itself
    arguments: Values
    depth: int  # 0 for the step itself


class ExecutedLine(NamedTuple):
    """A statement that ran."""

    call: int  # the number of the call, in `Replay.calls`
    number: int  # in the module's file, of its first line …
    last: int  # … and its last one
    changed: Values  # what it assigned, in source order


class Replay(NamedTuple):
    """Everything that a step executed.  `is_complete` is false if it ran more than `MOST_LINES` lines."""

    calls: tuple[Call, ...]  # in call order; the first is the step itself
    lines: tuple[ExecutedLine, ...]  # in execution order
    result: Any  # the record, identical to that of the trace
    is_complete: bool


def replay(
    shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, recorded: Trace, index: int, options: Options = DEFAULT
) -> Replay:
    """Step `index` of the trace `recorded`, which `engine.trace` returned for the same pair and options."""
    stepping = _stepping(shape_a, pose_a, shape_b, pose_b, recorded.algorithm, options)
    with np.errstate(all="ignore"):  # like Python floats: overflow gives inf or nan, handled by the caller
        if index == 0:
            replayed = replay_call(stepping.start, *stepping.first)
        else:
            before = _single_states(stepping, index)[-1] if options.float32 else recorded.steps[index - 1]
            replayed = replay_call(stepping.step, *stepping.always, before)
    return with_python_floats(replayed) if options.float32 else replayed


def replay_call(function: Callable[..., Any], *arguments: Any) -> Replay:
    """Calls a function of this package and records the lines that it runs.  Its exceptions propagate."""
    tracer = _Tracer(inspect.unwrap(function).__code__)
    before = sys.gettrace()
    sys.settrace(tracer.on_call)
    try:
        result = function(*arguments)
    finally:
        sys.settrace(before)  # that of a debugger or a coverage tool
    return tracer.replay(result)


def locals_at(replayed: Replay, number: int) -> dict[str, Any]:
    """The locals of the function that line `number` belongs to, after it ran, in order of assignment."""
    call = replayed.lines[number].call
    values = dict(replayed.calls[call].arguments)
    for line in replayed.lines[: number + 1]:
        if line.call == call:
            values.update(line.changed)
    return values


@lru_cache(maxsize=4)
def _stepping(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, algorithm: str, options: Options) -> Stepping:
    """Cached, as preparing SAT's list of axes may take longer than the step."""
    return algorithm_for(algorithm, shape_a).stepping(shape_a, pose_a, shape_b, pose_b, options)


def _single_states(stepping: Stepping, count: int) -> list[Any]:
    """The first states in single precision: the trace holds Python floats, from which a run cannot continue."""
    states = [stepping.start(*stepping.first)]
    while len(states) < count:
        states.append(stepping.step(*stepping.always, states[-1]))
    return states


class _Running:
    """A function that was entered and has not returned."""

    def __init__(self, frame: FrameType, call: int) -> None:
        self.frame = frame
        self.call = call
        self.statements = _statements(frame.f_globals["__name__"])
        self.names = _names(frame.f_code, frame.f_globals["__name__"])
        self.known = {name: _snapshot(value) for name, value in frame.f_locals.items()}
        self.line = NO_LINE  # the number of the running statement …
        self.extent = (0, 0)  # … and its position


class _Tracer:
    """Records what `sys.settrace` reports while a function runs."""

    def __init__(self, first: CodeType) -> None:
        self._first = first
        self._running: list[_Running] = []
        self._calls: list[Call] = []
        self._lines: list[tuple[int, int, int]] = []  # call, first and last line
        self._changed: list[Values] = []
        self._is_full = False

    def replay(self, result: Any) -> Replay:
        lines = (ExecutedLine(*line, changed) for line, changed in zip(self._lines, self._changed, strict=True))
        return Replay(tuple(self._calls), tuple(lines), result, not self._is_full)

    def on_call(self, frame: FrameType, _event: str, _argument: Any) -> Callable[..., Any] | None:
        if self._is_full or not self._is_entered(frame):
            return None
        code, module = frame.f_code, frame.f_globals["__name__"]
        caller = self._running[-1].line if self._running else NO_LINE
        last = max(line for _, _, line in code.co_lines() if line)
        arguments = tuple((name, _snapshot(value)) for name, value in frame.f_locals.items())
        depth = len(self._running)
        self._running.append(_Running(frame, len(self._calls)))
        self._calls.append(Call(code.co_name, module, code.co_firstlineno, last, caller, arguments, depth))
        return self._on_line

    def _is_entered(self, frame: FrameType) -> bool:
        if not self._running:
            return frame.f_code is self._first
        module = frame.f_globals.get("__name__", "")
        if (
            not module.startswith(f"{ENGINE}.")
            or module in FORMULAS
            or frame.f_code.co_name in OTHERS
            or _is_inline(frame)
        ):
            return False
        caller = frame.f_back
        while caller is not None and _is_inline(caller):
            caller = caller.f_back
        return caller is self._running[-1].frame

    def _on_line(self, frame: FrameType, event: str, argument: Any) -> Callable[..., Any] | None:
        running = self._running[-1]
        if event == "line":
            extent = running.statements.get(frame.f_lineno, (frame.f_lineno, frame.f_lineno))
            if extent != running.extent:
                self._end_line(running)
                self._begin_line(running, extent)
        elif event == "return":
            self._end_line(running, ((RETURN, argument),))
            self._running.pop()
        return self._on_line

    def _begin_line(self, running: _Running, extent: tuple[int, int]) -> None:
        self._is_full = len(self._lines) == MOST_LINES
        running.line, running.extent = (NO_LINE if self._is_full else len(self._lines)), extent
        if self._is_full:
            return
        self._lines.append((running.call, *extent))
        self._changed.append(())

    def _end_line(self, running: _Running, returned: Values = ()) -> None:
        if running.line == NO_LINE:
            return
        values, changed = running.frame.f_locals, []
        for name in running.names.get(running.extent[0], ()):
            if name in values and not _is_same(running.known.get(name, _NOTHING), values[name]):
                running.known[name] = kept = _snapshot(values[name])
                changed.append((name, kept))
        self._changed[running.line] = (*changed, *returned)


_NOTHING = object()


def _snapshot(value: Any) -> Any:
    """A snapshot of the value, because a list may still change."""
    return list(value) if isinstance(value, list | VersionedList) else value


def _is_same(known: Any, value: Any) -> bool:
    if isinstance(value, list | VersionedList):
        return isinstance(known, list) and len(known) == len(value) and all(map(is_, known, value))
    return known is value


def _is_inline(frame: FrameType) -> bool:
    """Whether the code is a comprehension or a lambda, such as "<genexpr>"."""
    return frame.f_code.co_name.startswith("<")


@cache
def _names(code: CodeType, module: str) -> dict[int, list[str]]:
    """The locals that each statement mentions, by its first line: it cannot change any others."""
    statements = _statements(module)
    mentions: set[tuple[int, int, str]] = set()  # line, column, name
    for instruction in dis.get_instructions(code):
        span = instruction.positions
        if span is None or span.lineno is None or instruction.opcode not in (*dis.haslocal, *dis.hasfree):
            continue
        mentioned = instruction.argval if isinstance(instruction.argval, tuple) else (instruction.argval,)
        mentions.update((span.lineno, span.col_offset or 0, name) for name in mentioned)
    names_at: dict[int, list[str]] = {}
    for line, _, name in sorted(mentions):  # in source order: a multiple assignment stores in a different order
        names = names_at.setdefault(statements.get(line, (line, line))[0], [])
        if name not in names:
            names.append(name)
    return names_at


@cache
def _statements(module: str) -> dict[int, tuple[int, int]]:
    """For each line of a module that contains a statement: the first and last line of that statement.

    For a compound statement, only the header counts.
    """
    extents: dict[int, tuple[int, int]] = {}
    for node in ast.walk(ast.parse(inspect.getsource(sys.modules[module]))):
        if isinstance(node, ast.stmt):
            head = getattr(node, "test", getattr(node, "iter", None)) if hasattr(node, "body") else node
            extent = node.lineno, (head.end_lineno if head is not None else None) or node.lineno
            extents.update(dict.fromkeys(range(extent[0], extent[1] + 1), extent))
    return extents
