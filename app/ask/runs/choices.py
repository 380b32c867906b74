"""The registry of everything that can be stepped through: pair algorithms, broad phases, push-outs, motion."""

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from msgspec import Struct

from gjkscope.app.base.records import replace
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.procedures import PROCEDURES
from gjkscope.engine.registry import records
from gjkscope.engine.registry.algorithms import ALGORITHMS, DEMONSTRATIONS, ENGINE_ALGORITHMS, PLANAR_ALGORITHMS
from gjkscope.engine.registry.listing import Listing, Registry
from gjkscope.engine.result import Trace


class Group(StrEnum):
    """The question that an algorithm answers; the values are headings of lists."""

    PAIR = "Pair: do they overlap?"
    BROAD = "Broad phase: which pairs may overlap?"
    PUSH_OUT = "Push-out: how to separate them?"
    CONTACTS = "Contacts: where do they touch?"
    MOTION = "Motion: when do they first touch?"
    SLIDE = "Internal edges: does it slide?"
    IMPULSES = "Impulses: what did the contacts do?"
    REPORT = "Report: what did an engine do?"
    DIFFERENCE = "A − B: how is it made?"
    ENGINE = "Engines' own: how did it fail?"
    LESSON = "Lesson: how does a part of it work?"


class Choice(NamedTuple):
    """An entry of the registry."""

    title: str
    group: Group
    options: tuple[str, ...] = ()  # the fields of `Options` that it supports


GROUPS: dict[type[records.Procedure], Group] = {
    records.Algorithm: Group.PAIR,
    records.BroadPhase: Group.BROAD,
    records.PushOutMethod: Group.PUSH_OUT,
    records.TerrainPushOut: Group.PUSH_OUT,
    records.ManifoldMethod: Group.CONTACTS,
    records.MeshContactMethod: Group.CONTACTS,
    records.ContactSearch: Group.MOTION,
    records.SlideMethod: Group.SLIDE,
    records.SolverMethod: Group.IMPULSES,
    records.ReportedRun: Group.REPORT,
    records.DifferenceConstruction: Group.DIFFERENCE,
}


def _choice(listing: Listing) -> Choice:
    return Choice(listing.title, GROUPS[listing.kind], listing.options)


def _choices(registry: Registry[Any]) -> dict[str, Choice]:
    return {name: _choice(listing) for name, listing in registry.listings.items()}


def _grouped(registry: Registry[Any], group: Group) -> dict[str, Choice]:
    """Algorithms that are offered in a group of their own."""
    return {name: choice._replace(group=group) for name, choice in _choices(registry).items()}


PUSH_OUTS = PROCEDURES.of_kind(records.PushOutMethod)
TERRAIN_PUSH_OUTS = PROCEDURES.of_kind(records.TerrainPushOut)
CONTACT_SEARCHES = PROCEDURES.of_kind(records.ContactSearch)
MANIFOLD_METHODS = PROCEDURES.of_kind(records.ManifoldMethod)
MESH_CONTACTS = PROCEDURES.of_kind(records.MeshContactMethod)
BROAD_PHASES = PROCEDURES.of_kind(records.BroadPhase)
SLIDES = PROCEDURES.of_kind(records.SlideMethod)
REPORTED_RUNS = PROCEDURES.of_kind(records.ReportedRun)
CONSTRUCTIONS = PROCEDURES.of_kind(records.DifferenceConstruction)

# Groups in which one procedure supports both dimensions.
_IN_PLANE = (records.BroadPhase, records.PushOutMethod, records.DifferenceConstruction)

CHOICES_OF: dict[int, dict[str, Choice]] = {
    2: _choices(PLANAR_ALGORITHMS)
    | {name: _choice(listing) for name, listing in PROCEDURES.listings.items() if issubclass(listing.kind, _IN_PLANE)}
    | _grouped(DEMONSTRATIONS[2], Group.LESSON),
    3: _choices(PROCEDURES) | _grouped(ENGINE_ALGORITHMS, Group.ENGINE) | _grouped(DEMONSTRATIONS[3], Group.LESSON),
}
"""What is offered in scenes of each dimension, by name."""

CHOICES: dict[str, Choice] = CHOICES_OF[3] | {
    name: choice for name, choice in CHOICES_OF[2].items() if name not in CHOICES_OF[3]
}
"""The choices of both dimensions; where both have one of that name, that of 3D scenes."""


ALL_ALGORITHMS = ALGORITHMS | PLANAR_ALGORITHMS

# The names of the only procedures of their kinds.
(REPORT,) = REPORTED_RUNS
(RESOLVE,) = PUSH_OUTS
(CONSTRUCT,) = CONSTRUCTIONS
(IMPULSES,) = PROCEDURES.of_kind(records.SolverMethod)


def can_be_compared(name: str) -> bool:
    """Whether its steps can be shown beside those of another run."""
    return name in ALL_ALGORITHMS or name in ENGINE_ALGORITHMS or name == REPORT


class Run(Struct, frozen=True, eq=False):
    """A run of anything but a pair algorithm: `whole` is the engine's return value."""

    algorithm: str
    steps: tuple[Any, ...]
    whole: Any
    names: tuple[str, ...]  # of the bodies that its steps refer to
    result: None = None  # it gives no verdict on the pair


AnyRun = Trace | Run


def group_of(name: str) -> Group:
    return CHOICES[name].group


def engine_of(name: str) -> str:
    """The engine whose algorithm this is, without its version: "FCL" for "FCL 0.7: signed distance"."""
    return re.split(r"(?: of \w+| with .+)?(?: [\d.-]+)?:", CHOICES[name].title)[0]


def by_engine(names: Iterable[str]) -> dict[str, list[str]]:
    """The algorithms of engines, by engine."""
    grouped: dict[str, list[str]] = {}
    for name in names:
        grouped.setdefault(engine_of(name), []).append(name)
    return grouped


def is_of_pair(name: str) -> bool:
    """Whether its steps are those of an algorithm on the pair, with a result of its own."""
    return group_of(name) in (Group.PAIR, Group.ENGINE, Group.LESSON)


def names_in(group: Group, dimension: int | None = None) -> Sequence[str]:
    """The names of a group's choices; only of those offered in scenes of the dimension, if one is given."""
    choices = CHOICES if dimension is None else CHOICES_OF[dimension]
    return [name for name, choice in choices.items() if choice.group is group]


def is_offered(name: str, dimension: int) -> bool:
    """Whether the choice makes sense in scenes of that dimension."""
    return name in CHOICES_OF[dimension]


def of_query(name: str) -> str:
    """The choice's name in `gjkscope query`, where push-outs of pairs cover terrains in every way."""
    if name in TERRAIN_PUSH_OUTS:
        return RESOLVE
    answering = (*ALL_ALGORITHMS, *ENGINE_ALGORITHMS, *PUSH_OUTS, *CONTACT_SEARCHES, *names_in(Group.BROAD))
    return name if name in answering else "gjk"  # none of the others answers the query, whatever its algorithm


def choice_of(name: str, dimension: int) -> Choice:
    """The choice of that name in scenes of the dimension; if it is not offered there, that of the other dimension."""
    return CHOICES_OF[dimension].get(name) or CHOICES[name]


def supported_options(name: str, options: Options, dimension: int = 3) -> Options:
    """The options without those that the choice does not support in scenes of the dimension."""
    known = choice_of(name, dimension).options
    unknown = {option: getattr(DEFAULT, option) for option in options.chosen() if option not in known}
    return replace(options, **unknown) if unknown else options
