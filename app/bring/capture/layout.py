"""The bytes of `.gjkcap` files, as specified in `assets/clients/gjkcap.md`."""

from enum import IntEnum
from struct import Struct

import numpy as np

MAGIC = b"\x89GJKCAP\n"
MAJOR, MINOR = 1, 0
FILE_HEADER = Struct("<8sHHI16x")
LARGEST_HEADER = 4096

LOOPBACK, DEFAULT_PORT = "127.0.0.1", 14557  # where streams are listened to

RECORD_HEADER = Struct("<II")  # type and length
ALIGNMENT = 8
LARGEST_RECORD = 64 << 20


class RecordType(IntEnum):
    """The type of a record's contents."""

    END = 0
    SHAPE = 1
    SINGLE_PAIR = 2
    DOUBLE_PAIR = 3
    LOST = 4
    WRITER = 5
    ITERATION = 6
    TIME = 7
    REFUSAL = 8


class GivenPart(IntEnum):
    """The bits of the parts of an answer."""

    SIGNED_DISTANCE = 1
    NORMAL = 2
    WITNESS_A = 4
    WITNESS_B = 8
    VERDICT = 16


class IterationPart(IntEnum):
    """The bits of the optional parts of an iteration."""

    DIRECTION = 1
    CLOSEST = 2
    WITNESSES = 4


class IterationKind(IntEnum):
    """The contents of a record of an iteration; faces precede the iteration of EPA that ends with them."""

    GJK = 0
    FACE = 1
    EXPANDED = 2  # the face of the polytope before that was expanded
    EPA = 3
    MPR = 4  # the interior point is the fourth vertex
    SAT = 5  # the signed distance is the first number of the closest point


VERDICT_CODES = ("separated", "touching", "penetrating", "undecided")
MATRIX, QUATERNION = 0, 1  # how a transform is written

SHAPE_HEAD = Struct("<QHBxII4x5d")  # key, kind, axis, vertices, triangles, size and rounding
LOST_PAIRS = Struct("<QQ")
TIME = Struct("<Q")  # microseconds since 1970


def pair_type(real: str, length: int | None = None) -> np.dtype[np.void]:
    """The type of a pair's record with its header, for reals of the given type; `length`: of longer contents."""
    fields = [
        ("type", "<u4"),
        ("length", "<u4"),
        ("tick", "<u8"),
        ("ids", "<u8", 2),
        ("shapes", "<u8", 2),
        ("given", "<u4"),
        ("verdict", "u1"),
        ("frames", "u1", 2),
        ("thread", "u1"),
        ("transforms", real, (2, 12)),
        ("signed_distance", real),
        ("normal", real, 3),
        ("witness_a", real, 3),
        ("witness_b", real, 3),
    ]
    known = np.dtype(fields)
    if length is None or length + RECORD_HEADER.size == known.itemsize:
        return known
    return np.dtype([*fields, ("later", "u1", length + RECORD_HEADER.size - known.itemsize)])


SINGLE, DOUBLE = pair_type("<f4"), pair_type("<f8")
PAIR_TYPES = {RecordType.SINGLE_PAIR: SINGLE, RecordType.DOUBLE_PAIR: DOUBLE}


ITERATION_HEAD = Struct("<BBBxI")  # vertices, parts that are given, size of a real, number


def _iteration_type(real: str) -> np.dtype[np.void]:
    """The contents of an iteration's record."""
    points = ("points", "points_a", "points_b")
    head = [("vertices", "u1"), ("given", "u1"), ("real", "u1"), ("kind", "u1"), ("number", "<u4")]
    return np.dtype([*head, *((name, real, (4, 3)) for name in points), ("direction", real, 3), ("closest", real, 3)])


ITERATION_TYPES = {4: _iteration_type("<f4"), 8: _iteration_type("<f8")}  # by the size of a real


def pad_to_alignment(contents: bytes) -> bytes:
    """The contents with zeros up to a multiple of `ALIGNMENT`."""
    return contents + bytes(-len(contents) % ALIGNMENT)


def record(kind: RecordType, contents: bytes) -> bytes:
    """A record with its header."""
    whole = pad_to_alignment(contents)
    return RECORD_HEADER.pack(kind, len(whole)) + whole


def file_header() -> bytes:
    """The header of a file of this version."""
    return FILE_HEADER.pack(MAGIC, MAJOR, MINOR, FILE_HEADER.size)
