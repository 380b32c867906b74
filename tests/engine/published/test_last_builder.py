"""Any step can be repeated, in any order, though a run changes one polytope from step to step."""

import pytest

from gjkscope.engine import Capsule, Cylinder, Pose
from gjkscope.engine.options import DEFAULT
from gjkscope.engine.published.last_builder import LastBuilder
from gjkscope.engine.registry.algorithms import ENGINE_ALGORITHMS

DEEP = (Capsule(0.5, 1.0), Pose(), Cylinder(0.5, 1.0), Pose(position=(0.3, 0.2, 0.1)))


@pytest.mark.parametrize("name", ["libccd", "fcl", "fcl-2019-04", "parry"])
def test_a_step_depends_on_the_polytope_alone(name: str) -> None:
    algorithm = ENGINE_ALGORITHMS[name]
    steps = algorithm.trace(*DEEP, DEFAULT).steps
    expanding = [i for i, step in enumerate(steps[:-1]) if step.polytope is not None]
    assert len(expanding) > 10
    stepping = algorithm.stepping(*DEEP, DEFAULT)
    for i in (expanding[0], expanding[-2], expanding[5], expanding[6]):
        one = stepping.step(*stepping.always, steps[i])
        others = [stepping.step(*stepping.always, one) for _ in range(2)]  # the builder of `one`, then a new one
        for step, traced in ((one, steps[i + 1]), *((other, steps[i + 2]) for other in others)):
            assert step.polytope == traced.polytope
            assert step.decisions == traced.decisions
            assert step.memory.polytope == traced.memory.polytope
            assert step.answer == traced.answer


def test_a_builder_is_given_to_one_step_only() -> None:
    last, polytope, builder = LastBuilder[list[int]](), (1, 2), [3]
    last.keep(polytope, builder)
    assert last.take((1, *polytope[1:])) is None
    last.keep(polytope, builder)
    assert last.take(polytope) is builder
    assert last.take(polytope) is None
