"""The lives of contact points over many ticks: one lane per id, with the times at which it appeared and vanished.

A solver starts from the impulse of the previous tick, which it finds by the id of the point.  An id that dies and comes
back under the same bodies flickers: its impulse starts from zero each time.
"""

from collections.abc import Sequence
from typing import NamedTuple

from gjkscope.engine.impulses.records import PointKey
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


def _extend_life(lives: list[ContactLife], number: int) -> None:
    if lives and lives[-1].last == number - 1:
        lives[-1] = lives[-1]._replace(last=number)
    else:
        lives.append(ContactLife(number, number))
