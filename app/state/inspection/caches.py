"""The chosen pair of a simulation with a cache, tick by tick.

The pair is at the poses that the narrow phase sees: before it is pushed apart.  Each tick is computed once, from the
one before it, and remembered until other simulations, pairs or caches have been followed.
"""

from collections.abc import Sequence
from functools import lru_cache

from gjkscope.app.base.identity import Identity
from gjkscope.app.scenes.scene import Pair, Scene
from gjkscope.app.state.model import State
from gjkscope.app.state.model.simulation import MOST_TICKS
from gjkscope.app.state.model.situation import CacheName, CacheSituation
from gjkscope.engine.caches.following import cache_refusal, next_cache_tick
from gjkscope.engine.caches.records import CacheTick, TickPair
from gjkscope.engine.caches.registry import CACHES
from gjkscope.engine.pose import Pose
from gjkscope.engine.simulation.simulation import WorldTick
from gjkscope.engine.vectors import sub

FOLLOWED = 2  # simulations, pairs and caches whose ticks are remembered: the chosen ones and those before them
MOST_REMEMBERED = 2 * MOST_TICKS  # of each: the user may go back, and continue in another way

# The ticks that are known, each by the simulation's tick and what the cache did in the one before it.
Followed = dict[tuple[Identity, Identity | None], Identity]


def pairs_over_ticks(scene: Scene, ticks: Sequence[WorldTick], pair: Pair) -> tuple[TickPair, ...]:
    """The pair in each tick, as the narrow phase sees it."""
    return tuple(_pair_in(scene, tick, pair) for tick in ticks)


def cache_ticks(start: Identity, ticks: Identity, pair: Pair, name: str, most: int) -> tuple[CacheTick, ...]:
    """What the cache did in these ticks of a simulation that began with the scene `start`.

    Computes at most `most` ticks that are not known yet, so the answer may be shorter than the simulation.
    """
    followed, fresh = _followed(start, pair, name), 0
    if len(followed) > MOST_REMEMBERED:
        followed.clear()
    known: list[CacheTick] = []
    before: Identity | None = None
    for tick in ticks.value:
        step = Identity(tick), before
        after = followed.get(step)
        if after is None and fresh == most:
            break
        if after is None:
            fresh += 1
            there = _pair_in(start.value, tick, pair)
            found = Identity(next_cache_tick(CACHES[name], there, before.value if before else None))
            after = followed.setdefault(step, found)  # another thread may have been faster
        known.append(after.value)
        before = after
    return tuple(known)


@lru_cache(maxsize=FOLLOWED)
def _followed(start: Identity, pair: Pair, name: str) -> Followed:
    """What is remembered of this pair with this cache in simulations that begin with the scene `start`."""
    return {}


def follow_all(start: Identity, ticks: Identity, pair: Pair, name: str) -> tuple[CacheTick, ...]:
    """The same for all ticks."""
    return cache_ticks(start, ticks, pair, name, len(ticks.value))


def cache_situation(state: State) -> CacheSituation | None:
    """What the chosen cache did in the shown tick, for the tasks of lessons."""
    simulation, pair, name = state.motion.simulation, state.document.pair, state.tools.cache
    if simulation is None or pair is None:
        return None
    first, second = (simulation.start.body(body).shape for body in pair)
    if cache_refusal(CACHES[name], first, second):
        return None
    shown = simulation.ticks[: simulation.number + 1]
    tick = follow_all(Identity(simulation.start), Identity(shown), pair, name)[-1]
    return CacheSituation(CacheName(name), tick.number, tick.use.outcome, tick.use.calls, tick.plain.calls, tick.fault)


def _pair_in(scene: Scene, tick: WorldTick, pair: Pair) -> TickPair:
    i, j = (scene.names.index(name) for name in pair)
    a, b = scene.bodies[i], scene.bodies[j]
    return TickPair(a.shape, _unpushed(tick, i), b.shape, _unpushed(tick, j))


def _unpushed(tick: WorldTick, body: int) -> Pose:
    pose = tick.places[body].pose
    for push in tick.pushes:
        if push.body == body:
            pose = pose._replace(position=sub(pose.position, push.by))
    return pose
