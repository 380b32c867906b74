"""The sentences about manifold generation: every step of every policy, and the faults of a manifold."""

import pytest

from gjkscope.engine import Box, Capsule, Cone, Cylinder, Hull, Pose, Shape, Sphere
from gjkscope.engine.contacts.explain import BEATS, explain, headline, with_body_names
from gjkscope.engine.contacts.explain_judge import faults
from gjkscope.engine.contacts.judge import judge_manifold
from gjkscope.engine.contacts.procedure import PROCEDURES
from gjkscope.engine.contacts.registry import POLICIES, manifold
from gjkscope.engine.pose import rotation_from_quaternion
from gjkscope.engine.registry.beat import shown_beats
from gjkscope.engine.text import number

PAIR = Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(rotation_from_quaternion((0.02, 0.2, 0.03, 1)), (0.6, 1.9, 0.3))


@pytest.mark.parametrize("policy", POLICIES)
def test_every_step_says_what_its_beats_say(policy: str) -> None:
    for step in manifold(*PAIR, policy).steps:
        words = explain(step, "floor", "box")
        shown = shown_beats(BEATS, step)
        assert shown
        assert words == " ".join(part for k in shown if (part := BEATS[k].explain(step, "floor", "box")))
        assert words.endswith(".")
        assert headline(step, "floor", "box")
        assert not any(word in words for word in (" A ", " B "))


@pytest.mark.parametrize("policy", ["box3d", "jolt"])
@pytest.mark.parametrize("shape", [Sphere(0.5), Capsule(0.5, 0.4), Cylinder(0.5, 0.4), Cone(0.5, 0.4)])
def test_steps_with_round_bodies_are_explained(policy: str, shape: Shape) -> None:
    lying = Pose(rotation_from_quaternion((0.0, 0.0, 1.0, 1.0)), (0.2, 1.45, 0.3))
    for step in manifold(Box((1, 1, 1)), Pose(), shape, lying, policy).steps:
        assert explain(step, "floor", "body").endswith(".")
        assert headline(step, "floor", "body")


def test_a_curved_body_is_judged_without_an_exact_manifold() -> None:
    pair = Box((1, 1, 1)), Pose(), Cylinder(0.5, 0.4), Pose(position=(0.0, 1.3, 0.0))
    *_, area = faults(judge_manifold(manifold(*pair, "jolt"), *pair))
    assert not area.is_wrong
    assert area.words.startswith("not judged")


def test_features_are_named_by_their_bodies() -> None:
    assert with_body_names("A e0-1 × B v4", "floor", "box") == "floor e0-1 × box v4"
    assert with_body_names("better than B face 3", "floor", "box") == "better than box face 3"
    assert with_body_names("point 1", "floor", "box") == "point 1"


def test_each_policy_is_a_procedure() -> None:
    assert [procedure.policy for procedure in PROCEDURES] == list(POLICIES)


def test_faults_are_told_from_what_is_right() -> None:
    cube = Box((1, 1, 1))
    flat = cube, Pose(), Hull(cube.corners()), Pose(position=(0.5, 1.9, 0.25))  # a hull, so Bullet has one point
    right, wrong = (faults(judge_manifold(manifold(*flat, policy), *flat)) for policy in ("exact", "bullet"))
    assert not any(fault.is_wrong for fault in right)
    assert [fault.name for fault in wrong if fault.is_wrong] == ["Support area"]
    assert wrong[-1].words == "100 % lost"


def test_a_choice_of_two_has_both_numbers() -> None:
    """Box3D compares the clipped face with the best pair of edges."""
    contact = manifold(*PAIR, "box3d")
    (step,) = (step for step in contact.steps if len(step.candidates) == 2)
    face, edges = step.candidates
    words = explain(step, "floor", "box")
    assert words.startswith(
        f"Chosen of 2 candidates, {face.name.replace('A', 'floor')} (separation {number(face.value)} m), not "
    )
    assert f"(separation {number(edges.value)} m): " in words
    assert words.endswith("is not better than the clipped face by more than a tenth of its depth and the edge bias.")
