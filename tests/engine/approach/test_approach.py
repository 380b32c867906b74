"""The curves that searches for a first contact follow, and their comparison."""

from itertools import pairwise
from math import isfinite

import numpy as np
import pytest

from gjkscope.engine import (
    Box,
    Motion,
    Point,
    Pose,
    Segment,
    Shape,
    Sphere,
    Triangle,
    cast,
    compare_searches,
    first_contact,
    toi,
)
from gjkscope.engine.advancement.motion import STILL
from gjkscope.engine.approach.comparison import contact_near, cost_of
from gjkscope.engine.approach.curves import distance_curve, measurement, span_of, step_curve
from gjkscope.engine.time_of_impact.steps import sweep_of

FLYING = Motion(velocity=(2.0, 0.5, 0.0))
PAIR = (Box((1, 0.5, 1)), Pose(), FLYING, Sphere(0.5), Pose(position=(6, 1, 0)), STILL, 5.0)


@pytest.mark.parametrize("search", [first_contact, cast, toi])
def test_each_curve_is_below_the_distance_and_passes_through_what_was_measured(search) -> None:  # type: ignore[no-untyped-def]
    sweep, steps = sweep_of(*PAIR), search(*PAIR).steps
    assert len(steps) >= 2
    for step in steps:
        start, end = span_of(steps, step)
        curve = step_curve(sweep, step, start, end, 9)
        true = [distance_curve(sweep, time, time, 1).values[0] for time in curve.times]
        assert (curve.values <= np.array(true) + 1e-9)[np.isfinite(true)].all()
    assert all(isfinite(measurement(step).value) for step in steps)
    assert all(before.iteration < after.iteration for before, after in pairwise(steps))


def test_the_plot_of_a_time_of_impact_is_around_the_contact() -> None:
    """A contact after 0.04 s, of a search over ten."""
    fast = Motion((-12.5, 0.0, 0.0))
    steps = toi(Sphere(0.5), Pose(), STILL, Sphere(0.5), Pose(position=(1.5, 0.0, 0.0)), fast, 10.0).steps
    found = measurement(steps[-1]).time
    assert found == pytest.approx(0.04, rel=1e-3)
    start, end = span_of(steps, steps[0])
    assert start == 0.0
    assert found < end <= 3 * found
    assert all(span_of(steps, step)[1] <= 3 * found for step in steps)


def test_the_reference_is_a_root_to_the_last_bit() -> None:
    sweep = sweep_of(Sphere(1), Pose(), Motion(velocity=(2, 0, 0)), Sphere(1), Pose(position=(5, 0, 0)), STILL, 5.0)
    assert contact_near(sweep, 1.4) == pytest.approx(1.5, abs=1e-15)


def test_a_grazing_contact_has_no_reference() -> None:
    sweep = sweep_of(Sphere(1), Pose(), Motion(velocity=(2, 0, 0)), Sphere(1), Pose(position=(5, 2, 0)), STILL, 5.0)
    assert contact_near(sweep, 2.5) is None


def test_all_searches_agree_with_the_reference_and_say_what_they_cost() -> None:
    comparison = compare_searches(*PAIR)
    assert comparison.reference is not None
    for result in comparison.results:
        assert result.error == pytest.approx(0.0, abs=1e-8)
        assert result.cost.distances + result.cost.supports >= 2
    assert {result.name: result.cost.distances > 0 for result in comparison.results} == {
        "advancement": True,
        "cast": False,
        "toi": True,
    }


@pytest.mark.parametrize("shape", [Sphere(0.5), Box((0.5, 0.5, 0.5))])
def test_bodies_that_miss_have_no_reference_and_no_errors(shape: Shape) -> None:
    comparison = compare_searches(shape, Pose(), FLYING, shape, Pose(position=(0, 9, 0)), STILL, 2.0)
    assert comparison.reference is None
    assert [result.error for result in comparison.results] == [None, None, None]


def test_triangles_are_searched_by_their_features_too() -> None:
    leaf, floor = Triangle(((0, -0.5, 0.25), (0.9, 0.4, 0.3), (-0.6, 0.5, -0.5))), FLOOR
    falling = Pose(position=(0, 1.5, 0)), Motion(velocity=(0.25, -1, 0))
    comparison = compare_searches(leaf, *falling, floor, Pose(), STILL, 3.0)
    assert comparison.reference == pytest.approx(1.0, abs=1e-12)
    by_name = {result.name: result for result in comparison.results}
    assert [*by_name] == ["advancement", "cast", "toi", "triangles-cubic", "triangles-inclusion"]
    assert all(result.error == pytest.approx(0, abs=1e-5) for result in comparison.results)
    cubic, inclusion = by_name["triangles-cubic"].cost, by_name["triangles-inclusion"].cost
    assert (cubic.distances, cubic.supports, cubic.tests) == (0, 0, 16)
    assert inclusion.tests > 100


@pytest.mark.parametrize(
    ("shape", "applies"),
    [
        (Triangle(((0, 0, 0), (1, 0, 0), (0, 1, 0))), True),
        (Segment((0, 0, 0), (1, 0, 0)), True),
        (Point(), True),
        (Triangle(((0, 0, 0), (1, 0, 0), (0, 1, 0)), 0.1), False),
        (Sphere(1), False),
        (Box((1, 1, 1)), False),
    ],
)
def test_features_are_searched_where_the_search_takes_the_shapes(shape: Shape, applies: bool) -> None:
    there = Pose(position=(0.2, 5, 0.1))
    comparison = compare_searches(shape, there, Motion(velocity=(0, -1, 0)), FLOOR, Pose(), STILL, 2.0)
    by_feature = [result for result in comparison.results if result.name.startswith("triangles")]
    assert len(by_feature) == (2 if applies else 0)
    assert all(result.refusal is None for result in by_feature)


FLOOR = Triangle(((-1.2, 0, -1), (1.4, 0, -0.8), (0.1, 0, 1.3)))


def test_what_is_not_a_step_of_a_search_is_refused() -> None:
    sweep = sweep_of(*PAIR)
    for ask in (lambda: measurement(1), lambda: cost_of((1,)), lambda: step_curve(sweep, 1, 0.0, 1.0, 3)):
        with pytest.raises(ValueError, match="step: must be of a search for a first contact, got int"):
            ask()
