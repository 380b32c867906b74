"""Machine code finds the boxes of many bodies as the interpreter does, to the last bit."""

from random import Random

import pytest

from gjkscope.engine import Circle, Pose, Sphere
from gjkscope.engine.advancement.motion import EARTH
from gjkscope.engine.batch.loading import box_writer
from gjkscope.engine.broadphase.boxes import expand_all, expand_placed
from gjkscope.engine.native import boxes
from gjkscope.engine.native.boxes import BOX_CODE
from gjkscope.engine.native.code import known_address
from gjkscope.engine.native.on_demand import BOXES
from gjkscope.engine.shapes.bounds import aabb
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.simulation import simulation
from gjkscope.engine.simulation.simulation import Rules, WorldBody, advance, world
from gjkscope.engine.vectors import scale
from tests.engine.moving import at
from tests.engine.museum import FUZZ, MUSEUM, exhibit, exhibits
from tests.engine.samples import random_pose, random_shape, random_vector
from tests.thorough import cases


@pytest.fixture
def native(monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code is loaded."""
    monkeypatch.setattr(BOX_CODE, "function", box_writer())


def placed_shapes(random: Random, count: int) -> tuple[list[Shape], list[Pose]]:
    """Shapes of all kinds, some of them far from the origin, and some without a rotation."""
    shapes, poses = [], []
    for number in range(count):
        pose = random_pose(random)
        if number % 5 == 0:
            pose = Pose(position=pose.position)
        if number % 7 == 0:
            pose = pose._replace(position=scale(random_vector(random), 10.0 ** random.uniform(0, 300)))
        shapes.append(random_shape(random))
        poses.append(pose)
    return shapes, poses


@pytest.mark.parametrize("seed", range(cases(3, 100)))
def test_boxes_are_those_of_the_interpreter_to_the_bit(seed: int, native: None) -> None:
    shapes, poses = placed_shapes(Random(seed), 200)
    assert len({shape.kind for shape in shapes}) > 8
    found = boxes.measured_boxes(shapes, poses)
    assert repr(found) == repr([aabb(*placed) for placed in zip(shapes, poses, strict=True)])
    grown = [expand_placed(*placed) for placed in zip(shapes, poses, strict=True)]
    assert repr(expand_all(shapes, poses)) == repr(grown)


def test_boxes_of_shapes_in_files_are_those_of_the_interpreter(native: None) -> None:
    pairs = [exhibit(name, "A B", folder) for folder in (MUSEUM, FUZZ) for name in exhibits(folder)]
    solid = [(a, pose) for a, pose, *_ in pairs if a.dimension == 3]
    shapes, poses = [shape for shape, _ in solid], [pose for _, pose in solid]
    assert repr(boxes.measured_boxes(shapes, poses)) == repr([aabb(*placed) for placed in solid])


def test_without_code_and_with_2d_shapes_the_interpreter_answers(native: None, monkeypatch: pytest.MonkeyPatch) -> None:
    flat = [Circle(1.0), Sphere(1.0)], [Pose(), at(2)]
    assert boxes.measured_boxes(*flat) is None
    assert boxes.measured_boxes([], []) == []
    monkeypatch.setattr(BOX_CODE, "function", None)
    assert boxes.measured_boxes([Sphere(1.0)], [Pose()]) is None
    assert expand_all(*flat) == [expand_placed(*placed) for placed in zip(*flat, strict=True)]


def test_a_box_that_overflows_is_refused_as_by_the_interpreter(native: None) -> None:
    with pytest.raises(ValueError, match=r"bodies\[1\]: the box of the shape must be finite"):
        expand_all([Sphere(1.0), Sphere(1e308)], [Pose(), at(1.7e308)])


def test_code_is_loaded_where_there_are_many_bodies(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[int] = []
    monkeypatch.setattr(BOX_CODE, "load", lambda: loaded.append(1))
    bodies = [WorldBody(Sphere(1), at(5.0 * i)) for i in range(simulation.MANY_BODIES)]
    world(bodies[1:])
    assert not loaded
    world(bodies)
    assert loaded


def test_simulations_are_the_same_to_the_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    shapes, poses = placed_shapes(Random(3), simulation.MANY_BODIES)
    begun = world([WorldBody(*placed) for placed in zip(shapes, poses, strict=True)], EARTH)
    monkeypatch.setattr(BOX_CODE, "load", lambda: None)
    ticks = []
    for code in (box_writer(), None):
        monkeypatch.setattr(BOX_CODE, "function", code)
        ticks.append(advance(begun, begun.first, Rules()))
    assert repr(ticks[0]) == repr(ticks[1])


def test_code_is_found_without_the_compiler() -> None:
    box_writer()
    assert known_address(BOXES) is not None
