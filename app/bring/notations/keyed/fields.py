"""The vocabulary of field names in JSON, debugger views and tables: the meaning of a name for a shape or its pose.

    meaning_of("mHalfHeightOfCylinder")    # HALF_HEIGHT
    meaning_of("boxA_size")                # SIZES, of a box, of the body "A"
    meaning_of("qx")                       # QUATERNION, component x

A name is split into words at underscores, spaces, digits and capitals.  The longest phrase of the vocabulary in it is
its field; among the other words, the name of a shape is its kind, and a letter or number distinguishes two bodies.
"""

import re
from collections.abc import Sequence
from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple


class Quantity(Enum):
    """The role of a value."""

    KIND = auto()
    NAME = auto()
    RADIUS = auto()
    DIAMETER = auto()
    RADII = auto()  # half axes of an ellipsoid
    HALF_SIZES = auto()
    SIZES = auto()  # full in most engines
    EXTENTS = auto()  # half in most engines
    IMPLICIT_SIZES = auto()  # Bullet's: half sizes without the margin
    WIDTH = auto()
    HEIGHT = auto()  # with or without the caps of a capsule
    DEPTH_SIZE = auto()
    LENGTH = auto()  # of the cylindrical part
    HALF_HEIGHT = auto()
    RADIUS_TOP = auto()
    RADIUS_BOTTOM = auto()
    LOW = auto()  # corners of an aligned box
    HIGH = auto()
    POINT_A = auto()  # ends of a segment
    POINT_B = auto()
    VERTICES = auto()
    AXIS = auto()
    ROUNDING = auto()
    MARGIN = auto()
    SCALE = auto()
    POSITION = auto()
    CENTER = auto()  # of the shape in the frame of its body if both are given
    ROTATION = auto()  # a quaternion, Euler angles or a matrix, by the count of its numbers
    QUATERNION = auto()
    EULER = auto()
    ANGLE = auto()
    ROTATION_AXIS = auto()
    AXIS_ANGLE = auto()
    MATRIX = auto()  # a pose
    VELOCITY = auto()
    ANGULAR_VELOCITY = auto()
    UNITS = auto()
    DISTANCE = auto()  # answers of an engine
    DEPTH = auto()
    NORMAL = auto()
    WITNESS_A = auto()
    WITNESS_B = auto()
    VERDICT = auto()
    SETTING = auto()  # known not to be geometry
    FRAME = auto()  # names of enclosing records: geometry, collider, …


class ShapeKind(Enum):
    BOX = "box"
    SPHERE = "sphere"
    CAPSULE = "capsule"
    CYLINDER = "cylinder"
    CONE = "cone"
    ELLIPSOID = "ellipsoid"
    HULL = "hull"
    TRIANGLE = "triangle"
    SEGMENT = "segment"
    POINT = "point"
    UNSUPPORTED = "unsupported"


class Meaning(NamedTuple):
    """The meaning of a name."""

    field: Quantity | None = None
    kind: ShapeKind | None = None
    tag: str = ""  # a letter, number or ordinal that distinguishes two bodies
    component: str = ""  # x, y, z or w
    rest: tuple[str, ...] = ()  # words without a meaning
    is_alternative: bool = False  # "alternative description of …"
    names_box: bool = False  # the kind comes from "aabb" or "bounds", which also describe other shapes


WORD = re.compile(r"\d+|[^\W\d_]+", re.UNICODE)
_DIMENSION = re.compile(r"(?<=[a-zA-Z])[234][dDfF](?![a-zA-Z])")  # of BoxShape3D, Point3d, Vector4f
_RELATIVE = re.compile(r"([AB12])_?(?:[tT]o|[iI]n)_?[AB12](?![a-zA-Z\d])")  # transformBtoA: the pose of B
# Drake's names of poses: X_WA is the pose of frame A in the frame W or F, p_WA its position, R_WA its rotation.
_POSE_OF_FRAME = re.compile(r"(?<!\w)([XTHRqp])_[WF]([A-Z]\d*)o?(?!\w)")
_PARTS_OF_POSES = {"X": "pose", "T": "pose", "H": "pose", "R": "rotation", "q": "quaternion", "p": "position"}
_POINT_OF_BODY = re.compile(r"p_([A-Z])[A-Z]([a-z])\d*|nhat_[A-Z]{2}_[A-Z]")  # p_WCa: a point Ca of A, from W
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


@lru_cache(maxsize=10_000)
def words_of_name(name: str) -> tuple[str, ...]:
    """The words of a name, in lower case: `m_halfExtents2` is half, extents, 2."""
    words = []
    for run in WORD.findall(_DIMENSION.sub("", name)):
        words += [word.lower() for word in _HUMP.sub(" ", run).split()]
    if len(words) > 1 and words[0] in _PREFIXES and name[: len(words[0])] in (words[0], f"{words[0]}_"):
        return tuple(words[1:])
    return tuple(words)


@lru_cache(maxsize=10_000)
def meaning_of(name: str) -> Meaning:
    """The meaning of a name, which may consist of several words."""
    name = _POSE_OF_FRAME.sub(lambda match: f"{_PARTS_OF_POSES[match[1]]} {match[2]}", name)
    if point := _POINT_OF_BODY.fullmatch(name):
        witness = {"Wa": Quantity.WITNESS_A, "Wb": Quantity.WITNESS_B}
        return Meaning(witness.get(f"{point[1]}{point[2]}", Quantity.SETTING))
    words = _words_of_phrase(name)
    field, start, count = _longest_phrase(words)
    before, after = words[:start], words[start + count :]
    component = ""
    if field is not None and len(after) == 1 and after[0] in COMPONENTS:
        component, after = after[0], []
    if field is None and len(words) == 1 and words[0] in _COMPONENT_NAMES:
        field, component = _COMPONENT_NAMES[words[0]]
        before, after = [], []
    kind, others, names_box = _kind(before + after)
    tag = next((word for word in reversed(others) if is_tag(word)), "")
    if tag:
        others.remove(tag)
    if field is None:
        named = next((word for word in others if len(word) > 1 and word in _COMPONENT_NAMES), None)
        if named:  # "box hx"
            field, component = _COMPONENT_NAMES[named]
            others.remove(named)
    is_alternative = any(word in _ALTERNATIVE for word in others)
    return Meaning(field, kind, TAGS.get(tag, tag), component, tuple(others), is_alternative, names_box)


def _words_of_phrase(phrase: str) -> list[str]:
    """The words of a phrase, correctly spelled, without articles and such."""
    runs = _RELATIVE.sub(r"\1", phrase).split()
    runs = [run for i, run in enumerate(runs) if run != "a" or i == 0 or runs[i - 1].lower() not in _BEFORE_ARTICLE]
    words = [word for run in runs for word in words_of_name(run)]
    return [_MISSPELLED.get(word, word) for word in words if word not in _FILLERS]


def shape_kind_of(word: str) -> ShapeKind | None:
    """The kind of shape that a word such as "JPH::BoxShape" or "btCapsuleShapeZ" names."""
    return _kind([part for run in word.split() for part in words_of_name(run)])[0]


def axis_of(word: str) -> str:
    """The axis that a type names (`CapsuleShapeX`, `btCylinderShapeZ`); "" if it names none."""
    parts = words_of_name(word)
    return parts[-1] if parts and parts[-1] in ("x", "y", "z") and shape_kind_of(word) else ""


def is_tag(word: str) -> bool:
    return word in TAGS or (word.isdecimal() and len(word) <= 4) or (len(word) == 1 and word.isalpha())


COMPONENTS = ("x", "y", "z", "w")
TAGS = {"first": "1", "second": "2", "one": "1", "two": "2", "left": "left", "right": "right", "other": "2"}
TAGS |= {"big": "big", "bigger": "big", "large": "big", "larger": "big", "small": "small", "smaller": "small"}

_PREFIXES = {"m", "in", "k", "s", "local", "f", "v", "bt", "px", "jph", "g"}
_FILLERS = {"the", "of", "is", "a.", "with", "and", "an", "in", "for", "to", "jph", "bt", "px"}
_BEFORE_ARTICLE = {"and", "between", "with", "of", "is", "to", "vs", "against", "has", "have", "for", "as", "on", "at"}
# Words that reports often misspell; a field that is not recognised would be refused.
_MISSPELLED = {
    "raidus": "radius", "raduis": "radius", "radious": "radius", "lenght": "length", "legth": "length",
    "heigth": "height", "hight": "height", "hieght": "height", "postion": "position", "positon": "position",
    "poistion": "position", "translaton": "translation", "roation": "rotation", "rotaion": "rotation",
    "orientaion": "orientation", "quarternion": "quaternion", "quaterion": "quaternion", "quternion": "quaternion",
    "dimentions": "dimensions", "dimension": "dimensions", "extend": "extent", "extends": "extents",
    "cyclinder": "cylinder", "cylidner": "cylinder",
    "shpere": "sphere", "spehre": "sphere", "capsul": "capsule",
}  # fmt: skip
_ALTERNATIVE = {"alternative", "alternatively", "alternate", "alt", "equivalent", "equivalently", "same", "aka", "or"}

_PHRASES: dict[Quantity, str] = {
    Quantity.KIND: """
        shape type, shape kind, type, kind, class, collider type, geometry type, geom type, type name, shape name,
        sub type, object type, primitive
    """,
    Quantity.NAME: "name, id, custom id, body id, label, uuid, guid, object name, debug name, identifier, instance id",
    Quantity.RADIUS: "radius, rad, r",
    Quantity.DIAMETER: "diameter, diam",
    Quantity.RADII: "radii, semi axes, half axes, semi axis",
    Quantity.HALF_SIZES: """
        he, hs, half, half ext,
        half extents, half extent, halfextents, halfextent, half size, half sizes, halfsize, half dims, half
        dimensions, half dim, half lengths, half side, half sides, half widths, half width, half edges, hsize, half
        vector
    """,
    Quantity.SIZES: """
        size, sizes, side, sides, side lengths, dimension, dimensions, dims, dim, full size, full extents, full
        extent, edge lengths, edge length, lengths, full sizes, xyz size
    """,
    Quantity.EXTENTS: "extents, extent",
    Quantity.IMPLICIT_SIZES: "implicit shape dimensions",
    Quantity.WIDTH: "width",
    Quantity.HEIGHT: "height, total height, total length, full height",
    Quantity.DEPTH_SIZE: "depth",
    Quantity.LENGTH: """
        length, len, lz, segment length, inner length,   mid height, full length
    """,
    Quantity.HALF_HEIGHT: """
        half height, half length, halfheight, halflength, half len, half height cylinder, hh, hl, half h, half z,
        half segment, half height of cylinder
    """,
    Quantity.RADIUS_TOP: "radius top, top radius",
    Quantity.RADIUS_BOTTOM: "radius bottom, bottom radius",
    Quantity.LOW: """
        min, mins, lower, lo, low, minimum, lower bound, min corner, lower corner, corner min
    """,
    Quantity.HIGH: """
        max, maxs, upper, hi, high, maximum, upper bound, max corner, upper corner, corner max
    """,
    Quantity.POINT_A: """
        start, point a, end a, from, p0, pt a, point 0, a, vertex a, start point, begin, endpoint a, end 0
    """,
    Quantity.POINT_B: "end, point b, end b, pt b, b, vertex b, end point, endpoint b",
    Quantity.VERTICES: """
        vertices, verts, vertex, points, pts, point cloud, hull vertices, corners, hull points, positions, convex
        points, cloud, vertex list, hull, vertex positions, coords, vtx
    """,
    Quantity.AXIS: "axis, up axis, direction, orientation axis, height axis, main axis",
    Quantity.ROUNDING: "convex radius, rounding, border radius, round radius, corner radius",
    Quantity.MARGIN: "margin, collision margin, safe margin, contact margin",
    Quantity.SCALE: "scale, local scale, local scaling, scaling, lossy scale, global scale",
    Quantity.POSITION: """
        position, pos, translation, trans, translate, location, loc, origin, local position, world position, global
        position, global translation, xyz, position world, world pos, point, global origin, com position, com,
        place, transform position, transform translation, transform origin, pose position, pose translation, pose p,
        center of mass, center mass, center mass position, body position, vec, offset, placed, located, at
    """,
    Quantity.CENTER: "center, centre, middle, shape center, local center",
    Quantity.ROTATION: """
        rotation, rot, orientation, basis, rotate, local rotation, world rotation, global rotation, attitude,
        orient, ori, linear, rotation world, transform rotation, transform basis, pose rotation, pose orientation
    """,
    Quantity.QUATERNION: """
        quaternion, quat, q, wxyz, xyzw, rotation quaternion, orientation quaternion, rot quat, qxyzw, qwxyz, transform
        quaternion, pose q, pose quaternion, rotation quat
    """,
    Quantity.EULER: """
        euler, euler angles, rpy, euler degrees, rotation degrees, angles, euler xyz, roll pitch yaw, local euler
        angles, euler angles hint
    """,
    Quantity.ANGLE: "angle, theta, angle degrees, angle rad, angle deg, rotation angle",
    Quantity.ROTATION_AXIS: "rotation axis, rot axis, axis of rotation, axis rotation",
    Quantity.AXIS_ANGLE: "axis angle, angle axis, rotation vector, rotvec, scaled axis",
    Quantity.MATRIX: """
        matrix, transform, pose, tf, tr, xf, xform, isometry, placement, world transform, global transform, tm, iso,
        local to world matrix, local world matrix, world matrix, model matrix, matrix world, center mass transform,
        center of mass transform, homogeneous, transformation, transformation matrix, pose matrix, transform matrix,
        frame, local transform, matrix 4 x 4, matrix 3 x 4, x fs, x wg, x form, mat, global pose, rotation
        translation
    """,
    Quantity.VELOCITY: "velocity, linear velocity, linvel, vel, v lin",
    Quantity.ANGULAR_VELOCITY: "angular velocity, angvel",
    Quantity.UNITS: "unit, units, length unit",
    Quantity.DISTANCE: "distance, dist, signed distance, separation, gap, min distance, minimum distance",
    Quantity.DEPTH: "penetration depth, penetration, max penetration, overlap",
    Quantity.NORMAL: "normal, contact normal, collision normal, hit normal, penetration axis, separating axis",
    Quantity.WITNESS_A: """
        nearest point a, closest point a, witness a, contact point a, nearest point 0, nearest point 1, closest
        point 1, witness 1, contact point 1, contact point on 1
    """,
    Quantity.WITNESS_B: """
        nearest point b, closest point b, witness b, contact point b, nearest point 2, closest point 2, witness 2,
        contact point 2, contact point on 2
    """,
    Quantity.VERDICT: """
        collide, collides, colliding, collision, is colliding, intersecting, overlapping, intersect, intersects,
        hit, result
    """,
    Quantity.SETTING: """
        tolerance, iterations, max iterations, solver, friction, restitution, bounciness, mass, density, damping,
        inertia, layer, mask, group, flags, enabled, color, colour,
        version, time, timestep, step, frame number, sleep, sleeping, awake, gravity, force, torque, user data,
        segments, radial segments, width segments, height segments, depth segments, cap segments, height segments,
        faces, triangles, indices, index, normals, uv, uvs, tolerances, count, num, material, motion type, object
        layer, threshold, ccd, activation, user, up, handle, generation, metadata, priority, solver type, sensor,
        sub shape id, bounds 1 m min, bounds 1 m max, bounds 1 space 2 m min, bounds 1 space 2 m max,
        trigger, is trigger, is sensor, bounding radius, bounding sphere radius, volume, area, surface area, edges,
        neighbours, neighbors, face, collision filter, filter, linear damping, angular damping, inverse mass, inv
        mass, inverse inertia, sqr magnitude, magnitude, l 2, euler order, order, visible, cast shadow, matrix auto
        update, render order, custom solver bias,
        joint, joints, constraint, constraints, light, lights,
        nb vertices, num vertices, vertex count, face count, stamp, seq,
        nsecs, secs, speed, elasticity, dynamic friction, static friction, linear factor, angular factor, lower
        limit, upper limit, default contact offset, contact offset, rest offset, theta length, theta start, open
        ended, phi start, phi length, mass scale, frame rate, fps, dt, separation distance, max separation distance,
        collision tolerance, distance tolerance, line,
        expected distance, expected signed distance, expected depth, expected penetration, expected separation,
        true distance, correct distance, exact distance, analytic distance
    """,
    Quantity.FRAME: """
        geometry, geom, collider, colliders, collision, shape, shapes, body, bodies, object, objects, rigid body,
        rigid bodies, data, value, values, entity, collision shape, fixture, fixtures, link, node, item, actor,
        element, elements, array, m floats, floats, f 32, parameters, params, properties, children, transform
        component, desc, raw, base, storage, settings, user, mesh, core, col, row, el, pair, pairs, geometries,
        scene, world
    """,
}
_PREFIXES_OF_COMPONENTS = {
    "h": Quantity.HALF_SIZES,
    "s": Quantity.SIZES,
    "e": Quantity.EXTENTS,
    "": Quantity.POSITION,
    "p": Quantity.POSITION,
    "t": Quantity.POSITION,
    "c": Quantity.POSITION,
    "o": Quantity.POSITION,
    "pos": Quantity.POSITION,
    "q": Quantity.QUATERNION,
    "r": Quantity.EULER,
    "n": Quantity.NORMAL,
}
_COMPONENT_NAMES: dict[str, tuple[Quantity, str]] = {
    prefix + component: (field, component)
    for prefix, field in _PREFIXES_OF_COMPONENTS.items()
    for component in ("x", "y", "z")
}
_COMPONENT_NAMES |= {
    "qw": (Quantity.QUATERNION, "w"),
    "w": (Quantity.QUATERNION, "w"),
    "roll": (Quantity.EULER, "x"),
    "pitch": (Quantity.EULER, "y"),
    "yaw": (Quantity.EULER, "z"),
}
# Letters that are fields if they are the whole name.
_COMPONENT_NAMES |= {
    letter: (field, "")
    for letter, field in (
        ("p", Quantity.POSITION),
        ("t", Quantity.POSITION),
        ("o", Quantity.POSITION),
        ("h", Quantity.HEIGHT),
        ("l", Quantity.LENGTH),
        ("d", Quantity.DIAMETER),
        ("m", Quantity.MATRIX),
        ("v", Quantity.VERTICES),
    )
}

_KINDS: dict[ShapeKind, str] = {
    ShapeKind.BOX: """
        box, cube, cuboid, aabb, obb, block, brick, slab, crate, bounds, bounding box, oriented box, boxes
    """,
    ShapeKind.SPHERE: "sphere, ball, spheres",
    ShapeKind.CAPSULE: "capsule, pill, capped cylinder, swept sphere, cap, capsules",
    ShapeKind.CYLINDER: "cylinder, cyl, cylinders, disc, disk",
    ShapeKind.CONE: "cone, cones",
    ShapeKind.ELLIPSOID: "ellipsoid, ellipsoids",
    ShapeKind.HULL: """
        convex hull, convex, polyhedron, convex polyhedron, polytope, convex mesh, hull, convex polygon,
        tetrahedron, point cloud, polyhedral convex, trimesh, tri mesh, triangle mesh, mesh collider
    """,
    ShapeKind.TRIANGLE: "triangle, tri",
    ShapeKind.SEGMENT: "segment, line segment",
    ShapeKind.UNSUPPORTED: """
        plane, half space, halfspace, heightfield, height map, height field, static plane, torus, compound, voxels,
        world boundary
    """,
}
_BOXES_OF_OTHERS = {"aabb", "bounds", "bounding"}


def _phrases(table: dict[Quantity, str]) -> dict[tuple[str, ...], Quantity]:
    quantities: dict[tuple[str, ...], Quantity] = {}
    for field, text in table.items():
        for phrase in text.split(","):
            quantities.setdefault(tuple(phrase.split()), field)
    return quantities


_BY_WORDS = _phrases(_PHRASES)
_LONGEST = max(map(len, _BY_WORDS))
_KIND_BY_WORDS = {tuple(phrase.split()): kind for kind, text in _KINDS.items() for phrase in text.split(",")}


def _longest_phrase(words: Sequence[str]) -> tuple[Quantity | None, int, int]:
    """The field of the longest phrase, and of the last one of that length; its place and length in words.

    Names of enclosing records have the lowest priority, and a letter is a field only if it is the whole name.
    """
    best: tuple[int, int, int] | None = None
    field: Quantity | None = None
    for start in range(len(words)):
        for count in range(1, min(_LONGEST, len(words) - start) + 1):
            phrase = tuple(words[start : start + count])
            known = _BY_WORDS.get(phrase)
            if known is None or (len(phrase) == 1 and len(phrase[0]) == 1 and len(words) > 1 and phrase[0] not in "rq"):
                continue
            rank = (0 if known is Quantity.FRAME else 1, count, start)
            if best is None or rank >= best:
                best, field = rank, known
    return (field, best[2], best[1]) if best else (None, 0, 0)


def _kind(words: Sequence[str]) -> tuple[ShapeKind | None, list[str], bool]:
    """The kind of shape in the words, the other words, and whether the kind comes only from "aabb" or "bounds"."""
    for count in (2, 1):
        for start in range(len(words) - count + 1):
            phrase = tuple(words[start : start + count])
            if kind := _KIND_BY_WORDS.get(phrase):
                return kind, [*words[:start], *words[start + count :]], phrase[0] in _BOXES_OF_OTHERS
    return None, list(words), False
