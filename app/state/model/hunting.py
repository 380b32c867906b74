"""The Hunt panel: settings, progress and findings of hunts for wrong answers."""

from enum import StrEnum

from msgspec import Struct

from gjkscope.app.scenes.scene import Scene


class HuntSetup(Struct, frozen=True):
    """What the next hunt does."""

    solver: str = ""  # the name of an engine, `FILE.py:FUNCTION`, or the path of a program or library
    is_own: bool = False  # the solver is the user's own, not an engine from the list
    kinds: tuple[str, ...] | None = None  # types of shapes; None: those that most engines take
    pairs: int = 20_000
    seconds: float = 60.0
    by_time: bool = False  # stop after `seconds`, not after `pairs`
    near: bool = False  # only pairs like the open one
    contacts: bool = False  # judge contact points, on bodies that rest on each other


class HuntPhase(StrEnum):
    STARTING = "starting"
    HUNTING = "hunting"
    MINIMISING = "minimising"
    STOPPING = "stopping"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"  # the solver cannot be used


class HuntFinding(Struct, frozen=True):
    """Wrong answers with one symptom for shapes of two types."""

    symptom: str
    kinds: tuple[str, str]
    count: int
    error: float  # the greatest one, relative as in `hunting.symptoms.Fault`; 0 if there is none to measure
    scene: Scene  # the simplest pair, with the solver's answer
    worst: Scene | None = None  # the pair with the greatest error; None: the simplest one
    is_minimised: bool = False


class HuntRun(Struct, frozen=True):
    """The hunt in progress, or the last one."""

    phase: HuntPhase
    solver: str = ""  # title
    pairs: int = 0  # drawn so far
    skipped: int = 0  # of them, those that the solver does not take; known at the end
    total: int | None = None  # pairs; None: until the time is over
    failures: int = 0  # wrong answers
    seconds: float = 0.0  # since the beginning, while pairs are drawn
    rate: float = 0.0  # pairs per second, without the time to start
    limit: float | None = None  # seconds
    minimised: int = 0  # groups, in that phase
    found: tuple[HuntFinding, ...] = ()  # as they came; at the end, the most severe first
    fault: str = ""  # one line
    compiling: str = ""  # "compiling 12 of 240 functions" while nothing can be judged before

    @property
    def is_running(self) -> bool:
        return self.phase not in (HuntPhase.DONE, HuntPhase.STOPPED, HuntPhase.FAILED)

    @property
    def progress(self) -> float:
        """The fraction of the current phase that is done, 0 … 1."""
        if self.phase is HuntPhase.MINIMISING:
            return self.minimised / max(len(self.found), 1)
        by_pairs = self.pairs / self.total if self.total else 0.0
        by_time = self.seconds / self.limit if self.limit else 0.0
        return min(max(by_pairs, by_time), 1.0)

    @property
    def seconds_left(self) -> float | None:
        """Seconds until no more pairs are drawn; None: unknown."""
        left = [] if self.limit is None else [self.limit - self.seconds]
        if self.total is not None and self.rate > 0:
            left.append((self.total - self.pairs) / self.rate)
        return max(min(left), 0.0) if left else None


class HuntState(Struct, frozen=True):
    """The contents of the Hunt panel."""

    setup: HuntSetup = HuntSetup()
    run: HuntRun | None = None
