"""All contact policies, and how to run one: each module of `policies` has one, `POLICY`."""

from gjkscope.engine.arguments import choice
from gjkscope.engine.contacts import policies
from gjkscope.engine.contacts.policy import ContactPolicy, Earlier
from gjkscope.engine.contacts.records import Manifold
from gjkscope.engine.pose import Pose
from gjkscope.engine.registry.discovery import modules_in
from gjkscope.engine.result import all_steps
from gjkscope.engine.shapes.shape import Shape

POLICIES: dict[str, ContactPolicy] = {
    policy.name: policy
    for policy in sorted((module.POLICY for module in modules_in(policies)), key=lambda policy: policy.order)
}


def manifold(
    shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, policy: str = "exact", earlier: Earlier = ()
) -> Manifold:
    """The contact points of two shapes by one policy, with all steps.

    `policy` is a key of `POLICIES`; `earlier` are the points of the previous tick, for policies that remember them.
    Raises `ValueError` for an unknown policy, and `NotApplicable` if it does not support the shapes.

    >>> from gjkscope import Box, Pose
    >>> from gjkscope.engine.contacts.registry import manifold
    >>> found = manifold(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(0, 1.75, 0)))
    >>> [point.depth for point in found.points]
    [0.25, 0.25, 0.25, 0.25]
    """
    choice("policy", policy, POLICIES, "contact policy")
    chosen = POLICIES[policy]
    steps = all_steps(chosen.start(shape_a, pose_a, shape_b, pose_b, earlier), chosen.step)
    last = steps[-1]
    return Manifold(policy, last.normal, last.points, last.exit, steps)
