"""A scene as the application holds it: bodies, the pairs to look at, and what is expected of them.

Frozen values that mirror the scene file field for field, with nothing lost and nothing computed in advance: a
scene that is read and written again is the same to the bit.  `scene_file.py` reads and writes them.
"""

from dataclasses import dataclass, replace
from functools import cached_property

from engine.bounds import aabb, bounding_sphere
from engine.motion import STILL, Motion
from engine.pose import Pose, Quaternion, rotation_from_quaternion
from engine.shapes import Shape
from engine.vectors import ZERO, Vec3

Row = tuple[float, float, float, float]
Pair = tuple[str, str]


@dataclass(frozen=True)
class PositionOrientation:
    """A placement by position and quaternion (x, y, z, w), kept as given and normalised when used."""

    position: Vec3 = ZERO
    orientation: Quaternion = (0.0, 0.0, 0.0, 1.0)

    @property
    def pose(self) -> Pose:
        return Pose(rotation_from_quaternion(self.orientation), self.position)

    def moved(self, position: Vec3) -> "PositionOrientation":
        return replace(self, position=position)

    def turned(self, orientation: Quaternion) -> "PositionOrientation":
        return replace(self, orientation=orientation)


@dataclass(frozen=True)
class Transform:
    """A placement by a rigid 4×4 matrix (rows), kept as given."""

    rows: tuple[Row, Row, Row, Row]

    @property
    def pose(self) -> Pose:
        a, b, c, _ = self.rows
        return Pose((a[:3], b[:3], c[:3]), (a[3], b[3], c[3]))

    def moved(self, position: Vec3) -> "Transform":
        a, b, c, last = self.rows
        return Transform(((*a[:3], position[0]), (*b[:3], position[1]), (*c[:3], position[2]), last))

    def turned(self, orientation: Quaternion) -> "Transform":
        a, b, c = rotation_from_quaternion(orientation)
        x, y, z = self.pose.position
        return Transform(((*a, x), (*b, y), (*c, z), self.rows[3]))


@dataclass(frozen=True)
class Body:
    name: str
    shape: Shape
    placement: PositionOrientation | Transform = PositionOrientation()
    mass: float = 1.0  # kg; 0 is fixed
    color: str | None = None  # "#rrggbb"
    velocity: Vec3 = ZERO  # m/s
    angular_velocity: Vec3 = ZERO  # rad/s
    mesh_file: str | None = None  # where a mesh shape was read from, relative to the scene file

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Kept: every view and every run has the body in a cache key, in every frame."""
        return hash((self.name, self.shape, self.placement, self.mass, self.color, self.velocity))

    @cached_property
    def pose(self) -> Pose:
        return self.placement.pose

    @property
    def motion(self) -> Motion:
        """How it moves: what is fixed does not, whatever its velocity says."""
        return Motion(self.velocity, self.angular_velocity) if self.mass > 0 else STILL

    @cached_property
    def box(self) -> tuple[Vec3, Vec3]:
        """The bounding box, world space: its least and its greatest corner, metres."""
        return aabb(self.shape, self.pose)

    @cached_property
    def ball(self) -> tuple[Vec3, float]:
        """A ball around it, world space: centre and radius, metres."""
        return bounding_sphere(self.shape, self.pose)


@dataclass(frozen=True)
class Expected:
    """The truth about a pair; `tolerance` is absolute and goes with `signed_distance`."""

    pair: Pair
    verdict: str
    signed_distance: float | None = None
    tolerance: float | None = None
    method: str | None = None


@dataclass(frozen=True)
class Scene:
    name: str
    bodies: tuple[Body, ...]
    about: str | None = None
    source: str | None = None
    pairs: tuple[Pair, ...] | None = None  # None: all that the broad phase lets through
    expected: tuple[Expected, ...] = ()
    gravity: Vec3 = ZERO  # m/s², on all that is free to move

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Kept, as that of a body is."""
        return hash((self.name, self.bodies, self.pairs, self.gravity))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Of the bodies, in their order."""
        return tuple(body.name for body in self.bodies)

    def body(self, name: str) -> Body:
        """The body of that name; raises `KeyError` when there is none."""
        for body in self.bodies:
            if body.name == name:
                return body
        raise KeyError(name)

    def with_body(self, changed: Body) -> "Scene":
        """This scene with the body of the same name replaced; what was expected of it is no longer the truth."""
        expected = tuple(one for one in self.expected if changed.name not in one.pair)
        return replace(self, bodies=self._with(changed), expected=expected)

    def with_property(self, changed: Body) -> "Scene":
        """The same for what no answer depends on, such as a colour: what was expected still is."""
        return replace(self, bodies=self._with(changed))

    def _with(self, changed: Body) -> tuple[Body, ...]:
        return tuple([changed if body.name == changed.name else body for body in self.bodies])

    def without(self, name: str) -> "Scene":
        """This scene without the body of that name, and without all that names it."""
        pairs = tuple(pair for pair in self.pairs or () if name not in pair)
        return replace(
            self,
            bodies=tuple(body for body in self.bodies if body.name != name),
            pairs=pairs or None,
            expected=tuple(one for one in self.expected if name not in one.pair),
        )

    def renamed(self, old: str, new: str) -> "Scene":
        """This scene with another name for a body, wherever it is named."""

        def pair(names: Pair) -> Pair:
            a, b = (new if name == old else name for name in names)
            return (a, b)

        return replace(
            self,
            bodies=tuple(replace(body, name=new) if body.name == old else body for body in self.bodies),
            pairs=None if self.pairs is None else tuple(pair(names) for names in self.pairs),
            expected=tuple(replace(one, pair=pair(one.pair)) for one in self.expected),
        )
