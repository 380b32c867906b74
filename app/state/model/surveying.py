"""The Survey panel: which engines are asked about which pairs of the suite, the progress, and what failed."""

from msgspec import Struct

from gjkscope.app.scenes.scene import Scene
from gjkscope.app.state.model.hunting import HuntPhase


class SurveySetup(Struct, frozen=True):
    """What the next survey asks."""

    engines: tuple[str, ...] | None = None  # names or addresses of solvers; None: all that are installed
    families: tuple[str, ...] | None = None  # None: the whole suite
    pairs: int = 100  # of each family


class SurveyedEngine(Struct, frozen=True):
    """How one engine did, over all families."""

    title: str
    judged: int  # pairs
    failed: float  # share of these, 0 … 1
    serious: float  # share of failures beyond the tolerance that all engines share


class SurveyFinding(Struct, frozen=True):
    """Failures of one kind of an engine, on pairs of one family."""

    engine: str  # title
    failure: str
    family: str
    count: int
    error: float  # the greatest one, relative to the size of the pair; 0 if there is none to measure
    scene: Scene  # the pair with the greatest error, with the engine's answer


class SurveyRun(Struct, frozen=True):
    """The survey in progress, or the last one."""

    phase: HuntPhase
    done: int = 0  # answers
    total: int = 0
    failures: int = 0
    asked: str = ""  # the engine and the family of the latest answers
    rate: float = 0.0  # answers per second
    pairs: int = 0  # of the families that are finished
    engines: tuple[SurveyedEngine, ...] = ()  # those with fewer serious failures first
    found: tuple[SurveyFinding, ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()  # engines that cannot be asked, and why
    fault: str = ""  # one line
    compiling: str = ""  # "compiling 12 of 240 functions" while nothing can be judged before

    @property
    def is_running(self) -> bool:
        return self.phase not in (HuntPhase.DONE, HuntPhase.STOPPED, HuntPhase.FAILED)

    @property
    def progress(self) -> float:
        """The fraction that is done, 0 … 1."""
        return self.done / self.total if self.total else 0.0


class SurveyState(Struct, frozen=True):
    """The contents of the Survey panel."""

    setup: SurveySetup = SurveySetup()
    run: SurveyRun | None = None
