"""Everything that can be chosen and stepped through: algorithms on the pair, broad phases, push-outs."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from engine.broadphase import BROADPHASES
from engine.options import DEFAULT, Options
from engine.query import ALGORITHMS
from engine.query import known_options as options_of_pair
from engine.result import Trace


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


RESOLVE, TERRAIN, TERRAIN_IN_ORDER = "resolve", "terrain", "terrain-in-order"
ADVANCEMENT = "advancement"

CHOICES: dict[str, Choice] = {
    **{name: Choice(one.title, Group.PAIR, one.options) for name, one in ALGORITHMS.items()},
    **{name: Choice(one.title, Group.BROAD) for name, one in BROADPHASES.items()},
    RESOLVE: Choice("Push-out of the pair", Group.PUSH_OUT),
    TERRAIN: Choice("Off a terrain, greatest overlap", Group.PUSH_OUT),
    TERRAIN_IN_ORDER: Choice("Off a terrain, in order", Group.PUSH_OUT),
    ADVANCEMENT: Choice("Conservative advancement", Group.MOTION),
}


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
