"""Machine code answers about single pairs as the interpreter does, to the last bit, and so simulations are the same."""

import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from gjkscope.engine import Box, Hull, Options, Pose, Sphere
from gjkscope.engine.advancement.motion import Motion
from gjkscope.engine.batch.loading import depth_measurer
from gjkscope.engine.native import depth
from gjkscope.engine.native.code import known_address
from gjkscope.engine.native.depth import DEPTH_CODE
from gjkscope.engine.native.on_demand import DEPTH
from gjkscope.engine.query import result_at, result_only, trace
from gjkscope.engine.result import Result
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.simulation import simulation
from gjkscope.engine.simulation.response import response_policies
from gjkscope.engine.simulation.responses import RESPONSES
from gjkscope.engine.simulation.simulation import Rules, WorldBody, WorldTick, advance, world
from gjkscope.engine.vectors import scale
from tests.engine.moving import FLOOR, at
from tests.engine.museum import FUZZ, MUSEUM, exhibit, exhibits
from tests.engine.samples import random_pair, random_pose, random_shape, random_vector
from tests.thorough import cases

EARTH = (0.0, -9.81, 0.0)
Placed = tuple[Shape, Pose, Shape, Pose]


@pytest.fixture
def native(monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code is loaded."""
    monkeypatch.setattr(DEPTH_CODE, "function", depth_measurer())


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no machine code."""
    monkeypatch.setattr(DEPTH_CODE, "function", None)
    monkeypatch.setattr(DEPTH_CODE, "load", lambda: None)


def near_pairs(random: Random, count: int) -> Iterator[Placed]:
    """Ordinary pairs, parallel ones, equal shapes at one place, some far from the origin, and some flat."""
    for number in range(count):
        a, pose_a, b, pose_b = random_pair(random, random.choice((0.2, 0.5, 0.8)))
        if number % 5 == 0:
            pose_b = pose_b._replace(rotation=pose_a.rotation)
        if number % 7 == 0:
            b, pose_b = a, random.choice((pose_a, pose_b))
        if number % 11 == 0:
            far = scale(random_vector(random), 10.0 ** random.uniform(0, 12))
            pose_a, pose_b = (pose._replace(position=far) for pose in (pose_a, pose_b))
        yield a, pose_a, b, pose_b


def museum_pairs() -> Iterator[Placed]:
    for folder in (MUSEUM, FUZZ):
        for name in exhibits(folder):
            a, pose_a, b, pose_b, _ = exhibit(name, "A B", folder)
            yield a, pose_a, b, pose_b


def traced(pair: Placed, algorithm: str) -> Result:
    return trace(*pair, algorithm).result


def test_answers_are_those_of_traces_to_the_bit(native: None, monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = [*near_pairs(Random(1), cases(400, 6000)), *museum_pairs()]
    found = [result_only(*pair, "epa") for pair in pairs]
    default = [result_only(*pair) for pair in pairs]
    assert all(depth.measured(*pair, "epa") for pair in pairs if pair[0].dimension == 3)
    monkeypatch.setattr(DEPTH_CODE, "function", None)
    for pair, answer, other in zip(pairs, found, default, strict=True):
        assert repr(answer) == repr(traced(pair, "epa"))  # which tells 0 from −0
        assert repr(other) == repr(result_only(*pair))
    ends = Counter(answer.exit.name for answer in found)
    assert all(ends[name] > 3 for name in ("DISTANCE_KNOWN", "CONVERGED", "ITERATION_LIMIT"))
    assert {answer.algorithm for answer in default} == {"gjk", "gjk+epa"}


def test_options_and_plane_shapes_are_left_to_the_interpreter(native: None) -> None:
    pair = Box((1, 1, 1)), Pose(), Sphere(0.5), at(0.9, 0.7)
    assert result_only(*pair, "epa", Options(float32=True)) == traced_with(pair, Options(float32=True))
    assert depth.measured(Box((1, 1, 1)), Pose(), Sphere(1), Pose(), None) is not None


def traced_with(pair: Placed, options: Options) -> Result:
    return trace(*pair, "epa", options).result


def pile(seed: int, count: int) -> list[WorldBody]:
    """Bodies of all kinds that fall onto a terrain and each other."""
    random, bodies = Random(seed), [FLOOR]
    for number in range(count):
        place = (random.uniform(1, 4), 0.8 + 0.7 * number, random.uniform(-2, 1))
        motion = Motion(random_vector(random), random_vector(random, 3))
        pose = random_pose(random)._replace(position=place)
        bodies.append(WorldBody(random_shape(random), pose, motion, 10 ** random.uniform(-1, 1)))
    return bodies


def ticks(bodies: list[WorldBody], rules: Rules, response: str, count: int) -> list[WorldTick]:
    begun = world(bodies, EARTH, response)
    run = [begun.first]
    for _ in range(count):
        run.append(advance(begun, run[-1], rules))
    return run


@pytest.mark.parametrize("response", RESPONSES)
@pytest.mark.parametrize("seed", range(cases(3, 20)))
def test_simulations_are_the_same_to_the_bit(seed: int, response: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bodies = pile(seed, 7)
    rules = Rules(continuous=seed % 2 == 1, policy=response_policies()[seed % len(response_policies())])
    answers: list[Result | None] = []

    def counted(*asked: Any) -> Result | None:
        answers.append(depth.measured(*asked))
        return answers[-1]

    monkeypatch.setattr(DEPTH_CODE, "function", depth_measurer())
    with monkeypatch.context() as counting:
        counting.setattr(sys.modules[result_at.__module__], "measured", counted)
        fast = ticks(bodies, rules, response, cases(12, 40))
    assert len(answers) > 20
    assert None not in answers
    monkeypatch.setattr(DEPTH_CODE, "function", None)
    monkeypatch.setattr(DEPTH_CODE, "load", lambda: None)
    assert repr(ticks(bodies, rules, response, cases(12, 40))) == repr(fast)
    assert any(contact.depth > 0 for tick in fast for contact in tick.contacts) or response != RESPONSES[0]


def test_threads_do_not_mix_their_answers(native: None) -> None:
    pairs = list(near_pairs(Random(5), 60)) * 4
    expected = [repr(result_only(*pair)) for pair in pairs]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda pair: repr(result_only(*pair)), pairs)) == expected


def test_code_is_loaded_where_many_bodies_are_near(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[int] = []
    monkeypatch.setattr(DEPTH_CODE, "load", lambda: loaded.append(1))
    few = world([WorldBody(Sphere(1), at(1.5 * i)) for i in range(simulation.MANY_NEAR)])
    advance(few, few.first, Rules())
    assert not loaded
    world([WorldBody(Sphere(1), at(1.5 * i)) for i in range(simulation.MANY_NEAR + 1)])
    assert loaded


def test_without_code_the_interpreter_answers(interpreted: None) -> None:
    pair = Hull(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))), Pose(), Box((1, 1, 1)), at(0.5)
    assert depth.measured(*pair, None) is None
    assert repr(result_only(*pair, "epa")) == repr(traced(pair, "epa"))


def test_code_is_found_without_the_compiler() -> None:
    depth_measurer()
    assert known_address(DEPTH) is not None
