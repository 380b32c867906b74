"""The program of an algorithm: which shapes its states have, and one step of each."""

from collections.abc import Callable, Mapping
from functools import partial
from math import nan
from types import MappingProxyType
from typing import Any, NamedTuple

from gjkscope.engine.batch.staging import NO_DISTANCE
from gjkscope.engine.batch.staging.exploring import Functions, explore, number_kinds
from gjkscope.engine.batch.staging.modules import EVERYWHERE, Copies
from gjkscope.engine.batch.staging.records import put_together, take_apart
from gjkscope.engine.batch.staging.shapes import StagedShape, variants
from gjkscope.engine.batch.staging.symbols import (
    Argument,
    RunRecorder,
    SymbolicNumber,
    argument,
    llvm_constant,
    number_kind,
    symbol,
)
from gjkscope.engine.options import DEFAULT
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Exit, Verdict

POSE = 12  # numbers: the rows of the rotation, then the position
VERDICTS = tuple(Verdict)
STOPPED = "stopped"

NOT_COMPILED = -1.0  # in place of a verdict

Maker = Callable[[Functions, Any], Any]
"""Makes a replacement of a function of a copied module from the function."""


class Staged(NamedTuple):
    """How an algorithm is compiled.  Places are "package.module:name" below `engine.published`."""

    steps: str  # the module with `prepare`, `start` and `step`
    shapes: tuple[type[Any], ...]  # that it takes
    calls: tuple[str, ...] = ()  # functions that are called instead of becoming part of each branch
    replacements: Mapping[str, Maker] = MappingProxyType({})
    stops: frozenset[str] = frozenset()  # phases that are not compiled, because they keep a polytope
    computed: Callable[[Any], tuple[float, ...]] = lambda shape: ()  # of a shape alone, by the interpreter
    vertices: Callable[[Any], Any] = lambda shape: getattr(shape, "vertices", None)  # (N, …) numbers, or None
    takes_rounding: bool = False
    takes: Callable[[Any, Any], bool] = lambda a, b: True  # whether a pair of types is compiled


class Goto(NamedTuple):
    """The next state, and its numbers."""

    state: int
    numbers: list[tuple[str, Argument]]


class Finished(NamedTuple):
    """The answer, as `OUT` numbers."""

    numbers: list[Argument]


class StagedProgram:
    """What is compiled: a function for the start and for each shape of a state, and those that they call."""

    def __init__(self, staged: Staged, report: Callable[[str], None] = lambda words: None) -> None:
        self.functions = Functions(variants(staged.shapes))
        self._staged = staged
        self.copies = Copies(self._replacements())
        self._steps = self.copies.module(_module(staged.steps))
        self._limited = self.copies.module(_module("engine_step"))._limited
        self._states: dict[Any, int] = {}
        self._shapes: list[Any] = []
        self.roots = [explore(self._start)]
        while len(self.roots) <= len(self._shapes):
            report(f"exploring state {len(self.roots)} of {len(self._shapes)}")
            shape = self._shapes[len(self.roots) - 1]
            self.roots.append(explore(partial(self._advance, shape)))
        self.frame = max(len([*number_kinds(shape)]) for shape in self._shapes)

    def _replacements(self) -> dict[str, Callable[[Any], Any]]:
        made = dict(EVERYWHERE)
        for place in (*CALLED_EVERYWHERE, *self._staged.calls):
            made[_place(place)] = self.functions.called
        for place, make in self._staged.replacements.items():
            made[_place(place)] = partial(make, self.functions)
        return made

    def _start(self) -> Any:
        shapes = (StagedShape(SymbolicNumber("i", RunRecorder.now.record("row", "i", side))) for side in (0, 1))
        (a, pose_a), (b, pose_b) = ((shape, _pose(side)) for side, shape in enumerate(shapes))
        pair = self._steps.prepare(a, pose_a, b, pose_b, DEFAULT)
        return self._end(pair, self._steps.start(pair))

    def _advance(self, shape: Any) -> Any:
        numbers = (
            symbol(kind, RunRecorder.now.record("frame", kind, place)) for place, kind in enumerate(number_kinds(shape))
        )
        pair, state = put_together(shape, numbers)
        return self._end(pair, self._limited(self._steps.step(pair, state)))

    def _end(self, pair: Any, state: Any) -> Any:
        if state.exit != Exit.RUNNING:
            return _finished(state)
        if state.phase in self._staged.stops:
            return STOPPED
        shape, numbers = take_apart((pair, state))
        if shape not in self._states:
            self._shapes.append(shape)
            self._states[shape] = len(self._shapes)
        kinds = [number_kind(number) for number in numbers]
        return Goto(self._states[shape], [(kind, argument(n, kind)) for kind, n in zip(kinds, numbers, strict=True)])


def _finished(state: Any) -> Finished:
    answer = state.answer
    nothing = (nan, nan, nan)
    numbers = (
        float(VERDICTS.index(answer.verdict)),
        float(state.exit) + (NO_DISTANCE if answer.signed_distance is None else 0),
        state.iteration + 1,
        nan if answer.signed_distance is None else answer.signed_distance,
        *(answer.normal or nothing),
        *(answer.witness_a or nothing),
        *(answer.witness_b or nothing),
    )
    return Finished(
        [
            argument(number, "d") if isinstance(number, SymbolicNumber) else llvm_constant(number, "d")
            for number in numbers
        ]
    )


def _pose(side: int) -> Pose:
    numbers = [SymbolicNumber("d", RunRecorder.now.record("pose", "d", side, place)) for place in range(POSE)]
    rows = tuple(tuple(numbers[3 * i : 3 * i + 3]) for i in range(4))
    return Pose(rows[:3], rows[3])  # type: ignore[arg-type]


def _module(name: str) -> str:
    return (
        f"gjkscope.engine.{name}"
        if name.partition(".")[0] in ("vectors", "gjk")
        else f"gjkscope.engine.published.{name}"
    )


def _place(place: str) -> str:
    module, _, path = place.partition(":")
    return f"{_module(module)}:{path}"


CALLED_EVERYWHERE = (
    "vectors:norm",
    "vectors:unit",
    "vertices:comes_back",
    "ccd:equal",
    "ccd:same_point",
    "ccd:_inside",
    "ccd:point_to_segment",
    "ccd:point_to_triangle",
    "ccd:squared_to_segment",
    "ccd:squared_to_triangle",
)
