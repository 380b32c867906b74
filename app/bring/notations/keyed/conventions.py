"""The conventions of engines that a text reveals by its names: axis, half or full sizes, order of quaternions,
layout.
"""

from typing import NamedTuple

from gjkscope.app.bring.notations.placing import COLUMNS, ROWS, WXYZ, XYZW
from gjkscope.engine.shapes.kinds import Axis

FULL, HALF = "full", "half"
INNER, TOTAL = "between the centres", "with caps"


class Conventions(NamedTuple):
    """An engine's meaning of values that its text leaves open."""

    engine: str
    axis: Axis = "y"
    sizes: str = FULL  # of a box's "size"
    extents: str = HALF  # of a box's "extents"
    quaternion: str = XYZW
    matrix: str = ROWS  # how 16 numbers without structure are laid out
    capsule: str = INNER  # what a capsule's "height" measures
    angles: str = "radians"
    euler: str = "xyz"  # as for `turn_by_euler`: small letters about fixed axes


GENERIC = Conventions("")
FCL = Conventions("FCL", axis="z", quaternion=WXYZ)
UNITY = Conventions("Unity", capsule=TOTAL, angles="degrees", euler="YXZ", matrix=COLUMNS)
GODOT = Conventions("Godot", capsule=TOTAL, euler="YXZ")
JOLT = Conventions("Jolt", sizes=HALF, matrix=COLUMNS)
BULLET = Conventions("Bullet", sizes=HALF)
PHYSX = Conventions("PhysX", axis="x", sizes=HALF, matrix=COLUMNS)
RAPIER = Conventions("Rapier or Parry", sizes=HALF, matrix=COLUMNS)
CANNON = Conventions("cannon.js", sizes=HALF)
THREE = Conventions("three.js", matrix=COLUMNS, euler="XYZ")
EIGEN = Conventions("Eigen", axis="z", matrix=COLUMNS)
GLM = Conventions("GLM", matrix=COLUMNS)
DRAKE = Conventions("Drake", axis="z", quaternion=WXYZ)
MUJOCO = Conventions("MuJoCo", axis="z", sizes=HALF, quaternion=WXYZ)

# Names that only one engine uses, the surest first.
_SIGNS = (
    (
        UNITY,
        "m_LocalRotation UnityEngine BoxCollider CapsuleCollider SphereCollider eulerAngles lossyScale m_Direction",
    ),
    (JOLT, "JPH mHalfExtent mConvexRadius mHalfHeight CenterOfMassTransform Jolt"),
    (
        BULLET,
        "m_implicitShapeDimensions m_floats btBoxShape btCapsuleShape btSphereShape btTransform btVector3 "
        "btConvex m_collisionMargin Bullet",
    ),
    (PHYSX, "PxBox PxCapsule PxSphere PxTransform physx:: PhysX"),
    (RAPIER, "Cuboid Isometry isometry border_radius rapier parry"),
    (
        THREE,
        "BoxGeometry SphereGeometry CapsuleGeometry CylinderGeometry BufferGeometry isQuaternion "
        "matrixAutoUpdate isVector3",
    ),
    (CANNON, "CANNON cannon boundingSphereRadius"),
    (GODOT, "Shape3D Transform3D godot"),
    (MUJOCO, "xpos xquat mujoco mjGEOM"),
    (DRAKE, "drake X_WG"),
    (FCL, "fcl FCL GST_LIBCCD libccd coal hpp-fcl"),
    (EIGEN, "Eigen m_storage"),
    (GLM, "glm:: mat4x4 fquat"),
)

# characters of a text that are searched for signs: a longer one repeats them
_CHARACTERS = 200_000


def conventions_of(text: str) -> Conventions:
    """The conventions of the engine whose names occur first in the list; `GENERIC` if none does."""
    start = text[:_CHARACTERS]
    return next((conventions for conventions, signs in _SIGNS if any(sign in start for sign in signs.split())), GENERIC)
