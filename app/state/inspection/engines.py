"""The answers of engines about the selected pair, for Compare and the views.

Answers are cached by what they depend on, as traces are: the engine and the placed bodies.  The engines are imported,
and their processes started, at the first question.
"""

import sys
from collections import OrderedDict
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from gjkscope.app.scenes.scene import Body

if TYPE_CHECKING:  # most users never ask an engine
    from gjkscope.app.ask.runs.reports import JudgedReport
    from gjkscope.app.ask.solvers.asking import EngineAnswer

ANSWERS_KEPT = 256


class ListedEngine(NamedTuple):
    """An engine as Compare shows it."""

    name: str
    title: str  # with its version
    is_installed: bool
    help: tuple[tuple[str, str], ...]  # its conventions: what they are about, and what they are


class JudgedAnswer(NamedTuple):
    """The answer of an engine, and its judgement: None if the engine does not take the pair."""

    answer: "EngineAnswer"
    judged: "JudgedReport | None"


_kept: "OrderedDict[tuple[str, Body, Body], JudgedAnswer]" = OrderedDict()
_lock = Lock()  # guards the answers: each engine is asked in a thread of its own
_count = 0


@cache
def listed_engines(dimension: int = 3) -> tuple[ListedEngine, ...]:
    """All engines for scenes of that dimension, whether installed or not."""
    from gjkscope.app.ask.solvers.adapter import adapters
    from gjkscope.app.ask.solvers.engines import engine_title, how_to_install, installed_version

    listed = []
    for adapter in adapters().values():
        if adapter.dimension != dimension:
            continue
        is_installed = installed_version(adapter) is not None
        title = engine_title(adapter.name) if is_installed else f"{adapter.title}: {how_to_install(adapter.name)}"
        shapes = tuple((shape, expressed) for shape, expressed in adapter.shapes.items())
        listed.append(ListedEngine(adapter.name, title, is_installed, (*adapter.conventions.as_rows(), *shapes)))
    return tuple(listed)


def ask_and_judge(name: str, a: Body, b: Body) -> JudgedAnswer:
    """Asks an installed engine about two bodies and keeps its judged answer.  Blocks; raises `Cancelled`."""
    from gjkscope.app.ask.solvers.asking import ask_engine, judge_answer

    global _count
    answer = ask_engine(name, a, b)
    judged = JudgedAnswer(answer, judge_answer(answer, a, b))
    with _lock:
        _kept[answer.by, a, b] = judged
        _kept.move_to_end((answer.by, a, b))
        _count += 1
        while len(_kept) > ANSWERS_KEPT:
            _kept.popitem(last=False)
    return judged


def known_answer(by: str, a: Body, b: Body) -> JudgedAnswer | None:
    """The judged answer of an engine about two bodies, in this order, if it was asked about them."""
    with _lock:
        return _kept.get((by, a, b))


def count_answers() -> int:
    """A number that changes with each new answer: what is drawn may depend on it."""
    return _count


def end_engines() -> None:
    """Ends the processes of engines, if any was started."""
    started = sys.modules.get("gjkscope.app.ask.solvers.engines")
    if started is not None:
        started.close_engines()
