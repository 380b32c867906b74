"""Minimises a failing pair: makes it as small and simple as possible while it still fails, and writes a scene.

The following are tried in turn until none helps: moving both shapes to the origin, removing rotations, rounding and
vertices, and shortening numbers.
"""

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from gjkscope.app.scenes.scene import Body, Scene, Transform
from gjkscope.app.scenes.scene_file import write_scene
from gjkscope.engine.pose import Pose, as_pose
from gjkscope.engine.shapes.kinds import Hull, Shape
from gjkscope.engine.vectors import IDENTITY, ZERO, sub
from tests.fuzz.zoo import Case, Placed

DIGITS = (1, 2, 3, 6, 9, 12)


def minimised(case: Case, fails: Callable[[Case], bool]) -> Case:
    """The simplest variant found that still fails, judged without the known distance, which no longer applies."""
    plainest = replace(case, known=None)
    if not fails(plainest):
        return case
    helped = True
    while helped:
        helped = False
        for variant in _variants(plainest.pair):
            smaller = replace(plainest, pair=variant)
            if variant != plainest.pair and fails(smaller):
                plainest, helped = smaller, True
                break
    return plainest


def write(case: Case, name: str, about: str, folder: Path) -> Path:
    """Write the pair as a scene file and return its path."""
    a, pose_a, b, pose_b = case.pair
    bodies = (Body("A", a, _transform(pose_a)), Body("B", b, _transform(pose_b)))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.json"
    write_scene(Scene(name, bodies, about=about, pairs=(("A", "B"),)), path)
    return path


def _variants(pair: Placed) -> Iterator[Placed]:
    a, pose_a, b, pose_b = pair
    yield a, pose_a._replace(position=ZERO), b, pose_b._replace(position=sub(pose_b.position, pose_a.position))
    yield a, pose_a._replace(rotation=IDENTITY), b, pose_b
    yield a, pose_a, b, pose_b._replace(rotation=IDENTITY)
    for smaller in _smaller(a):
        yield smaller, pose_a, b, pose_b
    for smaller in _smaller(b):
        yield a, pose_a, smaller, pose_b
    for digits in DIGITS:
        yield from _with_digits(pair, digits)


def _smaller(shape: Shape) -> Iterator[Shape]:
    if shape.rounding:
        yield replace(shape, rounding=0.0)
    if isinstance(shape, Hull) and len(shape.vertices) > 1:
        for i in range(len(shape.vertices)):
            yield replace(shape, vertices=shape.vertices[:i] + shape.vertices[i + 1 :])


def _with_digits(pair: Placed, digits: int) -> Iterator[Placed]:
    a, pose_a, b, pose_b = pair
    for shape, others in ((a, lambda s: (s, pose_a, b, pose_b)), (b, lambda s: (a, pose_a, s, pose_b))):
        sizes = {f.name: _cut(getattr(shape, f.name), digits) for f in fields(shape) if f.name not in ("axis", "faces")}
        try:
            yield others(replace(shape, **sizes))
        except ValueError:  # a size shortened to zero
            continue
    yield a, pose_a._replace(position=_cut(pose_a.position, digits)), b, pose_b
    yield a, pose_a, b, pose_b._replace(position=_cut(pose_b.position, digits))
    for rounded in (
        (a, pose_a._replace(rotation=_cut(pose_a.rotation, digits)), b, pose_b),
        (a, pose_a, b, pose_b._replace(rotation=_cut(pose_b.rotation, digits))),
    ):
        if _rigid(rounded[1]) and _rigid(rounded[3]):
            yield rounded


def _cut(value: Any, digits: int) -> Any:
    if isinstance(value, tuple):
        return tuple(_cut(part, digits) for part in value)
    return float(f"{value:.{digits}g}")


def _rigid(pose: Pose) -> bool:
    try:
        as_pose(pose)
    except ValueError:
        return False
    return True


def _transform(pose: Pose) -> Transform:
    rows = [(*row, x) for row, x in zip(pose.rotation, pose.position, strict=True)]
    return Transform((rows[0], rows[1], rows[2], (0.0, 0.0, 0.0, 1.0)))
