"""Describes the steps of V-Clip."""

from gjkscope.engine.result import Exit
from gjkscope.engine.text import counted, number, separation
from gjkscope.engine.v_clip import steps as v_clip
from gjkscope.engine.v_clip.features import FeatureKind
from gjkscope.engine.v_clip.walk import MoveReason, PlaneTest

LISTED = 6  # vertices of a face that a sentence lists

POINT_WORDS = {
    FeatureKind.VERTEX: "",
    FeatureKind.EDGE: "The closest point of ",
    FeatureKind.FACE: "The foot of the perpendicular on ",
}
"""Which point of the feature is tested against a region."""


def explain(step: v_clip.State, a: str, b: str) -> str:
    """Which features are tested, which plane decides, what replaces which feature, and what it means in the end."""
    if step.exit == Exit.DEGENERATE_INPUT:
        return "The lengths are too large or too small: their products overflow or underflow."
    parts = (_pair_words(step, a, b), _test_words(step, a, b), _ending(step, a, b))
    return " ".join(part for part in parts if part)


def headline(step: v_clip.State, a: str, b: str) -> str:
    if step.exit != Exit.RUNNING:
        return step.exit.words
    return f"{feature_words(step.feature_a)} of {a}, {feature_words(step.feature_b)} of {b}"


def feature_words(named: v_clip.NamedFeature) -> str:
    """ "vertex 3", "edge 0–1", "face 0–1–3–2"; vertices have the shape's own numbers."""
    shown = [str(vertex) for vertex in named.names[:LISTED]]
    if len(named.names) > LISTED:
        shown.append("…")
    return f"{named.feature.kind.name.lower()} {'–'.join(shown)}"


def plane_words(step: v_clip.State, test: PlaneTest, a: str, b: str) -> str:
    """ "the plane between edge 0–1 of B and one of its faces": the regions that the plane separates."""
    own = (step.feature_a, step.feature_b)[test.side]
    neighbour = test.plane.neighbour.kind
    whole = f"{feature_words(own)} of {(a, b)[test.side]}"
    if own.feature.kind == FeatureKind.EDGE:
        one = "one of its faces" if neighbour == FeatureKind.FACE else "one of its ends"
    else:
        one = "one of its edges"
    return f"the plane between {whole} and {one}"


def _pair_words(step: v_clip.State, a: str, b: str) -> str:
    pair = f"{feature_words(step.feature_a)} of {a} and {feature_words(step.feature_b)} of {b}"
    begin = "The walk begins at" if step.iteration == 0 else "The pair is now"
    return f"{begin} {pair}, {number(step.distance)} m apart."


def _test_words(step: v_clip.State, a: str, b: str) -> str:
    """What decided, and what replaces what."""
    move = step.move
    if move.reason == MoveReason.CROSSES:
        return f"{_capital(_feature_of(step, FeatureKind.EDGE, a, b))} passes through the face."
    if move.reason == MoveReason.INSIDE:
        other = (a, b)[1 if step.feature_a.feature.kind == FeatureKind.VERTEX else 0]
        return f"{_capital(_feature_of(step, FeatureKind.VERTEX, a, b))} is below all faces of {other}: it is inside."
    if move.side < 0:
        tested = f"of the {counted(len(move.tests), 'plane')} around their Voronoi regions" if move.tests else ""
        return f"No test moves the pair on{f': neither feature violates any {tested}' if tested else ''}."
    return f"{_why(step, a, b)} {_replacement(step, a, b)}"


def _why(step: v_clip.State, a: str, b: str) -> str:
    move = step.move
    other = (step.feature_a, step.feature_b)[1 - move.side]
    subject = f"{feature_words(other)} of {(a, b)[1 - move.side]}"
    if move.reason != MoveReason.BEYOND or other.feature.kind == FeatureKind.VERTEX:
        subject = _capital(subject)
    plane = plane_words(step, move.tests[move.decisive], a, b) if move.decisive >= 0 else ""
    if move.reason == MoveReason.BEYOND:
        behind = number(-move.tests[move.decisive].heights[0])
        return f"{POINT_WORDS[other.feature.kind]}{subject} lies {behind} m behind {plane}."
    if move.reason == MoveReason.EXCLUDED:
        return f"{subject} is outside the region: {plane} excludes it."
    if move.reason == MoveReason.DESCENDS and move.decisive >= 0:
        return f"{subject} leaves the region through {plane}, and beyond it the distance still falls."
    if move.reason == MoveReason.DESCENDS:
        vertex = _capital(_feature_of(step, FeatureKind.VERTEX, a, b))
        return f"{vertex} is in the region of the face, but one of its edges comes nearer to the plane of the face."
    if move.reason == MoveReason.OFF_FACE:
        return f"{subject} passes beside the face: it leaves nothing of the edge in the region."
    if move.reason == MoveReason.END:
        return "Along the edge the distance from the face falls up to its end."
    if move.reason == MoveReason.LOCAL_MINIMUM:
        return "The vertex is below the face, in a local minimum, but above another face, so it is not inside."
    raise ValueError(f"step: no sentence for {move.reason!r}")


def _replacement(step: v_clip.State, a: str, b: str) -> str:
    return f"So {feature_words(step.replacement)} of {(a, b)[step.move.side]} is next." if step.replacement else ""


def _feature_of(step: v_clip.State, kind: FeatureKind, a: str, b: str) -> str:
    """The feature of this kind, and whose it is."""
    named, name = next(
        (named, name) for named, name in ((step.feature_a, a), (step.feature_b, b)) if named.feature.kind == kind
    )
    return f"{feature_words(named)} of {name}"


def _ending(step: v_clip.State, a: str, b: str) -> str:
    if step.exit == Exit.RUNNING:
        return ""
    lower, upper = sorted((step.lower - step.radius, step.upper - step.radius))
    if step.exit in (Exit.VERTEX_INSIDE, Exit.EDGES_CROSS):
        return f"{a} and {b} overlap, by at least {number(-upper)} m; V-Clip does not measure the depth."
    if step.exit == Exit.DEPTH_UNKNOWN:
        return (
            f"{a} and {b} share a point here, and no normal of the adjacent faces and edges separates them: they "
            "overlap, by an unknown depth."
        )
    bounds = separation(a, b, lower, upper)
    if step.exit == Exit.TOUCHING:
        return f"The features touch, and a normal at them has one shape on each side: {bounds}."
    if step.exit == Exit.CONVERGED and step.replacement:
        return f"That pair has been tested before and is equally near, and the extents prove it: {bounds}."
    if step.exit == Exit.CONVERGED:
        return f"They are the closest features, and the extents along the line between them prove it: {bounds}."
    if step.exit == Exit.CYCLE:
        return f"That pair has been tested before, so the walk would never end; {bounds}."
    if step.exit == Exit.NO_PROGRESS:
        return f"Because of rounding, the extents do not prove that they are the closest features; {bounds}."
    return f"The limit of steps is reached; {bounds}."


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
