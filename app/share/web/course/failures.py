"""How an engine failed on a pair of the museum: its own algorithm beside ours, from the test that went wrong.

The algorithms are those of `engine/published`; `judge/retelling.py` says which of them repeat a report, and where each
decides wrongly first.
"""

from collections.abc import Iterator, Sequence

from gjkscope.app.ask.runs.choices import CHOICES
from gjkscope.app.base.records import replace
from gjkscope.app.judge.correcting import Correction, corrections
from gjkscope.app.judge.retelling import FAILING, Retelling, first_names, retell_scene
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.share.web.content import LONGEST_RUN, page_state, run_track
from gjkscope.app.share.web.course.figures import PageFigure, Track
from gjkscope.app.share.web.course.html import Html, element
from gjkscope.app.share.web.course.layout import figure_box, lines
from gjkscope.app.share.web.recording import Content, PageRecording
from gjkscope.app.state.actions import initial_state, update
from gjkscope.app.state.actions.comparison import CompareWith
from gjkscope.app.state.inspection.traces import inspect, last_step
from gjkscope.app.state.model import ComparedRun, Layout, State
from gjkscope.app.view.words.subscripts import with_subscripts
from gjkscope.engine import Result, Verdict
from gjkscope.engine.analysis.beliefs import is_mistaken
from gjkscope.engine.evidence.explain import verdict_words
from gjkscope.engine.options import DEFAULT

BELOW = "On the left, the published algorithm, written from its source; on the right, ours at the same step."
AT_MISTAKE = "The player starts at the first wrong test."
PARTS = ("answer", "controls", "sentence", "numbers", "steps")
ARTICLE = {"hb": "headbutt", "headbutt": "headbutt"}
"""The published algorithm, which is no engine's, that pairs with this start of a name broke."""


def failure_figure(name: str, scene: Scene, verdict: Verdict) -> PageFigure | None:
    """The engine's algorithm beside GJK, or EPA if the shapes overlap; None if no published one fails on the pair.

    Of the figure's content, `about` are the paragraphs that say how it failed.  `verdict` is the right one.
    """
    told = {one.algorithm: one for one in retell_scene(name, scene) if one.retold in FAILING}
    algorithms = tuple(told) or _article_of(name)
    ours = "epa" if verdict is Verdict.PENETRATING else "gjk"
    beside = (_beside(scene, algorithm, ours) for algorithm in algorithms)
    states = [state for state in beside if state is not None and (told or _is_wrong(state, verdict))]
    if not states:
        return None
    recording = PageRecording()
    runs = [_run(recording, state, told.get(state.run.algorithm)) for state in states]
    words = [words for state in states for words in _words(state, told.get(state.run.algorithm), scene)]
    about = "\n\n".join([*words, *([AT_MISTAKE] if any("start" in run for run in runs) else [])])
    title = ", ".join(CHOICES[state.run.algorithm].title for state in states)
    sentences = tuple(tuple(step["sentence"] for step in run["steps"]) for run in runs)
    content = recording.content(title, about, "", states[0].document.pair, {"runs": runs, "films": []}, sentences)
    return PageFigure(content, {"parts": PARTS, "main": 0, "sliders": [], "tasks": {}, "predictions": {}})


def failure_section(address: str, failed: Content) -> Html:
    """The words and the player of a failure, whose payload has that address."""
    return lines(
        element("h2", f"How it failed: {failed.title}", id="how-it-failed"),
        element("div", *(element("p", with_subscripts(words)) for words in failed.about.split("\n\n")), class_="about"),
        element("p", BELOW, class_="small"),
        figure_box(address, f"Player: how {failed.title} failed", kind="whole"),
    )


def _article_of(name: str) -> tuple[str, ...]:
    start = name.partition("-")[0]
    return (ARTICLE[start],) if start in ARTICLE else ()


def _beside(scene: Scene, algorithm: str, ours: str) -> State | None:
    """Both runs side by side in A − B; None unless the published one has an answer to be wrong about."""
    state = page_state(initial_state(scene), algorithm, DEFAULT)
    if inspect(state).trace is None:
        return None
    compared = update(state, CompareWith(ComparedRun(ours)))
    return replace(compared, display=replace(compared.display, layout=Layout.DIFFERENCE))


def _is_wrong(state: State, verdict: Verdict) -> bool:
    """Whether the published run has another verdict than the right one."""
    result = _result(state)
    return result is not None and result.verdict is not verdict


def _result(state: State) -> Result | None:
    """The answer of the run itself, right or wrong."""
    trace = inspect(state).trace
    return None if trace is None else trace.result


def _run(recording: PageRecording, state: State, told: Retelling | None) -> Track:
    """The track of the run, which starts at the first mistake."""
    last = last_step(state)
    steps = (0, LONGEST_RUN - 1) if last >= LONGEST_RUN else None
    run = run_track(recording.stills, state, steps, ("numbers",), pointed=False)
    mistaken = told.first_mistake if told is not None else _first_mistaken(state)
    if mistaken is not None and mistaken < len(run["steps"]):
        run["start"] = mistaken
    return run


def _first_mistaken(state: State) -> int | None:
    """The first step that is mistaken about where the origin is."""
    trace = inspect(state).trace
    assert trace is not None, "the states have runs"
    return next((number for number, step in enumerate(trace.steps) if is_mistaken(step)), None)


def _words(state: State, told: Retelling | None, scene: Scene) -> Iterator[str]:
    """What the algorithm answers, what it should have answered, and the test that went wrong."""
    title = CHOICES[state.run.algorithm].title
    if told is None:
        result = _result(state)
        assert result is not None, "it was compared with the right one"
        yield f"{title} answers: {verdict_words(result)}, {result.exit.words}."
        return
    reported = f" It was reported to answer: {told.reported}." if told.reported else ""
    yield f"{title} answers: {told.computed}.{reported} The truth: {told.truth}."
    yield told.why
    yield from (f"{correction.words[0].upper()}{correction.words[1:]}." for correction in _corrected(told, scene))


def _corrected(told: Retelling, scene: Scene) -> Sequence[Correction]:
    a, b = (scene.body(name) for name in first_names(scene))
    return corrections(told, a, b)
