"""Keys that answer the prediction that is being asked: Tab and Shift+Tab choose a target, Enter or a digit answers."""

from imgui_bundle import imgui

from gjkscope.app.state.actions import AnswerPrediction, HoverTarget
from gjkscope.app.state.inspection.predictions import Challenge, open_challenge, wrong_targets
from gjkscope.app.state.model import State
from gjkscope.app.view.panels.requests import Outcome

DIGITS = (
    imgui.Key._1,
    imgui.Key._2,
    imgui.Key._3,
    imgui.Key._4,
    imgui.Key._5,
    imgui.Key._6,
    imgui.Key._7,
    imgui.Key._8,
    imgui.Key._9,
)
ENTER = (imgui.Key.enter, imgui.Key.keypad_enter)


def handle_answer_keys(state: State) -> list[Outcome]:
    """The effects on the prediction of the keys pressed in this frame; empty for other keys, or if none is being
    asked.
    """
    challenge = open_challenge(state)
    if challenge is None or challenge.is_dragged:
        return []
    open_ = [i for i in range(len(challenge.targets)) if i not in wrong_targets(state)]
    chosen = state.pointer.hovered_target
    if imgui.is_key_pressed(imgui.Key.tab):
        return [HoverTarget(_next(open_, chosen, back=imgui.get_io().key_shift))]
    if any(map(imgui.is_key_pressed, ENTER)) and chosen in open_:
        return [AnswerPrediction(chosen)]
    return [AnswerPrediction(i) for i in _digits(challenge) if i in open_]


def _digits(challenge: Challenge) -> list[int]:
    """The targets whose digits were pressed, without modifiers."""
    io = imgui.get_io()
    if io.key_ctrl or io.key_alt or io.key_super:
        return []
    return [i for i, key in enumerate(DIGITS[: len(challenge.targets)]) if imgui.is_key_pressed(key)]


def _next(open_: list[int], chosen: int | None, back: bool) -> int | None:
    """The target after the chosen one, or before it, among those that have not been tried."""
    if not open_:
        return None
    order = open_[::-1] if back else open_
    if chosen is None:
        return order[0]
    later = [i for i in order if (i < chosen if back else i > chosen)]
    return later[0] if later else order[0]
