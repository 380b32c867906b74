"""Everything that runs in steps is complete: each test names what is missing, and the file that it belongs in."""

import re
from dataclasses import fields
from importlib import import_module
from inspect import signature
from itertools import pairwise
from math import isnan
from pathlib import Path

import pytest

from gjkscope import engine
from gjkscope.app.ask.runs.choices import (
    CHOICES,
    CONSTRUCTIONS,
    CONTACT_SEARCHES,
    IMPULSES,
    MANIFOLD_METHODS,
    MESH_CONTACTS,
    SLIDES,
)
from gjkscope.app.ask.runs.progress import EVENTS, bounds_of
from gjkscope.app.view import panels
from gjkscope.app.view.drawing.marks.registry import all_marks, marks_of
from gjkscope.app.view.panels.shell.layout import OF_STEP
from gjkscope.app.view.panels.step import details
from gjkscope.app.view.panels.toolkit.panel import Panel
from gjkscope.app.view.panels.toolkit.panels import PANELS
from gjkscope.app.view.words import fields as field_modules
from gjkscope.engine import ALGORITHMS, BROADPHASES, Box, Pose
from gjkscope.engine.explain import explain, headline
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.plane.sat.steps import PlaneAxis
from gjkscope.engine.plane.sat.steps import State as PlaneSatState
from gjkscope.engine.procedures import PROCEDURES, procedure_of
from gjkscope.engine.registry.algorithms import (
    DEMONSTRATIONS,
    ENGINE_ALGORITHMS,
    PLANAR_ALGORITHMS,
    algorithm_of,
    all_names,
    options_of,
)
from gjkscope.engine.registry.cataloguing import catalogue_text
from gjkscope.engine.registry.discovery import modules_in
from gjkscope.engine.registry.listing import Registry, record_of
from gjkscope.engine.registry.records import Change, Procedure
from gjkscope.engine.sat import Axis
from gjkscope.engine.sat import State as SatState
from tests.engine.samples import suit

PAIR = (Box((1.0, 1.0, 1.0)), Pose(), Box((0.5, 1.0, 2.0)), Pose(position=(0.4, 0.3, 0.2)))
FOLDER = Path(engine.__file__).parent
LESSONS = [lesson for of_dimension in DEMONSTRATIONS.values() for lesson in of_dimension.values()]
EVERYTHING = [*PROCEDURES.values(), *PLANAR_ALGORITHMS.values(), *ENGINE_ALGORITHMS.values(), *LESSONS]

every_algorithm = pytest.mark.parametrize("name", [*ALGORITHMS, *ENGINE_ALGORITHMS])


def mark_of(procedure: Procedure) -> type:
    """What the marks draw: of a step of SAT the axis that it tests."""
    return {SatState: Axis, PlaneSatState: PlaneAxis}.get(procedure.state, procedure.state)


def test_the_catalogue_lists_every_record() -> None:
    """Run `make catalogue` if it does not."""
    assert (FOLDER / "registry/catalogue.py").read_text(encoding="utf-8") == catalogue_text()


def test_every_listing_agrees_with_its_record() -> None:
    for registry in (PROCEDURES, PLANAR_ALGORITHMS, ENGINE_ALGORITHMS, *DEMONSTRATIONS.values()):
        for listing in registry.listings.values():
            record = record_of(listing)
            assert (record.name, record.title, type(record)) == (listing.name, listing.title, listing.kind)


def test_each_module_named_algorithm_is_registered_under_the_name_of_its_package() -> None:
    assert {path.parent.name.replace("_", "-") for path in FOLDER.glob("*/algorithm.py")} == set(ALGORITHMS)
    packages = {path.parent.name for path in FOLDER.glob("published/*/algorithm.py")}
    assert {package.replace("_", "-") for package in packages} <= set(ENGINE_ALGORITHMS)
    for name, listing in ENGINE_ALGORITHMS.listings.items():  # some packages have an algorithm per version
        assert name.startswith(listing.module.split(".")[1].replace("_", "-"))
    assert {path.stem for path in FOLDER.glob("broadphase/phases/[a-z]*.py")} == set(BROADPHASES)
    assert [name for name, record in PROCEDURES.items() if record.name != name] == []


def test_every_package_with_steps_has_a_record() -> None:
    with_steps = {path.parent for path in FOLDER.glob("*/steps.py")}
    assert {folder.name.replace("_", "-") for folder in with_steps} > set(ALGORITHMS)
    records = ("algorithm.py", "procedure.py")
    assert [folder.name for folder in with_steps if not any((folder / name).exists() for name in records)] == []


def test_everything_that_runs_in_steps_has_marks() -> None:
    assert [procedure.title for procedure in EVERYTHING if not issubclass(mark_of(procedure), tuple(all_marks()))] == []


def test_every_module_of_marks_draws_the_steps_of_something() -> None:
    kinds = {mark_of(procedure) for procedure in EVERYTHING}
    assert [kind for kind in all_marks() if not any(issubclass(type_, kind) for type_ in kinds)] == []
    for marks in all_marks().values():
        assert callable(marks.draw_in_world)
        assert callable(marks.draw_in_difference)


def test_definitions_and_details_belong_to_steps_that_are_shown() -> None:
    others = (*CONTACT_SEARCHES.values(), *CONSTRUCTIONS.values(), *MANIFOLD_METHODS.values(), *SLIDES.values())
    others = (*others, *MESH_CONTACTS.values(), PROCEDURES[IMPULSES])
    known_runs = (*ALGORITHMS.values(), *PLANAR_ALGORITHMS.values(), *ENGINE_ALGORITHMS.values(), *LESSONS, *others)
    shown = {procedure.state for procedure in known_runs}
    defined = [kind for module in modules_in(field_modules) for kind in module.STEPS]
    drawn = [kind for module in modules_in(details) for kind in getattr(module, "STEPS", ())]
    assert len(set(defined)) == len(defined)
    assert len(set(drawn)) == len(drawn)
    assert [kind for kind in {*defined, *drawn} if not any(issubclass(type_, kind) for type_ in shown)] == []


def test_everything_can_be_chosen() -> None:
    assert set(CHOICES) == {*PROCEDURES, *ENGINE_ALGORITHMS, *DEMONSTRATIONS[2], *DEMONSTRATIONS[3]}
    titles = {procedure.title for procedure in (*PROCEDURES.values(), *ENGINE_ALGORITHMS.values(), *LESSONS)}
    assert {choice.title for choice in CHOICES.values()} == titles


def test_every_panel_is_listed_once_under_a_title_of_its_own() -> None:
    modules = {panel.drawn_by.rpartition(".")[0] for panel in PANELS}
    folder = Path(panels.__file__).parent
    named = {".".join(path.relative_to(folder).with_suffix("").parts) for path in folder.glob("*/*_panel.py")}
    assert named <= modules
    assert len({panel.title for panel in PANELS}) == len(modules) == len(PANELS)


@pytest.mark.parametrize("panel", [*PANELS, OF_STEP], ids=lambda panel: panel.title)
def test_every_panel_is_drawn_by_a_function(panel: Panel) -> None:
    module, _, function = panel.drawn_by.rpartition(".")
    assert len(signature(getattr(import_module(f"{panels.__name__}.{module}"), function)).parameters) == 2


@every_algorithm
def test_an_algorithm_is_described_and_stepped_by_its_record(name: str) -> None:
    algorithm, pair = (ALGORITHMS | ENGINE_ALGORITHMS)[name], suit(name, PAIR)
    steps = engine.trace(*pair, name).steps
    assert {type(step) for step in steps} == {algorithm.state}
    assert algorithm_of(steps[0]) is procedure_of(steps[0]) is algorithm
    stepping = algorithm.stepping(*pair, DEFAULT)
    assert repr(stepping.start(*stepping.first)) == repr(steps[0])  # an engine's state may contain NaN
    for before, step in pairwise(steps):
        assert repr(stepping.step(*stepping.always, before)) == repr(step)
        assert all(isinstance(change, Change) for change in algorithm.changes(before, step))
    for step in steps:
        assert explain(step)
        assert headline(step)
        assert not any(map(isnan, bounds_of(step)))


@every_algorithm
def test_the_search_of_an_algorithm_is_what_breakpoints_read(name: str) -> None:
    search = (ALGORITHMS | ENGINE_ALGORITHMS)[name].search
    if search is None:
        return
    for step in engine.trace(*suit(name, PAIR), name).steps:
        assert {"direction", "support"} <= set(step._fields)
        assert all(len(point) == 3 for point in search.simplex(step))
        assert isinstance(search.on_feature(step), bool)
        assert search.distance is None or search.distance(step) >= 0


def test_each_change_is_an_event() -> None:
    assert set(EVENTS) == set(Change)


def test_what_is_no_step_is_an_error_everywhere() -> None:
    for look in (procedure_of, algorithm_of, explain, headline, bounds_of):
        with pytest.raises(ValueError, match=r"step: must be a step of an algorithm.*, got 3"):
            look(3)
    with pytest.raises(LookupError, match=r"no module of .* declares builtins int in its STEPS"):
        marks_of(3)


def test_two_of_the_same_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two have the same name, of gjk, gjk"):
        Registry([ALGORITHMS.listings["gjk"]] * 2)


def test_options_say_which_algorithms_know_them() -> None:
    documented = dict(re.findall(r"^    `(\w+)` \(([\w,.\s-]+)\) ", Options.__doc__ or "", re.MULTILINE))
    assert set(documented) == {field.name for field in fields(Options)}
    for option, names in documented.items():
        assert set(re.split(r",\s+", names)) == {name for name in all_names() if option in options_of(name)}


def test_states_of_procedures_are_shared_by_those_with_the_same_words_only() -> None:
    for procedure in PROCEDURES.values():
        first = next(twin for twin in PROCEDURES.values() if twin.state is procedure.state)
        assert (procedure.explain, procedure.headline) == (first.explain, first.headline)
