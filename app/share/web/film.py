"""Records films for a page: demos with their captions and cameras, and the motion of a scene.

A page moves everything between two recorded frames along straight lines, so a few frames per second are enough.  A
frame is recorded only where something changes; one that differs from the last in what it contains is a cut.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from gjkscope.app.base.formulas import with_plain_formulas
from gjkscope.app.share.web.formulas import formulas_of
from gjkscope.app.share.web.recording import Content, PageRecording, Progress, silent
from gjkscope.app.share.web.stills import StillRecorder
from gjkscope.app.share.web.words import answer_of_page
from gjkscope.app.state.actions import GoToLast, StepMotion, update
from gjkscope.app.state.inspection.beats import beat_words
from gjkscope.app.state.inspection.sentences import step_sentence
from gjkscope.app.state.model import Demo, State
from gjkscope.app.state.model.demo import TICKS, MarkKind
from gjkscope.app.teach.demos.frames import shots
from gjkscope.app.view.drawing.bounds_chart import bounds_chart
from gjkscope.app.view.words.broad import race_words
from gjkscope.app.view.words.captions import visible_caption
from gjkscope.app.view.words.subscripts import with_subscripts

FRAMES_PER_SECOND = 10
STYLED = ("caption", "title", "card")  # the texts of a frame in Markdown
NO_SOUNDS = "pages have no sound: those of the demo are left out; a film has them"


def demo_content(demo: Demo, progress: Progress = silent) -> Content:
    """Records a demo."""
    recording = PageRecording()
    shown = demo_frames(demo)
    chapters = [[mark.tick / TICKS, mark.text] for mark in demo.marks_of(MarkKind.CHAPTER)]
    film = film_track(recording, "Demo", _reporting(shown, demo.length, progress), demo.seconds, chapters)
    return recording.content(demo.name, demo.about or "", "", (), {"films": [film]}, (_captions(film),))


def demo_frames(demo: Demo) -> Iterator[tuple[int, State]]:
    """The ticks and states of a demo's frames."""
    ticks = [*range(0, demo.length, TICKS // FRAMES_PER_SECOND), demo.length]
    return ((shot.tick, shot.state) for shot in shots(demo, ticks))


def motion_film(recording: PageRecording, state: State, seconds: float, progress: Progress = silent) -> dict[str, Any]:
    """Records the motion of a scene, with the last step of the chosen algorithm on its pair at each time."""
    ticks = round(seconds * TICKS)
    return film_track(recording, "Motion", _reporting(moving(state, ticks), ticks, progress), seconds, [])


def _reporting(shown: Iterable[tuple[int, State]], length: int, progress: Progress) -> Iterator[tuple[int, State]]:
    for tick, state in shown:
        progress(tick, length)
        yield tick, state


def moving(state: State, ticks: int, single: int = 0) -> Iterator[tuple[int, State]]:
    """The ticks and states of frames while the bodies of a scene move, each at the last step of its run.

    The first `single` ticks have a frame each.
    """
    every, last = TICKS // FRAMES_PER_SECOND, 0
    yield 0, update(state, GoToLast())
    for tick in (*range(1, single + 1), *range(single + every, ticks + 1, every)):
        state = update(state, StepMotion(tick - last))
        yield tick, update(state, GoToLast())
        last = tick


def film_track(
    recording: PageRecording,
    title: str,
    shown: Iterable[tuple[int, State]],
    seconds: float,
    chapters: list[Any],
    with_answers: bool = False,
) -> dict[str, Any]:
    """A film of states, each shown from its tick on; `with_answers` adds the answers about their pairs."""
    frames: list[dict[str, Any]] = []
    last: dict[str, Any] | None = None
    for tick, state in shown:
        frame = _frame(recording.stills, state)
        if with_answers:
            frame["answer"] = answer_of_page(state)
        if frame != last:
            is_cut = last is not None and _layout(frame) != _layout(last)
            frames.append({"time": tick / TICKS, **frame, **({"cut": True} if is_cut else {})})
        else:
            frames[-1]["until"] = tick / TICKS
        last = frame
    formulas = formulas_of(frame.get(name, "") for frame in frames for name in STYLED)
    film = {"title": title, "seconds": seconds, "frames": list(_hold(frames)), "chapters": chapters}
    return film | ({"formulas": formulas} if formulas else {})


def _captions(film: dict[str, Any]) -> tuple[str, ...]:
    """The captions in order, each once."""
    words = (with_plain_formulas(frame.get("caption") or frame["sentence"]) for frame in film["frames"])
    return tuple(dict.fromkeys(filter(None, words)))


def _hold(frames: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The frames; one that lasts a while is repeated at the end of that time, so that motion begins only afterwards."""
    for frame in frames:
        until = frame.pop("until", None)
        yield frame
        if until is not None:
            yield {**{name: value for name, value in frame.items() if name != "cut"}, "time": until}


def _frame(recorder: StillRecorder, state: State) -> dict[str, Any]:
    """What the views, the caption and the cards show."""
    caption, title, card = visible_caption(state), state.direction.title, state.direction.card
    frame = {
        "panes": recorder.panes(state),
        "sentence": _sentence(state),
        "caption": with_subscripts(caption.text) if caption is not None and not caption.leaving else "",
        "title": with_subscripts(title.text) if title is not None and not title.presence.leaving else "",
        "card": with_subscripts(card.text) if card is not None and not card.presence.leaving else race_words(state),
        "chart": _chart(state) or "",
    }
    return {name: value for name, value in frame.items() if value != "" or name == "sentence"}


def _chart(state: State) -> dict[str, Any] | None:
    """The chart of bounds up to the step shown, as a plot of the player."""
    chart = bounds_chart(state)
    if chart is None:
        return None
    curves = {"lower": dict(chart.lower), "upper": dict(chart.upper)}
    steps = range(chart.last + 1)
    shown = {name: [curve.get(float(step)) for step in steps] for name, curve in curves.items()}
    return {**shown, "ofDepth": chart.of_depth, "quantity": chart.quantity, "truth": None, "extent": chart.extent}


def _layout(frame: dict[str, Any]) -> list[str]:
    return [pane["view"] for pane in frame["panes"]]


def _sentence(state: State) -> str:
    if (words := beat_words(state)) is not None:
        return with_subscripts(words[1])
    return with_subscripts(step_sentence(state))
