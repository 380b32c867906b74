"""The engines that a command asks: the option `--engines` that `query` and `report` share."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gjkscope.app.ask.runs.reports import JudgedReport
from gjkscope.app.command_line.console import UsageError
from gjkscope.app.scenes.scene import Pair, Scene

if TYPE_CHECKING:  # most commands ask no engine
    from gjkscope.app.ask.solvers.asking import EngineAnswer

ENGINES_HELP = (
    "ask installed engines, or all of them (see `gjkscope engines`), and judge their answers like reports; "
    "also your own solver: FILE.py:FUNCTION, ./program or ./library.so"
)


def engines_argument(text: str | None) -> tuple[str, ...]:
    """The names of the engines to ask.  Raises `UsageError` for one that is unknown or not installed."""
    if text is None:
        return ()
    from gjkscope.app.ask.solvers.addresses import chosen_solvers
    from gjkscope.app.ask.solvers.engines import EngineError

    try:
        return chosen_solvers(text.split(","))
    except EngineError as fault:
        raise UsageError(f"--engines: {fault}") from None


def ask_chosen_engines(
    scene: Scene, pairs: Sequence[Pair], engines: tuple[str, ...], tolerance: float | None = None
) -> tuple[tuple[JudgedReport, ...], tuple["EngineAnswer", ...]]:
    """The judged answers of engines, and those that do not take their pair."""
    from gjkscope.app.ask.solvers.asking import ask_engines, judge_answer

    judged, unsupported = [], []
    for answer in ask_engines(scene, pairs, engines):
        a, b = (scene.body(name) for name in answer.pair)
        judgement = judge_answer(answer, a, b, tolerance)
        if judgement is None:
            unsupported.append(answer)
        else:
            judged.append(judgement)
    return tuple(judged), tuple(unsupported)
