"""The meter of `make endurance` finds what grows, and its pieces of work do what they say."""

import weakref
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
import pytest

from tests.fuzz.endurance.work import PIECES, RARE, Person  # isort: skip  first of all that loads pyglet.window

from gjkscope.app.view.panels.requests import SaveScene
from tests.fuzz.endurance.__main__ import report_caches, report_types
from tests.fuzz.endurance.meter import Held, empty_caches, measure, slope, types

CHEAP = ("drag_bodies_and_undo", "edit_bodies")


@pytest.fixture
def person(tmp_path: Path) -> Iterator[Person]:
    working = Person(tmp_path, seed=1)
    working.start_over()
    yield working
    working.close()


@pytest.mark.thorough
@pytest.mark.slow
def test_work_is_done_and_leaves_the_window_as_it_was(person: Person) -> None:
    before = measure(0.0)
    for name in CHEAP:
        PIECES[name](person)
    assert (person.folder / "saved.json").exists()
    person.start_over()
    after = measure(0.1)
    assert (after.descriptors, after.threads, after.processes) == (before.descriptors, before.threads, before.processes)
    assert person.state.document.scene.name == "two boxes, a vertex above a face"


@pytest.mark.thorough
def test_what_is_kept_is_measured(person: Person) -> None:
    before = measure(0.0)
    ctx = person.main._graphics
    kept = ctx.texture((4, 4), 4), (person.folder / "kept").open("w"), [[] for _ in range(50_000)], bytes(20_000_000)
    after = measure(0.1)
    assert after.graphics == before.graphics + 1
    assert after.descriptors == before.descriptors + 1
    assert after.objects >= before.objects + 50
    assert after.blocks >= before.blocks + 50
    assert after.used >= before.used + 19
    kept[1].close()
    kept[0].release()
    person.do(SaveScene(str(person.folder / "again.json")))


class Kept:
    """Objects that the test keeps."""


def test_types_that_grow_are_reported(capsys: pytest.CaptureFixture[str]) -> None:
    kept: list[Kept] = []
    measured = []
    for quarter in range(8):
        kept += [Kept() for _ in range(quarter)]
        measured.append(_held(quarter / 4))
    report_types(measured)
    _, growing = capsys.readouterr().out.split("types that grow most:\n")
    assert f"{__name__}.Kept" in growing
    assert "builtins.module" not in growing


def _held(hours: float) -> Held:
    return Held(hours, 0.0, 0.0, 0, 0, 0, 0, 0, 0, types())


def test_caches_tell_what_they_held(capsys: pytest.CaptureFixture[str]) -> None:
    @lru_cache(maxsize=4)
    def kept(number: int) -> bytes:
        return bytes(number)

    @cache
    def constant(number: int) -> bytes:
        return bytes(number)

    kept(20_000_000), kept(1), constant(20_000_000)
    emptied = empty_caches()
    report_caches(emptied)
    assert [(held.entries, held.most) for held in emptied if held.name.endswith("kept")] == [(2, 4)]
    assert constant.cache_info().currsize == 1
    assert kept.cache_info().currsize == 0
    assert "kept" in capsys.readouterr().out.splitlines()[2]


def test_references_to_objects_that_are_gone_do_not_stop_it() -> None:
    class Thing:
        pass

    thing = Thing()
    reference = weakref.proxy(thing)
    del thing
    empty_caches()
    with pytest.raises(ReferenceError):
        assert reference.__class__


def test_a_slope_comes_with_its_error() -> None:
    hours = np.linspace(0.0, 1.0, 60)
    noise = np.random.default_rng(1).normal(0.0, 1.0, 60)
    steady, growing = slope(hours, noise.tolist()), slope(hours, (noise + 20 * hours).tolist())
    assert steady.is_steady
    assert not growing.is_steady
    assert abs(growing.per_hour - 20) < 3 * growing.error < 3


def test_no_piece_of_work_has_two_names() -> None:
    assert not PIECES.keys() & RARE.keys()
    assert len(PIECES) + len(RARE) > 15
