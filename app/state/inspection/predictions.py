"""The targets of a prediction, the right answers among them, and why each of the others is wrong.

Everything is computed from the trace of the page's pair, whatever the algorithm: its record in the registry says which
vertices, features and axes a step has.  `challenge_of` also validates the prediction when its lesson is read.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from math import cos, pi, sin
from typing import Any, NamedTuple

from gjkscope.app.ask.runs.choices import Run
from gjkscope.app.base.identity import Identity
from gjkscope.app.state.inspection.traces import current_step, inspect, last_step, pair_of
from gjkscope.app.state.model import Prediction, PredictionKind, PredictionTask, State, Subject, View
from gjkscope.engine.registry.algorithms import algorithm_of
from gjkscope.engine.registry.records import Algorithm, AxisView, FeatureTest, FeatureView
from gjkscope.engine.shapes.directions import even_directions
from gjkscope.engine.shapes.kinds import PlacedPair
from gjkscope.engine.shapes.support import convex, support
from gjkscope.engine.text import number
from gjkscope.engine.vectors import ZERO, Vec3, add, dot, neg, norm, scale, sub, unit

MOST_TARGETS = 9  # points to choose from: more would cover each other, and each has a digit as its key
DIRECTIONS = 400  # in which the support points to choose from are sought
# Fractions of the extent along d.  Points closer together are the same.  Points that reach nearly as far as the right
# answer are not offered, as they look the same; in space, where views are oblique, the limit is stricter.
SAME, FAIR, FAIR_IN_PLANE = 1e-9, 0.05, 0.015
SLACK = 1e-6  # fraction of the extent by which a step's own point may fall short, in single precision
FEWEST_AXES, MOST_AXES = 2, 9  # the number keys answer
TRIANGLE = 3  # vertices: a polygon with more is no simplex
INTERIOR = "INTERIOR"  # the key of the region inside a simplex
TIE = 1e-9  # of the largest overlap: a smaller difference is rounding


class PredictionError(ValueError):
    """A prediction that does not apply to its step, or does not have exactly one right answer."""


class Target(NamedTuple):
    """Something that can be chosen: a point, an edge, a face or an axis of a view; or a word, without corners."""

    name: str  # "vertex w0", "point 3"
    label: str  # beside it in the view
    corners: tuple[Vec3, ...]  # of what can be clicked: 1 a point, 2 a segment, 3 a triangle, 4 a tetrahedron
    why: str  # explains the wrong answer; empty for a right one


class Challenge(NamedTuple):
    """A prediction with its answers.  Points are those at the beginning of the page."""

    prediction: Prediction
    view: View  # where the targets are
    targets: tuple[Target, ...]
    right: frozenset[int]  # any of these is a right answer
    step: Any  # the record of the step that has the answer
    reveals: int  # the number of the step to show after the answer
    direction: Vec3 | None = None  # that is searched, unit; None if the step searches none
    vertices: tuple[tuple[Vec3, str], ...] = ()  # of the simplex, each with its name
    reaches: tuple[float, ...] = ()  # of the targets along the direction, metres
    best: float = 0.0  # the largest reach of all
    axes: tuple[Any, ...] = ()  # records of the axes that are the targets

    @property
    def is_dragged(self) -> bool:
        """Whether the answer is given by dragging the origin, not by choosing a target."""
        return self.prediction.kind is PredictionKind.DRAG_ORIGIN


def open_challenge(state: State) -> Challenge | None:
    """The challenge of the prediction that is being asked; None if there is none."""
    prediction, mark = state.open_prediction, state.lesson
    if prediction is None or mark is None:
        return None
    return challenge_of(prediction, mark.shown.first)


def settled_challenge(state: State) -> Challenge | None:
    """The challenge that was answered by dragging the origin, while nothing else is shown; None if there is none."""
    mark = state.lesson
    if mark is None or mark.asked is None or not mark.asked.settled or mark.away or state.show is not None:
        return None
    part = mark.shown.parts[mark.asked.part]
    return challenge_of(part.prediction, mark.shown.first) if isinstance(part, PredictionTask) else None


def drawn_challenge(state: State) -> Challenge | None:
    """The challenge that the views draw instead of the step; None if an earlier step of the run is chosen."""
    challenge = open_challenge(state) or settled_challenge(state)
    return challenge if challenge is not None and current_step(state) == last_step(state) else None


def wrong_targets(state: State) -> tuple[int, ...]:
    """The wrong answers so far to the prediction that is being asked."""
    asked = state.lesson.asked if state.lesson is not None else None
    return asked.wrong if asked is not None else ()


def challenge_of(prediction: Prediction, first: State) -> Challenge:
    """The challenge, from the state at the beginning of its page.  Raises `PredictionError`."""
    return _challenge(prediction, Identity(first))


def explanation(state: State) -> str:
    """Why the last answer to the prediction that is being asked is wrong; empty before the first answer."""
    challenge, wrong = open_challenge(state), wrong_targets(state)
    if challenge is None or not wrong or state.gesture.origin is not None:  # a drag in progress is not yet an answer
        return ""
    hint = challenge.prediction.explain
    why = challenge.targets[wrong[-1]].why if not challenge.is_dragged else why_not_there(challenge, state)
    return f"{why} {hint}".strip()


def origin_shift(state: State) -> Vec3:
    """How far A − B has been translated since the beginning of the page."""
    mark = state.lesson
    if mark is None:
        return ZERO
    return sub(_apart(pair_of(state)), _apart(pair_of(mark.shown.first)))


def feature_at_origin(challenge: Challenge, state: State) -> FeatureTest:
    """The feature of the challenge's simplex nearest to the current origin."""
    view, shift = _feature_view(challenge.step), origin_shift(state)
    return next(test for test in view.features(view.moved(challenge.step, shift)) if test.won)


def dragged_answer(challenge: Challenge, state: State) -> int:
    """The target that stands for the place to which the origin has been dragged."""
    key = feature_at_origin(challenge, state).key
    return next(i for i, test in enumerate(_feature_view(challenge.step).features(challenge.step)) if test.key == key)


def why_not_there(challenge: Challenge, state: State) -> str:
    """Why the origin is not yet in the region of the goal."""
    view, shift = _feature_view(challenge.step), origin_shift(state)
    tests = view.features(view.moved(challenge.step, shift))
    goal = next(test for test in tests if test.key == challenge.prediction.goal)
    won = next(test for test in tests if test.won)
    return f"The origin is nearest to {won.name}, not to {goal.name}: {goal.clause}."


@lru_cache(maxsize=32)
def _challenge(prediction: Prediction, first: Identity) -> Challenge:
    state: State = first.value
    trace = inspect(state).trace
    if trace is None:
        raise PredictionError(f"the page has no run to ask about: {inspect(state).refusal}")
    if isinstance(trace, Run):
        raise PredictionError(f"the page's run, {trace.algorithm}, is not an algorithm on a pair of shapes")
    if state.run.comparison is not None:
        raise PredictionError("the page compares two runs: the other one would show the answer")
    if not prediction.at < len(trace.steps):
        raise PredictionError(f"at: must be a step of the run, 0 … {len(trace.steps) - 1}, got {prediction.at}")
    return KINDS[prediction.kind](prediction, state, trace.steps)


# --- support points ---


def _support(prediction: Prediction, state: State, steps: Sequence[Any]) -> Challenge:
    step = steps[prediction.at]
    algorithm = algorithm_of(step)
    if algorithm.search is None:
        raise PredictionError(f"{algorithm.title} does not search along directions: it has no support points")
    direction = unit(_in_space(step.direction))
    if direction == ZERO:
        raise PredictionError(f"step {prediction.at} has no direction")
    way = neg(direction) if prediction.of is Subject.BODY_B else direction
    points = _support_points(prediction.of, pair_of(state), way)
    reaches = [dot(way, point) for point in points]
    best, least = max(reaches), min(reaches)
    if best == least:
        raise PredictionError("all points reach equally far along d")
    if prediction.of is Subject.DIFFERENCE and best - dot(way, _in_space(step.support.point)) > SLACK * (best - least):
        raise PredictionError(f"step {prediction.at} does not look for the furthest point along its direction")
    offered = _choose_points(points, reaches, best, best - least, FAIR_IN_PLANE if _is_planar(pair_of(state)) else FAIR)
    right = frozenset(i for i, point in enumerate(offered) if best - dot(way, point) <= SAME * (best - least))
    name = {Subject.DIFFERENCE: "A − B"}.get(prediction.of, prediction.of.value)
    sign = "−d" if prediction.of is Subject.BODY_B else "d"
    targets = tuple(
        Target(
            f"point {i + 1}",
            str(i + 1),
            (point,),
            "" if i in right else _falls_short(name, sign, best - dot(way, point)),
        )
        for i, point in enumerate(offered)
    )
    view = View.DIFFERENCE if prediction.of is Subject.DIFFERENCE else View.WORLD
    return Challenge(
        prediction,
        view,
        targets,
        right,
        step,
        prediction.at,
        way,
        _simplex_before(algorithm, steps, prediction.at),
        tuple(dot(way, point) for point in offered),
        best,
    )


def _falls_short(name: str, sign: str, short: float) -> str:
    what = "w" if name == "A − B" else f"s_{name}({sign})"
    return (
        f"{what} is the point of {name} furthest along {sign}. The point you chose is {number(short, 3)} m short: "
        f"another lies that much further along {sign}."
    )


def _support_points(of: Subject, pair: PlacedPair, way: Vec3) -> tuple[Vec3, ...]:
    """Points of the set that are furthest in some direction, the first of them along `way`; without repetitions."""
    shape_a, pose_a, shape_b, pose_b = pair
    core_a, core_b = convex(shape_a, pose_a), convex(shape_b, pose_b)
    flat = _is_planar(pair)
    by_cell: dict[Vec3, Vec3] = {}
    size = 0.0
    points = []
    for direction in (way, *_directions(flat)):
        on_a, on_b = support(core_a, direction)[0], support(core_b, neg(direction))[0]
        if of is Subject.BODY_B:
            on_b = support(core_b, direction)[0]
        points.append({Subject.DIFFERENCE: sub(on_a, on_b), Subject.BODY_A: on_a, Subject.BODY_B: on_b}[of])
        size = max(size, norm(sub(points[-1], points[0])))
    cell = max(size * SAME, 1e-300)
    for point in points:
        offset = sub(point, points[0])
        by_cell.setdefault((round(offset[0] / cell), round(offset[1] / cell), round(offset[2] / cell)), point)
    return tuple(by_cell.values())


def _directions(flat: bool) -> Iterable[Vec3]:
    if flat:
        return ((cos(2 * pi * i / DIRECTIONS), sin(2 * pi * i / DIRECTIONS), 0.0) for i in range(DIRECTIONS))
    return ((float(x), float(y), float(z)) for x, y, z in even_directions(DIRECTIONS))


def _is_planar(pair: PlacedPair) -> bool:
    return pair[0].dimension == 2


def _choose_points(
    points: Sequence[Vec3], reaches: Sequence[float], best: float, extent: float, fair: float
) -> list[Vec3]:
    """The points to choose from: all that reach furthest, and others far from each other; sorted by coordinates."""
    chosen = [point for point, reach in zip(points, reaches, strict=True) if best - reach <= SAME * extent][
        :MOST_TARGETS
    ]
    others = [point for point, reach in zip(points, reaches, strict=True) if best - reach > fair * extent]
    while others and len(chosen) < MOST_TARGETS:
        furthest = max(others, key=lambda point: min(norm(sub(point, point_chosen)) for point_chosen in chosen))
        others.remove(furthest)
        chosen.append(furthest)
    return sorted(chosen)


def _simplex_before(algorithm: Algorithm, steps: Sequence[Any], at: int) -> tuple[tuple[Vec3, str], ...]:
    """The vertices of the simplex before a step; if a polygon is no longer a simplex, those of its nearest edge."""
    if at == 0 or algorithm.search is None:
        return ()
    before = steps[at - 1]
    if algorithm.simplex is not None:
        return _name_vertices(algorithm.simplex(before))
    if algorithm.search.polygon is not None and len(vertices := algorithm.search.polygon(before)) <= TRIANGLE:
        return _name_vertices(vertices)
    return tuple((point, "") for point in algorithm.search.simplex(before))


def _name_vertices(vertices: Sequence[Any]) -> tuple[tuple[Vec3, str], ...]:
    return tuple((_in_space(vertex.point), f"w{vertex.birth}") for vertex in vertices)


# --- features of a simplex ---


def _feature_view(step: Any) -> FeatureView:
    algorithm = algorithm_of(step)
    if algorithm.features is None:
        raise PredictionError(f"{algorithm.title} does not reduce a simplex to its nearest feature")
    return algorithm.features


def _drop_challenge(prediction: Prediction, state: State, steps: Sequence[Any]) -> Challenge:
    step, view = _reducing_step(prediction, steps)
    vertices, weights = view.candidate(step), view.weights(step)
    nearest = next(test for test in view.features(step) if test.won)
    gone = [i for i, weight in enumerate(weights) if weight == 0 and not _is_kept(step, vertices[i])]
    if any(weight == 0 and i not in gone for i, weight in enumerate(weights)):
        raise PredictionError(f"step {prediction.at} keeps a vertex whose weight is below rounding")
    if len(gone) > 1:
        names = " and ".join(f"w{vertices[i].birth}" for i in gone)
        raise PredictionError(f"step {prediction.at} drops {names}; a question needs exactly one right answer")
    targets = [
        Target(
            f"vertex w{vertex.birth}", f"w{vertex.birth}", (_in_space(vertex.point),), _why_kept(vertex.birth, nearest)
        )
        for vertex in vertices
    ]
    targets.append(Target("none", "none", (), "A vertex is dropped: the closest point does not need all of them."))
    right = gone[0] if gone else len(vertices)
    targets[right] = targets[right]._replace(why="")
    return _about_simplex(prediction, view, step, tuple(targets), right)


def _is_kept(step: Any, vertex: Any) -> bool:
    simplex = algorithm_of(step).simplex
    return simplex is None or vertex.birth in {kept.birth for kept in simplex(step)}


def _why_kept(birth: int, nearest: FeatureTest) -> str:
    if nearest.key == INTERIOR:
        return f"w{birth} stays: the origin is inside, and every vertex is needed to enclose it."
    return (
        f"w{birth} stays: the origin is nearest to {nearest.name}, and w{birth} is part of it. "
        "Only the other vertices are dropped."
    )


def _region(prediction: Prediction, state: State, steps: Sequence[Any]) -> Challenge:
    step, view = _reducing_step(prediction, steps)
    return _of_features(prediction, view, step)


def _drag_origin(prediction: Prediction, state: State, steps: Sequence[Any]) -> Challenge:
    step = steps[prediction.at]
    view = _feature_view(step)
    tests = view.features(step)
    if prediction.goal not in {test.key for test in tests}:
        keys = ", ".join(test.key for test in tests)
        raise PredictionError(f"region: must be a region of the simplex of step {prediction.at}: {keys}")
    if next(test.key for test in tests if test.won) == prediction.goal:
        raise PredictionError(f"region: the origin is already in {prediction.goal}")
    challenge = _of_features(prediction, view, step)
    goal = next(i for i, test in enumerate(tests) if test.key == prediction.goal)
    place_in_region(challenge, pair_of(state))
    return challenge._replace(right=frozenset((goal,)))


def _of_features(prediction: Prediction, view: FeatureView, step: Any) -> Challenge:
    tests, vertices = view.features(step), view.candidate(step)
    targets = tuple(
        Target(
            test.name,
            "inside" if test.key == INTERIOR else test.name.partition(" ")[2],
            tuple(_in_space(vertices[slot].point) for slot in test.slots),
            "" if test.won else _why_not(test),
        )
        for test in tests
    )
    won = [i for i, test in enumerate(tests) if test.won]
    if len(won) != 1:
        raise PredictionError(f"step {prediction.at} has no nearest feature")
    return _about_simplex(prediction, view, step, targets, won[0])


def _why_not(test: FeatureTest) -> str:
    where = "in" if test.key == INTERIOR else "nearest to"
    return f"The origin is not {where} {test.name}: {test.clause}."


def _about_simplex(
    prediction: Prediction, view: FeatureView, step: Any, targets: tuple[Target, ...], right: int
) -> Challenge:
    names = tuple((_in_space(vertex.point), f"w{vertex.birth}") for vertex in view.candidate(step))
    return Challenge(prediction, View.DIFFERENCE, targets, frozenset((right,)), step, prediction.at, vertices=names)


def _reducing_step(prediction: Prediction, steps: Sequence[Any]) -> tuple[Any, FeatureView]:
    """The step, which must add a vertex to a simplex.  Raises `PredictionError`."""
    step = steps[prediction.at]
    view = _feature_view(step)
    births = [vertex.birth for vertex in view.candidate(step)]
    if len(births) < 2:
        raise PredictionError(f"step {prediction.at} has a single vertex: there is nothing to choose")
    search = algorithm_of(step).search
    if search is not None and step.support.birth not in births:
        raise PredictionError(f"step {prediction.at} ends the search without adding a vertex to the simplex")
    return step, view


def place_in_region(challenge: Challenge, pair: PlacedPair) -> Vec3:
    """A place for the origin in the region of the goal, in the coordinates of the challenge's simplex.

    Tries places around the feature, up to about the size of the simplex from it.  Raises `PredictionError`.
    """
    flat = _is_planar(pair)
    view = _feature_view(challenge.step)
    vertices = [_in_space(vertex.point) for vertex in view.candidate(challenge.step)]
    tests = view.features(challenge.step)
    goal = next(test for test in tests if test.key == challenge.prediction.goal)
    foot = scale(_sum(vertices[slot] for slot in goal.slots), 1 / len(goal.slots))
    middle = scale(_sum(vertices), 1 / len(vertices))
    size = max((norm(sub(p, q)) for p, q in combinations(vertices, 2)), default=1.0)

    def is_in(origin: Vec3) -> bool:
        moved = view.features(view.moved(challenge.step, neg(origin)))
        return any(test.won and test.key == goal.key for test in moved)

    away = unit(sub(foot, middle))
    ways = (away, *_directions(flat)) if away != ZERO else tuple(_directions(flat))
    tried = (add(foot, scale(way, share * size)) for share in (0.4, 0.2, 0.1) for way in ways)
    inside = [foot] if is_in(foot) and len(goal.slots) == len(vertices) else []
    position = next((candidate for candidate in (*inside, *tried) if is_in(candidate)), None)
    if position is None:
        raise PredictionError(f"region: {goal.key} is too thin to drag the origin into it")
    return position


def _in_space(vector: Sequence[float]) -> Vec3:
    """The vector in space; that of a 2D step lies in the plane z = 0."""
    return vector[0], vector[1], vector[2] if len(vector) > 2 else 0.0


def _sum(vectors: Iterable[Vec3]) -> Vec3:
    total = ZERO
    for vector in vectors:
        total = add(total, vector)
    return total


def _apart(pair: PlacedPair) -> Vec3:
    return sub(pair[1].position, pair[3].position)


# --- axes ---


def _axes(prediction: Prediction, state: State, steps: Sequence[Any]) -> Challenge:
    view = _axis_view(steps[0])
    numbers = prediction.axes or tuple(i for i, step in enumerate(steps) if view.axis(step) is not None)
    if not FEWEST_AXES <= len(numbers) <= MOST_AXES:
        raise PredictionError(f"axes: must be {FEWEST_AXES} … {MOST_AXES} steps to choose from, got {len(numbers)}")
    axes = [_axis_at(view, steps, i) for i in numbers]
    right = _best_axis(numbers, axes)
    separates = axes[right].overlap < 0
    least = axes[right].overlap
    targets = tuple(
        Target(
            f"axis {i + 1}: {view.name(axis, *state.document.pair)}",
            f"axis {i + 1}",
            (ZERO, _in_space(axis.direction)),
            "" if i == right else _why_not_axis(axis.overlap, least, separates),
        )
        for i, axis in enumerate(axes)
    )
    return Challenge(
        prediction, View.WORLD, targets, frozenset((right,)), steps[numbers[right]], numbers[right], axes=tuple(axes)
    )


def _axis_view(step: Any) -> AxisView:
    algorithm = algorithm_of(step)
    if algorithm.axes is None:
        raise PredictionError(f"{algorithm.title} does not test axes")
    return algorithm.axes


def _axis_at(view: AxisView, steps: Sequence[Any], number_: int) -> Any:
    if not 0 <= number_ < len(steps):
        raise PredictionError(f"axes: must be steps of the run, 0 … {len(steps) - 1}, got {number_}")
    axis = view.axis(steps[number_])
    if axis is None:
        raise PredictionError(f"axes: step {number_} tests no axis: it is skipped")
    return axis


def _best_axis(numbers: Sequence[int], axes: Sequence[Any]) -> int:
    """The only axis that separates; if none does, the one of least overlap."""
    gaps = [i for i, axis in enumerate(axes) if axis.overlap < 0]
    if len(gaps) > 1:
        both = " and ".join(str(numbers[i]) for i in gaps)
        raise PredictionError(f"axes: steps {both} all separate the shapes; a question needs exactly one right answer")
    if gaps:
        return gaps[0]
    order = sorted(range(len(axes)), key=lambda i: axes[i].overlap)
    slack = TIE * axes[order[-1]].overlap
    if axes[order[1]].overlap - axes[order[0]].overlap <= slack:
        tied = f"{numbers[order[0]]} and {numbers[order[1]]}"
        raise PredictionError(
            f"axes: steps {tied} tie for the least overlap; a question needs exactly one right answer"
        )
    return order[0]


def _why_not_axis(overlap: float, least: float, separates: bool) -> str:
    here = f"Along this axis the shadows overlap by {number(overlap)} m"
    if separates:
        return f"{here}: it does not separate the shapes."
    return f"{here}; along another axis they overlap by only {number(least)} m."


KINDS: dict[PredictionKind, Callable[[Prediction, State, Sequence[Any]], Challenge]] = {
    PredictionKind.SUPPORT: _support,
    PredictionKind.DROPPED: _drop_challenge,
    PredictionKind.REGION: _region,
    PredictionKind.DRAG_ORIGIN: _drag_origin,
    PredictionKind.AXIS: _axes,
}
