"""The engines that a command asks: the option `--engines` that `query` and `report` share."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gjkscope.app.ask.runs.reports import JudgedReport
from gjkscope.app.command_line.console import UsageError
from gjkscope.app.scenes.scene import Pair, Scene

if TYPE_CHECKING:  # most commands ask no engine
    from gjkscope.app.ask.solvers.asking import EngineAnswer
    from gjkscope.app.ask.solvers.casts import JudgedCast

ENGINES_HELP = (
    "ask installed engines, or all of them (see `gjkscope engines`), and judge their answers like reports; "
    "also your own solver: FILE.py:FUNCTION, ./program or ./library.so"
)


def engines_argument(text: str | None) -> tuple[str, ...]:
    """The engines to ask, as given.  Raises `UsageError` for one that is unknown or not installed."""
    if text is None:
        return ()
    from gjkscope.app.ask.solvers.engines import ALL

    names = tuple(text.split(","))
    _choose([name for name in names if name != ALL], 3)
    return names


def engines_for(scene: Scene, names: Sequence[str]) -> tuple[str, ...]:
    """The engines that were given; "all" stands for the installed ones of the scene's dimension.

    Raises `UsageError` if there are none.
    """
    return _choose(names, scene.dimension) if names else ()


def ask_chosen_engines(
    scene: Scene, pairs: Sequence[Pair], engines: Sequence[str], tolerance: float | None = None
) -> tuple[tuple[JudgedReport, ...], tuple["EngineAnswer", ...]]:
    """The judged answers of engines, and those that do not take their pair."""
    from gjkscope.app.ask.solvers.asking import ask_engines, judge_answer
    from gjkscope.app.command_line.preparing import announce_compiling

    judged, unsupported = [], []
    with announce_compiling(engines):
        for answer in ask_engines(scene, pairs, tuple(engines)):
            a, b = (scene.body(name) for name in answer.pair)
            judgement = judge_answer(answer, a, b, tolerance)
            if judgement is None:
                unsupported.append(answer)
            else:
                judged.append(judgement)
    return tuple(judged), tuple(unsupported)


def ask_for_casts(
    scene: Scene, pairs: Sequence[Pair], engines: Sequence[str], tolerance: float | None = None
) -> tuple["JudgedCast", ...]:
    """The judged answers of engines about when the bodies first touch."""
    from gjkscope.app.ask.solvers.casts import cast_engines

    return tuple(cast_engines(scene, pairs, engines, tolerance))


def _choose(names: Sequence[str], dimension: int) -> tuple[str, ...]:
    from gjkscope.app.ask.solvers.addresses import chosen_solvers
    from gjkscope.app.ask.solvers.engines import EngineError

    try:
        return chosen_solvers(names, dimension)
    except EngineError as fault:
        raise UsageError(f"--engines: {fault}") from None
