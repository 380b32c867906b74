"""Actions for predictions: ask, answer and show the answer, and the rules for what is refused meanwhile.

While a prediction is open, the scene, the algorithm and its options stay as they are, and the run cannot go past the
step before the answer: `inspection.traces` ends it there.
"""

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions.action import Action, guards, updates
from gjkscope.app.state.actions.demos import before_takeover, uncover
from gjkscope.app.state.actions.history import Redo, Undo
from gjkscope.app.state.actions.origin import DragOrigin
from gjkscope.app.state.actions.playback import GoToLast, GoToStep, StepBy, TogglePlay, at_last, go_to_step
from gjkscope.app.state.inspection.predictions import Challenge, dragged_answer, open_challenge
from gjkscope.app.state.inspection.traces import current_step, last_step
from gjkscope.app.state.model import Bookmark, LessonPage, OpenPrediction, PredictionKind, PredictionTask, State
from gjkscope.app.state.model.lesson import progress_key

ANSWER_FIRST = "Answer first, or press Show me"
NEXT_FIRST = "Answer the next question of the page first"


class AskPrediction(Action, frozen=True):
    """Asks the prediction with that number on the open page: returns to the beginning of the page."""

    part: int
    recorded = False


class AnswerPrediction(Action, frozen=True):
    """Answers the open prediction with a target, given by its number; a right answer reveals the step."""

    target: int
    recorded = False


class CheckOrigin(Action, frozen=True):
    """Answers the open prediction with the place to which the origin has been dragged."""

    recorded = False


class ClosePrediction(Action, frozen=True):
    """Stops asking the open prediction and shows its answer; it does not count as learned."""

    recorded = False


class HoverTarget(Action, frozen=True):
    """The pointer, or the Tab key, has reached a target of the open prediction; None: left all."""

    target: int | None
    passing = True
    recorded = False


@updates(AskPrediction)
def _ask(state: State, action: AskPrediction) -> State:
    mark = state.lesson
    if mark is None or not _is_prediction(mark.shown, action.part):
        return state
    mark = replace(mark, away=False, exploring=False, kept=None, asked=OpenPrediction(action.part))
    state = replace(before_takeover(uncover(state), mark.shown.first), show=None, lesson=mark)
    return _unpoint(at_last(state))


@updates(AnswerPrediction)
def _answer(state: State, action: AnswerPrediction) -> State:
    challenge = open_challenge(state)
    if challenge is None or challenge.is_dragged or not 0 <= action.target < len(challenge.targets):
        return state
    return _note_answer(state, challenge, action.target)


@updates(CheckOrigin)
def _check_origin(state: State, _: CheckOrigin) -> State:
    challenge = open_challenge(state)
    if challenge is None or not challenge.is_dragged:
        return state
    return _note_answer(state, challenge, dragged_answer(challenge, state))


@updates(ClosePrediction)
def _close(state: State, _: ClosePrediction) -> State:
    challenge = open_challenge(state)
    return state if challenge is None else _reveal(state, challenge)


@updates(HoverTarget)
def _hover_target(state: State, action: HoverTarget) -> State:
    return replace(state, pointer=replace(state.pointer, hovered_target=action.target))


def prediction_at_opening(name: str, number: int, page: LessonPage, learned: tuple[str, ...]) -> OpenPrediction | None:
    """The prediction that is asked as soon as page `number` of the lesson opens; None if there is none.

    It is the first thing to do on the page that has not been done yet.
    """
    first = next((part for part in page.live if progress_key(name, number, part) not in learned), None)
    return OpenPrediction(first) if first is not None and _is_prediction(page, first) else None


def _is_prediction(page: LessonPage, part: int) -> bool:
    return 0 <= part < len(page.parts) and isinstance(page.parts[part], PredictionTask)


def _note_answer(state: State, challenge: Challenge, target: int) -> State:
    mark = state.lesson
    assert mark is not None, "an open challenge belongs to a lesson"
    assert mark.asked is not None, "an open challenge is being asked"
    if target in challenge.right:
        key = progress_key(mark.lesson.name, mark.page, mark.asked.part)
        learned = state.preferences.learned
        known = learned if key in learned else (*learned, key)
        state = replace(state, preferences=replace(state.preferences, learned=known))
        following = _following(state, mark)
        if challenge.is_dragged and following is not None and _is_dragged(mark.shown, following):
            # The origin is where it has been dragged to: the next drag can answer the next question.
            return replace(state, lesson=replace(mark, asked=OpenPrediction(following, continues=True)))
        return _reveal(state, challenge)
    asked = replace(mark.asked, wrong=(*mark.asked.wrong, target))
    return replace(state, lesson=replace(mark, asked=asked))


def _reveal(state: State, challenge: Challenge) -> State:
    mark = state.lesson
    assert mark is not None, "an open challenge belongs to a lesson"
    assert mark.asked is not None, "an open challenge is being asked"
    if challenge.is_dragged:
        settled = OpenPrediction(mark.asked.part, settled=True)
        return _unpoint(at_last(replace(state, lesson=replace(mark, asked=settled))))
    follows = _following(state, mark) is not None
    rest = OpenPrediction(mark.asked.part, revealed=challenge.reveals) if follows else None
    return _unpoint(go_to_step(replace(state, lesson=replace(mark, asked=rest)), GoToStep(challenge.reveals)))


def _following(state: State, mark: Bookmark) -> int | None:
    """The prediction that is the next thing to do on the page, if it has not been answered yet."""
    assert mark.asked is not None, "a prediction is being asked"
    part = mark.asked.part
    following = next((i for i in mark.shown.live if i > part), None)
    if following is None or not _is_prediction(mark.shown, following):
        return None
    known = progress_key(mark.lesson.name, mark.page, following) in state.preferences.learned
    return None if known else following


def _is_dragged(page: LessonPage, number: int) -> bool:
    part = page.parts[number]
    return isinstance(part, PredictionTask) and part.prediction.kind is PredictionKind.DRAG_ORIGIN


def _unpoint(state: State) -> State:
    return replace(state, pointer=replace(state.pointer, hovered_target=None, hovered_axis=None, hovered_region=None))


@guards
def _refuses(before: State, action: Action, after: State) -> str | None:
    """Why the action is refused if something is hidden both before and after it; None if it is not refused."""
    if before.visible_steps is None or after.visible_steps is None or isinstance(action, AskPrediction):
        return None
    prediction = before.open_prediction
    words = NEXT_FIRST if prediction is None else ANSWER_FIRST
    if after.lesson is not before.lesson:  # it answers
        return None
    if _goes_on(before, action):
        return words
    kept = (before.document.pair, before.run.algorithm, before.run.options, before.run.comparison)
    if kept != (after.document.pair, after.run.algorithm, after.run.options, after.run.comparison):
        return words
    if prediction is None:
        return None
    moves = prediction.kind is PredictionKind.DRAG_ORIGIN and isinstance(action, DragOrigin | Undo | Redo)
    if after.document.scene != before.document.scene and not moves:
        return words
    return words if after.motion.simulation is not before.motion.simulation else None


def _goes_on(state: State, action: Action) -> bool:
    """Whether the action requests a step after the last visible one."""
    at, last = current_step(state), last_step(state)
    match action:
        case StepBy(count):
            return at + count > last
        case GoToStep(step):
            return step > last
        case GoToLast():
            return at == last
        case TogglePlay():
            return not state.run.playback.playing
        case _:
            return False
