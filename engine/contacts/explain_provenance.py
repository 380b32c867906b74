"""Describes where contact points come from: the steps that made them, and which one is nearest to a reported point."""

from gjkscope.engine.contacts.explain import with_body_names
from gjkscope.engine.contacts.provenance import NearPoint, OriginChange, PointEvent, PointHistory, ReportedOrigin
from gjkscope.engine.text import number, series

MOST_SIDES = 3  # in a sentence


def history_words(history: PointHistory, a: str, b: str) -> str:
    """The steps that made a point, in one line.

    For example "step 5: the plane through floor e3-7 cuts box v0–v1; step 8: depth 0.1 m; step 9: kept".
    """
    return "; ".join(f"step {event.step}: {_event_words(event, a, b)}" for event in history.events)


def point_origin_words(origin: ReportedOrigin, a: str, b: str, is_phantom: bool = False) -> tuple[str, ...]:
    """Sentences about a reported point: where it lies, which policies make it, and by which steps."""
    return _place_words(origin, a, b, is_phantom), _maker_words(origin, a, b)


def _event_words(event: PointEvent, a: str, b: str) -> str:
    match event.change:
        case OriginChange.CORNER:
            return "a corner of the face that is clipped"
        case OriginChange.CUT:
            edge = " and ".join(with_body_names(end, a, b) for end in event.edge or ())
            between = f" between {edge}" if edge else ""
            return f"the plane through {with_body_names(event.plane, a, b)} cuts the polygon{between}"
        case OriginChange.MADE:
            return "made without clipping"
        case OriginChange.MEASURED:
            return _value_words(event)
        case OriginChange.CHOSEN:
            return f"chosen, {_value_words(event)}"
        case OriginChange.DISCARDED if event.plane:
            return f"cut off by the plane through {with_body_names(event.plane, a, b)}"
        case OriginChange.DISCARDED:
            return f"discarded, {_value_words(event)}" if event.measure else "discarded"
        case OriginChange.KEPT:
            return "kept"


def _value_words(event: PointEvent) -> str:
    quantity, _, unit = event.measure.rpartition(", ")
    return f"{quantity} {number(event.value or 0.0)} {unit}"


def _place_words(origin: ReportedOrigin, a: str, b: str, is_phantom: bool) -> str:
    if origin.overhangs:
        sides = [
            f"{with_body_names(overhang.plane.name, a, b)} by {number(overhang.beyond, 3)} m"
            f"{'' if overhang.step is None else f' (step {overhang.step} of exact clips there)'}"
            for overhang in origin.overhangs
        ]
        return f"Seen along the normal, it lies beyond {series(sides, MOST_SIDES)}: a clip is missing."
    if is_phantom:
        return "Seen along the normal, it lies on both faces, so no clip is missing: its depth puts it off the bodies."
    return "Seen along the normal, it lies on both faces."


def _maker_words(origin: ReportedOrigin, a: str, b: str) -> str:
    if not origin.near:
        return "No policy has contact points for this pair."
    same = origin.same
    if not same:
        return f"No policy makes it; the nearest point is {_near_words(origin.near[0], a, b)}."
    kept = [near.history.policy for near in same if near.history.is_kept]
    dropped = [near.history.policy for near in same if not near.history.is_kept]
    parts = [f"made by {series(kept, len(kept))}"] if kept else []
    parts += [f"made and discarded by {series(dropped, len(dropped))}"] if dropped else []
    return f"It is {', '.join(parts)}: {_near_words(same[0], a, b, away=False)}."


def _near_words(near: NearPoint, a: str, b: str, away: bool = True) -> str:
    history = near.history
    name = f"{with_body_names(history.id, a, b)} of {history.policy}"
    distance = f", {number(near.away, 3)} m away" if away else ""
    return f"{name}{distance} ({history_words(history, a, b)})"
