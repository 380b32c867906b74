"""The run that is inspected: which algorithm, at which step, compared with which other run."""

from dataclasses import dataclass
from sys import maxsize
from typing import Annotated

from gjkscope.app.model.ownership import Of
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.result import TOUCHING

LAST_STEP = maxsize
"""As the number of a step: the last one, also when a drag makes the trace longer or shorter."""


@dataclass(frozen=True)
class Playback:
    playing: Annotated[bool, Of.SCENE | Of.DEMO | Of.SHOW] = False
    rate: Annotated[float, Of.DEMO | Of.SHOW | Of.TOOLS] = 1.0  # steps a second
    elapsed: Annotated[float, Of.SCENE | Of.DEMO | Of.SHOW] = 0.0  # seconds since the current step was shown
    loop: bool = False  # starts over at the end


@dataclass(frozen=True)
class ComparedRun:
    """The run that is shown beside the chosen algorithm's; `swapped`: of B–A."""

    algorithm: str
    options: Options = DEFAULT
    swapped: bool = False


@dataclass(frozen=True)
class Nudges:
    """How the pair is shaken to see how stable its verdict is; lengths are parts of the pair's size."""

    epsilon: float = 1e-6  # how far B is nudged
    tolerance: float = TOUCHING  # how near to contact counts as touching
    count: int = 100
    seed: int = 1


@dataclass(frozen=True)
class RunState:
    """Named apart from `choices.Run`, the result of an algorithm on all bodies."""

    algorithm: str = "gjk"
    options: Options = DEFAULT  # those that the algorithm does not know are kept for one that does
    # may point past the end of the trace, as LAST_STEP always does: see traces.current_step
    step: Annotated[int, Of.SCENE | Of.DEMO | Of.SHOW] = 0
    # the line shown, of those that the step ran; may point past the end, as `step`
    line: Annotated[int | None, Of.SCENE | Of.DEMO | Of.SHOW] = None
    playback: Playback = Playback()
    comparison: ComparedRun | None = None
    second_inspected: bool = False  # while two runs are compared: the panels are about the second one
    nudges: Nudges = Nudges()
