"""The contact points of a pair as text, and as an entry of JSON."""

from typing import Any

from gjkscope.app.ask.runs.contacts import ContactTable, PairContacts
from gjkscope.engine.contacts.explain import with_body_names
from gjkscope.engine.contacts.explain_judge import faults
from gjkscope.engine.contacts.explain_provenance import history_words
from gjkscope.engine.contacts.judge import ContactJudgement
from gjkscope.engine.contacts.provenance import PointEvent, PointHistory, ReportedOrigin, point_history
from gjkscope.engine.text import counted, number, vector


def contact_lines(contacts: PairContacts) -> list[str]:
    """One line about the manifold, and two per point: where it is, and the steps that made it."""
    contact, judged = contacts.manifold, contacts.judged
    if contact is None or judged is None:
        return [f"contacts {contacts.policy}  {contacts.refusal}"]
    wrong = "; ".join(f"{fault.name.lower()}: {fault.words}" for fault in faults(judged) if fault.is_wrong)
    note = f" ({contacts.hull_note})" if contacts.hull_note else ""
    head = f"contacts {contacts.policy}  {counted(len(contact.points), 'point')}{note}, normal {vector(contact.normal)}"
    right = "as exact contacts of the same parts" if contacts.of_parts else "as exact contacts"
    lines = [f"{head}  {f'WRONG  {wrong}' if wrong else right}"]
    for point, fault in zip(contact.points, judged.points, strict=True):
        depth = f"{number(point.depth)} m deep" if point.depth >= 0 else f"{number(-point.depth)} m apart"
        phantom = f"  PHANTOM, {number(max(fault.off_a, fault.off_b), 3)} m off" if fault.is_phantom else ""
        lines.append(f"  {vector(point.position)}  {depth}  {with_body_names(point.id, *contacts.pair)}{phantom}")
        if not contacts.of_parts:
            lines.append(f"    {history_words(point_history(contact, point.id), *contacts.pair)}")
    return [*lines, f"  {contacts.seams}"] if contacts.seams else lines


def policy_lines(table: ContactTable) -> list[str]:
    """One line per policy: its points and how they compare with the exact ones; another about ghosts at seams."""
    return [line for row in table.rows for line in _row_lines(row)]


def _row_lines(row: PairContacts) -> list[str]:
    line = f"contacts {row.policy:<8}{policy_words(row)}"
    line += f"  {row.hull_note}" if row.hull_note and row.manifold is not None else ""
    return [line, f"  {row.seams}"] if row.seams else [line]


def policy_words(row: PairContacts) -> str:
    """The number of points, and each way in which they can be wrong, in columns."""
    if row.manifold is None or row.judged is None:
        return str(row.refusal)
    faults_by_name = {fault.name: fault for fault in faults(row.judged)}
    phantoms = f"PHANTOM: {row.judged.phantoms}" if row.judged.phantoms else "no phantom"
    cells = [f"{counted(len(row.manifold.points), 'point'):<10}{phantoms:<12}"]
    for name, width in FAULT_WIDTHS.items():
        if name in faults_by_name:
            cells.append(f"{f'{name.lower()}: {faults_by_name[name].words}':<{width}}")
    return "  ".join(cells).rstrip()


FAULT_WIDTHS = {"Depth": 28, "Normal": 18, "Support area": 0}


def json_contacts(contacts: PairContacts) -> dict[str, Any]:
    """The `contacts` of a result: normal and points, and how they compare with the exact ones."""
    contact, judged = contacts.manifold, contacts.judged
    if contact is None or judged is None:
        return {"policy": contacts.policy, "refusal": contacts.refusal}
    points = [
        {
            "position": point.position,
            "position_a": point.position_a,
            "position_b": point.position_b,
            "depth": point.depth,
            "id": point.id,
            "phantom": fault.is_phantom,
            **({} if contacts.of_parts else {"origin": _json_history(point_history(contact, point.id))}),
        }
        for point, fault in zip(contact.points, judged.points, strict=True)
    ]
    return {
        "policy": contacts.policy,
        "normal": contact.normal,
        "points": points,
        "exit": contact.exit.words,
        "judged": _json_judged(judged),
        **({"of_hulls": True} if contacts.hull_note else {}),
        **({"seams": contacts.seams} if contacts.seams else {}),
    }


def json_origin(origin: ReportedOrigin) -> dict[str, Any]:
    """Where a reported point comes from: the nearest point of each policy, and the sides that it lies beyond."""
    near = [
        {"policy": point.history.policy, "id": point.history.id, "away": point.away, "same": point.is_same}
        | {"kept": point.history.is_kept, "steps": _json_history(point.history)}
        for point in origin.near
    ]
    beyond = [{"side": side.plane.name, "beyond": side.beyond, "exact_step": side.step} for side in origin.overhangs]
    return {"near": near, "beyond": beyond}


def _json_history(history: PointHistory) -> list[dict[str, Any]]:
    """The events, without what does not apply to them."""
    return [_json_event(event) for event in history.events]


def _json_event(event: PointEvent) -> dict[str, Any]:
    entry = {"step": event.step, "phase": event.phase.name.lower(), "change": event.change.value}
    cut = {name: part for name, part in (("plane", event.plane), ("edge", event.edge)) if part}
    return entry | cut | ({} if event.value is None else {"measure": event.measure, "value": event.value})


def _json_judged(judged: ContactJudgement) -> dict[str, Any]:
    return {
        "phantoms": judged.phantoms,
        "allowed": judged.allowed,
        "depth_error": judged.depth_error,
        "normal_error": judged.normal_error,
        "area": judged.area,
        "exact_area": judged.exact_area,
        "area_lost": judged.area_lost,
    }
