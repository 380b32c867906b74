"""Reads what a page shows beside its text: the `show` block.

    ```show
    views: both
    overlays: difference, steps
    labels: A, B, origin, w
    panels: Step
    controls: step, play
    algorithms: gjk, sat
    sliders: B.x from -2 to 2
    precision: 2
    camera: yaw 35, pitch 20
    teaches: support point, simplex
    workspace: contacts
    ```

All keys are optional; everything not named is hidden.  Without the block, a page shows its text, the views, and the
bodies with their names.  `workspace` is that in which the reader explores the page.  A block before the first page
holds for all pages of the lesson, and a page's key replaces the lesson's.  Every name is checked; an error lists the
names that are known.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from math import radians
from typing import Any

from gjkscope.app.ask.runs.choices import CHOICES
from gjkscope.app.base.records import field_names, replace
from gjkscope.app.scenes.cameras.camera import PICTURE_ASPECT, STANDARD_ANGLES, ViewSide
from gjkscope.app.state.actions import ChooseLayout, FrameAll, PlaceCamera, update
from gjkscope.app.state.inspection.label_names import BODIES, LABELS
from gjkscope.app.state.model import Gizmo, Layout, State, Visibility, Workspace
from gjkscope.app.state.model.lesson import PageDisplay, Slider
from gjkscope.app.teach.lessons.glossary import TERMS
from gjkscope.app.teach.lessons.outline import TEACHES, LessonSyntaxError, ShowEntry
from gjkscope.app.teach.lessons.seen import OVER_VIEWS, SENTENCE

# In the views, drawn from the state: the entries of the list "What is drawn" of a view, as "push-out".
DRAWN = {name.replace("_", "-"): name for name in field_names(Visibility) if name != "labels"}
OVERLAYS = (*DRAWN, *OVER_VIEWS)
DEFAULT_OVERLAYS = ("difference", "grid")

PANELS = (
    *(SENTENCE, "Step", "Scene", "Timeline", "Steps", "Bounds", "SAT axes", "Compare", "Trace", "Code", "Breakpoints"),
    *("Stability", "Gradient", "First contact", "Motion", "Contact lanes", "Caches", "Contact policies", "Hunt"),
    *("Capture", "Survey", "Finding", "Museum pairs", "Hunted pairs", "Captured pairs", "Surveyed pairs", "Log"),
)
CONTROLS = {
    "step": "first, back, forward and last step, and the position in the run",
    "play": "plays and pauses the run",
    "beats": "the beats of the step; a click shows one again",
    "track": "a slider over the steps of the run",
    "options": "the options of the algorithm, such as single precision",
    "lines": "back and forward by a line of code",
    "motion": "plays, steps and resets a simulation",
    "drag": "says that the bodies can be dragged",
    "move": "the arrows on the selected body",
    "rotate": "the rings on the selected body",
}

ALL = "all"
DEFAULT_PRECISION, MOST_PRECISION, FULL = 2, 15, "full"
MOST_SLIDERS, MOST_PANELS = 4, 2
PARTS = ("x", "y", "z", "angle")

_SLIDER = re.compile(r"(?P<body>.+)\.(?P<part>\w+) from (?P<low>\S+) to (?P<high>\S+)")
_NUMBERED = re.compile(r"w\d+")


def read_display(lesson: Iterable[ShowEntry], page: Iterable[ShowEntry], state: State) -> PageDisplay:
    """What a page shows, from the entries of its lesson and its own.  Raises `LessonSyntaxError`."""
    entries = {entry.key: entry for entry in (*lesson, *page)}
    for entry in lesson:
        if entry.key == TEACHES:
            raise LessonSyntaxError(entry.line, f"{TEACHES}: a page teaches terms, not a whole lesson")
    for entry in entries.values():
        if entry.key not in KEYS:
            raise LessonSyntaxError(entry.line, _unknown("key", entry.key, KEYS))
    fields = {key: read(entries[key], state) for key, read in FIELDS.items() if key in entries}
    return replace(DEFAULT, **fields)


def show_page(state: State, entries: Mapping[str, ShowEntry], display: PageDisplay) -> State:
    """`state` with the views, the overlays, the handles and the camera of a page.  Raises `LessonSyntaxError`."""
    visible = Visibility(**{name: key in display.overlays for key, name in DRAWN.items()})
    handles = next((gizmo for gizmo in Gizmo if gizmo.value in display.controls), None)
    state = replace(state, display=replace(state.display, visible=visible, gizmo=handles))
    if "views" in entries:
        state = update(state, ChooseLayout(_layout(entries["views"])))
    return _seen_from(state, entries["camera"]) if "camera" in entries else state


# --- values ---


def _names(entry: ShowEntry, kind: str, known: Iterable[str]) -> tuple[str, ...]:
    for name in entry.values:
        if name not in known:
            raise LessonSyntaxError(entry.line, f"{entry.key}: {_unknown(kind, name, known)}")
    return entry.values


def _unknown(kind: str, name: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches  # the first frame need not wait for it

    near = get_close_matches(name, tuple(known), 1)
    guess = f", did you mean {near[0]}?" if near else ""
    return f"unknown {kind} {name!r}{guess}{';' if not near else ''} known: {', '.join(known)}"


def _overlays(entry: ShowEntry, _: State) -> frozenset[str]:
    return frozenset(_names(entry, "overlay", OVERLAYS))


def _panels(entry: ShowEntry, _: State) -> tuple[str, ...]:
    if len(entry.values) > MOST_PANELS:
        raise LessonSyntaxError(entry.line, f"{entry.key}: at most {MOST_PANELS}, so that one thing dominates the page")
    return _names(entry, "panel", PANELS)


def _controls(entry: ShowEntry, _: State) -> tuple[str, ...]:
    return _names(entry, "control", CONTROLS)


def _algorithms(entry: ShowEntry, _: State) -> tuple[str, ...]:
    if len(entry.values) == 1:
        raise LessonSyntaxError(entry.line, f"{entry.key}: needs two or more, to choose from")
    return _names(entry, "algorithm", CHOICES)


def _labels(entry: ShowEntry, state: State) -> tuple[str, ...] | None:
    if entry.values == (ALL,):
        return None
    known = (*(body.name for body in state.document.scene.bodies), BODIES, *LABELS)
    _names(replace_values(entry, (name for name in entry.values if not _NUMBERED.fullmatch(name))), "label", known)
    return entry.values


def replace_values(entry: ShowEntry, values: Iterable[str]) -> ShowEntry:
    return entry._replace(values=tuple(values))


def _precision(entry: ShowEntry, _: State) -> int | None:
    text = _only(entry)
    if text == FULL:
        return None
    if not text.isdecimal() or int(text) > MOST_PRECISION:
        raise LessonSyntaxError(entry.line, f"{entry.key}: must be 0 to {MOST_PRECISION} decimals, or {FULL}")
    return int(text)


def _teaches(entry: ShowEntry, _: State) -> tuple[str, ...]:
    return _names(entry, "term", TERMS)


def _workspace(entry: ShowEntry, _: State) -> Workspace:
    return Workspace(_names(replace_values(entry, [_only(entry)]), "workspace", [*Workspace])[0])


def _sliders(entry: ShowEntry, state: State) -> tuple[Slider, ...]:
    if len(entry.values) > MOST_SLIDERS:
        raise LessonSyntaxError(entry.line, f"{entry.key}: at most {MOST_SLIDERS}")
    return tuple(_slider(entry, text, state) for text in entry.values)


def _slider(entry: ShowEntry, text: str, state: State) -> Slider:
    match = _SLIDER.fullmatch(text)
    if match is None:
        raise LessonSyntaxError(entry.line, f"{entry.key}: must have a form such as B.x from -2 to 2, got {text!r}")
    bodies = [body.name for body in state.document.scene.bodies]
    _names(replace_values(entry, [match["body"]]), "body", bodies)
    _names(replace_values(entry, [match["part"]]), "coordinate", PARTS)
    low, high = (_number(entry, match[name]) for name in ("low", "high"))
    if not low < high:
        raise LessonSyntaxError(entry.line, f"{entry.key}: the first limit must be less than the second, got {text!r}")
    return Slider(match["body"], match["part"], low, high)


def _number(entry: ShowEntry, text: str) -> float:
    try:
        return float(text.replace("−", "-"))
    except ValueError:
        raise LessonSyntaxError(entry.line, f"{entry.key}: must be a number, got {text!r}") from None


def _only(entry: ShowEntry) -> str:
    if len(entry.values) != 1:
        raise LessonSyntaxError(entry.line, f"{entry.key}: needs one value")
    return entry.values[0]


def _layout(entry: ShowEntry) -> Layout:
    return Layout(_names(replace_values(entry, [_only(entry)]), "layout", [layout.value for layout in Layout])[0])


def _seen_from(state: State, entry: ShowEntry) -> State:
    """Everything in view, from a side ("from top") or from angles in degrees ("yaw 35, pitch 20, zoom 1.2")."""
    yaw, pitch, zoom = _angles(entry)
    views = state.display.layout.views
    state = update(state, FrameAll(PICTURE_ASPECT / min(len(views), 2)))
    for view in views:
        camera = state.view.cameras.of(view).looking(yaw, pitch)
        state = update(state, PlaceCamera(view, replace(camera, distance=camera.distance / zoom)))
    return state


def _angles(entry: ShowEntry) -> tuple[float, float, float]:
    angles: dict[str, float] = {}
    yaw, pitch = STANDARD_ANGLES[ViewSide.CORNER]
    for value in entry.values:
        name, _, text = value.partition(" ")
        _names(replace_values(entry, [name]), "word", ("from", "yaw", "pitch", "zoom"))
        if name == "from":
            side = _names(replace_values(entry, [text]), "side", [side.value for side in ViewSide])[0]
            yaw, pitch = STANDARD_ANGLES[ViewSide(side)]
        else:
            angles[name] = _number(entry, text)
    zoom = angles.get("zoom", 1.0)
    if not zoom > 0:
        raise LessonSyntaxError(entry.line, f"{entry.key}: zoom must be > 0")
    return (
        radians(angles["yaw"]) if "yaw" in angles else yaw,
        (radians(angles["pitch"]) if "pitch" in angles else pitch),
        zoom,
    )


FIELDS: dict[str, Callable[[ShowEntry, State], Any]] = {
    "overlays": _overlays,
    "labels": _labels,
    "panels": _panels,
    "controls": _controls,
    "algorithms": _algorithms,
    "sliders": _sliders,
    "precision": _precision,
    TEACHES: _teaches,
    "workspace": _workspace,
}
KEYS = ("views", "camera", *FIELDS)  # the first two change the state of the page, not its `PageDisplay`
DEFAULT = PageDisplay(frozenset(DEFAULT_OVERLAYS), labels=(BODIES,), precision=DEFAULT_PRECISION)
