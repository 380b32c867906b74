"""Solvers at addresses have infinite half-spaces: they are not judged where the slab that gjkscope has may differ."""

import pytest

from gjkscope import HalfSpace, Sphere
from gjkscope.app.ask.solvers.asking import ask_engine, judge_answer
from gjkscope.app.scenes.scene import Body, PositionOrientation
from gjkscope.engine.vectors import Vec3
from tests.app.judge.hunting import planted

ADDRESS = f"{planted.__file__}:{planted.knows_half_spaces.__name__}"
GROUND = Body("ground", HalfSpace(2.0))


def ball(position: Vec3) -> Body:
    return Body("ball", Sphere(0.5), PositionOrientation(position))


@pytest.mark.parametrize("position", [(0.0, 1.0, 0.0), (1.5, 3.0, -1.5), (0.0, 0.25, 0.0), (0.5, -0.4, 0.0)])
def test_the_closed_form_is_right_over_the_slab(position: Vec3) -> None:
    for pair in ((GROUND, ball(position)), (ball(position), GROUND)):
        judged = judge_answer(ask_engine(ADDRESS, *pair), *pair)
        assert judged is not None
        assert judged.found.right is True


@pytest.mark.parametrize("position", [(3.0, 1.0, 0.0), (0.0, -2.0, 0.0), (0.0, -1.2, 0.0), (1.4, -1.0, 0.0)])
def test_it_is_not_judged_where_the_slab_differs(position: Vec3) -> None:
    for pair in ((GROUND, ball(position)), (ball(position), GROUND)):
        answer = ask_engine(ADDRESS, *pair)
        assert judge_answer(answer, *pair) is None
        assert answer.unsupported is not None
        assert answer.unsupported.startswith("halfspace: the engine's is infinite, and the other body ")
