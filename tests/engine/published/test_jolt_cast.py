"""The start of Jolt's shape cast: recorded answers of Jolt itself, its failure in the museum, contacts on the way."""

import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.judge.retelling import Retold, retell_scene
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.engine.options import Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.published.jolt_cast.steps import State, trace
from gjkscope.engine.query import query
from gjkscope.engine.result import NotApplicable, Verdict
from gjkscope.engine.shapes import kinds
from gjkscope.engine.vectors import along, sub
from tests.engine.moving import at
from tests.fidelity.pairs import Arguments, seeded_pairs

SHAPES = (kinds.Box, kinds.Sphere, kinds.Capsule, kinds.Cylinder, kinds.Cone)
SMOOTH = (kinds.Sphere, kinds.Capsule)

# [tests.fidelity.references.jolt_cast.ask(pair.arguments).signed_distance for pair in seeded_pairs(28, 7, SHAPES)]
# with jolt-physics 1.1.0
ANSWERS = """
-0.030583644285798073 None None -0.15282462537288666 -0.0022204446140676737 None -0.10505502671003342
-0.29877975583076477 None None -0.2705416977405548 -0.0017192841041833162 -1.2509232192314812e-06
-0.5616012811660767 -0.03666473180055618 None None -0.00959507841616869 -1.7841122150421143 None -0.6428512334823608
-0.007790884468704462 0.0 None -0.01783757470548153 -0.5032537579536438 None -0.06509634852409363
""".split()


def last(pair: Arguments, options: Options | None = None) -> State:
    step: State = trace(*pair, options or Options()).steps[-1]
    return step


def test_answers_are_those_of_jolt_to_the_last_digit() -> None:
    answers = [str(last(pair.arguments).answer.signed_distance) for pair in seeded_pairs(len(ANSWERS), 7, SHAPES)]
    assert answers == ANSWERS


def test_issue_2103_is_repeated_and_corrected() -> None:
    scene = read_scene(resource("assets", "scenes", "museum") / "jolt-2103.json")
    a, b = scene.bodies
    pair = (a.shape, a.pose, b.shape, b.pose)
    assert last(pair).answer.signed_distance == -7.247322082519531
    (retelling,) = retell_scene("jolt-2103", scene)
    assert (retelling.algorithm, retelling.retold, retelling.first_mistake) == ("jolt-cast", Retold.REPRODUCED, 3)
    assert "The newest vertex was rejected" in retelling.why
    corrected = last(pair, Options(corrected="weights")).answer
    assert corrected.signed_distance == pytest.approx(-4.8e-6, abs=1e-7)


def test_a_contact_on_the_way_is_where_the_shapes_touch() -> None:
    hits = 0
    for pair in seeded_pairs(140, 4, SMOOTH):
        shape_a, pose_a, shape_b, pose_b = pair.arguments
        end = last(pair.arguments)
        fraction = float(end.memory.fraction)
        if end.answer.verdict is not Verdict.SEPARATED or end.answer.normal is None or pair.family == "far":
            continue
        hits += 1
        moved = Pose(pose_a.rotation, along(pose_a.position, sub(pose_b.position, pose_a.position), fraction))
        distance = query(shape_a, moved, shape_b, pose_b).signed_distance
        assert distance == pytest.approx(0.0, abs=2e-4), pair.name
    assert hits > 20


def test_spheres_that_overlap_are_hit_at_the_start() -> None:
    answer = last((kinds.Sphere(1.0), Pose(), kinds.Sphere(1.0), at(1.5))).answer
    assert answer.signed_distance == pytest.approx(-0.5, abs=1e-6)
    assert answer.normal == (1.0, 0.0, 0.0)


def test_boxes_that_coincide_are_hit_without_a_depth() -> None:
    answer = last((kinds.Box((1.0, 1.0, 1.0)), Pose(), kinds.Box((1.0, 1.0, 1.0)), Pose())).answer
    assert (answer.verdict, answer.signed_distance, answer.normal) == (Verdict.TOUCHING, 0.0, (1.0, 0.0, 0.0))


@pytest.mark.parametrize("shape", [kinds.Triangle(((0, 0, 0), (1, 0, 0), (0, 1, 0))), kinds.Hull(((0, 0, 0),) * 3)])
def test_triangles_and_hulls_are_refused(shape: kinds.Shape) -> None:
    with pytest.raises(NotApplicable, match="triangles by other functions"):
        trace(shape, Pose(), kinds.Sphere(1.0), Pose())
