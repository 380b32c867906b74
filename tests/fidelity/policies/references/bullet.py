"""Bullet in the wheel pybullet (pip install pybullet==3.2.7): the contact points of a first collision detection."""

from typing import Any

from gjkscope.app.ask.solvers.building import PlacedShape, axial_pose, quaternion_xyzw
from gjkscope.engine.shapes import kinds
from gjkscope.engine.vectors import SINGLE, Vec3, add, neg, scale
from tests.fidelity.pairs import Arguments
from tests.fidelity.policies.reference import PolicyReference, RealManifold, RealPoint
from tests.fidelity.references import bullet


def ask(pair: Arguments) -> RealManifold:
    """Two bodies with mass, of which the first is A, as Bullet's detector then gets them in this order."""
    engine, client = bullet.bullet_engine(), bullet.bullet_client()
    bodies = [_body(*pair[:2]), _body(*pair[2:])]
    engine.performCollisionDetection(physicsClientId=client)
    contacts = engine.getContactPoints(*bodies, physicsClientId=client)
    for body in bodies:
        engine.removeBody(body, physicsClientId=client)
    if not contacts:
        return RealManifold()
    points = tuple(
        RealPoint(scale(add(_vector(contact[5]), _vector(contact[6])), 0.5), 0.0 - contact[8]) for contact in contacts
    )
    return RealManifold(neg(_vector(contacts[0][7])), points)


def _body(shape: kinds.Shape, pose: Any) -> int:
    turned = axial_pose(PlacedShape(shape, pose), "z")
    body: int = bullet.bullet_engine().createMultiBody(
        1.0,
        bullet.collision_shape(shape),
        -1,
        list(turned.position),
        list(quaternion_xyzw(turned)),
        physicsClientId=bullet.bullet_client(),
    )
    return body


def _vector(values: Any) -> Vec3:
    x, y, z = values
    return (x, y, z)


REFERENCE = PolicyReference(
    "bullet",
    "Bullet (pybullet)",
    bullet.version,
    ask,
    (kinds.Box,),
    "Bullet 3.27, commit 6c888f4, btBoxBoxDetector.cpp, btManifoldResult.cpp, btPersistentManifold.cpp",
    SINGLE,
    "Bullet computes in double precision, and our steps are not in its order of operations, so manifolds are compared "
    "up to single precision. Where points are equally deep but for rounding, others of more than four may stay. Only "
    "boxes are compared: of other shapes the policy has the nearest points of our own query, without Bullet's margins.",
    bullet.as_held,
)
