"""The inspected run: the algorithm, the step, and the run it is compared with."""

from sys import maxsize
from typing import Annotated

from msgspec import Struct

from gjkscope.app.state.model.ownership import Of
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.result import TOUCHING

LAST_STEP = maxsize
"""As a step number: the last step, even if a drag makes the trace longer or shorter."""


class Playback(Struct, frozen=True):
    """Playback of the steps of a run."""

    playing: Annotated[bool, Of.SCENE | Of.DEMO | Of.SHOW] = False
    rate: Annotated[float, Of.DEMO | Of.SHOW | Of.TOOLS] = 1.0  # steps per second
    elapsed: Annotated[float, Of.SCENE | Of.DEMO | Of.SHOW] = 0.0  # seconds since the current step was shown
    loop: bool = False  # restarts at the end


class Beats(Struct, frozen=True):
    """Whether going to the next step animates its beats, and how long each takes."""

    on: bool = False
    seconds: float = 0.45


class BeatPosition(Struct, frozen=True):
    """A position within a step: one of its algorithm's beats, and how much of it has been shown.

    `moving`: time advances it to the end of the step, or only to the end of this beat if it is `alone`.
    """

    number: int = 0  # among the algorithm's beats; after a change it may be one with nothing to show
    progress: float = 0.0  # 0 … 1
    moving: bool = False
    alone: bool = False


class ComparedRun(Struct, frozen=True):
    """The run shown next to that of the selected algorithm; `swapped`: of B–A."""

    algorithm: str
    options: Options = DEFAULT
    swapped: bool = False


class Nudges(Struct, frozen=True):
    """How the pair is perturbed to test the stability of its verdict; lengths are relative to the pair's size."""

    epsilon: float = 1e-6  # how far B is displaced
    tolerance: float = TOUCHING  # the distance from contact that counts as touching
    count: int = 100
    seed: int = 1


class GradientPlot(Struct, frozen=True):
    """What the Gradient panel plots: the distance while B moves along an axis, and smoothed by random poses of B."""

    axis: int = 0  # of the world: x, y, z
    sigma: float = 0.05  # standard deviation of the poses, relative to the pair's size and in radians
    count: int = 20  # samples


class RunState(Struct, frozen=True):
    """The inspected run; not to be confused with `choices.Run`, the result of an algorithm on all bodies."""

    algorithm: str = "gjk"
    options: Options = DEFAULT  # settings unknown to this algorithm are kept for those that use them
    # may lie past the end of the trace, as LAST_STEP always does: see traces.current_step
    step: Annotated[int, Of.SCENE | Of.DEMO | Of.SHOW] = 0
    # index of the shown line among those the step ran; may lie past the end, like `step`
    line: Annotated[int | None, Of.SCENE | Of.DEMO | Of.SHOW] = None
    # None: the step is complete; otherwise it is shown only up to this position
    beat: Annotated[BeatPosition | None, Of.SCENE | Of.DEMO | Of.SHOW] = None
    beats: Annotated[Beats, Of.DEMO | Of.SHOW | Of.TOOLS] = Beats()
    playback: Playback = Playback()
    comparison: ComparedRun | None = None
    second_inspected: bool = False  # while two runs are compared: the panels are about the second one
    nudges: Nudges = Nudges()
    gradient_plot: GradientPlot = GradientPlot()
    # the engine whose report is drawn; None: the scene's first report about the pair
    report: Annotated[str | None, Of.SCENE | Of.DEMO | Of.SHOW] = None
