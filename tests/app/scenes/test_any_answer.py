"""Whatever an engine answers is read, judged, written, drawn and kept: zero, NaN, infinite, tiny and huge numbers."""

import json
from collections.abc import Iterator
from math import inf, isfinite, nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gjkscope.app.ask.runs.reports import judge_reported
from gjkscope.app.base.records import replace
from gjkscope.app.command_line.main import run_command
from gjkscope.app.scenes.reports import check_report, orient_report
from gjkscope.app.scenes.scene import Body, Planar, PositionOrientation, Reported, ReportedPoint, Scene
from gjkscope.app.scenes.scene_file import format_scene, load, parse_scene, write_scene
from gjkscope.app.state.actions import AddReports, ShowReport, initial_state, update
from gjkscope.app.state.model.simulation import has_reported_points
from gjkscope.app.state.persistence.action_json import from_json, to_json
from gjkscope.app.view.drawing.difference import difference_drawing
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.engine import Box, Circle, Sphere
from gjkscope.engine.iterations.records import Iteration, IterationVertex
from tests.app.view.drawing.test_drawing import assert_sound

Random = np.random.Generator

NUMBERS = (nan, inf, -inf, 0.0, -0.0, 5e-324, -1e-300, 1e308, -1.7976931348623157e308, 1e200, 1e77, 0.5, -2.0)
PAIR = ("A", "B")
BODIES = (Body("A", Box((0.5, 0.5, 0.5))), Body("B", Sphere(0.5), PositionOrientation((0.75, 0.25, 0.0))))
SCENE = Scene("any answer", BODIES, pairs=(PAIR,))


def drawn_number(random: Random) -> float:
    return NUMBERS[random.integers(len(NUMBERS))]


def drawn_vector(random: Random) -> tuple[float, float, float]:
    """With one unusual number in an ordinary vector, or three of them; or zero."""
    if random.integers(6) == 0:
        return (0.0, 0.0, 0.0)
    if random.integers(2):
        return (drawn_number(random), drawn_number(random), drawn_number(random))
    usual = [0.5, 1.0, -0.25]
    usual[random.integers(3)] = drawn_number(random)
    return (usual[0], usual[1], usual[2])


def drawn_report(random: Random) -> Reported:
    def maybe(value: Any) -> Any:
        return value if random.integers(3) else None

    points = tuple(
        ReportedPoint(drawn_vector(random), maybe(drawn_number(random)), *places, maybe(drawn_vector(random)))
        for _ in range(random.integers(3))
        for places in [(drawn_vector(random), drawn_vector(random)) if random.integers(2) else (None, None)]
    )
    iterations = tuple(
        Iteration(
            tuple(
                IterationVertex(drawn_vector(random), maybe(drawn_vector(random)), maybe(drawn_vector(random)))
                for _ in range(random.integers(5))
            ),
            maybe(drawn_vector(random)),
            maybe(drawn_vector(random)),
        )
        for _ in range(random.integers(3))
    )
    return Reported(
        PAIR,
        "fuzz",
        maybe(str(random.choice(["separated", "touching", "penetrating", "undecided"]))),
        maybe(drawn_number(random)),
        maybe(drawn_vector(random)),
        maybe(drawn_vector(random)),
        maybe(drawn_vector(random)),
        points,
        iterations=iterations,
        face_a=tuple(drawn_vector(random) for _ in range(random.integers(4))),
        face_b=tuple(drawn_vector(random) for _ in range(random.integers(4))),
    )


REPORTS = [drawn_report(np.random.default_rng(seed)) for seed in range(300)]


def numbers_in(value: Any) -> Iterator[float]:
    if isinstance(value, float):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from numbers_in(part)


def strict_json(text: str) -> Any:
    """JSON as the standard has it, without NaN and Infinity."""

    def refuse(constant: str) -> float:
        raise AssertionError(f"no JSON: {constant}")

    return json.loads(text, parse_constant=refuse)


def test_the_reports_have_numbers_of_all_kinds() -> None:
    said = [
        list(numbers_in((report.signed_distance, report.normal, report.witness_a, report.points))) for report in REPORTS
    ]
    finite = [all(map(isfinite, numbers)) for numbers in said]
    assert 30 < sum(finite) < 270
    assert sum(report.normal == (0.0, 0.0, 0.0) for report in REPORTS) > 0


def test_any_report_is_judged_and_never_raises() -> None:
    for report in REPORTS:
        check_report(report)
        judgement = judge_reported(report, *BODIES)
        assert "\n" not in judgement.words
        for name in ("signed_distance", "normal", "witness_a", "witness_b"):
            said, judged = getattr(report, name), getattr(judgement.found, name)
            if said is not None and not all(map(isfinite, numbers_in((said,)))):
                assert judged.right is False
                assert "not finite" in judgement.words
        if report.normal == (0.0, 0.0, 0.0):
            assert "its normal is zero, no direction" in judgement.words
        for point, judged_point in zip(report.points, judgement.found.points, strict=True):
            assert all(map(isfinite, numbers_in(point))) or judged_point.right is False
        swapped = orient_report(report, ("B", "A"))
        assert swapped == orient_report(report, ("B", "A"))
        assert judge_reported(swapped, BODIES[1], BODIES[0]).found.right == judgement.found.right


def test_files_and_journals_keep_them_to_the_bit(tmp_path: Path) -> None:
    scene = replace(SCENE, reported=tuple(replace(report, by=f"fuzz {i}") for i, report in enumerate(REPORTS)))
    text = format_scene(scene)
    strict_json(text)
    again = parse_scene(text)
    assert again == scene
    assert format_scene(again) == text
    assert repr(again.reported) == repr(scene.reported)  # also the signs of zeros
    write_scene(scene, tmp_path / "any.json")
    assert load(tmp_path / "any.json") == scene
    action = AddReports(scene.reported)
    line = json.dumps(to_json(action), allow_nan=False)
    assert from_json(json.loads(line)) == action


def test_the_query_prints_valid_json_and_single_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reported = tuple(replace(report, by=f"fuzz {i}") for i, report in enumerate(REPORTS[:60]))
    write_scene(replace(SCENE, reported=reported), tmp_path / "any.json")
    assert run_command(["query", str(tmp_path / "any.json"), "--json"]) in (0, 1)
    entries = strict_json(capsys.readouterr().out)["reported"]
    assert len(entries) == 60
    said = [entry["signed_distance"]["said"] for entry in entries if "signed_distance" in entry]
    assert {"NaN", "Infinity", "-Infinity"} <= {number for number in said if isinstance(number, str)}
    assert run_command(["query", str(tmp_path / "any.json")]) in (0, 1)
    assert capsys.readouterr().out.count("fuzz ") >= 60


@pytest.mark.parametrize("number", range(0, len(REPORTS), 5))
def test_the_views_draw_what_is_finite_and_nothing_else(number: int) -> None:
    state = update(initial_state(SCENE), AddReports((REPORTS[number],)))
    state = update(state, ShowReport("fuzz"))
    for drawing in (world_drawing(state), difference_drawing(state)):
        assert_sound(drawing)
    has_reported_points(state.document.scene)


def test_reports_about_2d_shapes() -> None:
    disc = Body("A", Circle(1.0), Planar())
    scene = Scene("2D", (disc, replace(disc, name="B", placement=Planar((1.5, 0.0)))), dimension=2)
    said = Reported(PAIR, "engine", None, nan, (nan, inf, 0.0), (0.0, 0.0, 0.0))
    scene = replace(scene, reported=(said,))
    assert parse_scene(format_scene(scene)) == scene
    words = judge_reported(said, *scene.bodies).words
    assert "its signed distance is not finite; its normal is not finite" in words
