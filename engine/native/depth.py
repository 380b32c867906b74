"""The signed distance of a pair by machine code: GJK, followed by EPA if the cores overlap.

`measured` gives what the algorithm "epa" gives, or the default query, to the last bit, in some ten microseconds instead
of half a millisecond.  It takes a tenth of a second to load the code, so this is done where many pairs will be measured
(`DEPTH_CODE`); without code, `measured` is None, and the interpreter answers.
"""

from collections.abc import Callable
from ctypes import c_int64
from functools import lru_cache
from threading import local
from typing import NamedTuple

import numpy as np

from gjkscope.engine.native.layout import FOUND_INTEGERS, FOUND_NUMBERS, PAIR_ROWS, POSE_NUMBERS, POSES
from gjkscope.engine.native.numbers import short_pose_numbers
from gjkscope.engine.native.on_demand import DEPTH, OnDemand
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Exit, RawAnswer, Result, result_of
from gjkscope.engine.sequences.same import Same
from gjkscope.engine.shapes.blocks import address_of, blocks
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import core

SHAPES_KEPT = 256  # whose numbers stay in memory: those of a scene

EPA = "epa"

EXITS = {int(reason): reason for reason in Exit}

DEPTH_CODE = OnDemand(DEPTH, c_int64)


def measured(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, algorithm: str | None) -> Result | None:
    """The result of "epa", or of the default query; None without machine code, and for 2D shapes.

    Shapes and poses are validated.  As in a trace, quantities may be infinite or NaN (`result.finite`).
    """
    code = DEPTH_CODE.function
    if code is None or shape_a.dimension == 2:
        return None
    found = _MEMORY.measure(code, core_memory(Same(shape_a)), pose_a, core_memory(Same(shape_b)), pose_b)
    if not found.gjk_steps:
        if algorithm is None:
            return result_of("gjk", found.exit, found.steps, found.answer)
        return result_of("epa", Exit.DISTANCE_KNOWN, 1, found.answer)
    if algorithm is None:
        return result_of("gjk+epa", found.exit, found.gjk_steps + found.steps, found.answer)
    return result_of("epa", found.exit, found.steps, found.answer)


class _Measured(NamedTuple):
    answer: RawAnswer
    exit: Exit
    steps: int  # of the last algorithm
    gjk_steps: int  # if EPA has run, else 0


class CoreMemory:
    """A core in memory; `addresses` are those of its integers and its numbers, as `layout.py` describes."""

    def __init__(self, shape: Shape) -> None:
        kind, size, parameter, vertices, center, first, radius = core(shape)
        self._blocks = blocks(vertices)
        self._integers = np.array([kind, first, address_of(self._blocks), len(self._blocks)], np.int64)
        self._numbers = np.array([*size, parameter, *center, radius], np.float64)
        self.addresses = [address_of(self._integers), address_of(self._numbers)]


@lru_cache(maxsize=SHAPES_KEPT)
def core_memory(shape: Same) -> CoreMemory:
    """The core of a shape; it stays in memory while it is referred to."""
    return CoreMemory(shape.value)


class _Memory(local):
    """The memory of the poses and of the answer; each thread has its own, as forks may keep a lock for ever."""

    def __init__(self) -> None:
        self._poses = np.empty(2 * POSE_NUMBERS)
        self._integers, self._numbers = np.empty(FOUND_INTEGERS, np.int64), np.empty(FOUND_NUMBERS)
        self._rows = np.zeros((PAIR_ROWS, 3), np.int64)
        self._rows[POSES:, 2] = [address_of(part) for part in (self._poses, self._integers, self._numbers)]
        self._address = address_of(self._rows)

    def measure(
        self, code: Callable[[int], int], a: CoreMemory, pose_a: Pose, b: CoreMemory, pose_b: Pose
    ) -> _Measured:
        self._rows[:POSES, 2] = (*a.addresses, *b.addresses)
        self._poses[:] = (*short_pose_numbers(pose_a), *short_pose_numbers(pose_b))
        has_run = code(self._address)
        why, steps, before, verdict = self._integers.tolist()
        lower, upper, distance, nx, ny, nz, px, py, pz, qx, qy, qz = self._numbers.tolist()
        answer = RawAnswer(verdict, lower, upper, distance, (nx, ny, nz), (px, py, pz), (qx, qy, qz))
        return _Measured(answer, EXITS[why], steps, before if has_run else 0)


_MEMORY = _Memory()
