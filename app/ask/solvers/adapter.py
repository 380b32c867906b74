"""The registry of engines: each module of `adapters` calls `register` with an `Adapter`."""

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Literal, NamedTuple

from gjkscope.app.ask.solvers.node.script import NodeScript
from gjkscope.app.ask.solvers.packages import EnginePackage
from gjkscope.app.ask.solvers.solver import SolverAnswer
from gjkscope.engine.analysis.reports import TOLERANCE
from gjkscope.engine.pose import Pose
from gjkscope.engine.registry.discovery import modules_in
from gjkscope.engine.shapes.kinds import Shape


class EngineConventions(NamedTuple):
    """The conventions of an engine's answers, and how the adapter converts them: one sentence each."""

    query: str  # the function that is called
    distance: str  # what its number means, including for overlapping shapes
    normal: str
    witnesses: str
    margin: str
    precision: str
    tolerance: str

    def as_rows(self) -> tuple[tuple[str, str], ...]:
        """Each with its label."""
        return tuple(self._asdict().items())


Answered = Literal["distance", "depth", "normal", "witnesses", "contact points", "casts"]
"""What an engine can answer: the gap between separated shapes is a distance, that of overlapping ones a depth."""


class Supported(NamedTuple):
    """The versions of an engine that its adapter can ask."""

    versions: str  # a specifier as for pip, such as ">=3.2"
    reason: str  # why it cannot ask others


class Adapter(NamedTuple):
    """An engine that gjkscope can ask."""

    name: str  # for --engines
    title: str  # for people
    package: EnginePackage  # where it comes from
    shapes: dict[str, str]  # the types of shapes it takes, as in scene files, and how each is expressed
    answers: tuple[Answered, ...]
    rounding: str  # how `rounding` is expressed
    conventions: EngineConventions
    accuracy: float  # the error of distances to expect on ordinary pairs, relative to their size
    least_error: float  # the same in metres: engines stop at an absolute tolerance, whatever the size of the pair
    load: Callable[[], Callable[[Shape, Pose, Shape, Pose], SolverAnswer]] | NodeScript
    """Imports the engine and returns the function that asks it; only called in the child process.

    The function raises `Unsupported` with a reason for pairs that the engine does not take.  For a package from npm, it
    is the script that Node runs.
    """
    dimension: int = 3
    """2 for engines that answer about scenes in the plane."""
    supports: Supported | None = None
    """None: any version."""
    patience: float = 0.0
    """Seconds that an answer may take longer, because the engine compiles when it is first asked."""
    replaced: Mapping[str, float] = MappingProxyType({})
    """Shapes that the engine replaces by polygons: the error of that, relative to the size of the shape, by type."""
    forks: bool = True
    """Whether the process may fork after the engine is loaded, which makes crashes cheap; not if it starts threads."""

    @property
    def answers_batches(self) -> bool:
        """Whether it answers blocks of pairs in one launch of kernels that it compiles."""
        return self.patience > 0

    @property
    def contacts(self) -> bool:
        """Whether it also reports contact points."""
        return "contact points" in self.answers

    @property
    def judges_gaps(self) -> bool:
        """Whether its distance between separated shapes is meant to be the gap; if not, only its verdict counts."""
        return "distance" in self.answers


_REGISTERED: dict[str, Adapter] = {}


def register(adapter: Adapter) -> None:
    """Registers an adapter.  Raises `ValueError` if the name is already taken."""
    if adapter.name in _REGISTERED:
        raise ValueError(f"engine {adapter.name!r}: registered twice")
    _REGISTERED[adapter.name] = adapter


@cache
def adapters() -> dict[str, Adapter]:
    """All adapters by name."""
    tuple(modules_in("gjkscope.app.ask.solvers.adapters"))  # each registers its adapter when it is imported
    return dict(sorted(_REGISTERED.items()))


def accuracy_of(algorithm: str) -> float:
    """The accuracy that the engine of an algorithm documents, or that of reports if there is no adapter for it."""
    names = [name for name in adapters() if algorithm.startswith(name)]
    if algorithm.startswith("parry"):  # which Rapier uses
        names.append("rapier")
    return adapters()[max(names, key=len)].accuracy if names else TOLERANCE
