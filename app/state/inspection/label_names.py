"""The names of the labels in views, with which lessons and demos choose those to show.  Imports nothing slow."""

import re
from collections.abc import Collection

from gjkscope.app.state.model import State

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
    "wall": r"wall",
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


def shown_labels(state: State) -> Collection[str] | None:
    """The names of the labels that the open page or the demo shows; None: all."""
    return state.page.display.labels if state.page is not None else state.direction.labels


def shows_label(labels: Collection[str] | None, text: str, bodies: Collection[str]) -> bool:
    """Whether a label of a view with that text is among `labels`; None: all.  `bodies` are names."""
    if labels is None or text in labels:
        return True
    if text in bodies:
        return BODIES in labels
    return any(is_named(text, name) for name in labels)


def is_named(text: str, name: str) -> bool:
    """Whether a label with that text has this name: its text, or the name of its kind."""
    return re.fullmatch(label_pattern(name), text) is not None


def label_pattern(name: str) -> str:
    """A regular expression for the texts of the labels with this name, which JavaScript can read as well."""
    return f"{re.escape(name)}|{LABELS[name]}" if name in LABELS else re.escape(name)


def is_label_name(name: str, bodies: Collection[str]) -> bool:
    """Whether labels can have this name: a kind, a body, or the text of one."""
    return name in (*LABELS, BODIES, *bodies) or any(re.fullmatch(pattern, name) for pattern in LABELS.values())
