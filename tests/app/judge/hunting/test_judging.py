"""What is judged of an answer about one pair."""

from gjkscope.app.ask.solvers.solver import SolverAnswer
from gjkscope.app.ask.solvers.tolerance import Tolerance
from gjkscope.app.judge.hunting.judging import judge_pair
from gjkscope.app.scenes.scene import ReportedPoint
from gjkscope.engine import Box, Pose


def test_the_support_area_is_judged_on_request():
    pair = Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(0, 1.75, 0))
    corners = ((-1.0, -1.0), (-1.0, -0.9), (-0.9, -1.0))
    points = tuple(ReportedPoint((x, 0.875, z), 0.25) for x, z in corners)
    answer = SolverAnswer("penetrating", -0.25, (0.0, 1.0, 0.0), points=points)
    fault, judgement = judge_pair(answer, pair, Tolerance())
    assert fault is None
    assert judgement.right
    assert judgement.support_area is None
    _, judgement = judge_pair(answer, pair, Tolerance(), support=True)
    assert judgement.support_area is not None
    assert judgement.support_area.right is False
