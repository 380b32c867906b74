"""All contact policies, and how to run one: each module of `policies` has one, `POLICY`."""

from gjkscope.engine.arguments import choice, short_repr
from gjkscope.engine.contacts import policies
from gjkscope.engine.contacts.policy import ContactPolicy, Earlier, check_solid
from gjkscope.engine.contacts.records import ContactPoint, Manifold
from gjkscope.engine.contacts.steps import State
from gjkscope.engine.pose import Pose
from gjkscope.engine.registry.discovery import Discovered
from gjkscope.engine.result import NotApplicable, all_steps, final_step
from gjkscope.engine.shapes.kinds import Shape, as_pair

POLICIES: Discovered[ContactPolicy] = Discovered(policies, "POLICY")


def manifold(
    shape_a: Shape, pose_a: object, shape_b: Shape, pose_b: object, policy: str = "exact", earlier: Earlier = ()
) -> Manifold:
    """The contact points of two shapes by one policy, with all steps.

    Shapes and poses are as for `query`.  `policy` is a key of `POLICIES`: "exact", or the way of an engine, "box3d",
    "jolt" or "bullet".  `earlier` are the points of the previous tick, carried along with the bodies
    (`matching.carry_points`), for policies that remember them.

    Raises `ValueError`, naming the argument and the value, if an argument is invalid, and `NotApplicable` for 2D
    shapes, and if the policy does not support the shapes.

    Sources: convex_manifold.c of Box3D 0.1.0 (https://github.com/erincatto/box3d), ManifoldBetweenTwoFaces.cpp of Jolt
    (https://github.com/jrouwe/JoltPhysics), btBoxBoxDetector and btPersistentManifold of Bullet 3.27
    (https://github.com/bulletphysics/bullet3).  The header of each policy's file has commits and departures.

    >>> from gjkscope import Box, Pose, manifold
    >>> found = manifold(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(0, 1.75, 0)))
    >>> [point.depth for point in found.points]
    [0.25, 0.25, 0.25, 0.25]
    """
    choice("policy", policy, POLICIES, "contact policy")
    chosen = POLICIES[policy]
    if not isinstance(earlier, tuple) or not all(isinstance(point, ContactPoint) for point in earlier):
        raise ValueError(f"earlier: must be contact points, got {short_repr(earlier)}")
    a, b = as_pair(shape_a, pose_a, shape_b, pose_b)
    check_solid(shape_a, shape_b)
    if not chosen.applies(shape_a, shape_b):
        raise NotApplicable(f"policy: {policy} {chosen.refusal(shape_a, shape_b)}")
    steps = all_steps(chosen.start(shape_a, a, shape_b, b, earlier), chosen.step)
    last = steps[-1]
    return Manifold(policy, last.normal, last.points, last.exit, steps)


def last_contact_step(
    shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, policy: str, earlier: Earlier
) -> State:
    """The last step of `manifold`, with the normal and the points, for arguments that are known to be valid.

    The others are not kept, and it may lack what is in it for a view only, which is faster.
    """
    chosen = POLICIES[policy]
    start = chosen.start_unseen or chosen.start
    return final_step(start(shape_a, pose_a, shape_b, pose_b, earlier), chosen.step)
