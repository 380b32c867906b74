"""The progress of a run: events and bounds of each step, read from the records."""

from math import inf, isfinite

import pytest

from gjkscope import engine
from gjkscope.app.ask.runs.progress import (
    OF_BOUNDS,
    StepEvent,
    bounds,
    events,
    has_bounds,
    main_event,
    sides_with_bounds,
)
from gjkscope.app.view.panels.timeline.track import groups
from gjkscope.engine.result import TOUCHING, NotApplicable, Trace, Verdict
from tests.engine.museum import exhibit
from tests.engine.samples import suit

CASES = ("hb-article-cycle-1", "fcl-293", "coal-144", "mujoco-MeshMesh", "mujoco-BoxEdge", "mujoco-CapsuleCapsule")


def run(case: str, algorithm: str) -> Trace:
    return engine.trace(*suit(algorithm, exhibit(case, "A B")[:4]), algorithm)


def test_every_algorithm_reports_progress() -> None:
    steps = set()
    for algorithm in engine.ALGORITHMS:
        for case in CASES[:2]:
            try:
                steps.add(type(run(case, algorithm).steps[0]))
            except NotApplicable:
                continue
    assert steps == {algorithm.state for algorithm in engine.ALGORITHMS.values()}


@pytest.mark.parametrize("algorithm", engine.ALGORITHMS)
def test_a_run_starts_ends_and_has_an_event_for_each_step(algorithm: str) -> None:
    trace = run("hb-article-cycle-1", algorithm)
    step_events = events(trace)
    assert len(step_events) == len(trace.steps)
    assert all(step_events)
    assert [StepEvent.START in step for step in step_events] == [True] + [False] * (len(step_events) - 1)
    answered = trace.result.verdict is not Verdict.UNDECIDED
    assert main_event(step_events[-1]) is (StepEvent.END if answered else StepEvent.FAILED)
    assert not any({StepEvent.END, StepEvent.FAILED} & set(step) for step in step_events[:-1])


def test_the_article_drops_a_vertex_from_its_fifth_step_on_and_never_ends() -> None:
    step_events = events(run("hb-article-cycle-1", "headbutt"))
    assert [main_event(step) for step in step_events[1:4]] == [StepEvent.ADDED] * 3
    assert all(StepEvent.DROPPED in step for step in step_events[4:-1])
    assert [main_event(step) for step in step_events[4:7]] == [
        StepEvent.MISTAKEN,
        StepEvent.DROPPED,
        StepEvent.MISTAKEN,
    ]
    assert StepEvent.FAILED in step_events[-1]


def test_gjk_drops_a_vertex_in_the_step_whose_simplex_loses_one() -> None:
    trace = run("fcl-319b", "gjk")
    dropped = [StepEvent.DROPPED in step for step in events(trace)]
    before = [{vertex.birth for vertex in step.before.vertices[: step.before.size]} for step in trace.steps]
    after = [{vertex.birth for vertex in step.simplex.vertices[: step.simplex.size]} for step in trace.steps]
    assert dropped == [bool(old - new) for old, new in zip(before, after, strict=True)]
    assert any(dropped)


def test_a_bound_improves_in_the_step_whose_bounds_are_tighter() -> None:
    trace = run("mujoco-MeshMesh", "epa")
    pairs, step_events = bounds(trace), events(trace)
    for i in range(1, len(pairs)):
        nearer = pairs[i][0] > pairs[i - 1][0] or pairs[i][1] < pairs[i - 1][1]
        assert (StepEvent.IMPROVED in step_events[i]) == nearer
        assert (StepEvent.STALLED in step_events[i]) != nearer
    assert any(StepEvent.IMPROVED in step for step in step_events)
    assert not any(set(OF_BOUNDS) & set(step_events[0]))


@pytest.mark.parametrize("case", CASES)
def test_no_step_has_bounds_that_exclude_the_true_distance(case: str) -> None:
    slack = TOUCHING * 10
    compared = 0
    for algorithm in engine.ALGORITHMS:
        proved = engine.query(*suit(algorithm, exhibit(case, "A B")[:4])).certificate
        assert proved is not None
        try:
            trace = run(case, algorithm)
        except NotApplicable:
            continue
        for lower, upper in bounds(trace):
            assert lower <= proved.upper + slack
            assert upper >= proved.lower - slack
            compared += isfinite(lower) or isfinite(upper)
    assert compared > 15


@pytest.mark.parametrize("algorithm", ["gjk", "mpr", "exact", "headbutt", "tetrahedron"])
@pytest.mark.parametrize("case", ["hb-article-cycle-1", "fcl-293"])
def test_the_last_bounds_are_those_of_the_result(case: str, algorithm: str) -> None:
    trace = run(case, algorithm)
    assert bounds(trace)[-1] == pytest.approx((trace.result.lower, trace.result.upper), rel=1e-12)


def test_steps_without_bounds_give_a_run_without_bounds() -> None:
    trace = run("hb-article-cycle-1", "headbutt")
    assert has_bounds(trace)
    unbounded = Trace("headbutt", (trace.steps[0]._replace(lower=-inf),), trace.result)
    assert not has_bounds(unbounded)
    assert bounds(unbounded) == ((-inf, inf),)


@pytest.mark.parametrize("count", [1, 2, 3, 80, 10_000])
@pytest.mark.parametrize("width", [0.0, 300.0])
def test_distinguishable_ticks_cover_every_step_once(count: int, width: float) -> None:
    spacing = width / max(count - 1, 1)
    shared = groups(count, spacing, 9.0)
    assert [step for first, after in shared for step in range(first, after)] == list(range(count))
    assert shared[-1] == (count - 1, count)
    if spacing > 0:
        assert len(shared) <= width / 9 + 2


@pytest.mark.parametrize(("algorithm", "sides"), [("gjk", (0, 1)), ("headbutt", (0,)), ("sat", (0,))])
def test_only_the_bounds_of_an_algorithm_are_named(algorithm: str, sides: tuple[int, ...]) -> None:
    assert sides_with_bounds(run("hb-article-cycle-1", algorithm)) == sides
