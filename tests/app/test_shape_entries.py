"""Every shape of the engine is known to the application, and the other way round."""

from dataclasses import fields
from typing import Any

import pytest

from gjkscope.app.panels.scene.properties import EDITORS
from gjkscope.app.scenes.shape_kinds import as_kind, shape_of_size
from gjkscope.app.shapes.entry import ENTRIES, Entry, FieldKind, register
from gjkscope.app.shapes.kinds import SHAPE_ENTRIES
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.bounds import aabb
from gjkscope.engine.shapes.kinds import SHAPE_TYPES, Box


def test_every_shape_of_the_engine_has_an_entry() -> None:
    missing = [f"app/shapes/{name}.py" for name in SHAPE_TYPES if name not in SHAPE_ENTRIES]
    assert missing == []


def test_every_entry_is_of_a_shape_of_the_engine() -> None:
    missing = [f"engine/shapes/{kind.__name__.lower()}.py" for kind in ENTRIES if kind not in SHAPE_TYPES.values()]
    assert missing == []


@pytest.mark.parametrize("name", SHAPE_ENTRIES)
def test_an_entry_describes_the_fields_of_its_shape(name: str) -> None:
    shape: Any = SHAPE_TYPES[name]
    entry = SHAPE_ENTRIES[name]
    assert [*(field.name for field in entry.fields), "rounding"] == [field.name for field in fields(shape)]
    assert all(field.about for field in entry.fields)
    assert entry.tip
    assert entry.about.endswith(".")


@pytest.mark.parametrize("name", SHAPE_ENTRIES)
def test_a_new_shape_is_about_as_large_as_asked_for(name: str) -> None:
    half = (0.5, 0.7, 0.6)
    shape = shape_of_size(name, half)
    assert type(shape) is SHAPE_TYPES[name]
    low, high = aabb(shape, Pose())
    assert all(abs(number) <= 1.2 for corner in (low, high) for number in corner)


@pytest.mark.parametrize("name", SHAPE_ENTRIES)
def test_every_shape_replaces_a_box_and_is_replaced_by_one(name: str) -> None:
    other = as_kind(Box((0.5, 0.7, 0.6), 0.1), name)
    assert type(other) is SHAPE_TYPES[name]
    assert other.rounding == 0.1
    assert isinstance(as_kind(other, "box"), Box)


def test_every_kind_of_field_has_an_editor() -> None:
    assert set(EDITORS) == set(FieldKind)


def test_a_shape_cannot_be_registered_twice() -> None:
    with pytest.raises(ValueError, match="box: registered twice"):
        register(Entry(Box, "", "", (), Box))
