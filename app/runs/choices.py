"""Everything that can be chosen and stepped through: algorithms on the pair, broad phases, push-outs."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from gjkscope.engine.advancement import procedure as advancement
from gjkscope.engine.algorithm import Algorithm, BroadPhase, ContactSearch, Procedure, PushOut
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.procedures import PROCEDURES
from gjkscope.engine.query import known_options as options_of_pair
from gjkscope.engine.registry import ALGORITHMS
from gjkscope.engine.resolution import procedure as resolution
from gjkscope.engine.result import Trace


class Group(StrEnum):
    """What is asked; the words are headings of lists."""

    PAIR = "Pair: do they meet?"
    BROAD = "Broad phase: which pairs are near?"
    PUSH_OUT = "Push-out: where to?"
    MOTION = "Motion: when do they first touch?"


class Choice(NamedTuple):
    """What stands behind a name."""

    title: str
    group: Group
    options: tuple[str, ...] = ()  # the fields of `Options` that it knows


RESOLVE = resolution.RESOLVE.name
ADVANCEMENT = advancement.ADVANCEMENT.name

GROUPS: dict[type[Procedure], Group] = {
    Algorithm: Group.PAIR,
    BroadPhase: Group.BROAD,
    PushOut: Group.PUSH_OUT,
    ContactSearch: Group.MOTION,
}


def _choice(procedure: Procedure) -> Choice:
    options = procedure.options if isinstance(procedure, Algorithm) else ()
    return Choice(procedure.title, GROUPS[type(procedure)], options)


CHOICES: dict[str, Choice] = {name: _choice(procedure) for name, procedure in PROCEDURES.items()}


@dataclass(frozen=True, eq=False)
class Run:
    """A run of what is no algorithm on the pair: `whole` is what the engine returned."""

    algorithm: str
    steps: tuple[Any, ...]
    whole: Any
    names: tuple[str, ...]  # of the bodies that its steps speak of
    result: None = None  # it has no verdict about the pair


AnyRun = Trace | Run


def asks(name: str) -> Group:
    return CHOICES[name].group


def names_in(group: Group) -> Sequence[str]:
    return [name for name, choice in CHOICES.items() if choice.group is group]


def of_query(name: str) -> str:
    """What `gjkscope query` knows it by: its push-out takes a terrain for what it is, in both orders."""
    return RESOLVE if asks(name) is Group.PUSH_OUT else name


def known_options(name: str, options: Options) -> Options:
    """The options without those that the choice does not know."""
    return options_of_pair(name, options) if name in ALGORITHMS else DEFAULT
