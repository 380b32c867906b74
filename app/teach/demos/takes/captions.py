"""Edits of captions: changes their text and time, and adds new ones."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from gjkscope.app.base.identity import Identity
from gjkscope.app.base.json_document import Keys
from gjkscope.app.state.actions import Say
from gjkscope.app.state.model import Demo, State
from gjkscope.app.state.model.demo import MarkKind, format_time, without_spans
from gjkscope.app.state.persistence.action_json import to_json
from gjkscope.app.teach.demos.file import steps_of
from gjkscope.app.teach.demos.takes.timeline import (
    StepSpan,
    TakeError,
    Words,
    document_of,
    edited_demo,
    in_seconds,
    spans,
    state_at,
)

TIMES = ("seconds", "delay", "skip")
"""The keys of a step about its time."""


class PlacedText(NamedTuple):
    """A caption or notes, the tick at which they begin, and the keys of their step or action in the document."""

    tick: int
    text: str
    keys: tuple[str | int, ...]

    @property
    def is_recorded(self) -> bool:
        return "actions" in self.keys

    def step(self, demo: Demo) -> Words:
        """Their step or action."""
        words: Words = value_in(document_of(demo), self.keys)
        return words


def captions_of(demo: Demo) -> tuple[PlacedText, ...]:
    """The captions in order of time, as the demo's marks have them."""
    return placed_texts(demo, MarkKind.CAPTION)


def placed_texts(demo: Demo, kind: MarkKind) -> tuple[PlacedText, ...]:
    """The captions or notes in order of time, as the demo's marks have them."""
    return _placed_texts(Identity(demo), kind)


@lru_cache(maxsize=16)
def _placed_texts(known: Identity, kind: MarkKind) -> tuple[PlacedText, ...]:
    demo: Demo = known.value
    places = zip(spans(demo), steps_of(demo), strict=True)
    texts = chain.from_iterable(_in_step(step, kind, span.first, ("steps", i)) for i, (span, step) in enumerate(places))
    return tuple(sorted(texts, key=lambda text: text.tick))


def _in_step(step: Any, kind: MarkKind, start: int, keys: tuple[str | int, ...]) -> Iterator[PlacedText]:
    begin, skips = start + step.waits, step.skips
    for text in _in_full(step, kind, begin, keys):
        yield text._replace(tick=begin + without_spans(text.tick - begin, skips))


def _in_full(step: Any, kind: MarkKind, begin: int, keys: tuple[str | int, ...]) -> Iterator[PlacedText]:
    """The captions or notes of the step, including those that it skips."""
    if step.do == "together":
        for i, inner in enumerate(step.steps):
            yield from _in_step(inner, kind, begin, (*keys, "steps", i))
    elif step.do == "recorded":
        for i, timed in enumerate(step.actions):
            if kind is MarkKind.CAPTION and is_caption(timed.action):
                yield PlacedText(begin + timed.tick, timed.action["text"], (*keys, "actions", i, "action"))
    else:
        for mark in step.marks(begin):
            if mark.kind is kind:
                yield PlacedText(mark.tick, mark.text, keys)


def is_caption(action: Words) -> bool:
    """Whether a recorded action shows a caption."""
    return action.get("is") == Say.__name__ and bool(action.get("text"))


def with_caption(demo: Demo, number: int, text: str | None) -> Demo:
    """The demo with another text for one of its captions; without a text, nothing is shown until the next caption."""
    caption = _caption_at(demo, number)
    if text == caption.text:
        return demo
    steps = document_of(demo)["steps"]
    if text:
        steps = with_value(steps, (*caption.keys[1:], "text"), text)
    else:
        steps = with_value(steps, caption.keys[1:], _silence(demo, caption))
    following = [_recaption(step, caption.text, text or None) for step in steps[int(caption.keys[1]) :]]
    return edited_demo(demo, [*steps[: int(caption.keys[1])], *following])


def add_caption(demo: Demo, tick: int, text: str) -> Demo:
    """The demo with a new caption from that tick on, until the next one."""
    if not text.strip():
        raise TakeError("A caption needs text")
    return edited_demo(demo, _insert(demo, tick, {"do": "caption", "text": text}))


def move_caption(demo: Demo, number: int, tick: int) -> Demo:
    """The demo with one of its captions beginning at another time."""
    caption = _caption_at(demo, number)
    if tick == caption.tick:
        return demo
    steps = document_of(demo)["steps"]
    known = value_in(steps, caption.keys[1:])
    words = {"do": "caption", "text": caption.text}
    if not caption.is_recorded:
        words = {key: value for key, value in known.items() if key not in TIMES}
    left = _without_text(known) if caption.is_recorded else wait_of(known)
    without = edited_demo(demo, with_value(steps, caption.keys[1:], left))
    moved = edited_demo(without, _insert(without, tick, words))
    return edited_demo(moved, without_empty(moved))


def _caption_at(demo: Demo, number: int) -> PlacedText:
    captions = captions_of(demo)
    if not 0 <= number < len(captions):
        raise TakeError(f"There is no caption {number + 1}: the demo has {len(captions)}")
    return captions[number]


def _silence(demo: Demo, caption: PlacedText) -> Words:
    """What replaces the caption's step so that nothing is shown."""
    known: Words = value_in(document_of(demo)["steps"], caption.keys[1:])
    if caption.is_recorded:
        return _without_text(known)
    if known["do"] == "caption" and shown_caption(state_at(demo, caption.tick - 1) if caption.tick else demo.first):
        return {key: value for key, value in known.items() if key != "say"} | {"text": None}
    return wait_of(known)


def _without_text(action: Words) -> Words:
    return action | {"text": None}


def wait_of(step: Words) -> Words:
    """A step that only waits, for the same time."""
    return {"do": "wait"} | {key: value for key, value in step.items() if key in TIMES}


def without_empty(demo: Demo) -> list[Words]:
    """The steps, without waits of zero length."""
    return [span.step for span in spans(demo) if span.length > 0 or span.step["do"] != "wait"]


def shown_caption(state: State) -> str | None:
    """The caption that the state shows, unless it is fading out."""
    caption = state.display.caption
    return None if caption is None or caption.leaving else caption.text


def _insert(demo: Demo, tick: int, caption: Words) -> list[Words]:
    """The steps with a caption that begins at that tick and takes no time of its own."""
    if not 0 <= tick < demo.length:
        raise TakeError(f"A caption must begin before the end of the demo, {format_time(demo.length)}")
    if any(known.tick == tick for known in captions_of(demo)):
        raise TakeError("Another caption begins at this time: edit that one, or choose another time")
    return insert_step(demo, tick, caption)


def insert_step(demo: Demo, tick: int, step: Words) -> list[Words]:
    """The steps with another one that begins at that tick and takes no time of its own."""
    steps: list[Words] = []
    for span, model in zip(spans(demo), steps_of(demo), strict=True):
        if span.first == tick and span.length > 0:
            steps += [step | ({"seconds": 0} if "say" in step else {}), span.step]
        elif span.first < tick < span.last:
            steps += with_inner_steps(span, model, tick - span.first, [step])
        else:
            steps.append(span.step)
    return steps if tick < demo.length else [*steps, step]


def with_inner_steps(span: StepSpan, model: Any, tick: int, inner: list[Words]) -> list[Words]:
    """The step with instantaneous ones inserted `tick` ticks after its turn."""
    if is_instant(model):
        *others, last = inner
        return [
            span.step | {"seconds": in_seconds(tick)},
            *others,
            last | {"seconds": in_seconds(span.length - tick)},
        ]
    if model.do == "recorded" and not model.skip and not model.delay:
        if all(step["do"] in ("act", "caption") for step in inner):
            return [_with_actions(span.step, tick, [_as_action(step) for step in inner])]
        earlier, later = split_recording(span, tick, tick)
        return [earlier, *inner, later]
    delayed = [step | {"delay": in_seconds(tick)} | ({"seconds": 0} if "say" in step else {}) for step in inner]
    return [{"do": "together", "steps": [span.step, *delayed]}]


def split_recording(span: StepSpan, start: int, end: int) -> tuple[Words, Words]:
    """A recorded step before `start` and from `end` on, both in ticks after its turn; actions between are dropped."""
    actions = span.step["actions"]
    earlier = [action for action in actions if action["tick"] < start]
    later = [action | {"tick": action["tick"] - end} for action in actions if action["tick"] >= end]
    return (
        span.step | {"seconds": in_seconds(start), "actions": earlier},
        span.step | {"seconds": in_seconds(span.length - end), "actions": later},
    )


def _as_action(step: Words) -> Words:
    """The action of a step that performs one, or that shows a caption."""
    action: Words = to_json(Say(step["text"])) if step["do"] == "caption" else step["action"]
    return action


def _with_actions(step: Words, tick: int, actions: list[Words]) -> Words:
    """A recording with further actions after its own at that tick."""
    added = [{"tick": tick, "action": action} for action in actions]
    return step | {"actions": sorted([*step["actions"], *added], key=lambda timed: timed["tick"])}


def is_instant(model: Any) -> bool:
    """Whether all of the step happens at its beginning, so that the rest of its time is a pause."""
    if model.do in ("together", "recorded") or model.skip or model.delay or shows_for_seconds(model):
        return False
    return all(cue.length == 0 and cue.start == 0 for cue in model.cues(0, ()))


def is_heard(model: Any) -> bool:
    """Whether the step has a sound; where the step is cut, its sound must not be heard."""
    from gjkscope.app.teach.demos.steps.sound import SpokenStep

    return isinstance(model, SpokenStep) and model.is_heard


def shows_for_seconds(model: Any) -> bool:
    """Whether the step shows something that disappears when its time is over."""
    return model.do in ("title", "card", "point") and model.seconds > 0


def _recaption(value: Any, old: str, new: str | None) -> Any:
    """The document with that caption also replaced where the state is restored."""
    if isinstance(value, list):
        return [_recaption(item, old, new) for item in value]
    if not isinstance(value, dict):
        return value
    if value.get("is") == "Caption" and value.get("text") == old:
        return None if new is None else value | {"text": new}
    return {key: _recaption(item, old, new) for key, item in value.items()}


def value_in(value: Any, keys: Keys) -> Any:
    """The value at these keys of a JSON document."""
    for key in keys:
        value = value[key]
    return value


def with_value(value: Any, keys: Keys, new: Any) -> Any:
    """A copy of a JSON document with another value at these keys."""
    if not keys:
        return new
    copy = value.copy()
    copy[keys[0]] = with_value(value[keys[0]], keys[1:], new)
    return copy
