"""What pages declare to show: strict reading, inheritance, and the state that follows."""

from math import degrees

import pytest

from gjkscope.app.base.records import field_names
from gjkscope.app.state.inspection.label_names import shows_label
from gjkscope.app.state.model import Gizmo, LessonPage, View, Visibility
from gjkscope.app.state.model.lesson import MarkdownText, Slider
from gjkscope.app.teach.lessons.display import CONTROLS, DRAWN, PARTS
from gjkscope.app.teach.lessons.file import LessonError, parse_lesson
from gjkscope.app.view.panels.lessons.controls import DRAWERS

LESSON = """# A trial

```show
overlays: grid
precision: 3
```

What it is about.

## The first page

```show
SHOWN
```

Text.

## The second page

Text.
"""


def pages(shown: str) -> tuple[LessonPage, ...]:
    return parse_lesson(LESSON.replace("SHOWN", shown), "01-trial", "trial.md").pages


def test_notes_are_for_the_lecturer_and_not_part_of_the_text() -> None:
    (page,) = parse_lesson("# T\n\nAbout.\n\n## P\n\nText.\n\n```notes\nAsk.\n```\n", "01-t").pages
    assert page.notes == "Ask."
    assert [part.text for part in page.parts if isinstance(part, MarkdownText)] == ["Text."]


def test_a_page_without_a_declaration_shows_the_bodies_alone() -> None:
    (page,) = parse_lesson("# T\n\nAbout.\n\n## P\n\nText.\n", "01-t").pages
    assert (page.display.panels, page.display.controls, page.display.precision) == ((), (), 2)
    seen = {name for name in field_names(Visibility) if getattr(page.first.display.visible, name)}
    assert seen == {"difference", "grid", "labels"}
    assert page.first.display.gizmo is None
    assert [shows_label(page.display.labels, text, ("A", "B")) for text in ("A", "B", "origin", "w0", "0.5 m")] == [
        True,
        True,
    ] + 3 * [False]


def test_a_key_of_a_page_replaces_that_of_its_lesson() -> None:
    first, second = pages("overlays: steps, push-out\nviews: difference\ncontrols: rotate, step")
    assert first.display.overlays == {"steps", "push-out"}
    assert (first.display.precision, second.display.precision) == (3, 3)
    assert second.display.overlays == {"grid"}
    assert first.first.display.visible.push_out
    assert not first.first.display.visible.grid
    assert (first.first.display.gizmo, second.first.display.gizmo) == (Gizmo.ROTATE, None)
    assert second.first.display.layout.views == (View.DIFFERENCE,), "as on the previous page"


def test_a_camera_frames_everything_from_an_angle() -> None:
    page = pages("camera: yaw 30, pitch -10, zoom 2")[0]
    near, far = page.first.view.cameras.world, pages("camera: yaw 30, pitch -10")[0].first.view.cameras.world
    assert (degrees(near.yaw), degrees(near.pitch)) == pytest.approx((30, -10))
    assert near.distance == pytest.approx(far.distance / 2)
    assert degrees(pages("camera: from top")[0].first.view.cameras.world.pitch) == pytest.approx(90)


def test_labels_are_named_by_what_they_stand_for() -> None:
    page = pages("labels: A, w, w1 dropped".replace(", w1 dropped", ""))[0]
    texts = ("A", "B", "w0", "w12", "w1 dropped", "origin", "d")
    assert [text for text in texts if shows_label(page.display.labels, text, ("A", "B"))] == ["A", "w0", "w12"]
    page = pages("labels: w2, dropped, distance")[0]
    texts = ("w1", "w2", "w1 dropped", "0.334 m", "closest 0.3 m")
    assert [text for text in texts if shows_label(page.display.labels, text, ("A", "B"))] == [
        "w2",
        "w1 dropped",
        "0.334 m",
    ]
    marks = ("s_A(d)", "s_B(−d)", "origin\noutside by 0.28 m", "a0 − b1", "−B", "A − B", "a = b", "a − b = 0")
    marks += ("normal of edge 0 1 of A", "axis along B", "face normal 0 of A", "gap 0.3 m", "contact 0 m")
    marks += ("push-out 0.4 m", "least push-out 0.4 m", "MPR push-out 0.9 m")
    for declared, seen in (
        ("supports", marks[:2]),
        ("origin", marks[2:3]),
        ("construction", marks[3:6]),
        ("witnesses", (marks[3], *marks[6:8])),
        ("axis", marks[8:13]),
        ("push-out", marks[13:]),
    ):
        page = pages(f"labels: {declared}")[0]
        assert [text for text in marks if shows_label(page.display.labels, text, ("A", "B"))] == list(seen)
    marks = ("normal", "0.02 m deep", "0.01 m apart", "× phantom, 0.0179 m off", "crate v4", "B v3 removed")
    marks += ("crate e4-5 × table e3-7", "contact at 0.04 s", "first contact at 0.04 s", "s = −0.2 m", "0.3 m")
    marks += ("ghost collision", "× later", "flat", "convex by 30°", "T-junction")
    for declared, seen in (
        ("normal", marks[:1]),
        ("contacts", marks[1:4]),
        ("corners", marks[4:7]),
        ("time", marks[7:10]),
        ("ghost", marks[11:12]),
        ("fate", marks[12:13]),
        ("edges", marks[13:]),
    ):
        page = pages(f"labels: {declared}")[0]
        assert [text for text in marks if shows_label(page.display.labels, text, ("A", "B"))] == list(seen)
    assert shows_label(pages("labels: all")[0].display.labels, "anything", ())
    assert not shows_label(pages("labels:")[0].display.labels, "A", ("A",))


def test_sliders_algorithms_and_precision_are_read() -> None:
    display = pages("sliders: B.x from -2 to 2, A.angle from 0 to 90\nalgorithms: gjk, epa\nprecision: full")[0].display
    assert display.sliders == (Slider("B", "x", -2.0, 2.0), Slider("A", "angle", 0.0, 90.0))
    assert (display.algorithms, display.precision) == (("gjk", "epa"), None)


FAULTS = [
    ("overlay: grid", "unknown key 'overlay', did you mean overlays? known: views, camera, overlays"),
    ("overlays: grit", "overlays: unknown overlay 'grit', did you mean grid? known: aabbs, witnesses"),
    ("panels: Bound", "panels: unknown panel 'Bound', did you mean Bounds? known: Sentence, Step"),
    ("panels: Step, Steps, Bounds", "panels: at most 2"),
    ("labels: C", "labels: unknown label 'C'; known: A, B, bodies, origin"),
    ("controls: steps", "controls: unknown control 'steps', did you mean step? known: step, play"),
    ("algorithms: gjk", "algorithms: needs two or more"),
    ("algorithms: gjk, epo", "algorithms: unknown algorithm 'epo', did you mean epa?"),
    ("sliders: B.x", "sliders: must have a form such as B.x from -2 to 2, got 'B.x'"),
    ("sliders: C.x from 0 to 1", "sliders: unknown body 'C'; known: A, B"),
    ("sliders: B.w from 0 to 1", "sliders: unknown coordinate 'w'; known: x, y, z, angle"),
    ("sliders: B.x from 1 to 0", "sliders: the first limit must be less than the second"),
    ("sliders: B.x from a to b", "sliders: must be a number, got 'a'"),
    ("precision: many", "precision: must be 0 to 15 decimals, or full"),
    ("precision: 1, 2", "precision: needs one value"),
    ("camera: from above", "camera: unknown side 'above'"),
    ("camera: zoom 0", "camera: zoom must be > 0"),
    ("camera: roll 3", "camera: unknown word 'roll'; known: from, yaw, pitch, zoom"),
    ("views: all", "views: unknown layout 'all'; known: both, world"),
    ("teaches: magic", "teaches: unknown term 'magic'; known: signed distance"),
    ("labels", "show: each line is a key and its values"),
]


@pytest.mark.parametrize(("shown", "fault"), FAULTS)
def test_a_fault_names_its_line_and_what_is_known(shown: str, fault: str) -> None:
    with pytest.raises(LessonError) as caught:
        pages(shown)
    assert str(caught.value).startswith(f"trial.md: line 13: {fault}")


def test_a_fault_in_the_structure_names_its_line() -> None:
    with pytest.raises(LessonError, match=r"line 14: labels: already declared in line 13"):
        pages("labels: A\nlabels: B")
    with pytest.raises(LessonError, match=r"line 16: there is already a show block"):
        pages("labels: A\n```\n\n```show\nlabels: B")
    with pytest.raises(LessonError, match=r"line 4: teaches: a page teaches terms, not a whole lesson"):
        parse_lesson(LESSON.replace("overlays: grid", "teaches: simplex").replace("SHOWN", ""), "01-t")
    with pytest.raises(LessonError, match=r"line 3: only a show block can stand before the first page"):
        parse_lesson(LESSON.replace("```show", "```question", 1).replace("SHOWN", ""), "01-t")


def test_every_control_is_drawn() -> None:
    assert {*CONTROLS} == {*DRAWERS, "step", *(gizmo.value for gizmo in Gizmo)}
    assert PARTS == ("x", "y", "z", "angle")
    assert set(DRAWN.values()) == set(field_names(Visibility)) - {"labels"}
