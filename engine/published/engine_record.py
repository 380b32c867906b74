"""The record of an engine's algorithm, from its functions and its words."""

from collections.abc import Callable
from math import inf
from typing import Any

from gjkscope.engine.options import Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.published.engine_step import EngineStep
from gjkscope.engine.published.engine_words import EngineWords
from gjkscope.engine.registry.records import Algorithm, Bounds, Change, SearchView, Stepping, vertex_changes
from gjkscope.engine.result import Trace
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import Vec3

Prepare = Callable[[Shape, Pose, Shape, Pose, Options], Any]


def engine_algorithm(
    name: str,
    title: str,
    order: int,
    state: type,
    trace: Callable[[Shape, Pose, Shape, Pose, Options], Trace],
    prepare: Prepare,
    start: Callable[..., Any],
    step: Callable[..., Any],
    words: EngineWords,
    options: tuple[str, ...] = ("corrected",),
) -> Algorithm:
    """The record of an algorithm whose steps are a subclass of `EngineStep`; `prepare` makes what a step needs."""

    def stepping(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options) -> Stepping:
        pair = prepare(shape_a, pose_a, shape_b, pose_b, options)
        return Stepping(start, step, (pair,), (pair,))

    return Algorithm(
        name=name,
        title=title,
        order=order,
        state=state,
        trace=trace,
        stepping=stepping,
        explain=words.explain,
        headline=words.headline,
        options=options,
        tests=tuple(kind for kind, test in words.decisions.items() if test.should_hold is not None),
        changes=_changes,
        bounds=_bounds,
        beliefs=words.beliefs,
        beats=words.beats(),
        search=SearchView(_points, _on_feature),
        simplex=lambda step: step.simplex,
        least_depth=False,
    )


def _changes(before: EngineStep, step: EngineStep) -> set[Change]:
    happened = {Change.PHASE_CHANGED} if step.phase != before.phase else set()
    if step.simplex or step.before:
        happened |= vertex_changes(step.before, step.simplex)
    return happened


def _bounds(step: EngineStep) -> Bounds:
    return step.lower, inf


def _points(step: EngineStep) -> tuple[Vec3, ...]:
    return tuple(vertex.point for vertex in step.simplex)


def _on_feature(step: EngineStep) -> bool:
    """Whether the origin lies on a feature that the step tests: a distance is exactly 0."""
    return any(decision.left == 0 for decision in step.decisions if decision.vertices)
