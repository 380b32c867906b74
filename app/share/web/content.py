"""`Content`: everything that a page shows, recorded from states: the runs of algorithms on a scene.

A page shows what was recorded here: for each step its words, its numbers, and the looks of both views; and the looks
with a Voronoi region or an axis highlighted.  It computes nothing about collisions, except in a live page the answer
where the reader has moved the bodies (`live.py`).
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from gjkscope.app.ask.runs.choices import AnyRun
from gjkscope.app.ask.runs.progress import bounds, bounds_depth, events, has_bounds
from gjkscope.app.ask.runs.record_text import MISSING
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.share.export.picture import picture_state
from gjkscope.app.share.web.film import motion_film
from gjkscope.app.share.web.live import live_pair
from gjkscope.app.share.web.recording import Content, PageRecording, Progress, silent
from gjkscope.app.share.web.stills import StillRecorder
from gjkscope.app.share.web.words import answer_of_page, finite_number, own_answer, words_of_step
from gjkscope.app.state.actions import (
    GoToStep,
    HoverAxis,
    HoverRegion,
    initial_state,
    update,
)
from gjkscope.app.state.inspection.sentences import step_sentence
from gjkscope.app.state.inspection.traces import asks_for_axis, current_step, inspect, last_step, names_in_steps
from gjkscope.app.state.model import PICTURE_SIZE, Layout, State, Theme, View
from gjkscope.app.state.model.simulation import can_move
from gjkscope.app.view.words.axis_reading import CONTACT, are_tied, axis_reading
from gjkscope.app.view.words.simplex import RegionRow, winner_first
from gjkscope.app.view.words.verdict import algorithm_words
from gjkscope.engine import gjk
from gjkscope.engine.gjk.explain import region_tests
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.plane.gjk import steps as plane_gjk
from gjkscope.engine.plane.gjk.explain import region_tests_in_plane
from gjkscope.engine.result import NotApplicable, Trace
from gjkscope.engine.text import number
from gjkscope.engine.tutorial import nearest, nearest_in_plane

MOST_AXES = 60  # with looks of their own; of more, those with the least overlap are listed
LONGEST_RUN = 400  # steps that a page holds
MOTION_SECONDS = 3.0  # of the film of a scene that moves
# What a page can show of a run besides its views, words and answer.
NUMBERS, REGIONS, BOUNDS, AXES = RUN_PARTS = ("numbers", "regions", "bounds", "axes")
LARGEST = 480_000  # bytes of a payload; beyond it, films lack A − B, whose surface changes with each turn of a body


def scene_content(
    scene: Scene,
    algorithms: Sequence[str] = ("gjk",),
    *,
    steps: tuple[int, int] | None = None,
    motion: float = MOTION_SECONDS,
    options: Options = DEFAULT,
    progress: Progress = silent,
    live: bool = False,
) -> Content:
    """Records runs of algorithms on a scene, from the first to the last of `steps` (from 0; default: all).

    If bodies move, their first `motion` seconds follow as a film, of the world alone where A − B would take too much
    room; 0 leaves it out.  `live`: with what the page needs to answer the pair at other poses.  Raises `NotApplicable`
    if an algorithm does not support the pair, and `ValueError` for a range without steps.
    """
    states = [page_state(initial_state(scene), algorithm, options) for algorithm in algorithms]
    return states_content(states, steps, motion, progress, live)


def states_content(
    states: Sequence[State],
    steps: tuple[int, int] | None = None,
    motion: float = 0.0,
    progress: Progress = silent,
    live: bool = False,
) -> Content:
    """Records the runs that these states of one scene show.  Parameters and errors are those of `scene_content`."""
    scene = states[0].document.scene
    if motion == 0 or scene.is_plane or not can_move(scene):
        return _record(states, steps, lambda _: [], live)
    whole = _record(states, steps, lambda recording: [motion_film(recording, states[0], motion, progress)], live)
    if len(whole.payload) <= LARGEST:
        return whole
    world = replace(states[0], display=replace(states[0].display, layout=Layout.WORLD))
    return _record(states, steps, lambda recording: [motion_film(recording, world, motion, progress)], live)


def _record(
    states: Sequence[State],
    steps: tuple[int, int] | None,
    films: Callable[[PageRecording], list[dict[str, Any]]],
    live: bool,
) -> Content:
    """The runs that the states show, and the films."""
    recording, document = PageRecording(), states[0].document
    runs = [run_track(recording.stills, state, steps) for state in states]
    tracks: dict[str, Any] = {"runs": runs, "films": films(recording)}
    if live:
        tracks["live"] = live_pair(recording.stills, recording.arrays, states[0])
    sentences = tuple(tuple(step["sentence"] for step in run["steps"]) for run in runs)
    scene = document.scene
    return recording.content(scene.name, scene.about or "", scene.source or "", document.pair, tracks, sentences)


def page_state(state: State, algorithm: str, options: Options) -> State:
    """The state as a page shows it, at the last step of the algorithm."""
    return picture_state(
        state,
        algorithm,
        size=PICTURE_SIZE,
        layout=Layout.BOTH,
        camera=None,
        theme=Theme.DARK,
        lecture=False,
        options=options,
    )


def run_track(
    recorder: StillRecorder,
    state: State,
    steps: tuple[int, int] | None = None,
    parts: Collection[str] = RUN_PARTS,
    *,
    pointed: bool = True,
) -> dict[str, Any]:
    """The run that the state shows, from the first to the last of `steps`, with those of `RUN_PARTS`.

    `pointed`: with the looks of regions and axes that are pointed at.

    Raises `NotApplicable` if there is no run, and `ValueError` for a range without steps.
    """
    inspection = inspect(state)
    trace = inspection.trace
    if trace is None:
        raise NotApplicable(f"algorithm: {inspection.refusal}")
    first, last = _span(steps, last_step(state))
    numbers = range(first, last + 1)
    run = {
        "algorithm": state.run.algorithm,
        "title": algorithm_words(state),
        "answer": answer_of_page(state),
        "first": first,
        "last": last_step(state),
        "steps": [_step(recorder, update(state, GoToStep(step)), trace, parts, pointed) for step in numbers],
    }
    if trace.result is not None:
        run["own"] = own_answer(trace.result)
    if BOUNDS in parts and has_bounds(trace):
        run["bounds"] = _bounds(state, trace, numbers)
    if AXES in parts and inspection.axes is not None:
        run["axes"] = _axes(recorder, state, inspection.axes, pointed)
    return run


def _span(steps: tuple[int, int] | None, last: int) -> tuple[int, int]:
    first, end = steps or (0, last)
    if not 0 <= first <= min(end, last):
        raise ValueError(f"steps: must be a range within 0:{last}, got {first}:{end}")
    end = min(end, last)
    if end - first >= LONGEST_RUN:
        raise ValueError(f"steps: a page holds at most {LONGEST_RUN} steps; choose a range within 0:{last}")
    return first, end


def _step(
    recorder: StillRecorder, state: State, trace: AnyRun, parts: Collection[str], pointed: bool
) -> dict[str, Any]:
    number = current_step(state)
    step, before = trace.steps[number], trace.steps[number - 1] if number else MISSING
    happened = events(trace)[number]
    words = words_of_step(step, before, names_in_steps(state), step_sentence(state), happened, NUMBERS in parts)
    words["panes"] = recorder.panes(state)
    rows = list(_regions(recorder, state, step, pointed)) if REGIONS in parts else []
    if rows:
        words["regions"] = rows
    return words


def _regions(recorder: StillRecorder, state: State, step: Any, pointed: bool) -> Iterator[dict[str, Any]]:
    """Why the origin is in its Voronoi region and in no other, the winner first."""
    for test in winner_first(region_rows(step)):
        row = {"name": test.name, "won": test.won, "reason": test.reason}
        if pointed:
            row["look"] = recorder.look(update(state, HoverRegion(int(test.region))), View.DIFFERENCE)
        yield row


def region_rows(step: Any) -> Sequence[RegionRow[int]]:
    """The Voronoi regions that a step of GJK, or of its subproblem, decides between; none for a single vertex."""
    if isinstance(step, gjk.State | nearest.State):
        return region_tests(step) if step.candidate.size > 1 else ()
    if isinstance(step, plane_gjk.State | nearest_in_plane.State):
        return region_tests_in_plane(step) if step.candidate.size > 1 else ()
    return ()


def _bounds(state: State, trace: AnyRun, numbers: range) -> dict[str, Any]:
    known, answer = bounds(trace), inspect(state).certified
    return {
        "lower": [finite_number(known[step][0]) for step in numbers],
        "upper": [finite_number(known[step][1]) for step in numbers],
        "ofDepth": bounds_depth(trace),
        "truth": answer.signed_distance if answer.certified else None,
    }


def _axes(recorder: StillRecorder, state: State, axes: Trace, pointed: bool) -> dict[str, Any]:
    """The axes of SAT; each has the looks of both views while its row is pointed at."""
    last: Any = axes.steps[-1]
    readings = [axis_reading(step.axis, *state.document.pair) for step in axes.steps]
    tested = [i for i, axis in enumerate(readings) if not axis.reason]
    hides_marks = asks_for_axis(state)
    listed = range(len(readings)) if len(readings) <= MOST_AXES else sorted(_nearest(tested, readings))
    rows = []
    for i in listed:
        axis = readings[i]
        row: dict[str, Any] = {
            "number": i,
            "name": axis.name,
            "mark": "" if hides_marks else _mark(i, last, axis.reason, axis.relation),
            "reason": axis.reason,
        }
        if not axis.reason:
            row |= {
                "overlap": number(0.0 if axis.relation == CONTACT else axis.overlap),
                "relation": axis.relation,
                "words": axis.words,
                "intervals": [list(axis.interval_a), list(axis.interval_b)],
                "texts": [" to ".join(map(number, interval)) for interval in (axis.interval_a, axis.interval_b)],
            }
        if pointed and not axis.reason:
            shown = update(state, HoverAxis(i))
            row["looks"] = [recorder.look(shown, view) for view in Layout.BOTH.views]
        rows.append(row)
    return {"rows": rows, "count": len(readings), "isRun": state.run.algorithm == "sat"}


def _nearest(tested: list[int], readings: Sequence[Any]) -> list[int]:
    return sorted(tested, key=lambda i: readings[i].overlap)[:MOST_AXES]


def _mark(index: int, last: Any, reason: str, relation: str) -> str:
    if index == last.chosen_at:
        return "chosen"
    if index == last.runner_up_at:
        return "tie" if are_tied(last) else "runner-up"
    if reason:
        return "skipped"
    return {"contact": "touches", "gap": "separates"}.get(relation, "")
