"""What a page shows over its views: labels by name, and what the panels draw there.  Imports nothing slow."""

import re
from collections.abc import Collection

from gjkscope.app.state.model import LessonPage

# Overlays that the panels draw over the views: the verdict with the distance, its proof, the axes, the scale bar.
VERDICT, CERTIFICATE, AXES, SCALE = OVER_VIEWS = ("verdict", "certificate", "axes", "scale")

SENTENCE = "Sentence"  # a panel that only lessons show: what the current step does, in words
BODIES = "bodies"  # the names of all bodies
# The names of labels in the views, with the texts that each stands for.
LABELS = {
    "origin": r"origin(\n.+)?",
    "d": r"d",
    "w": r"(next )?w\d+( no (further|nearer))?|next",
    "dropped": r"w\d+ (?!on ).+",
    "path": r"\d+",
    "witnesses": r"w\d+ on .+|[ab]\d*|a\d* − b\d*|a = b|a − b = 0",
    "supports": r"s_.+\(−?d\)",
    "construction": r"c|−.+|[ab]\d+|\S+ − \S+",
    "closest": r"closest .+",
    "distance": r"[\d.e−≤≥ ]+ m( so far)?",
    "depth": r"(depth|nearest|at least|at most) .+",
    "push-out": r"((least |\w+ )?push-out|pushed|moved) .+|pushed out to here|.+ after push-out",
    "regions": r".+ lost: .+",
    "beliefs": r"origin (in|out)side|× says .+",
    "axis": r"((runner-up|tie): )?.*(×|face|normal of|axis|overlap|gap|contact|apart).*",
    "interval": r"[xyz]( =|:| only).*",
    "center": r"v0",
    "normal": r"normal",
    "contacts": r"[\d.e−]+ m (deep|apart)|× phantom.*|× ghost contact.*",
    "corners": r".+ (v\d+|e\d+-\d+|× .+)( removed)?",
    "ghost": r"ghost collision",
    "fate": r"× (corrected|voided|later)",
    "edges": r"(flat|concave|convex|boundary|T-junction|tangled)( .+)?",
    "time": r"(first )?contact at .+|s = .+ m",
}


def shows_label(page: LessonPage | None, text: str, bodies: Collection[str]) -> bool:
    """Whether a label of a view with that text is shown; outside of lessons, all are.  `bodies` are names."""
    labels = page.display.labels if page is not None else None
    if labels is None or text in labels:
        return True
    if text in bodies:
        return BODIES in labels
    return any(name in LABELS and re.fullmatch(LABELS[name], text) for name in labels)


def shows_over_views(page: LessonPage | None, overlay: str) -> bool:
    """Whether one of `OVER_VIEWS` is shown; outside of lessons, all of them are."""
    return page is None or overlay in page.display.overlays
