"""How often solvers are wrong, as a function of one quantity."""

import json
from math import sqrt
from pathlib import Path

import pytest

from gjkscope.app.ask.solvers.addresses import AddressError, solver_at
from gjkscope.app.ask.solvers.tolerance import Tolerance
from gjkscope.app.command_line.main import run_command
from gjkscope.app.judge.hunting.chunks import close_solvers
from gjkscope.app.judge.surveying.rate_plots import caption, picture
from gjkscope.app.judge.surveying.rates import (
    QUANTILE,
    QUANTITIES,
    RateCurve,
    RatePlan,
    RatePoint,
    measure_rates,
    wilson_interval,
)
from gjkscope.engine import Box, Pose, Sphere

BLIND = """
from gjkscope import query

def distance(a, pose_a, b, pose_b):
    "Takes gaps below 0.1 m for overlaps, and does not know spheres."
    if a.kind == "sphere":
        return None
    truth = query(a, pose_a, b, pose_b).signed_distance
    return -0.5 if truth < 0.1 else truth
"""


@pytest.mark.parametrize(("failed", "judged"), [(1, 10), (5, 50), (999, 1000), (50, 100)])
def test_the_ends_of_an_interval_are_shares_that_the_count_just_does_not_contradict(failed: int, judged: int) -> None:
    """Wilson's interval solves |p̂ − p| = z √(p (1 − p) / n)."""
    for share in wilson_interval(failed, judged):
        assert abs(failed / judged - share) == pytest.approx(QUANTILE * sqrt(share * (1 - share) / judged), rel=1e-9)


def test_no_failure_and_nothing_but_failures_have_intervals() -> None:
    assert wilson_interval(0, 100)[0] == 0.0
    assert 0.03 < wilson_interval(0, 100)[1] < 0.04
    assert wilson_interval(100, 100)[1] == 1.0
    assert wilson_interval(0, 0) == (0.0, 1.0)


def test_a_planted_fault_is_found_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "blind.py"
    path.write_text(BLIND, encoding="utf-8")
    plan = RatePlan((f"{path}:distance",), "gap", pairs=40, values=3, kinds=("box", "sphere"))
    try:
        [curve] = measure_rates(plan)
    finally:
        close_solvers()
    near, middle, far = curve.points
    assert 0 < near.judged < 40  # spheres are not judged
    # A gap below the tolerance may be taken for an overlap, but not for a deep one.
    assert (near.wrong_verdicts, near.wrong_distances, near.silent) == (0, near.judged, 0)
    assert (middle.wrong_verdicts, middle.rate) == (middle.judged, 1.0)
    assert far.rate == 0.0


@pytest.mark.parametrize("along", QUANTITIES)
def test_each_quantity_has_pairs_at_its_least_and_greatest_value(along: str) -> None:
    [curve] = measure_rates(RatePlan(("algorithm:libccd-mpr",), along, pairs=30, values=2, kinds=("box",)))
    assert [point.value for point in curve.points] == pytest.approx(QUANTITIES[along].values)
    assert [point.judged for point in curve.points] == [30, 30]
    assert along == "depth" or curve.points[0].failed == 0 or along == "size"  # tiny boxes have no portal


def test_an_algorithm_is_a_solver() -> None:
    solver = solver_at("algorithm:libccd-mpr")
    assert solver.title == "libccd 2.1: MPR"
    apart = solver.ask(Sphere(1.0), Pose(), Box((1, 1, 1)), Pose(position=(3, 0, 0)))
    assert (apart.verdict, apart.signed_distance) == ("separated", None)
    cast = solver.ask(Sphere(1.0), Pose(), Box((1, 1, 1)), Pose(position=(3, 0, 0)), (1.0, 0.0, 0.0))
    assert cast.unsupported is not None
    with pytest.raises(AddressError, match="algorithms of engines are"):
        solver_at("algorithm:nothing")


def test_the_command_writes_the_plot_with_versions_counts_and_intervals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["survey", "--along", "gap", "--engines", "algorithm:libccd-mpr", "--count", "20", "--values", "2"]
    assert run_command([*words, "--kinds", "box", "-o", str(tmp_path)]) == 0
    assert "libccd 2.1: MPR" in capsys.readouterr().out
    data = json.loads((tmp_path / "rates.json").read_text(encoding="utf-8"))
    assert [point["judged"] for point in data["curves"][0]["points"]] == [20, 20]
    svg = (tmp_path / "rates.svg").read_text(encoding="utf-8")
    for shown in ("libccd 2.1: MPR", "20 pairs for each point: box", "95 % confidence intervals"):
        assert shown in svg
    assert "0.00 % (0.00 to" in (tmp_path / "rates.md").read_text(encoding="utf-8")


def test_the_picture_says_between_which_numbers_the_counts_lie() -> None:
    points = (RatePoint(0.1, 10, 0, 0, 0), RatePoint(1.0, 1200, 3, 0, 1))
    plan = RatePlan(("algorithm:fcl",), "gap", 1200, 2)
    curve = RateCurve("algorithm:fcl", "FCL 0.7", Tolerance(), points)
    assert caption(plan, [curve]).startswith("10 to 1,200 pairs")
    assert picture(plan, [curve], "png").startswith(b"\x89PNG")
