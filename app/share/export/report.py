"""Query results as one line of JSON, or as text."""

import json
from collections.abc import Iterator, Sequence
from enum import Enum
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import Struct

from gjkscope.app.ask.runs.answers import (
    FirstContact,
    PairAnswer,
    PairComparison,
    PairPushOut,
    contact_words,
    name_pairs,
)
from gjkscope.app.ask.runs.claims import EngineClaim
from gjkscope.app.ask.runs.contacts import ContactTable, PairContacts
from gjkscope.app.base.numbers import spell
from gjkscope.app.base.records import field_names, has_fields
from gjkscope.app.scenes.scene import Expected, Pair, Scene
from gjkscope.app.share.export.contact_report import contact_lines, json_contacts, json_origin, policy_lines
from gjkscope.engine.analysis.compare import ComparisonRow
from gjkscope.engine.arithmetic.integers import json_integer
from gjkscope.engine.broadphase import BroadTrace
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.compound.explain import deciders
from gjkscope.engine.evidence.explain import proof_words, round_outward, verdict_words, with_hull_note
from gjkscope.engine.evidence.search import hull_words
from gjkscope.engine.explain import explain
from gjkscope.engine.iterations.explain import finding_words
from gjkscope.engine.iterations.steps import FirstDifference
from gjkscope.engine.proof.plain import certificate_to_dict
from gjkscope.engine.result import Exit, Result, Verdict
from gjkscope.engine.sequences.versioned import LISTS, VersionedList
from gjkscope.engine.text import vector

if TYPE_CHECKING:  # the window opens without them
    from gjkscope.app.ask.runs.iterations import CheckedReport
    from gjkscope.app.ask.runs.reports import JudgedReport
    from gjkscope.app.ask.solvers.asking import EngineAnswer
    from gjkscope.app.ask.solvers.casts import JudgedCast
    from gjkscope.engine.analysis.reports import JudgedDistance

ASKED = "asked"  # of a result: its pair, which the query gives once

# A range narrower than this fraction of the distance, or than this many metres, is printed as one number.
NARROW, TINY = 1e-8, 1e-12

WORLD_VECTORS = (
    "normal", "witness_a", "witness_b", "position", "said", "moved_a", "moved_b", "push_a", "push_b",
)  # fmt: skip
"""The keys of vectors in results, reports and the steps of procedures that take both dimensions."""

# Columns of a comparison, wide enough for "penetrating", and for "penetrating (of their hulls)".
NAME_WIDTH = 14  # of the algorithms that are compared
VERDICT_WIDTH, HULL_WIDTH = 12, 29

# Above this total number of list items over all steps, growing lists are written as changes: about 100 MB of JSON.
LISTED = 300_000


class Report(Struct, frozen=True):
    """All results of a query on a scene."""

    scene: Scene
    path: Path
    answers: tuple[PairAnswer, ...] = ()
    broad: tuple[BroadTrace, ...] = ()
    compared: tuple[PairComparison, ...] = ()
    push_outs: tuple[PairPushOut, ...] = ()
    first_contacts: tuple[FirstContact, ...] = ()
    contacts: tuple[PairContacts, ...] = ()
    contact_tables: tuple[ContactTable, ...] = ()
    with_steps: bool = False
    reported: tuple["JudgedReport", ...] = ()  # what engines reported, judged
    unsupported: tuple["EngineAnswer", ...] = ()  # engines that were asked and do not take the pair
    casts: tuple["JudgedCast", ...] = ()  # of engines, judged


def contradicts_expected(report: Report) -> bool:
    """Whether any answer contradicts what the scene expects."""
    said = [answer.matches_expected for answer in report.answers]
    said += [compared.matches_expected(row) for compared in report.compared for row in compared.comparison.rows]
    return False in said


def as_json(report: Report) -> str:
    """One line of ASCII, safe for any pipe: the object specified for the command line.

    Further results are in keys beside `results`: `reported`, `broad_phases`, `comparisons`, `push_outs`,
    `first_contacts`, `casts`.  Contact points are in the results, as `contacts`, or those of all policies as
    `contact_policies`.
    In 2D, points and directions have two numbers, except in certificates, which are about space.
    """
    touching: dict[Pair, dict[str, Any]] = {}
    touching |= {contacts.pair: {"contacts": json_contacts(contacts)} for contacts in report.contacts}
    touching |= {table.pair: {"contact_policies": [*map(json_contacts, table.rows)]} for table in report.contact_tables}
    results = [_json_result(answer) | touching.get(answer.pair, {}) for answer in report.answers]
    entry: dict[str, Any] = {"scene": report.scene.name, "file": str(report.path), "results": results}
    entry |= report.scene.unread_entry
    if report.reported or report.unsupported:
        unsupported = [_json_unsupported(answer) for answer in report.unsupported]
        entry["reported"] = [*(_json_judged(judged) for judged in report.reported), *unsupported]
    if report.broad:
        entry["broad_phases"] = [_json_broad(report, run) for run in report.broad]
    if report.compared:
        entry["comparisons"] = [_json_compared(compared) for compared in report.compared]
    if report.push_outs:
        entry["push_outs"] = [_json_push_out(push_out, report.with_steps) for push_out in report.push_outs]
    if report.first_contacts:
        entry["first_contacts"] = [_json_first_contact(contact, report.with_steps) for contact in report.first_contacts]
    if report.casts:
        entry["casts"] = [_json_cast(cast) for cast in report.casts]
    return json.dumps(_in_plane(entry) if report.scene.is_plane else entry, allow_nan=False)


def as_text(report: Report) -> str:
    """One line per answer, and one numbered line per step if steps were requested."""
    lines = [*_lines(report)]
    return "\n".join(lines) if lines else f"{report.path.stem}  no pairs: all bodies are too far apart"


def _lines(report: Report) -> Iterator[str]:
    stem = report.path.stem
    for run in report.broad:
        yield f"{stem}  {_broad_words(report.scene, run)}"
        yield from _number_steps(run.steps if report.with_steps else (), *report.scene.names)
    for answer in report.answers:
        yield _of_pair(report, answer.pair, _words(answer))
        yield from _number_steps(
            answer.steps or (), *answer.pair, note=hull_words(answer.result) if answer.result else ""
        )
    yield from _contact_points(report)
    for judged in report.reported:
        yield _of_pair(report, judged.pair, judged.words)
        yield from _run_words(judged.run, report.with_steps) if judged.run else ()
        yield from (f"  point {number}: {' '.join(words)}" for number, words in judged.wrong_point_origins)
    yield from (f"{stem}  {case.pair[0]}–{case.pair[1]}  {case.by}: {case.unsupported}" for case in report.unsupported)
    for compared in report.compared:
        yield from (_of_pair(report, compared.pair, line) for line in comparison_lines(compared))
    for push_out in report.push_outs:
        yield _of_pair(report, push_out.pair, _push_out_words(push_out, report.scene.is_plane))
        yield from _number_steps(push_out.steps if report.with_steps else (), *push_out.pair, note=push_out.hull_note)
    for contact in report.first_contacts:
        yield _of_pair(report, contact.pair, f"{contact.algorithm}  {_contact_words(contact)}")
        steps = contact.advancement.steps if contact.advancement and report.with_steps else ()
        yield from _number_steps(steps, *contact.pair, note=contact.hull_note)
    yield from (_of_pair(report, cast.pair, cast.words) for cast in report.casts)
    yield from (f"{stem}  unread: {part.text}" for part in report.scene.unread)


def _contact_points(report: Report) -> Iterator[str]:
    """The manifold of each pair with its points, or a line per policy."""
    for contacts in report.contacts:
        head, *rest = contact_lines(contacts)
        yield _of_pair(report, contacts.pair, head)
        yield from (f"{report.path.stem}  {contacts.pair[0]}–{contacts.pair[1]}  {line}" for line in rest)
        steps = contacts.manifold.steps if contacts.manifold and report.with_steps else ()
        yield from _number_steps(steps, *contacts.pair, note=contacts.hull_note)
    for table in report.contact_tables:
        yield from (_of_pair(report, table.pair, line) for line in policy_lines(table))


def _of_pair(report: Report, pair: Pair, words: str) -> str:
    """A line about a pair, which says how much of the scene's text was not read."""
    return "  ".join(filter(None, (report.path.stem, f"{pair[0]}–{pair[1]}", words, report.scene.unread_words)))


def _number_steps(steps: Sequence[Any], *names: str, note: str = "") -> list[str]:
    return [f"  {i:>3}  {sentence}" for i, sentence in enumerate(_sentences(steps, names, note))]


def _sentences(steps: Sequence[Any], names: Sequence[str], note: str) -> Iterator[str]:
    """The sentence of each step; `note` ("of its hull") is added to the last step of each algorithm, which decides."""
    for i, step in enumerate(steps):
        is_last = i + 1 == len(steps) or type(steps[i + 1]) is not type(step)
        yield with_hull_note(explain(step, *names), note if is_last else "")


def _run_words(run: "CheckedReport", with_steps: bool) -> list[str]:
    """Lines about the iterations of a report: where they differ from ours, what our GJK does, and the steps on
    request.
    """
    is_checked = any(iteration.simplex or iteration.faces for iteration in run.report.iterations)
    good = "Its iterations do what ours do." if is_checked else "Its iterations have no simplexes that can be checked."
    lines = [f"  {line}" for line in run.sentences or (good,)]
    return lines + _number_steps(run.checked.steps if with_steps else (), *run.report.pair)


def _json_broad(report: Report, run: BroadTrace) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "algorithm": run.algorithm,
        "pairs": name_pairs(report.scene, run.pairs),
        "comparisons": run.comparisons,
        "all_pairs": run.all_pairs,
        "steps": len(run.steps),
    }
    if report.with_steps:
        entry["trace"] = _json_steps(run.steps, *report.scene.names)
    return entry


def _json_steps(steps: Sequence[Any], *names: str, note: str = "") -> list[dict[str, Any]]:
    """The records of steps, each with its sentence.

    Lists that grow throughout a long run are written as changes: in full, EPA's faces for two hulls of 1,000 vertices
    would take gigabytes.
    """
    entries = [{"words": sentence} for sentence in _sentences(steps, names, note)]
    are_short = sum(len(part) for step in steps for part in _growing(step).values()) <= LISTED
    before: dict[str, VersionedList[Any]] = {}
    for entry, step in zip(entries, steps, strict=True):
        checkpoint()  # a trace may have thousands of large ones
        growing = {} if are_short else _growing(step)
        rest = step._replace(**dict.fromkeys(growing, ())) if growing else step
        entry |= _plain(rest) | {name: _changes(part, before.get(name)) for name, part in growing.items()}
        before = growing
    return entries


def _growing(step: Any) -> dict[str, VersionedList[Any]]:
    """The fields of a step that are versions of a growing list."""
    fields_of_step = step._asdict() if hasattr(step, "_asdict") else {}
    return {name: part for name, part in fields_of_step.items() if isinstance(part, VersionedList)}


def _changes(items: VersionedList[Any], before: VersionedList[Any] | None) -> dict[str, Any]:
    """The number of items, and by index those that are new or differ from the previous step."""
    return {"count": len(items), "changed": {str(i): _plain(item) for i, item in items.changes_since(before).items()}}


def _broad_words(scene: Scene, run: BroadTrace) -> str:
    pairs = ", ".join(f"{a}–{b}" for a, b in name_pairs(scene, run.pairs)) or "no pair"
    return f"{run.algorithm}  {pairs}  comparisons of boxes and nodes: {run.comparisons}; all pairs: {run.all_pairs}"


def _json_compared(compared: PairComparison) -> dict[str, Any]:
    return {
        "pair": compared.pair,
        "rows": [_json_row(row, compared.matches_expected(row)) for row in compared.comparison.rows],
        "disagreements": [
            {"kind": pair.kind.value, "algorithms": [pair.first.algorithm, pair.second.algorithm], "apart": pair.apart}
            for pair in compared.comparison.disagreements
        ],
        "refusals": {refusal.algorithm: refusal.reason for refusal in compared.comparison.refusals},
    }


def _json_row(row: ComparisonRow, matches: bool | None) -> dict[str, Any]:
    return {
        "algorithm": row.algorithm,
        **_json_answer(row.result),
        **({"of_hulls": True} if row.result.of_hulls else {}),
        "seconds": row.seconds,
        "certified": row.certified,
        "proves": row.result.proved,
        **_json_reason(row.result),
        "matches_expected": matches,
    }


def _json_answer(result: Result) -> dict[str, Any]:
    return {
        "verdict": result.verdict.value,
        "signed_distance": result.signed_distance,
        "lower": _plain(result.lower),
        "upper": _plain(result.upper),
        "normal": result.normal,
        "witness_a": result.witness_a,
        "witness_b": result.witness_b,
        "steps": result.steps,
        "exit": result.exit.words,
    }


def _json_reason(result: Result) -> dict[str, str]:
    """Why the answer is not certified, if that is known: the search was abandoned, or it is about hulls."""
    return {"uncertified": result.uncertified} if result.uncertified else {}


def comparison_lines(compared: PairComparison) -> list[str]:
    """One line per algorithm, and one per disagreement."""
    lines = []
    for row in compared.comparison.rows:
        against = {True: "", False: f", NOT as expected: {expectation_text(compared.expected)}", None: ""}
        contradicts = against[compared.matches_expected(row)]
        width = HULL_WIDTH if row.result.of_hulls else VERDICT_WIDTH
        answer = f"{row.algorithm:<{NAME_WIDTH}}{verdict_words(row.result):<{width}}{distance_in_text(row.result):<38}"
        ended = f"{_steps(row.result.steps):>9}, {row.result.exit.words}"
        end = f"{ended}, {proof_words(row.result)}, {row.seconds * 1e3:.2f} ms"
        lines.append(f"{answer}{end}{contradicts}")
    lines += [
        f"{refusal.algorithm:<{NAME_WIDTH}}not answered: {refusal.reason}" for refusal in compared.comparison.refusals
    ]
    for pair in compared.comparison.disagreements:
        names = f"{pair.first.algorithm} and {pair.second.algorithm}"
        lines.append(f"DISAGREE    {names} about the {pair.kind.value}, by {pair.apart:.3g} m")
    return lines


def _contact_words(contact: FirstContact) -> str:
    done = contact.advancement
    if done is None:
        return str(contact.refusal)
    note = f"  {contact.hull_note}" if contact.hull_note else ""
    return f"{contact_words(done, *contact.pair)}{note}  {_steps(len(done.steps))}, {done.exit.words}"


def _json_first_contact(contact: FirstContact, with_steps: bool) -> dict[str, Any]:
    done = contact.advancement
    entry: dict[str, Any] = {"pair": contact.pair, "algorithm": contact.algorithm, "refusal": contact.refusal}
    entry |= {"of_hulls": True} if contact.hull_note else {}
    if done is not None:
        entry |= {"time": done.time, "free_until": done.free_until, "exit": done.exit.words, "steps": len(done.steps)}
        if with_steps:
            entry["trace"] = _json_steps(done.steps, *contact.pair, note=contact.hull_note)
    return entry


def _json_cast(cast: "JudgedCast") -> dict[str, Any]:
    answer = cast.answer
    entry: dict[str, Any] = {"pair": cast.pair, "by": cast.by, "right": cast.right}
    if answer.unsupported is not None:
        return entry | {"unsupported": answer.unsupported}
    return entry | {
        "time": cast.time,
        "truth": None if cast.truth is None else cast.truth.time,
        "normal": answer.normal,
        "point": answer.witness_b,
        "crashed": answer.crashed,
        "words": cast.words,
    }


def _json_push_out(push_out: PairPushOut, with_steps: bool) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "pair": push_out.pair,
        "way": push_out.way,
        "moved_a": push_out.moved_a,
        "moved_b": push_out.moved_b,
        "steps": len(push_out.steps),
        "exit": push_out.exit.words,
    }
    entry |= {"of_hulls": True} if push_out.hull_note else {}
    if with_steps:
        entry["trace"] = _json_steps(push_out.steps, *push_out.pair, note=push_out.hull_note)
    return entry


def _push_out_words(push_out: PairPushOut, is_plane: bool) -> str:
    by_a, by_b = (vector(by[:2] if is_plane else by) for by in (push_out.moved_a, push_out.moved_b))
    ways = f"push-out {push_out.way}" if push_out.way != "pair" else "push-out"
    moved = f"{push_out.pair[0]} by {by_a} m, {push_out.pair[1]} by {by_b} m"
    moved += f" ({push_out.hull_note})" if push_out.hull_note else ""
    return f"{ways}  {moved}  {_steps(len(push_out.steps))}, {push_out.exit.words}"


def _json_result(answer: PairAnswer) -> dict[str, Any]:
    result = answer.result
    entry: dict[str, Any] = {
        "pair": answer.pair,
        "algorithm": answer.algorithm,
        **(_json_answer(result) if result else {**_NO_ANSWER, "exit": answer.refusal}),
        "certificate": certificate_to_dict(result.certificate) if result and result.certificate else None,
        **(_json_reason(result) if result else {}),
        "of_hulls": answer.of_hulls,
        "matches_expected": answer.matches_expected,
    }
    if answer.claim is not None:
        entry |= _json_claim(answer.claim)
    if answer.parts is not None:
        entry["parts"] = {"a": answer.parts.part_a, "b": answer.parts.part_b}
    if answer.steps is not None:
        entry["trace"] = _json_steps(answer.steps, *answer.pair, note=hull_words(result) if result else "")
    return entry


def _json_claim(claim: EngineClaim) -> dict[str, Any]:
    """What only the answers of engines' algorithms have: which tests were corrected, and what is wrong."""
    judged = _json_judged(claim.judged)
    return {
        "corrected": list(claim.corrected),
        "ending": claim.ending,
        "faults": list(claim.faults(False)),
        "judged": {name: judged[name] for name in judged if name not in ("pair", "by", "note", "words")},
    }


def _json_judged(judged: "JudgedReport") -> dict[str, Any]:
    """A report as in the scene file, with the judgement of each field."""
    judgement, report = judged.found, judged.report
    entry: dict[str, Any] = {"pair": report.pair, "by": report.by, "right": judgement.right}
    if judgement.verdict is not None:
        said, truth, right = judgement.verdict
        entry["verdict"] = {"said": said.value, "truth": truth.value, "right": right}
    if judgement.signed_distance is not None:
        entry["signed_distance"] = _json_judged_distance(judgement.signed_distance)
    if judgement.normal is not None:
        entry["normal"] = _json_judged_field(judgement.normal)
    for name in ("witness_a", "witness_b", "witnesses"):
        if (part := getattr(judgement, name)) is not None:
            entry[name] = _json_judged_field(part)
    if judgement.points:
        entry["points"] = [_json_judged_field(point) for point in judgement.points]
        for point, origin in zip(entry["points"], judged.origins, strict=bool(judged.origins)):
            point["origin"] = json_origin(origin)
    if judgement.support_area is not None:
        entry["support_area"] = _plain(judgement.support_area)
    entry |= {name: said for name in ("crashed", "note") if (said := getattr(report, name)) is not None}
    if judged.run is not None:
        entry |= _json_run(judged.run)
    if judged.of_hulls:
        entry |= {"of_hulls": True, "of_mesh": judgement.of_mesh}
    return entry | {"words": judged.words}


def _json_run(run: "CheckedReport") -> dict[str, Any]:
    """The first difference between a report's iterations and our GJK, and all faults."""
    checked, names = run.checked, run.report.pair
    faults = [
        {"step": step.iteration, "fault": finding.fault.value, "words": finding_words(step, finding, *names)}
        for step in checked.steps
        for finding in step.findings
    ]
    entry = {"count": len(checked.steps), "of_cores": checked.steps[0].of_cores, "faults": faults}
    if checked.hint is not None:
        entry["hint"] = checked.hint
    return {
        "iterations": entry,
        "first_difference": _json_difference(checked.first, run.difference, run.ours),
        **({"earlier_difference": _json_difference(checked.earlier, run.earlier)} if checked.earlier else {}),
    }


def _json_difference(difference: FirstDifference | None, words: str, ours: str = "") -> dict[str, Any] | None:
    if difference is None:
        return None
    entry = {"step": difference.step, "wrong": difference.is_wrong, "cause": difference.cause.value, "words": words}
    return entry | ({"ours": ours} if ours else {})


def _json_unsupported(answer: "EngineAnswer") -> dict[str, Any]:
    return {"pair": answer.pair, "by": answer.by, "right": None, "unsupported": answer.unsupported}


def _json_judged_distance(distance: "JudgedDistance") -> dict[str, Any]:
    """The judgement, with the bounds of the truth only if they have not met."""
    entry = _json_judged_field(distance)
    if distance.lower == distance.upper:
        del entry["lower"], entry["upper"]
    return entry


def _json_judged_field(record: Any) -> dict[str, Any]:
    """A judgement, with the reported values as in scene files: infinities and NaN as text."""
    entry: dict[str, Any] = _plain(record)
    return entry | {name: spell(getattr(record, name)) for name in ("said", "depth") if hasattr(record, name)}


def _plain(value: Any) -> Any:
    """Converts a step record to JSON values: records to objects, enums to names, non-finite numbers to null."""
    if isinstance(value, float):  # first, as the most common case: a long trace has a hundred thousand
        return value if isfinite(value) else None
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, np.generic):  # of algorithms in single precision
        return _plain(value.item())
    if hasattr(value, "_asdict"):
        return {name: _plain(part) for name, part in value._asdict().items()}
    if isinstance(value, LISTS):
        return [_plain(part) for part in value]
    if has_fields(value) and not isinstance(value, tuple):
        return {name: _plain(getattr(value, name)) for name in field_names(type(value)) if name != ASKED}
    return json_integer(value) if isinstance(value, int) else value


def _in_plane(value: Any) -> Any:
    """A JSON value about a 2D scene, without the third coordinates of points and directions."""
    if isinstance(value, dict):
        return {key: part if key == "certificate" else _part_in_plane(key, part) for key, part in value.items()}
    return [_in_plane(part) for part in value] if isinstance(value, list | tuple) else value


def _part_in_plane(key: str, part: Any) -> Any:
    is_vector = isinstance(part, list | tuple) and len(part) == 3 and part[2] == 0
    return part[:2] if is_vector and key in WORLD_VECTORS else _in_plane(part)


def _words(answer: PairAnswer) -> str:
    result = answer.result
    if result is None:
        return f"not answered: {answer.refusal}"
    against = {True: "as expected", False: f"NOT as expected: {expectation_text(answer.expected)}", None: ""}[
        answer.matches_expected
    ]
    parts = (
        *_claimed(answer, result),
        _run_of(result, answer.claim),
        "" if answer.parts is None else deciders(answer.parts, *answer.pair),
        proof_words(result),
        against,
        _fault_words(answer),
    )
    return "  ".join(part for part in parts if part)


def _claimed(answer: PairAnswer, result: Result) -> tuple[str, ...]:
    if answer.claim is not None and result.verdict is Verdict.UNDECIDED:
        return ("no answer",)
    return verdict_words(result), distance_in_text(result)


def _run_of(result: Result, claim: EngineClaim | None) -> str:
    """The algorithm, its steps and why it ended; of an engine's, in its own terms, and which tests were corrected."""
    ran = f"{result.algorithm}, {_steps(result.steps)}, {result.exit.words}"
    return ran if claim is None else "  ".join(filter(None, (f"{ran}: {claim.ending}", claim.corrected_words)))


def _fault_words(answer: PairAnswer) -> str:
    """What is wrong in the answer of an engine's algorithm, besides what the scene says about the distance."""
    faults = answer.claim.faults(answer.expected is not None) if answer.claim else ()
    return f"WRONG: {'; '.join(faults)}" if faults else ""


def distance_in_text(result: Result) -> str:
    if result.signed_distance is None:
        return "distance unknown"
    named = f"signed distance {result.signed_distance + 0.0:.12g} m"  # + 0.0 turns −0.0 into 0.0
    return named if result.upper - result.lower <= NARROW * abs(result.signed_distance) else f"{named}{_range(result)}"


def _range(result: Result) -> str:
    """The range of a distance that has only wide bounds, or whose axis may not be optimal."""
    if result.upper - result.lower <= TINY:
        return ""
    lower, upper = (bound.replace("−", "-") for bound in round_outward(result.lower, result.upper))  # as the distance
    if lower and upper:
        return f" (from {lower} to {upper} m)"
    if lower:
        return f" (at least {lower} m)"
    return f" (at most {upper} m)" if upper else ""


def _steps(count: int) -> str:
    return f"{count} step" if count == 1 else f"{count} steps"


def expectation_text(expected: Expected | None) -> str:
    if expected is None:
        return "nothing"
    if expected.signed_distance is None:
        return expected.verdict
    return f"{expected.verdict}, {expected.signed_distance + 0.0:.12g} m"


# The JSON fields of an algorithm that does not support the pair.
_NO_ANSWER = _json_answer(Result("", Verdict.UNDECIDED, Exit.RUNNING, 0))
