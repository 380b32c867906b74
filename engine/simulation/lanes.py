"""The lives of contact points over many ticks: one lane per id, with the times at which it appeared and vanished.

With a terrain, there is also one lane per triangle that a body had contact points with, with the decision of the policy
for internal edges in each tick.

A solver starts from the impulse of the previous tick, which it finds by the id of the point.  An id that dies and comes
back under the same bodies flickers: its impulse starts from zero each time.
"""

from collections.abc import Sequence
from typing import NamedTuple

from gjkscope.engine.broadphase.boxes import Pair
from gjkscope.engine.impulses.records import PointKey
from gjkscope.engine.simulation.internal_edges import TriangleDecision
from gjkscope.engine.simulation.simulation import WorldTick


class ContactLife(NamedTuple):
    """An uninterrupted time in which an id existed, by the numbers of the ticks; both are included."""

    first: int
    last: int


class ContactLane(NamedTuple):
    """All lives of an id."""

    key: PointKey
    lives: tuple[ContactLife, ...]
    impulses: tuple[float, ...]  # along the normal, N·s, of each tick of each life

    @property
    def restarts(self) -> int:
        """How often the id came back after it was lost."""
        return len(self.lives) - 1


def contact_lanes(ticks: Sequence[WorldTick]) -> tuple[ContactLane, ...]:
    """The lanes of all ids in these consecutive ticks, by bodies and then by birth."""
    lives: dict[PointKey, list[ContactLife]] = {}
    impulses: dict[PointKey, list[float]] = {}
    for tick in ticks:
        for impulse in tick.response.impulses if tick.response else ():
            _extend_life(lives.setdefault(impulse.key, []), tick.number)
            impulses.setdefault(impulse.key, []).append(impulse.total)
    return tuple(
        ContactLane(key, tuple(lives[key]), tuple(impulses[key]))
        for key in sorted(lives, key=lambda key: (key[:2], lives[key][0].first, key[2]))
    )


class TriangleLane(NamedTuple):
    """What became of a body's contacts with a triangle of a terrain."""

    pair: Pair
    part: int  # of the body
    triangle: int
    decisions: tuple[tuple[int, TriangleDecision], ...]  # each with the number of its tick


def triangle_lanes(ticks: Sequence[WorldTick]) -> tuple[TriangleLane, ...]:
    """The lanes of all triangles of terrains in these ticks, by bodies and then by number."""
    decisions: dict[tuple[Pair, int, int], list[tuple[int, TriangleDecision]]] = {}
    for tick in ticks:
        for decision in tick.response.decisions if tick.response else ():
            key = decision.pair, decision.part, decision.triangle
            decisions.setdefault(key, []).append((tick.number, decision))
    return tuple(TriangleLane(*key, tuple(decisions[key])) for key in sorted(decisions))


def _extend_life(lives: list[ContactLife], number: int) -> None:
    if lives and lives[-1].last == number - 1:
        lives[-1] = lives[-1]._replace(last=number)
    else:
        lives.append(ContactLife(number, number))
