"""Box3D's collision functions in the shared library of the wheel robox3d (pip install robox3d==0.1.0)."""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from gjkscope.app.ask.solvers.building import pose_seen_from, quaternion_xyzw
from gjkscope.engine.contacts.box3d.hull_builder import EndlessHull, create_hull
from gjkscope.engine.contacts.clipping import Side, corner_name
from gjkscope.engine.pose import apply
from gjkscope.engine.precision import single
from gjkscope.engine.shapes import kinds
from gjkscope.engine.vectors import SINGLE, Vec3, neg, row_times
from tests.fidelity.pairs import Arguments
from tests.fidelity.policies.reference import PolicyReference, RealManifold, RealPoint
from tests.fidelity.references.box3d import version

CAPACITY = 64  # points that a local manifold has room for
MOST_VERTICES = 128  # of a hull
LEAST_HALF = 0.001  # metres: b3MakeBoxHull makes no box thinner
NEAREST = "nearest points"
# Our numbers of a box's corners, x changing fastest, in Box3D's order.
BOX_NUMBERS = (7, 6, 4, 5, 3, 2, 0, 1)


def as_held(pair: Arguments) -> Arguments:
    """The pair with boxes as thick as Box3D makes them."""
    a, pose_a, b, pose_b = pair
    return _thick(a), pose_a, _thick(b), pose_b


def ask(pair: Arguments) -> RealManifold | None:
    """Box3D has one function for both orders of two types; it computes in the first shape's frame."""
    ffi, lib = _box3d()
    sides = ("A", *pair[:2]), ("B", *pair[2:])
    (owner, shape, pose), (other_owner, other, other_pose) = sorted(sides, key=lambda side: _rank(side[1]))
    try:
        first, second = Box3DBody(owner, shape), Box3DBody(other_owner, other)
    except ValueError:
        return None
    relative = pose_seen_from(other_pose, pose)
    x, y, z, w = quaternion_xyzw(relative)
    placed = ffi.new("b3Transform*", {"p": _xyz(relative.position), "q": {"v": _xyz((x, y, z)), "s": w}})[0]
    contact, points = ffi.new("b3LocalManifold*"), ffi.new("b3LocalManifoldPoint[]", CAPACITY)
    contact.points = points
    name, cache_kind = _FUNCTIONS[_rank(shape), _rank(other)]
    caches = () if cache_kind is None else (ffi.new(cache_kind),)
    getattr(lib, name)(contact, CAPACITY, first.made, second.made, placed, *caches)
    if not contact.pointCount:
        return RealManifold()
    normal = row_times(pose.rotation, _tuple(contact.normal))
    count = contact.pointCount
    kept = tuple(
        RealPoint(apply(pose, _tuple(point.point)), 0.0 - point.separation, _name(point.pair, first, second, count))
        for point in points[0:count]
    )
    return RealManifold(normal if owner == "A" else neg(normal), kept)


class Box3DBody:
    """A shape of Box3D; the memory is Python's, but for that of a hull, which is freed at the end."""

    def __init__(self, owner: str, shape: kinds.Shape) -> None:
        self.owner, self.shape = owner, shape
        self.ffi, self.lib = _box3d()
        self.owned: Any = None
        match shape:
            case kinds.Box():
                self._box = self.ffi.new("b3BoxHull*", self.lib.b3MakeBoxHull(*shape.half_extents))
                self.made = self.ffi.addressof(self._box, "base")
            case kinds.Hull():
                _check_ending(shape)
                points = self.ffi.new("b3Vec3[]", [_xyz(vertex) for vertex in shape.vertices])
                self.made = self.owned = self.lib.b3CreateHull(points, len(shape.vertices), MOST_VERTICES)
                if self.made == self.ffi.NULL:
                    raise ValueError("Box3D rejects the hull")
            case kinds.Sphere():
                self.made = self.ffi.new("b3Sphere*", {"center": _xyz((0, 0, 0)), "radius": shape.radius})
            case kinds.Capsule():
                start, end = shape.corners()
                fields = {"center1": _xyz(start), "center2": _xyz(end), "radius": shape.radius}
                self.made = self.ffi.new("b3Capsule*", fields)

    def __del__(self) -> None:
        if self.owned is not None and self.owned != self.ffi.NULL:
            self.lib.b3DestroyHull(self.owned)

    def part(self, kind: str, offset: int) -> Any:
        return self.ffi.cast(kind, self.ffi.cast("char*", self.made) + offset)

    def side(self, edge: int) -> Side:
        """An edge, by our numbers of its ends."""
        edges = self.part("b3HullHalfEdge*", self.made.edgeOffset)
        return Side(self.owner, (self._number(edges[edge].origin), self._number(edges[edges[edge].twin].origin)))

    def _number(self, vertex: int) -> int:
        """Our number of a vertex; hulls are moved to and fro, which may change a vertex by a roundoff."""
        if isinstance(self.shape, kinds.Box):
            return BOX_NUMBERS[vertex]
        assert isinstance(self.shape, kinds.Hull)
        place = _tuple(self.part("b3Vec3*", self.made.pointOffset)[vertex])
        offsets = [max(abs(x - y) for x, y in zip(place, own, strict=True)) for own in self.shape.vertices]
        return offsets.index(min(offsets))


def _check_ending(hull: kinds.Hull) -> None:
    """Raises `ValueError` for a hull with which `b3CreateHull` never ends."""
    try:
        with np.errstate(all="ignore"):
            create_hull(single(hull.vertices))
    except EndlessHull:
        raise ValueError("Box3D never ends with the hull") from None


def _name(pair: Any, first: Box3DBody, second: Box3DBody, count: int) -> str:
    """The features of a point in the words of the policy."""
    if not second_is_hull(second):
        if pair.owner1 != pair.owner2:  # a segment that passes an edge of the hull, whose number is the second
            names = str(first.side(pair.index2)), str(Side(second.owner, (0, 1)))
            return " × ".join(sorted(names))
        return f"{second.owner} v{pair.index1}" if count > 1 else NEAREST
    bodies = first, second
    sides = [bodies[owner].side(index) for owner, index in ((pair.owner1, pair.index1), (pair.owner2, pair.index2))]
    return corner_name(*sides)


def second_is_hull(body: Box3DBody) -> bool:
    return isinstance(body.shape, kinds.Box | kinds.Hull)


def _thick(shape: kinds.Shape) -> kinds.Shape:
    if not isinstance(shape, kinds.Box):
        return shape
    x, y, z = (max(LEAST_HALF, half) for half in shape.half_extents)
    return kinds.Box((x, y, z))


def _rank(shape: kinds.Shape) -> int:
    return {kinds.Box: 0, kinds.Hull: 0, kinds.Capsule: 1, kinds.Sphere: 2}[type(shape)]


_FUNCTIONS = {
    (0, 0): ("b3CollideHulls", "b3SATCache*"),
    (0, 1): ("b3CollideHullAndCapsule", "b3SimplexCache*"),
    (0, 2): ("b3CollideHullAndSphere", "b3SimplexCache*"),
    (1, 1): ("b3CollideCapsules", None),
    (1, 2): ("b3CollideCapsuleAndSphere", None),
    (2, 2): ("b3CollideSpheres", None),
}


@cache
def _box3d() -> tuple[Any, Any]:
    module = import_module("robox3d._ffi")
    return module.ffi, module.lib


def _xyz(vector: Sequence[float]) -> dict[str, float]:
    return dict(zip("xyz", map(float, vector), strict=True))


def _tuple(vector: Any) -> Vec3:
    return (vector.x, vector.y, vector.z)


REFERENCE = PolicyReference(
    "box3d",
    "Box3D",
    version,
    ask,
    (kinds.Box, kinds.Hull, kinds.Capsule, kinds.Sphere),
    "Box3D 0.1.0, commit 8441b4a, src/convex_manifold.c, src/manifold.c, src/hull.c, src/distance.c",
    SINGLE,
    "Boxes are compared as Box3D holds them, at least 2 mm thick. Triangles, which it collides in functions of their "
    "own, and cylinders and cones, which it does not have, are not compared, nor is the one pair of 10,000 with a hull "
    "with which Box3D never ends.",
    as_held,
)
