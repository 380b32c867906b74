"""Finds the version of an engine in which its answer about a pair changed from wrong to right, or the reverse.

Bisection assumes one change.  Both ends are asked first; if they agree, there is nothing to bisect.  Versions that give
nothing to judge (they cannot be installed or loaded, or do not take the pair) are passed over.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import NamedTuple

from gjkscope.app.ask.solvers.adapter import Adapter
from gjkscope.app.ask.solvers.engines import close_engine
from gjkscope.app.ask.solvers.installations import AT, installation_of
from gjkscope.app.ask.solvers.installing.installing import install, remove
from gjkscope.app.ask.solvers.installing.plan import InstallError, InstallPlan, OnProgress
from gjkscope.app.ask.solvers.museum import pair_outcome
from gjkscope.app.scenes.museum_table import RIGHT, UNSUPPORTED, EngineOutcome
from gjkscope.app.scenes.scene import Body


class VersionOutcome(NamedTuple):
    """How one version did on the pair."""

    version: str
    outcome: str  # one of OUTCOMES
    words: str = ""  # what is wrong, or why there is nothing to judge

    @property
    def right(self) -> bool | None:
        """None if there is nothing to judge."""
        failed = EngineOutcome("", self.outcome).failed
        return False if failed else True if self.outcome == RIGHT else None


Ask = Callable[[str], VersionOutcome]


class Bisection(NamedTuple):
    """What the versions answered, and where that changed."""

    log: tuple[VersionOutcome, ...]  # in the order of asking
    changes: tuple[tuple[VersionOutcome, VersionOutcome], ...] = ()
    """For each change, the last version before it and the first one after it; bisection finds one at most."""


def bisect_versions(versions: Sequence[str], ask: Ask) -> Bisection:
    """Looks for the change among versions, oldest first, by asking as few as possible."""
    search = _Search(versions, ask)
    low, high = search.first_judged(range(len(versions))), search.first_judged(range(len(versions) - 1, -1, -1))
    if low is None or high is None or search.right(low) == search.right(high):
        return Bisection(search.log)
    while (middle := search.first_judged(_from_the_middle(low, high))) is not None:
        if search.right(middle) == search.right(low):
            low = middle
        else:
            high = middle
    return Bisection(search.log, ((search.outcome(low), search.outcome(high)),))


def all_versions(versions: Sequence[str], ask: Ask) -> Bisection:
    """Asks every version, oldest first."""
    log = tuple(map(ask, versions))
    judged = [outcome for outcome in log if outcome.right is not None]
    return Bisection(log, tuple(ends for ends in pairwise(judged) if ends[0].right != ends[1].right))


class _Search:
    """Asks each version once."""

    def __init__(self, versions: Sequence[str], ask: Ask) -> None:
        self._versions = versions
        self._ask = ask
        self._known: dict[int, VersionOutcome] = {}

    @property
    def log(self) -> tuple[VersionOutcome, ...]:
        return tuple(self._known.values())

    def outcome(self, index: int) -> VersionOutcome:
        if index not in self._known:
            self._known[index] = self._ask(self._versions[index])
        return self._known[index]

    def right(self, index: int) -> bool | None:
        return self.outcome(index).right

    def first_judged(self, indices: Sequence[int]) -> int | None:
        """The first of these versions that gives something to judge."""
        return next((index for index in indices if self.right(index) is not None), None)


def _from_the_middle(low: int, high: int) -> list[int]:
    """The indices between two others, the middle one first."""
    return sorted(range(low + 1, high), key=lambda index: abs(2 * index - low - high))


class VersionAsker:
    """Installs versions of an engine as they are asked, and removes them at the end."""

    def __init__(self, adapter: Adapter, a: Body, b: Body, tolerance: float | None, on_progress: OnProgress) -> None:
        self.installed: list[str] = []  # the names of those that were not there before
        self._adapter = adapter
        self._pair = a, b
        self._tolerance = tolerance
        self._on_progress = on_progress

    def ask(self, version: str) -> VersionOutcome:
        """The outcome of a version, which is installed first if it is not.  Raises `Cancelled`."""
        name = f"{self._adapter.name}{AT}{version}"
        try:
            if installation_of(name) is None:
                install(InstallPlan(self._adapter.name, version, ()), self._on_progress)
                self.installed.append(name)
        except InstallError as fault:
            return VersionOutcome(version, UNSUPPORTED, str(fault))
        outcome = pair_outcome(name, *self._pair, self._tolerance)
        close_engine(name)
        return VersionOutcome(version, outcome.outcome, outcome.words)

    def remove(self) -> None:
        """Deletes what was installed."""
        for name in self.installed:
            with suppress(InstallError):  # the user was quicker
                remove(name)
