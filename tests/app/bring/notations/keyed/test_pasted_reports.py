"""Reports pasted as JSON or as words and numbers, and reports as values."""

import json
import re
from math import inf, nan

import pytest

from gjkscope.app.bring.notations.keyed.pasted_reports import NAMELESS, claims_of, parse_reports
from gjkscope.app.scenes.reports import orient_report, reported_depth, reported_push_out
from gjkscope.app.scenes.scene import Reported, ReportedPoint

PAIR = ("A", "B")
Y = (0.0, 1.0, 0.0)


def read_report(text: str) -> Reported:
    (report,) = parse_reports(text, PAIR)
    return report


def report_by(by: str = NAMELESS, **given: object) -> Reported:
    return Reported(PAIR, by, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "report"),
    [
        ("depth 0.12 normal (0,1,0)", report_by(signed_distance=-0.12, normal=Y)),
        ("FCL 0.7: depth 0.12 normal (0, 1, 0)", report_by("FCL 0.7", signed_distance=-0.12, normal=Y)),
        ("coal 3.0.1: distance = -0.1", report_by("coal 3.0.1", signed_distance=-0.1)),
        ("separated, distance: 0.5 m", report_by(verdict="separated", signed_distance=0.5)),
        ("normal: x: 0 y: 1 z: 0\npenetrating", report_by(verdict="penetrating", normal=Y)),
        ("n = Vec3(0.0f, 0x1p0, 0)", report_by(normal=Y)),
        ("normal 0 1 0", report_by(normal=Y)),
        ("normal\n[0,\n 1,\n 0]", report_by(normal=Y)),
        (
            "pointA: {0, 1, 0}; pointB: {0, 0.88, 0}; result.penetrationDepth = 0.12",
            report_by(signed_distance=-0.12, witness_a=Y, witness_b=(0.0, 0.88, 0.0)),
        ),
        (
            "position (0, 1, 0) position (1, 1, 0) depth 0.1",
            report_by(signed_distance=-0.1, points=(ReportedPoint(Y), ReportedPoint((1.0, 1.0, 0.0)))),
        ),
        ("contact_point (0, 1, 0), depth 0.1", report_by(signed_distance=-0.1, points=(ReportedPoint(Y, 0.1),))),
        ("collision: true", report_by(verdict="penetrating")),
        ("in_collision = False", report_by(verdict="separated")),
        ("colliding", report_by(verdict="penetrating")),
        ("verdict: overlapping", report_by(verdict="penetrating")),
        (
            "by: Bullet 3.25; crashed: exit 139 (SIGSEGV) at 0x7fff; note: third frame",
            report_by("Bullet 3.25", crashed="exit 139 (SIGSEGV) at 0x7fff", note="third frame"),
        ),
        (
            "signed distance: -0.12\ncontact normal: (0, 1, 0)\npoint on A = 0 1 0\nClosest point on B: 0 0.88 0",
            report_by(signed_distance=-0.12, normal=Y, witness_a=Y, witness_b=(0.0, 0.88, 0.0)),
        ),
        ("parry 0.17: no collision, distance 3", report_by("parry 0.17", verdict="separated", signed_distance=3.0)),
        ("not intersecting", report_by(verdict="separated")),
        ("intersecting: false", report_by(verdict="separated")),
        ("witness a: 0 1 0", report_by(witness_a=Y)),
        ("Jolt 5: penetration depth 0.25", report_by("Jolt 5", signed_distance=-0.25)),
        ("contact point 0 1 0", report_by(points=(ReportedPoint(Y),))),
        ("engine Jolt\ndepth −0.25", report_by("Jolt", signed_distance=0.25)),
        ("depth nan normal (0, 0, 0)", report_by(signed_distance=nan, normal=(0.0, 0.0, 0.0))),
        ("depth: -nan(ind) m, normal: nan NaN -nan", report_by(signed_distance=nan, normal=(nan, nan, nan))),
        ("distance = inf; pointA: {-1.#IND, 0, -1.#INF}", report_by(signed_distance=inf, witness_a=(nan, 0.0, -inf))),
        ("depth inf penetration Infinity", report_by(signed_distance=-inf)),
        ("depth nan penetration nan", report_by(signed_distance=nan)),
    ],
)
def test_words_and_numbers_are_read(text: str, report: Reported) -> None:
    assert read_report(text) == report


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", 'must contain a verdict or a value, such as "depth 0.12 normal'),
        ("by FCL", "must contain a verdict or a value"),
        ("0.12", "line 1, column 1: '0.12' is not expected here"),
        ("depth", "line 1, column 1: 'depth' must be followed by a number"),
        ("depth 1e999", "line 1, column 7: '1e999' is too large"),
        ("normal 0 1", "line 1, column 11: 'the end': 'normal' must have 3 numbers"),
        ("normal 0 1 0 1", "line 1, column 14: '1' is not expected here: 'normal' must have 3 numbers"),
        ("normal (0, 1, 0]", "line 1, column 16: ']' is not expected here"),
        ("normal (x: 0, z: 1, y: 0)", "line 1, column 15: 'z': 'normal' must have 3 numbers"),
        ("depth 0.1\nfriction 0.5", "line 2, column 1: unknown key 'friction'"),
        ("depth 0.1 distance 0.2", "line 1, column 11: 'distance' contradicts an earlier signed distance"),
        ("verdict: maybe", "line 1, column 10: 'verdict' must be one of separated, touching, penetrating, undecided"),
        ("x" * 1_000_001, "the text is too long"),
    ],
)
def test_a_fault_in_words_is_named_with_its_position(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(fault)}"):
        parse_reports(text, PAIR)


def test_json_is_read_by_the_rules_of_scene_files() -> None:
    entry = {"pair": ["B", "A"], "by": "FCL", "signed_distance": "0x1p-3", "points": [{"position": [0, 1, 0]}]}
    report = Reported(("B", "A"), "FCL", signed_distance=0.125, points=(ReportedPoint(Y),))
    for value in (entry, [entry], {"reported": [entry]}):
        assert parse_reports(json.dumps(value), PAIR) == (report,)
    assert parse_reports('[{"crashed": "SIGABRT"}, {"verdict": "touching"}]', PAIR) == (
        report_by(crashed="SIGABRT"),
        report_by(verdict="touching"),
    )


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{", "line 1, column 2: not JSON"),
        ("[]", "must contain a report, got an empty list"),
        ("[3]", "JSON: reported[0]: must be an object { }, got 3"),
        ('{"verdit": "touching"}', "JSON: reported[0].verdit: unknown key, did you mean verdict?"),
        ('{"pair": ["A", "C"]}', "JSON: reported[0].pair[1]: must be the name of a shape ('A', 'B'), got 'C'"),
        ('{"normal": [0, "nil", 0]}', "JSON: reported[0].normal[1]: must be a number, or a string such as"),
        ('{"note": "a", "note": "b"}', "note: this key occurs more than once"),
        ("[" * 100_000, "cannot be read: lists or objects are nested too deeply"),
    ],
)
def test_a_fault_in_json_is_named_with_its_place(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(fault)}"):
        parse_reports(text, PAIR)


def test_the_claims_of_a_report_are_listed() -> None:
    report = report_by(verdict="penetrating", signed_distance=-0.12, normal=Y, points=(ReportedPoint(Y),))
    assert claims_of(report) == "penetrating, signed distance −0.12 m, normal (0, 1, 0), 1 contact point"
    assert claims_of(report_by(crashed="SIGABRT")) == "SIGABRT"
    assert claims_of(report_by()) == "nothing about the pair"


# --- values ---


def test_a_report_about_the_pair_in_the_other_order_says_the_same() -> None:
    report = report_by(signed_distance=-0.1, normal=(0.0, 1.0, -2.0), witness_a=Y, crashed="SIGABRT")
    other = orient_report(report, ("B", "A"))
    assert other == Reported(("B", "A"), NAMELESS, None, -0.1, (0.0, -1.0, 2.0), None, Y, crashed="SIGABRT")
    assert str(other.normal) == "(0.0, -1.0, 2.0)"  # no −0
    assert orient_report(other, PAIR) == report
    assert orient_report(report, PAIR) is report


@pytest.mark.parametrize(
    ("report", "depth", "push"),
    [
        (report_by(signed_distance=-0.1, normal=(0.0, 2.0, 0.0)), 0.1, (0.0, -0.1, 0.0)),
        (report_by(signed_distance=0.1, normal=Y), None, None),
        (
            report_by(normal=Y, points=(ReportedPoint(Y, 0.1), ReportedPoint(Y, 0.3), ReportedPoint(Y))),
            0.3,
            (0.0, -0.3, 0.0),
        ),
        (report_by(signed_distance=-0.1, witness_a=Y, witness_b=(0.0, 0.75, 0.0)), 0.1, (0.0, -0.25, 0.0)),
        (report_by(signed_distance=-0.1), 0.1, None),
        (report_by(normal=Y), None, None),
    ],
)
def test_the_push_out_follows_from_depth_and_normal(
    report: Reported, depth: float | None, push: tuple[float, ...] | None
) -> None:
    assert reported_depth(report) == depth
    assert reported_push_out(report) == (None if push is None else pytest.approx(push))


@pytest.mark.parametrize(
    ("text", "by", "claims"),
    [
        ("Jolt 5.2\npenetration depth: 0.5", "Jolt 5.2", "signed distance −0.5 m"),
        ("mPenetrationDepth = 0.5, mContactPointOn1 = (1, 2, 3)", None, "signed distance −0.5 m, witness a (1, 2, 3)"),
        ("nearest_points[0] = 1 2 3\nnearest_points[1] = 4 5 6", None, "witness a (1, 2, 3), witness b (4, 5, 6)"),
        ("FCL 0.7: SIGABRT", "FCL 0.7", "SIGABRT"),
        ("coal: timed out", "coal", "timed out"),
        ("crashed", None, "crashed"),
        ("separated\ndepth 0", None, "separated, signed distance 0 m"),
    ],
)
def test_what_engines_and_debuggers_print(text: str, by: str | None, claims: str) -> None:
    (report,) = parse_reports(text, ("A", "B"))
    assert (report.by, claims_of(report)) == (by or "pasted report", claims)


@pytest.mark.parametrize("text", ["nearest_points[2] = 1 2 3", "depth[0] = 1", "it went wrong"])
def test_unknown_words_and_elements_are_rejected(text: str) -> None:
    with pytest.raises(ValueError, match=r"^line 1, column 1: "):
        parse_reports(text, ("A", "B"))
