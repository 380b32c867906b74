"""The meter of `make endurance` finds what grows, and its pieces of work do what they say."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.fuzz.endurance.work import PIECES, RARE, Person  # isort: skip  first of all that loads pyglet.window

from gjkscope.app.view.panels.requests import SaveScene
from tests.fuzz.endurance.meter import measure, slope

CHEAP = ("drag_bodies_and_undo", "edit_bodies")


@pytest.fixture
def person(tmp_path: Path) -> Iterator[Person]:
    working = Person(tmp_path, seed=1)
    working.start_over()
    yield working
    working.close()


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
