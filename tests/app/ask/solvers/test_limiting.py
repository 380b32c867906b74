"""Iterations of a GJK that tells only where it is after 1, 2, 3 … of them: our trace of coal, asked in this way."""

import pytest

from gjkscope.app.ask.solvers.limiting import NOTE, LimitedRun, iterations_by_limits
from gjkscope.engine.iterations.records import Iteration, IterationVertex
from gjkscope.engine.published.coal.steps import GUESS, State, prepare, trace
from gjkscope.engine.shapes import kinds
from gjkscope.engine.vectors import Vec3, neg, norm, sub
from tests.fidelity.pairs import Arguments, seeded_pairs

PAIRS = [pair for pair in seeded_pairs(60, 5, (kinds.Box, kinds.Hull)) if pair.family not in ("touching", "tiny")]


def gjk_steps(pair: Arguments) -> list[State]:
    return [step for step in trace(*pair).steps if step.polytope is None and step.direction is not None]


def limited_iterations(pair: Arguments, steps: list[State]) -> tuple[Iteration, ...]:
    prepared = prepare(*pair)

    def run(limit: int) -> LimitedRun:
        step = steps[min(limit, len(steps)) - 1]
        return LimitedRun(step.closest, min(limit, len(steps)), limit >= len(steps))

    def support(direction: Vec3) -> IterationVertex:
        step = min(steps, key=lambda one: norm(sub(one.direction, direction)))
        return IterationVertex(step.support.point, step.support.a, step.support.b)

    return iterations_by_limits(run, support, prepared.to_world(GUESS))


def test_simplexes_follow_from_closest_points() -> None:
    sizes = set()
    for pair in PAIRS:
        steps = gjk_steps(pair.arguments)
        iterations = limited_iterations(pair.arguments, steps)
        assert len(iterations) == len(steps), pair.name
        for step, iteration in zip(steps, iterations, strict=True):
            assert iteration.note == NOTE
            assert iteration.direction == pytest.approx(step.direction)
            assert iteration.closest == pytest.approx(step.closest)
            assert {vertex.point for vertex in iteration.simplex} == {vertex.point for vertex in step.simplex}, (
                pair.name
            )
            sizes.add(len(iteration.simplex))
    assert sizes == {1, 2, 3, 4}


def test_a_closest_point_of_no_simplex_leaves_it_empty() -> None:
    runs = [LimitedRun((1.0, 0.0, 0.0), 1, False), LimitedRun((5.0, 5.0, 5.0), 2, True)]
    vertices = iter([IterationVertex((1.0, 0.0, 0.0)), IterationVertex((1.0, 1.0, 0.0))])
    found = iterations_by_limits(lambda limit: runs[limit - 1], lambda _: next(vertices), (1.0, 0.0, 0.0))
    assert [len(iteration.simplex) for iteration in found] == [1, 0]
    assert found[1].direction == neg((1.0, 0.0, 0.0))


def test_a_run_that_searches_nothing_has_no_iteration() -> None:
    assert iterations_by_limits(lambda _: LimitedRun((0.0, 0.0, 0.0), 0, True), lambda _: None, (1.0, 0.0, 0.0)) == ()
