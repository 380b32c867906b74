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
    from gjkscope.app.ask.solvers.adapter import Adapter
    from gjkscope.app.ask.solvers.asking import EngineAnswer
    from gjkscope.app.ask.solvers.installations import Installation

ANSWERS_KEPT = 256


class ListedEngine(NamedTuple):
    """An engine as Compare shows it."""

    name: str  # as for `--engines`
    title: str  # with its version, if it is installed
    is_installed: bool
    is_own: bool  # in a folder of gjkscope's own, which can be deleted
    can_be_installed: bool  # into such a folder
    how_to_install: str  # a command
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
    """The engines for scenes of that dimension: each installed version that can be asked, and those not installed."""
    from gjkscope.app.ask.solvers.adapter import adapters
    from gjkscope.app.ask.solvers.installations import installations, unsupported_words

    listed: list[ListedEngine] = []
    for adapter in adapters().values():
        if adapter.dimension != dimension:
            continue
        usable = [own for own in installations(adapter) if unsupported_words(adapter, own.version) is None]
        listed += [_listed(adapter, own) for own in usable] or [_listed(adapter, None)]
    return tuple(listed)


def _listed(adapter: "Adapter", own: "Installation | None") -> ListedEngine:
    from gjkscope.app.ask.solvers.engines import how_to_install
    from gjkscope.app.ask.solvers.installations import AT
    from gjkscope.app.ask.solvers.packages import SystemLibrary

    is_own = own is not None and own.folder is not None
    return ListedEngine(
        f"{adapter.name}{AT}{own.version}" if own is not None and is_own else adapter.name,
        adapter.title if own is None else f"{adapter.title} {own.version}",
        own is not None,
        is_own,
        not isinstance(adapter.package, SystemLibrary),
        how_to_install(adapter.name),
        (*adapter.conventions.as_rows(), *adapter.shapes.items()),
    )


def forget_listed_engines() -> None:
    """Makes `listed_engines` look again, after an engine was installed or removed."""
    listed_engines.cache_clear()


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
