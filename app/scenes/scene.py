"""The scene model: bodies, the pairs to examine, and the expected results.

Frozen values that mirror the scene file field by field, without loss or derived data: reading a scene and writing it
again reproduces it to the bit.  `scene_file.py` reads and writes them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import atan2
from reprlib import repr as shown
from textwrap import shorten
from typing import Any, NamedTuple

from msgspec import Struct

from gjkscope.app.base.numbers import with_one_nan
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.opening import AS_CONTENTS, Opening
from gjkscope.engine.advancement.motion import STILL, Motion
from gjkscope.engine.iterations.records import Iteration
from gjkscope.engine.plane.vectors import Vec2
from gjkscope.engine.pose import Pose, Quaternion, plane_pose, rotation_from_quaternion
from gjkscope.engine.runtime.display import Displayed
from gjkscope.engine.shapes.bounds import aabb, bounding_sphere
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.simulation.responses import FRICTION, PUSH_OUT, RESPONSES
from gjkscope.engine.text import counted
from gjkscope.engine.vectors import ZERO, Vec3

Row = tuple[float, float, float, float]
Pair = tuple[str, str]


DIMENSIONS = (2, 3)


def check_in_plane(name: str, vector: Vec3) -> None:
    """Raises `ValueError`, naming the vector, unless it is (x, y, 0)."""
    if len(vector) != 3 or vector[2] != 0:
        raise ValueError(f"{name}: must be (x, y, 0) in 2D, got {vector}")


def check_references(pairs: Mapping[str, Pair], names: Iterable[str]) -> None:
    """Raises `ValueError`, with the key of the pair, unless they are different pairs of different names among these."""
    keys: dict[Pair, str] = {}
    for key, (a, b) in pairs.items():
        for i, name in enumerate((a, b)):
            if name not in names:
                known = shorten(", ".join(map(shown, names)), 60, placeholder=" …")
                raise ValueError(f"{key}[{i}]: must be the name of a shape ({known}), got {shown(name)}")
        if a == b:
            raise ValueError(f"{key}: must name two different shapes, got {shown(a)} twice")
        if (a, b) in keys:
            raise ValueError(f"{key}: must differ from all others, but equals {keys[a, b]}")
        keys[a, b] = key


@dataclass(frozen=True)
class PositionOrientation:
    """A placement by `position` in metres and `orientation`, a quaternion (x, y, z, w), which is normalised on use.

    >>> from gjkscope import PositionOrientation
    >>> PositionOrientation((1, 0, 0), (0, 0, 0, 2)).pose.rotation[0]
    (1.0, 0.0, 0.0)
    """

    position: Vec3 = ZERO
    orientation: Quaternion = (0.0, 0.0, 0.0, 1.0)

    @property
    def pose(self) -> Pose:
        """As a rotation matrix and a position."""
        return Pose(rotation_from_quaternion(self.orientation), self.position)

    def moved(self, position: Vec3) -> "PositionOrientation":
        """The same rotation elsewhere."""
        return replace(self, position=position)

    def turned(self, orientation: Quaternion) -> "PositionOrientation":
        """The same position with another rotation."""
        return replace(self, orientation=orientation)


@dataclass(frozen=True)
class Transform:
    """A placement by the `rows` of a rigid 4×4 matrix, local to world; lengths are in metres.

    >>> from gjkscope import Transform
    >>> Transform(((1, 0, 0, 5), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))).pose.position
    (5, 0, 0)
    """

    rows: tuple[Row, Row, Row, Row]

    @property
    def pose(self) -> Pose:
        """As a rotation matrix and a position."""
        a, b, c, _ = self.rows
        return Pose((a[:3], b[:3], c[:3]), (a[3], b[3], c[3]))

    def moved(self, position: Vec3) -> "Transform":
        """The same rotation elsewhere."""
        a, b, c, last = self.rows
        return Transform(((*a[:3], position[0]), (*b[:3], position[1]), (*c[:3], position[2]), last))

    def turned(self, orientation: Quaternion) -> "Transform":
        """The same position with another rotation."""
        a, b, c = rotation_from_quaternion(orientation)
        x, y, z = self.pose.position
        return Transform(((*a, x), (*b, y), (*c, z), self.rows[3]))


class Planar(Struct, frozen=True):
    """A placement in the plane z = 0: a `position` (x, y) in metres and an anticlockwise `angle` in radians.

    >>> from gjkscope import Planar
    >>> Planar((1.0, 2.0)).pose.position
    (1.0, 2.0, 0.0)
    """

    position: Vec2 = (0.0, 0.0)
    angle: float = 0.0

    @property
    def pose(self) -> Pose:
        """In space."""
        return plane_pose(self.position, self.angle)

    def moved(self, position: Vec3) -> "Planar":
        """The same rotation elsewhere."""
        x, y, _ = position
        return replace(self, position=(x, y))

    def turned(self, orientation: Quaternion) -> "Planar":
        """Turned about z: that part of the rotation is taken, as an angle from −π to π."""
        _, _, z, w = orientation
        angle = 2 * atan2(z, w) if w >= 0 else 2 * atan2(-z, -w)
        return replace(self, angle=angle)


Placement = PositionOrientation | Transform | Planar

NOT_PLACED = PositionOrientation()


@dataclass(frozen=True)
class Body:
    """A named shape with its placement and motion; lengths in metres, rotations as quaternions (x, y, z, w).

    A 2D shape is placed by `Planar`, and moves in the plane: its velocity is (x, y, 0), its angular velocity (0, 0, z).
    Raises `ValueError` for a placement or a motion of the other dimension.

    >>> from gjkscope import Body, PositionOrientation, Sphere
    >>> ball = Body("ball", Sphere(0.5), PositionOrientation((0, 2, 0)), velocity=(0, -1, 0))
    >>> ball.placement.pose.position, ball.mass
    ((0, 2, 0), 1.0)
    """

    name: str  #: unique in its scene
    shape: Shape  #: in its own frame, metres
    placement: Placement = NOT_PLACED  #: a `Planar` for a 2D shape
    mass: float = 1.0  #: kg; 0 for a fixed body
    color: str | None = None  #: "#rrggbb"
    velocity: Vec3 = ZERO  #: of its origin, m/s, in world coordinates
    angular_velocity: Vec3 = ZERO  #: rad/s, in world coordinates
    mesh_file: str | None = None  #: where a mesh shape was read from, relative to the scene file
    friction: float = FRICTION  #: coefficient, ≥ 0; used by impulses, in 3D
    restitution: float = 0.0  #: 0 for plastic, 1 for elastic contacts; used by impulses, in 3D

    def __post_init__(self) -> None:
        if self.shape.dimension == 2:
            if self.placement == NOT_PLACED:
                object.__setattr__(self, "placement", Planar())
            self._check_plane()
        elif isinstance(self.placement, Planar):
            raise ValueError(f"placement: a {self.shape.kind} of a 3D scene needs a PositionOrientation or a Transform")

    def _check_plane(self) -> None:
        if not isinstance(self.placement, Planar):
            raise ValueError(f"placement: a 2D {self.shape.kind} needs Planar(position, angle)")
        check_in_plane("velocity", self.velocity)
        if len(self.angular_velocity) != 3 or any(self.angular_velocity[:2]):
            raise ValueError(f"angular_velocity: must be (0, 0, z) in 2D, got {self.angular_velocity}")
        if (self.friction, self.restitution) != (FRICTION, 0.0):
            raise ValueError("friction, restitution: only 3D bodies have them, as motion is simulated in 3D only")

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Cached: in every frame, all views and runs use the body in a cache key."""
        return hash((self.name, self.shape, self.placement, self.mass, self.color, self.velocity))

    @cached_property
    def pose(self) -> Pose:
        return self.placement.pose

    @property
    def motion(self) -> Motion:
        """The motion of the body; fixed bodies ignore their velocity."""
        return Motion(self.velocity, self.angular_velocity) if self.mass > 0 else STILL

    def moved(self, placement: Placement, motion: Motion) -> "Body":
        """The body elsewhere, with another motion; in half the time that `replace` takes."""
        return Body(
            self.name,
            self.shape,
            placement,
            self.mass,
            self.color,
            motion.velocity,
            motion.angular_velocity,
            self.mesh_file,
            self.friction,
            self.restitution,
        )

    @cached_property
    def box(self) -> tuple[Vec3, Vec3]:
        """The axis-aligned bounding box in world space: min and max corners, metres."""
        return aabb(self.shape, self.pose)

    @cached_property
    def ball(self) -> tuple[Vec3, float]:
        """A bounding ball in world space: centre and radius, metres."""
        return bounding_sphere(self.shape, self.pose)


@dataclass(frozen=True)
class Expected:
    """The truth about a pair; `tolerance` is absolute and applies to `signed_distance`."""

    pair: Pair
    verdict: str
    signed_distance: float | None = None
    tolerance: float | None = None
    method: str | None = None


class ReportedPoint(NamedTuple):
    """A contact point that an engine reported: world space, metres.

    >>> from gjkscope import ReportedPoint
    >>> ReportedPoint(position=(0, 0.875, 0), depth=0.25).depth
    0.25
    """

    position: Vec3  #: between the two bodies
    depth: float | None = None  #: metres, > 0 inside
    position_a: Vec3 | None = None  #: its place on the first body
    position_b: Vec3 | None = None  #: its place on the second body
    normal: Vec3 | None = None  #: a unit vector from the first body to the second, where it differs from the report's


@dataclass(frozen=True)
class Reported:
    """What an engine answered about a pair: world space, metres, our sign conventions; None: it did not say.

    An engine may be wrong, and its numbers may be infinite or NaN; `Scene.expected` has the truth.

    >>> from gjkscope import Reported
    >>> said = Reported(("A", "B"), "FCL 0.7", "penetrating", -0.12, normal=(0, 1, 0))
    >>> said.by, said.signed_distance, said.witness_a
    ('FCL 0.7', -0.12, None)
    """

    takes_any_number = True  # for `action_json.py`: engines answer infinity and NaN

    pair: Pair  #: the names of two bodies
    by: str  #: the engine and its version
    verdict: str | None = None  #: a value of `Verdict`
    signed_distance: float | None = None  #: metres: the gap, or minus the depth
    normal: Vec3 | None = None  #: a unit vector from the first body of the pair to the second
    witness_a: Vec3 | None = None  #: the point on the first body, metres
    witness_b: Vec3 | None = None  #: the point on the second body
    points: tuple[ReportedPoint, ...] = ()  #: contact points
    crashed: str | None = None  #: how it ended instead of an answer: SIGABRT, timed out after 5 s, …
    note: str | None = None  #: anything else worth knowing
    iterations: tuple[Iteration, ...] = ()  #: of its GJK, if it recorded them
    face_a: tuple[Vec3, ...] = ()  #: corners of the face, edge or vertex of the first body that it chose, metres
    face_b: tuple[Vec3, ...] = ()  #: the same of the second body, metres

    def __post_init__(self) -> None:
        for name in SAID_NUMBERS:  # not iterations, which are many: where they are read, there is one NaN already
            object.__setattr__(self, name, with_one_nan(getattr(self, name)))


SAID_NUMBERS = ("signed_distance", "normal", "witness_a", "witness_b", "points", "face_a", "face_b")
MOST_CORNERS = 1000  # of a face: more than any engine keeps


class UnreadText(NamedTuple):
    """A part of the text that a scene was imported from, with numbers that were not read."""

    text: str  #: where it is and what it says: "line 7: pose_B 0 0 1"
    tokens: int  #: how many numbers it has


def unread_words(unread: tuple[UnreadText, ...]) -> str:
    """ "imported with 3 tokens unread"; empty if everything was read."""
    count = sum(part.tokens for part in unread)
    return f"imported with {counted(count, 'token')} unread" if count else ""


@dataclass(frozen=True)
class Scene(Displayed):
    """A named set of bodies, with the pairs to examine, expected results and gravity, as in a scene file.

    All bodies have the scene's dimension: 3, or 2 for shapes in the plane z = 0.  Raises `ValueError` for others, for
    two bodies of one name, and for pairs, expectations and reports that do not name two of the bodies.

    >>> from gjkscope import Body, Box, PositionOrientation, Scene, Sphere
    >>> ball = Body("ball", Sphere(0.5), PositionOrientation((2, 0, 0)))
    >>> scene = Scene("a box and a ball", (Body("box", Box((1, 1, 1))), ball))
    >>> scene.names, scene.body("ball").pose.position
    (('box', 'ball'), (2, 0, 0))
    """

    name: str  #: of the scene
    bodies: tuple[Body, ...]  #: with unique names, all of the same dimension
    about: str | None = None  #: Markdown text
    source: str | None = None  #: such as the address of a bug report
    pairs: tuple[Pair, ...] | None = None  #: names of bodies; None: all pairs the broad phase reports
    expected: tuple[Expected, ...] = ()  #: the known answers
    gravity: Vec3 = ZERO  #: m/s², applied to bodies that are not fixed
    reported: tuple[Reported, ...] = ()  #: what engines answered
    dimension: int = 3  #: 3, or 2 for shapes in the plane z = 0
    response: str = PUSH_OUT  #: of moving bodies to contacts: "push-out" or "impulses"
    unread: tuple[UnreadText, ...] = ()  #: what an import did not read, until a person confirms that it does not matter
    opens: Opening = field(default=AS_CONTENTS, compare=False)  #: how it is shown at first; no change to the scene

    def __post_init__(self) -> None:
        if self.dimension not in DIMENSIONS:
            raise ValueError(f"dimension: must be 2 or 3, got {self.dimension}")
        if self.response not in (RESPONSES if self.dimension == 3 else (PUSH_OUT,)):
            raise ValueError(f"response: must be push-out, or in 3D impulses, got {self.response!r}")
        for body in self.bodies:
            if body.shape.dimension != self.dimension:
                raise ValueError(
                    f"bodies: {body.name} is a {body.shape.dimension}D {body.shape.kind}, "
                    f"but the scene has dimension {self.dimension}"
                )
        if self.is_plane:
            self._check_plane()
        self._check_names()

    def _check_plane(self) -> None:
        check_in_plane("gravity", self.gravity)
        for report in self.reported:
            if report.face_a or report.face_b:
                raise ValueError("reported: only reports in 3D scenes have faces")
            vectors = {"normal": report.normal, "witness_a": report.witness_a, "witness_b": report.witness_b}
            vectors |= {f"points[{i}].position": point.position for i, point in enumerate(report.points)}
            for name, vector in vectors.items():
                if vector is not None:
                    check_in_plane(name, vector)

    def _check_names(self) -> None:
        names = dict.fromkeys(self.names)
        if len(names) < len(self.names):
            self._report_equal_names()
        check_references({f"pairs[{i}]": pair for i, pair in enumerate(self.pairs or ())}, names)
        check_references({f"expected[{i}].pair": entry.pair for i, entry in enumerate(self.expected)}, names)
        for i, report in enumerate(
            self.reported
        ):  # several engines, and one engine several times, may report on a pair
            check_references({f"reported[{i}].pair": report.pair}, names)
        if self.opens.pair is not None:
            check_references({"opens.pair": self.opens.pair}, names)

    def _report_equal_names(self) -> None:
        """Raises `ValueError` about the first name that occurs twice."""
        positions: dict[str, int] = {}
        for i, name in enumerate(self.names):
            if (first := positions.setdefault(name, i)) < i:
                raise ValueError(
                    f"shapes[{i}].name: must differ from all others, but shapes[{first}] is {shown(name)} too"
                )

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Cached, like that of a body."""
        return hash((self.name, self.bodies, self.pairs, self.gravity, self.response))

    @property
    def unread_words(self) -> str:
        """How much of the imported text was not read, to accompany each verdict; empty if all of it was."""
        return unread_words(self.unread)

    @property
    def unread_entry(self) -> dict[str, list[dict[str, Any]]]:
        """The same for JSON, as in scene files: the key `unread`, or nothing."""
        return {"unread": [part._asdict() for part in self.unread]} if self.unread else {}

    @property
    def is_plane(self) -> bool:
        """Whether it is a 2D scene."""
        return self.dimension == 2

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the bodies, in order."""
        return tuple([body.name for body in self.bodies])  # twice as fast as a generator

    def body(self, name: str) -> Body:
        """The body of that name.  Raises `KeyError` if there is none."""
        for body in self.bodies:
            if body.name == name:
                return body
        raise KeyError(name)

    def with_body(self, changed: Body) -> "Scene":
        """A copy with the body of the same name replaced, and without the expectations and reports about it.

        They are about its previous placement or shape.
        """
        expected, reported = self._about_others(changed.name)
        return replace(self, bodies=self._with(changed), expected=expected, reported=reported)

    def with_property(self, changed: Body) -> "Scene":
        """A copy with the body replaced; for properties that do not affect answers, such as its colour."""
        return replace(self, bodies=self._with(changed))

    def _with(self, changed: Body) -> tuple[Body, ...]:
        index = next((i for i, body in enumerate(self.bodies) if body.name == changed.name), len(self.bodies))
        return (*self.bodies[:index], *(changed,) * (index < len(self.bodies)), *self.bodies[index + 1 :])

    def without(self, name: str) -> "Scene":
        """A copy without the body of that name and everything that refers to it."""
        pairs = tuple(pair for pair in self.pairs or () if name not in pair)
        expected, reported = self._about_others(name)
        return replace(
            self,
            opens=replace(self.opens, pair=None) if name in (self.opens.pair or ()) else self.opens,
            bodies=tuple(body for body in self.bodies if body.name != name),
            pairs=pairs or None,
            expected=expected,
            reported=reported,
        )

    def _about_others(self, name: str) -> tuple[tuple[Expected, ...], tuple[Reported, ...]]:
        """The expectations and the reports that do not concern the body."""
        return (
            tuple(expected for expected in self.expected if name not in expected.pair),
            tuple(reported for reported in self.reported if name not in reported.pair),
        )

    def renamed(self, old: str, new: str) -> "Scene":
        """A copy with the body renamed, including all references to it."""

        def pair(names: Pair) -> Pair:
            a, b = (new if name == old else name for name in names)
            return (a, b)

        return replace(
            self,
            opens=self.opens if self.opens.pair is None else replace(self.opens, pair=pair(self.opens.pair)),
            bodies=tuple(replace(body, name=new) if body.name == old else body for body in self.bodies),
            pairs=None if self.pairs is None else tuple(pair(names) for names in self.pairs),
            expected=tuple(replace(expected, pair=pair(expected.pair)) for expected in self.expected),
            reported=tuple(replace(reported, pair=pair(reported.pair)) for reported in self.reported),
        )


def is_about_pair(scene: Scene, pair: Pair) -> bool:
    """Whether the scene names the pair, in either order: to examine it, to open with it, or with an answer."""
    answered = [*(entry.pair for entry in scene.expected), *(entry.pair for entry in scene.reported)]
    named = [*(scene.pairs or ()), *answered, scene.opens.pair]
    return pair in named or pair[::-1] in named
