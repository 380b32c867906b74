"""Writes what a hunt found: scenes with the solver's answers, a pytest file, and `summary.json`."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gjkscope.app.ask.solvers.installations import adapter_of
from gjkscope.app.ask.solvers.solver import as_report
from gjkscope.app.ask.solvers.tolerance import Tolerance
from gjkscope.app.base.atomic_file import write_atomically
from gjkscope.app.base.numbers import spell
from gjkscope.app.judge.hunting.chunks import FoundFailure, HuntPlan
from gjkscope.app.judge.hunting.hunt import FoundGroup, HuntReport
from gjkscope.app.judge.hunting.minimising import bodies_of
from gjkscope.app.scenes.scene import Expected, Scene
from gjkscope.app.scenes.scene_file import format_scene
from gjkscope.engine.query import query
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import PlacedPair
from gjkscope.engine.text import percent

SUMMARY = "summary.json"
TESTS = str(Path("test_found_pairs").with_suffix(".py"))
PAIR = ("A", "B")


def write_report(report: HuntReport, plan: HuntPlan, folder: Path) -> None:
    """Writes all files into the folder, which is created.  Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    for entry in report.found:
        _write_scene(entry.group.simplest, entry, report, plan, folder / scene_name(entry))
        if entry.group.worst.pair != entry.group.simplest.pair:
            _write_scene(entry.group.worst, entry, report, plan, folder / worst_name(entry))
    write_atomically(folder / SUMMARY, (json.dumps(hunt_summary(report, plan), indent=2) + "\n").encode())
    if isinstance(plan.solver, str) and report.found:
        write_atomically(folder / TESTS, _tests(plan, folder).encode())


def hunt_summary(report: HuntReport, plan: HuntPlan) -> dict[str, Any]:
    """The contents of `summary.json`."""
    return {
        "solver": report.solver,
        "tried": report.tried,
        "skipped": report.skipped,
        "seconds": round(report.seconds, 3),
        "seed": report.seed,
        "interrupted": report.interrupted,
        "gave_up": report.gave_up,
        **({"near_unread": [part._asdict() for part in plan.unread]} if plan.unread else {}),
        "failures": [_entry(entry) for entry in report.found],
    }


def scene_name(entry: FoundGroup) -> str:
    """The file of the simplest example."""
    symptom, kinds = entry.key
    return f"{'-'.join((symptom.file_name, *kinds))}.json"


def worst_name(entry: FoundGroup) -> str:
    """The file of the worst example, in a separate folder, as the tests need only the simplest."""
    return f"worst/{scene_name(entry)}"


def _entry(found_group: FoundGroup) -> dict[str, Any]:
    symptom, kinds = found_group.key
    entry: dict[str, Any] = {
        "symptom": symptom.value,
        "kinds": [*kinds],
        "count": found_group.group.total,
        "scene": scene_name(found_group),
    }
    if found_group.group.worst.error > 0:
        entry["worst"] = spell(found_group.group.worst.error)
    if found_group.group.worst.pair != found_group.group.simplest.pair:
        entry["worst_scene"] = worst_name(found_group)
    if found_group.group.simplest.law is not None:
        entry["law"] = found_group.group.simplest.law
    return entry | {"families": [*dict.fromkeys((found_group.group.simplest.family, found_group.group.worst.family))]}


def _write_scene(failure: FoundFailure, entry: FoundGroup, report: HuntReport, plan: HuntPlan, path: Path) -> None:
    path.parent.mkdir(exist_ok=True)
    write_atomically(path, format_scene(found_scene(failure, entry, report.solver, plan)).encode())


def found_scene(failure: FoundFailure, entry: FoundGroup, solver: str, plan: HuntPlan) -> Scene:
    """The failing pair with the solver's answer and the truth."""
    symptom, kinds = entry.key
    return Scene(
        name=f"{symptom}: {' and '.join(kinds)}",
        bodies=failure.bodies or bodies_of(failure.pair),
        about=" ".join(_about(failure, entry, solver)),
        source=f"gjkscope hunt{' --contacts' if plan.contacts else ''}, family {failure.family!r}",
        pairs=(PAIR,),
        expected=certified_truth(failure.pair, plan.tolerance),
        reported=(as_report(failure.answer, PAIR, solver),),
        unread=plan.unread,
    )


def certified_truth(pair: PlacedPair, tolerance: Tolerance) -> tuple[Expected, ...]:
    """What a scene with the bodies A and B should expect; nothing if the distance is not certified."""
    truth, size = query(*pair), size_of(*pair)
    if not truth.certified or truth.signed_distance is None:
        return ()
    slack = tolerance.for_size(size) * size
    # The plain value: an enum of the same text could not be read back from the journal.
    return (Expected(PAIR, truth.verdict.value, truth.signed_distance, slack, "certified by gjkscope"),)


def _about(failure: FoundFailure, entry: FoundGroup, solver: str) -> Iterator[str]:
    count = entry.group.total
    yield f"{solver}: {entry.key[0]}, {count} {'pair' if count == 1 else 'pairs'} of these shapes."
    if failure.law is not None:
        yield f"Its answer changes with: {failure.law}."
    if failure.error > 0:
        yield f"The error is {percent(failure.error)} of {failure.symptom.unit}."
    if failure.bodies is not None:
        yield "Minimised."


def _tests(plan: HuntPlan, folder: Path) -> str:
    solver = str(plan.solver)
    file, colon, function = solver.rpartition(":") if ".py:" in solver else (solver, "", "")
    address = repr(solver)
    if (
        adapter_of(solver) is None and Path(file).is_file()
    ):  # relative to the test, so that pytest may run in any folder
        relative = Path(os.path.relpath(Path(file).resolve(), folder.resolve())).as_posix()
        address = f"str(Path(__file__).resolve().parent / {relative + colon + function!r})"
    option, argument = (" --contacts", ", contacts=True") if plan.contacts else ("", "")
    return f'''"""Pairs that {solver} got wrong, found by `gjkscope hunt{option}`.  Run: pytest {TESTS}"""

from pathlib import Path

import gjkscope
import pytest

SOLVER = {address}
SCENES = sorted(path for path in Path(__file__).parent.glob("*.json") if path.name != {SUMMARY!r})


@pytest.mark.parametrize("scene", SCENES, ids=lambda path: path.stem)
def test_the_answer_is_right(scene):
    [outcome] = gjkscope.replay_pairs(SOLVER, scene{argument})
    assert not outcome.fault, outcome.words
'''
