"""The figure of a lesson's page: what its player shows, and how that answers the page's tasks and predictions.

Everything that a task or a prediction of a page on the web asks for is recorded: all steps of its runs, the positions
of its sliders, the places to drag a body or the origin to, the motion of its bodies, the choices of its predictions.
The conditions of tasks are tried on each of them.  A task that none of these fulfils can only be watched.  Solutions
that drag something or need the window are recorded as films.  On pages without any of these, readers may move the
bodies freely (`live.py`).
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from typing import Any, NamedTuple, TypeGuard

from gjkscope.app.ask.runs.choices import choice_of
from gjkscope.app.base.records import replace
from gjkscope.app.share.web.content import AXES, BOUNDS, LONGEST_RUN, NUMBERS, REGIONS, run_track
from gjkscope.app.share.web.course.dragging import Dragging, dragging_of, origin_dragging
from gjkscope.app.share.web.film import demo_frames, film_track, moving
from gjkscope.app.share.web.live import live_pair
from gjkscope.app.share.web.recording import Content, PageRecording
from gjkscope.app.state.actions import (
    AnswerPrediction,
    AskPrediction,
    ChooseAlgorithm,
    ClosePrediction,
    GoToStep,
    HoverTarget,
    SetOptions,
    update,
)
from gjkscope.app.state.inspection.beats import beat_words
from gjkscope.app.state.inspection.extents import world_ball
from gjkscope.app.state.inspection.predictions import (
    Challenge,
    challenge_of,
    dragged_answer,
    explanation,
    why_not_there,
)
from gjkscope.app.state.inspection.situation import is_fulfilled, situation
from gjkscope.app.state.inspection.traces import current_step, inspect, last_step
from gjkscope.app.state.model import Beats, Bookmark, Demo, Lesson, LessonTask, Part, PredictionTask, State
from gjkscope.app.state.model.demo import TICKS
from gjkscope.app.state.model.lesson import Slider
from gjkscope.app.teach.lessons.seen import SENTENCE, VERDICT
from gjkscope.app.teach.lessons.sliders import slider_action, slider_value, slider_words
from gjkscope.app.view.drawing.predictions import target_corners
from gjkscope.app.view.words.rounding import round_numbers
from gjkscope.app.view.words.subscripts import with_subscripts
from gjkscope.app.view.words.verdict import algorithm_words
from gjkscope.engine.text import vector
from gjkscope.engine.vectors import ZERO, Vec3, sub

SLIDER_PLACES = 81  # recorded positions of a slider
LEAST_MOTION, AFTER_MOTION = 2.0, 0.5  # seconds of a motion, and after the moment that solves its task
SINGLE_TICKS = 6  # of a motion, that can be stepped through one by one
STEPPING = {"step", "play", "track", "beats"}  # controls that lead to other steps
MOTION, OPTIONS, BEATS, ORIGIN = "motion", "options", "beats", "origin-handle"
RIGHT = -1  # instead of the number of an explanation
SOLUTION = "Solution"
# The parts of the player that stand for the panels of the window.
PANEL_PARTS = {
    SENTENCE: ("sentence",),
    "Step": ("sentence", REGIONS, NUMBERS),
    "Steps": ("steps",),
    "Bounds": (BOUNDS,),
    "SAT axes": (AXES,),
}

Guide = dict[str, Any]
"""What the parts of a page need to know about its player's tracks; `course.js` describes the format."""

Track = dict[str, Any]


class PageFigure(NamedTuple):
    """What the player of a page shows, and what the page does with it."""

    content: Content
    guide: Guide


def page_figure(lesson: Lesson, number: int) -> PageFigure:
    """Records the figure of a page of the lesson."""
    return _FigureRecorder(lesson, number).figure()


def player_parts(lesson: Lesson, number: int) -> list[str]:
    """The parts of the player that the page shows besides the views."""
    display = lesson.pages[number].display
    shown = ["answer", "drag", "controls"] if VERDICT in display.overlays else ["drag", "controls"]
    return [*shown, *dict.fromkeys(part for panel in display.panels for part in PANEL_PARTS.get(panel, ()))]


def other_panels(lesson: Lesson, number: int) -> list[str]:
    """The panels that the page shows in the window alone."""
    return [panel for panel in lesson.pages[number].display.panels if panel not in PANEL_PARTS]


class _FigureRecorder:
    """Collects the tracks of a page; films come after all runs, so that the numbers of runs are known."""

    def __init__(self, lesson: Lesson, number: int) -> None:
        self._page = lesson.pages[number]
        self._parts = player_parts(lesson, number)
        self._mark = Bookmark(lesson, number, situation(self._page.first))
        self._first = self._on_page(self._page.first)
        self._recording = PageRecording()
        self._runs: list[Track] = []
        self._films: list[Track] = []
        tasks = ((i, part) for i, part in enumerate(self._page.parts) if isinstance(part, LessonTask))
        self._tasks = dict(tasks)
        self._done: dict[int, list[list[float]]] = {part: [] for part in self._tasks}
        self._places: dict[int, list[int]] = {part: [] for part in self._tasks}
        self._drag: Guide | None = None

    def figure(self) -> PageFigure:
        moves = MOTION in self._page.display.controls
        if not moves:
            self._record_runs()
        has_one_run = len(self._runs) == 1
        sliders = [self._slider(slider) for slider in self._page.display.sliders]
        if has_one_run:
            self._record_drag()
        main = len(self._runs) if moves else 0
        predictions = dict(self._predictions())
        if BEATS in self._page.display.controls:
            main = self._record_beats(main)
        dragged = {part: task for part, task in self._asked() if task.is_dragged}
        if dragged:
            main, found = self._record_dragged(dragged)
            predictions |= found
        if moves:
            self._record_motion()
        solutions = dict(self._solutions())
        guide = {
            "parts": self._parts,
            "main": main,
            "sliders": sliders,
            "tasks": {part: self._task_guide(part, solutions.get(part)) for part in self._tasks},
            "predictions": {
                part: {**prediction, **({"film": solutions[part]} if part in solutions else {})}
                for part, prediction in predictions.items()
            },
        }
        tracks = {"runs": self._runs, "films": self._films, **({"drag": self._drag} if self._drag else {})}
        if self._is_free(main):
            tracks["live"] = live_pair(self._recording.stills, self._recording.arrays, self._first)
        pair = self._first.document.pair
        return PageFigure(self._recording.content(self._page.title, "", "", pair, tracks, ()), guide)

    def _is_free(self, main: int) -> bool:
        """Whether readers may move the bodies freely: nothing on the page depends on where they are."""
        shows_run = main < len(self._runs) and inspect(self._first).trace is not None
        is_guided = self._drag or self._page.display.sliders or any(self._asked())
        return shows_run and not is_guided

    def _task_guide(self, part: int, film: int | None) -> Guide:
        guide: Guide = {"done": self._done[part]}
        if film is not None:
            guide["film"] = film
        if self._places[part]:
            guide["places"] = self._places[part]
        return guide

    # --- runs ---

    def _record_runs(self) -> None:
        asks = any(not challenge.is_dragged for _, challenge in self._asked())
        controls = {*self._page.display.controls}
        steps_through = asks or bool(self._page.display.algorithms) or bool(controls & STEPPING) or OPTIONS in controls
        for state in self._variants():
            first = 0 if state is not self._first and "step" in controls else current_step(state)
            self._add_run(state, None if steps_through else (first, first), first)

    def _variants(self) -> Iterator[State]:
        """The page's state, with each of its algorithms, and with each option."""
        first = self._first
        yield first
        for name in self._page.display.algorithms:
            if name != first.run.algorithm:
                yield update(first, ChooseAlgorithm(name))
        if OPTIONS not in self._page.display.controls:
            return
        supported = choice_of(first.run.algorithm, first.document.scene.dimension).options
        for field in fields(first.run.options):
            value = getattr(first.run.options, field.name)
            if field.name in supported and isinstance(value, bool):
                changed: dict[str, Any] = {field.name: not value}
                yield update(first, SetOptions(replace(first.run.options, **changed)))

    def _add_run(self, state: State, steps: tuple[int, int] | None, shown: int, hidden: bool = False) -> int:
        """Records a run, which begins with step `shown`, and the tasks that its steps fulfil; returns its number."""
        number = len(self._runs)
        if inspect(state).trace is None:
            self._runs.append(self._still(state))
            self._note_done(state, number, 0)
            return number
        run = run_track(self._recording.stills, state, steps or _fitting(shown, last_step(state)), self._parts)
        run["start"] = shown - run["first"]
        if hidden:
            run["hidden"] = True
        for position in range(len(run["steps"])):
            self._note_done(update(state, GoToStep(run["first"] + position)), number, position)
        self._runs.append(self._as_shown(run))
        return number

    def _note_done(self, state: State, track: int, position: float) -> None:
        for part, task in self._tasks.items():
            if is_fulfilled(task.when, state, self._mark.start):
                self._done[part].append([track, position])

    def _still(self, state: State) -> Track:
        """A run of a single step without words: what the views show."""
        step = {"headline": "", "sentence": "", "event": "start", "events": [], "numbers": [], "tables": []}
        return {
            "algorithm": state.run.algorithm,
            "title": algorithm_words(state),
            "first": 0,
            "last": 0,
            "hidden": True,
            "steps": [{**step, "panes": self._recording.stills.panes(state)}],
        }

    # --- a body to drag ---

    def _record_drag(self) -> None:
        """Records the places of what the first solution drags, if its task is fulfilled in no other way."""
        for part, task in self._tasks.items():
            if self._done[part] or task.solution.length == 0:
                continue
            dragging = dragging_of(self._first, task.solution)
            if dragging is not None:
                self._drag = self._record_drags(dragging)
                return
        if ORIGIN in self._page.display.overlays and not any(challenge.is_dragged for _, challenge in self._asked()):
            self._drag = self._record_drags(origin_dragging(self._first, ()))

    def _record_drags(self, dragging: Dragging) -> Guide:
        places: list[Guide] = []
        for number, position in enumerate(dragging.positions):
            state = dragging.state(self._first, position) if number else self._first
            stop = self._stop(dragging, position, state)
            if number:
                step = self._shown_step(state)
                run = run_track(self._recording.stills, state, (step, step), self._parts)
                stop["runs"] = [self._as_shown(run)]
            for part, task in self._tasks.items():
                if is_fulfilled(task.when, state, self._mark.start):
                    self._places[part].append(number)
            places.append(stop)
        return _drag_guide(dragging, places)

    def _stop(self, dragging: Dragging, position: Vec3, state: State) -> Guide:
        return {
            "words": self._in_decimals(_position_words(dragging, state)),
            "grip": list(dragging.grip(position)),
        }

    def _record_dragged(self, dragged: dict[int, Challenge]) -> tuple[int, dict[int, Guide]]:
        """Records the places of the origin that predictions ask for: two runs at each, without and with its nearest
        feature.  Returns the number of the latter, and a guide for each prediction.
        """
        parts = {part: self._page.parts[part] for part in dragged}
        solutions = [part.solution for part in parts.values() if isinstance(part, PredictionTask)]
        dragging, asked = origin_dragging(self._first, solutions), update(self._first, AskPrediction(min(dragged)))
        before, places = list(self._runs), list[Guide]()
        track = len(before)
        why: dict[int, list[int]] = {part: [] for part in dragged}
        reasons: list[str] = []
        for number, position in enumerate(dragging.positions):
            state = dragging.state(asked, position) if number else asked
            stills = [self._still(state), self._still(update(state, ClosePrediction()))]
            stop = self._stop(dragging, position, state)
            if number:
                stop["runs"] = [*([None] * track), *stills]
            else:
                self._runs += stills
            places.append(stop)
            for part, challenge in dragged.items():
                why[part].append(self._why(challenge, state, reasons))
        self._drag = _drag_guide(dragging, places)
        return track + 1, {
            part: {"track": track, "answered": track + 1, "reasons": reasons, "why": why[part]} for part in dragged
        }

    def _why(self, challenge: Challenge, state: State, reasons: list[str]) -> int:
        """The number of the reason why the origin is not where the challenge wants it; `RIGHT` if it is."""
        if dragged_answer(challenge, state) in challenge.right:
            return RIGHT
        reason = with_subscripts(f"{why_not_there(challenge, state)} {challenge.prediction.explain}".strip())
        if reason not in reasons:
            reasons.append(reason)
        return reasons.index(reason)

    def _shown_step(self, state: State) -> int:
        """The step that the page shows: the last one stays the last."""
        is_last = self._page.first.run.step > last_step(self._first)
        return last_step(state) if is_last else current_step(state)

    # --- sliders ---

    def _slider(self, slider: Slider) -> Guide:
        """Records positions of a slider, evenly spaced, with that of the page's beginning among them."""
        body = self._first.document.scene.body(slider.body)
        given = slider_value(slider, body)
        places = [slider.low + i * (slider.high - slider.low) / (SLIDER_PLACES - 1) for i in range(SLIDER_PLACES)]
        places[min(range(SLIDER_PLACES), key=lambda i: abs(places[i] - given))] = given
        tracks = []
        for position in places:
            state = self._first if position == given else update(self._first, slider_action(slider, body, position))
            step = self._shown_step(state)
            tracks.append(self._add_run(state, (step, step), step, hidden=True))
        return {"words": [slider_words(slider, at) for at in places], "tracks": tracks, "at": places.index(given)}

    # --- predictions ---

    def _asked(self) -> Iterator[tuple[int, Challenge]]:
        """The predictions of the page, by the numbers of their parts."""
        for i, part in enumerate(self._page.parts):
            if isinstance(part, PredictionTask):
                yield i, challenge_of(part.prediction, self._page.first)

    def _predictions(self) -> Iterator[tuple[int, Guide]]:
        for i, challenge in self._asked():
            if not challenge.is_dragged:
                yield i, self._prediction(i, challenge)

    def _prediction(self, part: int, challenge: Challenge) -> Guide:
        """Records the view in which a question is asked, with each answer pointed at, and with each that is wrong."""
        asked = update(self._first, AskPrediction(part))
        track = len(self._runs)
        self._runs.append(self._still(asked))
        choices, ball = [], world_ball(asked)
        for i, target in enumerate(challenge.targets):
            choice: Guide = {"looks": {challenge.view.value: self._look(update(asked, HoverTarget(i)), challenge)}}
            choice["corners"] = [list(corner) for corner in target_corners(challenge, target, ball, ZERO)]
            if i not in challenge.right:
                wrong = update(asked, AnswerPrediction(i))
                choice["why"] = self._in_decimals(explanation(wrong))
                choice["wrong"] = {challenge.view.value: self._look(wrong, challenge)}
            choices.append(choice)
        guide = {"track": track, "reveals": challenge.reveals, "choices": choices, "view": challenge.view.value}
        return {**guide, "atTips": bool(challenge.axes)}

    def _as_shown(self, track: Track) -> Track:
        """The track with its answers and numbers as the page shows them."""
        track = _bare_answer(track)
        if "frames" in track:
            track["frames"] = [_bare_answer(frame) for frame in track["frames"]]
        shown: Track = _map_texts(
            {name: value for name, value in track.items() if name != "algorithm"}, self._in_decimals
        )
        return {**{name: value for name, value in track.items() if name == "algorithm"}, **shown}

    def _look(self, state: State, challenge: Challenge) -> int:
        return self._recording.stills.look(state, challenge.view)

    def _in_decimals(self, text: str) -> str:
        decimals = self._page.display.precision
        return text if decimals is None else round_numbers(text, decimals)

    # --- films ---

    def _record_beats(self, main: int) -> int:
        """Records the first task's solution as a film with a chapter for each beat; returns the main track."""
        task = next((task for task in self._tasks.values() if task.solution.length > 0), None)
        if task is None:
            return main
        frames = [(tick, replace(state, lesson=self._mark)) for tick, state in demo_frames(task.solution)]
        number = self._add_film("Steps in beats", frames, task.solution.seconds)
        self._films[-1] |= {"chapters": list(_beats_of(frames)), "beats": True}
        return number

    def _record_motion(self) -> None:
        solving = max((task.solution.seconds for task in self._tasks.values()), default=0.0)
        seconds = max(solving + AFTER_MOTION, LEAST_MOTION)
        self._add_film("Motion", moving(self._first, round(seconds * TICKS), SINGLE_TICKS), seconds)

    def _solutions(self) -> Iterator[tuple[int, int]]:
        """Records the solutions of what the tracks do not show; yields the part and the number of the film."""
        for i, part in enumerate(self._page.parts):
            if self._needs_film(part, i):
                yield i, self._add_solution(part.solution)

    def _needs_film(self, part: Part, number: int) -> TypeGuard[LessonTask | PredictionTask]:
        if isinstance(part, LessonTask):
            return not self._done[number] and part.solution.length > 0
        return isinstance(part, PredictionTask) and challenge_of(part.prediction, self._page.first).is_dragged

    def _add_solution(self, demo: Demo) -> int:
        shown = ((tick, replace(state, lesson=self._mark)) for tick, state in demo_frames(demo))
        number = self._add_film(SOLUTION, shown, demo.seconds)
        self._films[-1]["hidden"] = True
        return number

    def _add_film(self, title: str, shown: Iterable[tuple[int, State]], seconds: float) -> int:
        number = len(self._runs) + len(self._films)
        frames = list(shown)
        if title != SOLUTION:
            for tick, state in frames:
                self._note_done(state, number, tick / TICKS)
        film = film_track(self._recording, title, frames, seconds, [], with_answers="answer" in self._parts)
        self._films.append(self._as_shown(film))
        return number

    def _on_page(self, state: State) -> State:
        """The state as the page shows it, without the animation of steps, and without rings: no page can drag them."""
        visible = replace(state.display.visible, grips=False)
        shown = replace(state, display=replace(state.display, visible=visible))
        return replace(shown, lesson=self._mark, run=replace(state.run, beats=Beats()))


def _fitting(shown: int, last: int) -> tuple[int, int]:
    """The first and the last step that a page holds of a run: all, or else as many as it can from the step shown on."""
    first = max(min(shown, last - LONGEST_RUN + 1), 0)
    return first, min(first + LONGEST_RUN - 1, last)


def _beats_of(frames: Iterable[tuple[int, State]]) -> Iterator[list[Any]]:
    """The times at which beats begin, and their titles."""
    last = None
    for tick, state in frames:
        words = beat_words(state)
        beat = None if words is None else (current_step(state), words[0])
        if beat is not None and beat != last:
            yield [tick / TICKS, beat[1]]
        last = beat or last


def _drag_guide(dragging: Dragging, places: list[Guide]) -> Guide:
    drag = {"body": dragging.name, "view": dragging.view.value, "free": True, "start": 0, "places": places}
    if dragging.other is not None:
        drag["other"] = dragging.other.name
    return {**drag, "solid": True} if dragging.fills_space else drag


def _position_words(dragging: Dragging, state: State) -> str:
    """Where the body is; if another one can be dragged instead, relative to that."""
    scene, other = state.document.scene, dragging.other
    position = scene.body(dragging.body.name).pose.position
    if other is not None:
        position = sub(position, other.pose.position)
    place = f"{dragging.body.name} at {vector(position[:2] if scene.is_plane else position)} m"
    return place if other is None else f"{place} from {other.name}"


def _map_texts(value: Any, words: Callable[[str], str]) -> Any:
    """The value with all its texts changed, including those in lists and mappings."""
    if isinstance(value, str):
        return words(value)
    if isinstance(value, list):
        return [_map_texts(item, words) for item in value]
    return {name: _map_texts(item, words) for name, item in value.items()} if isinstance(value, dict) else value


def _bare_answer(holder: Track) -> Track:
    """A run or a frame whose answer is the verdict and the distance alone, as lessons show it."""
    if "answer" not in holder:
        return holder
    answer = {**holder["answer"], "about": "", "proof": "", "certificate": ""}
    return {**{name: value for name, value in holder.items() if name != "own"}, "answer": answer}
