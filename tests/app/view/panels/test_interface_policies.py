"""The Contact policies panel, with real events."""

from collections.abc import Iterator

import pytest

from gjkscope.app.ask.runs.contacts import contact_table
from gjkscope.app.state.actions import ChooseAlgorithm, ChoosePair, GoToStep, PlayMotion, StepMotion, update
from gjkscope.app.state.actions.motion import ONLY_3D
from gjkscope.app.view.panels.compare import policies_panel
from gjkscope.engine import Box, Ellipsoid, Pose, follow_manifolds
from gjkscope.engine.contacts.registry import POLICIES
from tests.app.interface import Bench, start_state

NAME = "motion/boxes-on-an-incline"


@pytest.fixture
def bench(shared: Bench) -> Iterator[Bench]:
    shared.open(start_state(NAME))
    shared.person.resize(1440, 900, frames=3)
    shared.front("Contact policies")
    shared.settle()
    yield shared
    shared.front("Steps")


def test_each_policy_has_a_row_and_a_click_chooses_it(bench: Bench) -> None:
    for title, policy in (("Exact", "exact"), ("Box3D", "box3d"), ("Jolt", "jolt"), ("Bullet", "bullet")):
        assert bench.has(f"{title}##pair {policy}")
        assert not bench.has(f"{title}##ticks {policy}")
    assert policies_panel.NOT_MOVED in bench.words
    bench.press("Jolt##pair jolt")
    bench.settle()
    assert bench.state.run.algorithm == "contacts-jolt"
    bench.perform(GoToStep(0))
    bench.press("Jolt##pair jolt")  # chosen already: its step stays
    bench.settle()
    assert bench.state.run.step == 0


@pytest.mark.thorough
def test_ids_are_followed_once_the_simulation_pauses(bench: Bench) -> None:
    bench.perform(StepMotion(12))
    assert "Over the last 13 ticks" in bench.words
    bench.press("Box3D##ticks box3d")
    bench.settle()
    assert bench.state.run.algorithm == "contacts-box3d"
    motion = policies_panel.recent_motion(bench.state)
    assert isinstance(motion, policies_panel.PairMotion)
    assert len(motion.poses_a) == len(motion.poses_b) == 13
    assert motion.poses_b[0] != motion.poses_b[-1]
    results = {result.policy: result for result in policies_panel.follow_policies(motion)}
    assert policies_panel.motion_words(results["box3d"])[:4] == ("48", "0", "0", "0")


def test_in_a_narrow_panel_the_second_table_is_below_the_first(bench: Bench) -> None:
    bench.perform(StepMotion(3))
    first, second = (bench.widget(f"Exact##{table} exact").rect for table in ("pair", "ticks"))
    assert second.left > first.right
    bench.person.resize(800, 900)
    bench.settle()
    first = bench.widget("Bullet##pair bullet").rect
    second = bench.reveal("Exact##ticks exact")
    assert second.top >= first.bottom


def test_two_dimensions_have_no_contact_policies(bench: Bench) -> None:
    bench.open(start_state("plane/boxes-overlap-2d"))
    bench.front("Contact policies")
    bench.settle()
    assert ONLY_3D in bench.words


def test_what_cannot_be_followed_says_why() -> None:
    state = start_state(NAME)
    assert policies_panel.recent_motion(state) is None
    assert policies_panel.recent_motion(update(state, StepMotion(1))) is not None
    assert (
        policies_panel.recent_motion(update(update(state, StepMotion(1)), PlayMotion(True))) == policies_panel.PLAYING
    )
    seam = update(start_state("seam"), StepMotion(1))
    assert policies_panel.recent_motion(seam) == policies_panel.CONCAVE


def test_only_the_last_ticks_of_the_chosen_pair_are_followed() -> None:
    state = update(start_state(NAME), StepMotion(policies_panel.FOLLOWED + 5))
    other = update(state, ChoosePair(("ground", "rough")))
    motions = [policies_panel.recent_motion(version) for version in (state, other)]
    assert all(
        isinstance(motion, policies_panel.PairMotion) and len(motion.poses_b) == policies_panel.FOLLOWED
        for motion in motions
    )
    assert motions[0] != motions[1]


def test_cells_show_numbers_and_dashes() -> None:
    state = update(start_state(NAME), ChooseAlgorithm("gjk"))
    rows = {row.policy: policies_panel.pair_words(row) for row in contact_table(*state.document.pair_bodies).rows}
    assert rows["exact"] == ("4", "0", "0", "0", "0 %")
    assert rows["bullet"] == ("4", "0", "0", "0", "0 %")
    assert all(len(words) == len(policies_panel.PAIR_COLUMNS) - 1 for words in rows.values())
    round_pair = Box((1, 1, 1)), [Pose()], Ellipsoid((1, 2, 1)), [Pose(position=(0, 2.9, 0))]
    motions = {result.policy: policies_panel.motion_words(result) for result in follow_manifolds(*round_pair)}
    assert motions["exact"] == ("–",) * (len(policies_panel.MOTION_COLUMNS) - 1)
    assert motions["bullet"] == ("0", "0", "0", "0", "0", "–")


def test_the_ids_of_a_tick_are_named_by_their_bodies() -> None:
    away = Pose(position=(0, 5, 0))
    there = [Pose(position=(0, 1.49, 0)), Pose(position=(0.01, 1.49, 0)), away, away]
    results = {
        result.policy: result for result in follow_manifolds(Box((1, 1, 1)), [Pose()] * 4, Box((0.5, 0.5, 0.5)), there)
    }
    _, slid, lost, gone = results["box3d"].ticks
    assert policies_panel.ids_words(slid, "floor", "box").startswith("In this tick:\nKept: box v")
    assert policies_panel.ids_words(lost, "floor", "box").count("box v") == 4
    assert "Lost: " in policies_panel.ids_words(lost, "floor", "box")
    assert policies_panel.ids_words(gone, "floor", "box") == "No contact point in this tick"
    assert [*results] == [*POLICIES]
