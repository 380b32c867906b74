"""Every shape of the engine is known to the application, and the other way round."""

from dataclasses import fields
from typing import Any

import pytest

from gjkscope.app.scenes.shape_kinds import as_kind, shape_of_size
from gjkscope.app.scenes.shapes.entry import ENTRIES, Entry, FieldKind, register
from gjkscope.app.scenes.shapes.kinds import ENTRIES_OF
from gjkscope.app.view.panels.scene.properties import EDITORS
from gjkscope.engine import PLANAR_TYPES, SHAPE_TYPES, Box, Box2, Pose, Shape
from gjkscope.engine.shapes.bounds import aabb

TYPES: dict[int, dict[str, type[Shape]]] = {2: PLANAR_TYPES, 3: SHAPE_TYPES}
EVERY = [(dimension, name) for dimension, entries in ENTRIES_OF.items() for name in entries]
BOXES: dict[int, Shape] = {2: Box2((0.5, 0.7), 0.1), 3: Box((0.5, 0.7, 0.6), 0.1)}


@pytest.mark.parametrize("dimension", TYPES)
def test_every_shape_of_the_engine_has_an_entry(dimension: int) -> None:
    missing = [f"app/scenes/shapes/{name}.py" for name in TYPES[dimension] if name not in ENTRIES_OF[dimension]]
    assert missing == []


def test_every_entry_is_of_a_shape_of_the_engine() -> None:
    known = {*SHAPE_TYPES.values(), *PLANAR_TYPES.values()}
    assert [kind.__name__ for kind in ENTRIES if kind not in known] == []


@pytest.mark.parametrize(("dimension", "name"), EVERY)
def test_an_entry_describes_the_fields_of_its_shape(dimension: int, name: str) -> None:
    shape: Any = TYPES[dimension][name]
    entry = ENTRIES_OF[dimension][name]
    assert [*(field.name for field in entry.fields), "rounding"] == [field.name for field in fields(shape)]
    assert all(field.about for field in entry.fields)
    assert entry.tip
    assert entry.about.endswith(".")


@pytest.mark.parametrize(("dimension", "name"), EVERY)
def test_a_new_shape_is_about_as_large_as_asked_for(dimension: int, name: str) -> None:
    half = (0.5, 0.7, 0.6)
    shape = shape_of_size(name, half, dimension)
    assert type(shape) is TYPES[dimension][name]
    low, high = aabb(shape, Pose())
    assert all(abs(number) <= 1.2 for corner in (low, high) for number in corner)


@pytest.mark.parametrize(("dimension", "name"), EVERY)
def test_every_shape_replaces_a_box_and_is_replaced_by_one(dimension: int, name: str) -> None:
    box = BOXES[dimension]
    other = as_kind(box, name)
    assert type(other) is TYPES[dimension][name]
    assert other.rounding == 0.1
    assert type(as_kind(other, "box")) is type(box)


def test_every_kind_of_field_has_an_editor() -> None:
    assert set(EDITORS) == set(FieldKind)


def test_a_shape_cannot_be_registered_twice() -> None:
    with pytest.raises(ValueError, match="box: registered twice"):
        register(Entry(Box, "", "", (), Box))
