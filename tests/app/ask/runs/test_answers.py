"""Answers: which pairs are queried, when an answer contradicts an expectation, and the output formats."""

import json
from collections.abc import Sequence
from math import inf, isfinite
from pathlib import Path
from typing import Any

import pytest

from gjkscope import engine
from gjkscope.app.ask.runs.answers import (
    PairAnswer,
    agrees,
    answers,
    broad_answers,
    comparisons,
    expectation,
    pairs_of,
    push_outs,
)
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import Body, Expected, PositionOrientation, Scene
from gjkscope.app.share.export.report import Report, as_json, as_text, contradicts_expected
from gjkscope.engine import Box, Exit, Mesh, Point, Result, Sphere, Verdict
from gjkscope.engine.explain import explain
from gjkscope.engine.proof.plain import certificate_from_dict
from tests.engine.round_hulls import fibonacci

PATH = Path("folder/scene.json")
BOX, BALL = Box((1.0, 1.0, 1.0)), Sphere(1.0)
KNOWN = Result(
    "gjk", Verdict.SEPARATED, Exit.CONVERGED, 3, signed_distance=0.5, normal=(1.0, 0.0, 0.0), lower=0.5, upper=0.5
)


def at(name: str, shape: engine.Shape, x: float) -> Body:
    return Body(name, shape, PositionOrientation((x, 0.0, 0.0)))


def row(*places: float) -> Scene:
    """Unit balls named A, B … with their centres at these x."""
    return Scene("a row", tuple(at("ABCDEF"[i], BALL, x) for i, x in enumerate(places)))


def report_of(scene: Scene, results: Sequence[PairAnswer], path: Path = PATH) -> Report:
    return Report(scene, path, tuple(results))


def judgement_of(result: Result | None, expected: Expected | None) -> bool | None:
    return PairAnswer(("A", "B"), "gjk", result, None, None, expected).matches_expected


@pytest.mark.parametrize(
    ("verdict", "distance", "tolerance", "matches"),
    [
        ("separated", None, None, True),
        ("penetrating", None, None, False),
        ("touching", None, None, False),
        ("separated", 0.5, None, True),
        ("separated", 0.5, 0.0, True),
        ("separated", 0.5 + 2.0**-30, 0.0, False),
        ("separated", 0.625, 0.125, True),  # at the tolerance, to the bit
        ("separated", 0.375, 0.125, True),
        ("separated", 0.625, 0.1249, False),
        ("penetrating", 0.5, 1.0, False),  # the verdict counts, whatever the tolerance
    ],
)
def test_verdict_and_distance_must_both_match_the_expectation(
    verdict: str, distance: float | None, tolerance: float | None, matches: bool
) -> None:
    assert judgement_of(KNOWN, Expected(("A", "B"), verdict, distance, tolerance)) is matches


@pytest.mark.thorough
def test_growing_lists_in_a_long_trace_are_written_as_changes() -> None:
    hull = fibonacci(300)
    scene = Scene("round", (Body("A", hull, PositionOrientation()), Body("B", hull, PositionOrientation())))
    (answer,) = answers(scene, [("A", "B")], ["epa"], with_steps=True)
    text = as_json(report_of(scene, [answer]))
    trace = json.loads(text)["results"][0]["trace"]
    assert answer.steps is not None
    assert len(trace) == len(answer.steps) > 300
    assert len(text) < 20_000_000
    faces: dict[int, Any] = {}
    for entry, step in zip(trace, answer.steps, strict=True):
        faces |= {int(number): face for number, face in entry["faces"]["changed"].items()}
        assert len(faces) == entry["faces"]["count"] == len(step.faces)
    assert [face["death"] for face in faces.values()] == [face.death for face in answer.steps[-1].faces]
    assert [face["across"] for face in faces.values()] == [list(face.across) for face in answer.steps[-1].faces]


def test_single_precision_rounding_is_no_contradiction() -> None:
    expected = Expected(("A", "B"), "separated", 0.5 + 4.85e-7, 1e-9)
    assert agrees(KNOWN, expected) is False
    assert agrees(KNOWN, expected, rounding=4e-6) is True
    assert agrees(KNOWN, replace(expected, signed_distance=0.6), rounding=4e-6) is False
    touching = replace(KNOWN, verdict=Verdict.TOUCHING, signed_distance=2e-6, lower=2e-6, upper=2e-6)
    assert agrees(touching, replace(expected, signed_distance=3e-6), rounding=4e-6) is None
    assert agrees(touching, expected, rounding=4e-6) is False
    assert agrees(touching, replace(expected, signed_distance=3e-6)) is False
    assert agrees(touching, replace(expected, signed_distance=None), rounding=4e-6) is False


def test_undecided_or_unexpected_values_contradict_nothing() -> None:
    expected = Expected(("A", "B"), "penetrating", -1.0, 0.0)
    assert judgement_of(KNOWN, None) is None
    assert judgement_of(None, expected) is None
    assert judgement_of(replace(KNOWN, verdict=Verdict.UNDECIDED), expected) is None


def test_a_bound_is_checked_as_a_bound() -> None:
    """MPR's depth of 2 m is along its portal normal: the minimum is no more. SAT's gap is 0.5 m: the distance is no
    less."""
    along_portal = replace(KNOWN, verdict=Verdict.PENETRATING, signed_distance=-2.0, lower=-2.0, upper=0.0)
    assert judgement_of(along_portal, Expected(("A", "B"), "penetrating", -1.5, 0.0)) is True
    assert judgement_of(along_portal, Expected(("A", "B"), "penetrating", -2.5, 0.0)) is False
    gap = replace(KNOWN, signed_distance=None, upper=float("inf"))
    assert judgement_of(gap, Expected(("A", "B"), "separated", 0.75, 0.0)) is True
    assert judgement_of(gap, Expected(("A", "B"), "separated", 0.25, 0.0)) is False


def test_a_verdict_without_a_distance_is_checked_by_the_verdict() -> None:
    penetrating = replace(KNOWN, verdict=Verdict.PENETRATING, signed_distance=None, lower=-float("inf"), upper=-0.125)
    assert judgement_of(penetrating, Expected(("A", "B"), "penetrating", -1.0, 0.0)) is True
    assert judgement_of(penetrating, Expected(("A", "B"), "separated", 1.0, 0.0)) is False


@pytest.mark.parametrize("pair", [("A", "B"), ("B", "A")])
def test_an_expectation_applies_to_the_pair_in_either_order(pair: tuple[str, str]) -> None:
    scene = replace(row(0.0, 3.0), expected=(Expected(("A", "B"), "separated", 1.0, 1e-12),))
    (answer,) = answers(scene, (pair,), (None,))
    assert answer.matches_expected is True
    assert answer.result is not None
    assert answer.result.normal == pytest.approx((1.0 if pair == ("A", "B") else -1.0, 0.0, 0.0))


def test_without_pairs_those_with_overlapping_boxes_are_queried() -> None:
    assert pairs_of(row(0.0, 1.5, 3.4, 9.0)) == (("A", "B"), ("B", "C"))
    for places in ((0.0, 2.0, 9.0), (2.0, 0.0, 9.0)):  # closed sets: boxes that share a face overlap
        assert pairs_of(row(*places)) == (("A", "B"),)
    assert pairs_of(row(0.0, 4.0, 8.0)) == ()


def test_a_single_pair_is_queried_at_any_distance() -> None:
    assert pairs_of(row(0.0, 100.0)) == (("A", "B"),)


@pytest.mark.parametrize("axis", range(3))
def test_boxes_must_overlap_along_all_three_axes(axis: int) -> None:
    aside = tuple(3.0 if i == axis else 0.0 for i in range(3))
    bodies = (
        at("A", BALL, 0.0),
        Body("B", BALL, PositionOrientation((aside[0], aside[1], aside[2]))),
        at("C", BALL, 50),
    )
    assert pairs_of(Scene("aside", bodies)) == ()


def test_the_scene_s_own_pairs_are_used_unchanged() -> None:
    assert pairs_of(replace(row(0.0, 4.0, 8.0), pairs=(("C", "A"),))) == (("C", "A"),)
    assert pairs_of(replace(row(0.0, 1.0), pairs=())) == ()


def test_every_algorithm_answers_every_pair_in_order() -> None:
    scene = Scene("boxes", (at("A", BOX, 0.0), at("B", BOX, 1.5), at("C", BALL, 3.0)))
    results = answers(scene, (("A", "B"), ("B", "C")), ("sat", "gjk", None))
    assert [(answer.pair, answer.algorithm) for answer in results] == [
        (("A", "B"), "sat"),
        (("A", "B"), "gjk"),
        (("A", "B"), "gjk+epa"),
        (("B", "C"), "sat"),
        (("B", "C"), "gjk"),
        (("B", "C"), "gjk"),
    ]
    refused = results[3]
    assert (refused.result, refused.steps) == (None, None)
    assert refused.refusal == "SAT takes polytopes (box, triangle, hull, mesh, segment, point), not sphere"


def test_json_matches_the_result_to_the_last_bit() -> None:
    scene = Scene("boxes", (at("A", BOX, 0.1), at("B", BOX, 2.3 + 1 / 3)))
    results = answers(scene, (("A", "B"),), (None,))
    line = as_json(report_of(scene, results))
    assert "\n" not in line
    document = json.loads(line)
    assert (document["scene"], document["file"]) == ("boxes", "folder/scene.json")
    (fields,) = document["results"]
    result = engine.query(*(part for body in scene.bodies for part in (body.shape, body.pose)))
    for name in ("signed_distance", "verdict", "steps"):
        assert fields[name] == getattr(result, name)
    assert certificate_from_dict(fields["certificate"]) == result.certificate
    for name in ("normal", "witness_a", "witness_b"):
        assert tuple(fields[name]) == getattr(result, name)
    assert fields["exit"] == result.exit.words
    assert "trace" not in fields


def test_exact_arithmetic_agrees_with_contact_within_the_tolerance() -> None:
    """Rounding leaves boxes at decimal positions slightly apart, which `exact` calls separated."""
    near = replace(KNOWN, algorithm="exact", signed_distance=1e-17, lower=1e-17, upper=1e-17)
    contact = Expected(("A", "B"), "touching", 0.0, 1e-9)
    assert agrees(near, contact) is True
    assert agrees(replace(near, algorithm="gjk"), contact) is False
    assert agrees(replace(near, signed_distance=1e-8, lower=1e-8, upper=1e-8), contact) is False
    assert agrees(near, replace(contact, verdict="penetrating")) is False


def test_json_is_one_line_of_ascii_for_any_names() -> None:
    scene = Scene("“Würfel”\n\u2028", (at("Größe\nA", BOX, 0.0), at("\U0001f4e6", BOX, 5.0)))
    line = as_json(report_of(scene, answers(scene, pairs_of(scene), (None,), with_steps=True), Path("Bücher.json")))
    assert line.isascii()
    assert len(line.splitlines()) == 1
    document = json.loads(line)
    assert document["scene"] == scene.name
    assert document["file"] == "Bücher.json"
    assert document["results"][0]["pair"] == ["Größe\nA", "\U0001f4e6"]


@pytest.mark.parametrize("x", [0.0, 1.0, 2.0, 2.0 + 1e-12, 5.0, 1e80])
@pytest.mark.parametrize("algorithm", ["gjk", "sat"])
def test_every_number_in_a_trace_is_a_json_number(x: float, algorithm: str) -> None:
    scene = Scene("boxes", (at("A", BOX, 0.0), at("B", BOX, x)))
    line = as_json(report_of(scene, answers(scene, (("A", "B"),), (algorithm,), with_steps=True)))
    (fields,) = json.loads(line, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))["results"]
    assert len(fields["trace"]) == fields["steps"]
    assert all(isfinite(number) for number in numbers(fields))


def test_integers_beyond_doubles_are_hexadecimal_in_json() -> None:
    scene = Scene("boxes", (at("A", BOX, 0.1), at("B", BOX, 2.3 + 1 / 3)))
    (answer,) = answers(scene, (("A", "B"),), ("exact",), with_steps=True)
    (fields,) = json.loads(as_json(report_of(scene, [answer])))["results"]
    written, step = fields["trace"][-1]["exact"]["upper"], answer.steps[-1].exact.upper
    assert step.square > 2**53
    assert (int(written["square"], 16), written["sign"], written["unit"]) == (step.square, step.sign, step.unit)


def test_a_step_in_json_is_the_record_of_the_step() -> None:
    scene = row(0.0, 3.0)
    (answer,) = answers(scene, (("A", "B"),), ("gjk",), with_steps=True)
    assert answer.steps is not None
    (fields,) = json.loads(as_json(report_of(scene, [answer])))["results"]
    for step, record in zip(fields["trace"], answer.steps, strict=True):
        assert list(step) == ["words", *record._fields]
        assert step["words"] == explain(record, "A", "B")
        assert tuple(step["support"]["point"]) == record.support.point
        assert step["region"] == record.region.name.lower()
        assert len(step["simplex"]["vertices"]) == 4
        assert step["upper"] == record.upper


def test_the_steps_include_those_of_every_algorithm_involved() -> None:
    """As many as the result counts: GJK's, and EPA's if it computed the depth."""
    scene = Scene("boxes", (at("A", BOX, 0.0), at("B", BOX, 1.5)))
    (answer,) = answers(scene, (("A", "B"),), (None,), with_steps=True)
    assert answer.result is not None
    assert answer.steps is not None
    assert answer.algorithm == "gjk+epa"
    assert len(answer.steps) == answer.result.steps
    assert len(as_text(report_of(scene, [answer])).splitlines()) == 1 + answer.result.steps


def test_text_output_names_the_pair_the_answer_and_the_contradiction() -> None:
    scene = replace(row(0.0, 3.0), expected=(Expected(("A", "B"), "penetrating", -0.25, 1e-9),))
    text = as_text(report_of(scene, answers(scene, (("A", "B"),), (None,))))
    assert text == (
        "scene  A–B  separated  signed distance 1 m  gjk, 2 steps, converged  certified"
        "  NOT as expected: penetrating, -0.25 m"
    )


def test_text_output_says_if_a_distance_is_unknown() -> None:
    """GJK alone proves an overlap, not its depth."""
    scene = Scene("inside", (at("A", BOX, 0.0), at("B", Point(), 0.5)))
    text = as_text(report_of(scene, answers(scene, (("A", "B"),), ("gjk",))))
    assert "distance unknown  gjk, " in text


def numbers(value: Any) -> list[float]:
    if isinstance(value, dict):
        return [number for part in value.values() for number in numbers(part)]
    if isinstance(value, list):
        return [number for part in value for number in numbers(part)]
    return [value] if isinstance(value, float) else []


def test_an_expectation_without_a_tolerance_uses_the_touching_tolerance() -> None:
    """The window and the command line use the same function; a difference in the last digit is no contradiction."""
    scene = replace(row(0.0, 3.0), expected=(Expected(("B", "A"), "separated", 1.0 + 1e-10),))
    expected = expectation(scene, ("A", "B"))
    assert expected is not None
    assert expected.tolerance == pytest.approx(2e-9)
    (answer,) = answers(scene, (("A", "B"),), (None,))
    assert answer.result is not None
    assert agrees(answer.result, expected) is answer.matches_expected is True
    assert expectation(scene, ("A", "C")) is None


def test_a_broad_phase_answers_for_all_bodies_at_once() -> None:
    """Steps and counts are the engine's; bodies are called by name."""
    scene = row(0.0, 1.5, 3.0, 9.0)
    report = Report(scene, PATH, (), tuple(broad_answers(scene, ("sweep", "bvh"))), with_steps=True)
    document = json.loads(as_json(report))
    assert document["results"] == []
    for fields, run in zip(document["broad_phases"], report.broad, strict=True):
        assert fields["pairs"] == [["A", "B"], ["B", "C"]]
        assert (fields["comparisons"], fields["all_pairs"]) == (run.comparisons, 6)
        assert fields["steps"] == len(fields["trace"]) == len(run.steps)
    lines = as_text(report).splitlines()
    assert lines[0].startswith("scene  sweep  A–B, B–C  ")
    assert len(lines) == 2 + sum(len(run.steps) for run in report.broad)


def test_a_comparison_has_a_row_per_supported_algorithm_and_a_reason_for_the_others() -> None:
    scene = Scene("round", (at("A", BALL, 0.0), at("B", BALL, 1.5)))
    (compared,) = comparisons(scene, (("A", "B"),))
    (fields,) = json.loads(as_json(Report(scene, PATH, compared=(compared,))))["comparisons"]
    assert {row["algorithm"] for row in fields["rows"]} | set(fields["refusals"]) == set(engine.ALGORITHMS)
    assert {"gjk", "exact"} <= {row["algorithm"] for row in fields["rows"]}
    assert "sat" in fields["refusals"]
    assert fields["disagreements"] == []
    text = as_text(Report(scene, PATH, compared=(compared,)))
    assert len(text.splitlines()) == len(engine.ALGORITHMS)
    assert all(f"  {name} " in text for name in engine.ALGORITHMS)
    assert "DISAGREE" not in text


def test_a_push_out_is_shared_by_inverse_mass() -> None:
    scene = Scene("uneven", (at("A", BOX, 0.0), replace(at("B", BOX, 1.5), mass=3.0)))
    (push_out,) = push_outs(scene, (("A", "B"),), ["resolve"])
    assert push_out.moved_a == pytest.approx((-0.375, 0, 0))
    assert push_out.moved_b == pytest.approx((0.125, 0, 0))
    (fields,) = json.loads(as_json(Report(scene, PATH, push_outs=(push_out,), with_steps=True)))["push_outs"]
    assert fields["way"] == "pair"
    assert len(fields["trace"]) == fields["steps"]
    text = as_text(Report(scene, PATH, push_outs=(push_out,), with_steps=True))
    assert len(text.splitlines()) == 1 + fields["steps"]


@pytest.mark.parametrize("terrain_first", [True, False])
def test_a_body_is_pushed_out_of_a_fixed_mesh_in_either_order(terrain_first: bool) -> None:
    corners = ((-2.0, 0.0, -2.0), (2.0, 0.0, -2.0), (2.0, 0.0, 2.0), (-2.0, 0.0, 2.0))
    floor = replace(at("floor", Mesh(corners, ((0, 2, 1), (0, 3, 2))), 0.0), mass=0.0)
    box = Body("box", BOX, PositionOrientation((0.25, 0.875, 0.0)))
    scene = Scene("terrain", (floor, box) if terrain_first else (box, floor))
    pair = (scene.bodies[0].name, scene.bodies[1].name)
    runs = push_outs(scene, (pair,), ["resolve"])
    assert [run.way for run in runs] == ["greatest", "in order"]
    moved = runs[0].moved_b if terrain_first else runs[0].moved_a
    assert moved == pytest.approx((0, 0.125, 0))


def test_a_fixed_body_is_not_pushed_out_of_a_fixed_mesh() -> None:
    floor = Mesh(((-2.0, 0.0, -2.0), (2.0, 0.0, -2.0), (0.0, 0.0, 2.0)), ((0, 2, 1),))
    bodies = (replace(at("A", BOX, 0.0), mass=0.0), replace(at("B", floor, 0.0), mass=0.0))
    (push_out,) = push_outs(Scene("fixed", bodies), (("A", "B"),), ["resolve"])
    assert push_out.exit is Exit.BOTH_FIXED
    assert push_out.moved_a == push_out.moved_b == (0, 0, 0)


@pytest.mark.parametrize(("algorithm", "of_hulls"), [(None, True), ("gjk", True), ("brute", False)])
def test_an_answer_about_the_hull_of_a_mesh_says_so(algorithm: str | None, of_hulls: bool) -> None:
    corners = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    mesh = Mesh((*corners, (0.1, 0.1, 0.1)), ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 4), (2, 3, 4), (3, 1, 4)))
    scene = Scene("mesh", (at("A", mesh, 0.0), at("B", BALL, 5.0)))
    report = report_of(scene, answers(scene, (("A", "B"),), (algorithm,)))
    assert json.loads(as_json(report))["results"][0]["of_hulls"] is of_hulls
    assert ("separated (of its hull)" in as_text(report)) is of_hulls
    assert ("not certified (of its hull)" in as_text(report)) is of_hulls


def test_a_comparison_is_checked_against_the_expectation() -> None:
    scene = replace(row(0.0, 3.0), expected=(Expected(("A", "B"), "separated", 0.5, 1e-9),))
    (compared,) = comparisons(scene, (("A", "B"),))
    report = Report(scene, PATH, compared=(compared,))
    assert contradicts_expected(report)
    assert "NOT as expected: separated, 0.5 m" in as_text(report)
    assert not contradicts_expected(Report(scene, PATH))


def test_a_distance_that_is_not_minimal_is_written_with_its_range() -> None:
    """MPR's depth is along its portal normal."""
    assert "signed distance -2 m (from -2 to -1.5 m)  " in _text_with_bounds(-2.0, -1.5)


def _text_with_bounds(lower: float, upper: float) -> str:
    wide = replace(KNOWN, verdict=Verdict.PENETRATING, signed_distance=-2.0, lower=lower, upper=upper)
    return as_text(report_of(row(0.0, 1.0), [PairAnswer(("A", "B"), "mpr", wide, None, None, None)]))


@pytest.mark.parametrize(
    ("lower", "upper", "words"),
    [
        (-2.0000012, -1.9999988, "(from -2.0000012 to -1.9999988 m)"),
        (-2.0, 0.0, "(from -2 to 0 m)"),
        (-inf, -0.0, "(at most 0 m)"),
        (-2.0, inf, "(at least -2 m)"),
        (-inf, inf, "signed distance -2 m  "),
    ],
)
def test_the_two_ends_of_a_range_are_written_with_enough_digits_to_differ(
    lower: float, upper: float, words: str
) -> None:
    assert words in _text_with_bounds(lower, upper)


@pytest.mark.parametrize(
    ("verdict", "distance", "matches"),
    [
        (Verdict.TOUCHING, 0.0, True),
        (Verdict.PENETRATING, -5e-10, True),  # by the scene's convention, the engine's distance is a contact
        (Verdict.SEPARATED, 5e-8, None),  # nearly
        (Verdict.SEPARATED, None, None),
        (Verdict.SEPARATED, 0.5, False),  # that the pair nearly touches does not excuse a wrong distance
        (Verdict.TOUCHING, -0.5, False),
        (Verdict.UNDECIDED, None, False),  # an engine owes an answer
    ],
)
def test_the_distance_that_an_engine_claims_is_judged_before_its_verdict(
    verdict: Verdict, distance: float | None, matches: bool | None
) -> None:
    result = Result("fcl", verdict, Exit.ENGINE_STOPS, 1, distance)
    expected = Expected(("A", "B"), "touching", -1e-11, 1e-9)
    assert agrees(result, expected, 1e-7) is matches


def test_a_deep_overlap_needs_a_verdict_of_overlap() -> None:
    expected = Expected(("A", "B"), "penetrating", -0.5, 1e-9)
    for verdict, matches in ((Verdict.PENETRATING, True), (Verdict.SEPARATED, False), (Verdict.TOUCHING, False)):
        assert agrees(Result("libccd", verdict, Exit.ENGINE_STOPS, 1), expected, 1e-7) is matches
