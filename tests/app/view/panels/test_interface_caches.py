"""The Caches panel, with real events."""

from collections.abc import Iterator
from weakref import ref

import pytest

from gjkscope.app.base.identity import Identity
from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import GoToTick, SetCache, StepMotion
from gjkscope.app.state.inspection.caches import FOLLOWED, cache_ticks, follow_all
from gjkscope.app.state.model.simulation import Simulation, start_simulation
from gjkscope.app.view.panels.timeline import caches_panel, time_axis
from gjkscope.engine.caches.records import CacheFault
from gjkscope.engine.simulation.simulation import WorldTick
from tests.app.interface import Bench, start_state

NAME = "motion/the-end-of-a-long-plank"
TICKS = 12


@pytest.fixture
def bench(shared: Bench) -> Iterator[Bench]:
    shared.open(start_state(NAME))
    shared.person.resize(1440, 900, frames=3)
    shared.front("Caches")
    shared.settle()
    yield shared
    shared.perform(SetCache("last-simplex"))
    shared.front("Steps")


def simulation_of(bench: Bench) -> Simulation:
    assert bench.state.motion.simulation is not None
    return bench.state.motion.simulation


def test_the_panel_says_what_to_do_then_follows_the_pair_and_names_the_reason_of_the_tick(bench: Bench) -> None:
    assert caches_panel.NOT_BEGUN in bench.words
    bench.perform(StepMotion(TICKS), SetCache("jolt"), GoToTick(3))
    bench.settle()
    assert "3 hits" in bench.words
    assert "1 wrong answer" in bench.words
    assert "hit: 0 calls instead of" in bench.words
    assert "it had no contact, so it has none" in bench.words
    assert "Wrong verdict: says separated, but the signed distance is −0.0178 m" in bench.words


def test_a_click_on_the_lane_goes_to_its_tick(bench: Bench) -> None:
    bench.perform(StepMotion(time_axis.LEAST - 1))
    bench.settle()
    bench.person.click(*bench.reveal(caches_panel.LANE).at(0.4, 0.5))
    bench.settle()
    assert 0 < simulation_of(bench).number < time_axis.LEAST - 1


def test_a_cache_that_does_not_support_the_shapes_says_so(bench: Bench) -> None:
    bench.open(start_state("motion/bullet-and-thin-plate"))
    bench.front("Caches")
    bench.perform(StepMotion(1), SetCache("box3d"))
    bench.settle()
    assert "box3d supports boxes, hulls" in bench.words


def test_each_tick_is_followed_once_at_the_poses_before_the_push_out(bench: Bench) -> None:
    bench.perform(StepMotion(TICKS))
    simulation, pair = simulation_of(bench), ("ground", "plank")
    asked = Identity(simulation.start), Identity(simulation.ticks), pair, "jolt"
    assert cache_ticks(*asked, 0) == ()
    assert len(cache_ticks(*asked, 2)) == 2
    whole = follow_all(*asked)
    assert len(whole) == TICKS + 1
    assert cache_ticks(*asked, 0) == whole
    assert all(one is other for one, other in zip(whole, follow_all(*asked), strict=True))
    assert [tick.number for tick in whole if tick.fault is CacheFault.VERDICT] == [3]


def test_ticks_of_simulations_before_the_last_ones_are_not_kept() -> None:
    first = ref(_followed_tick())
    assert first() is not None
    for _ in range(FOLLOWED):
        _followed_tick()
    assert first() is None


def _followed_tick() -> WorldTick:
    """A tick of a new simulation, which nothing keeps but what is remembered of the cache."""
    start = replace(start_state(NAME).document.scene)
    tick = replace(start_simulation(start).tick)
    follow_all(Identity(start), Identity((tick,)), ("ground", "plank"), "jolt")
    return tick
