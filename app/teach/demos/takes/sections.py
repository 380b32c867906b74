"""The sections of a demo: the blocks that its time line shows."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from gjkscope.app.base.identity import Identity
from gjkscope.app.state.model import Demo
from gjkscope.app.teach.demos.takes.action_labels import action_label
from gjkscope.app.teach.demos.takes.captions import captions_of
from gjkscope.app.teach.demos.takes.timeline import StepSpan, Words, spans


class DemoSection(NamedTuple):
    """A span of ticks with a label; `kind` is the name of its main step."""

    first: int
    last: int
    label: str
    kind: str


LABELS: dict[str, Callable[[Words], str]] = {
    "move": lambda step: f"Move {step['body']}",
    "turn": lambda step: f"Turn {step['body']}",
    "set": lambda step: f"{step['body']}: {step['name']}",
    "drag-origin": lambda _: "Drag the origin",
    "go": lambda step: "Last step" if step["step"] == "last" else f"Step {step['step']}",
    "look": lambda step: _look(step),
    "wait": lambda _: "Wait",
    "algorithm": lambda step: str(step["name"]),
    "act": lambda step: action_label(step["action"]),
    "close_up": lambda _: "Close-up",
    "recorded": lambda _: "Recorded",
    "chapter": lambda step: str(step["name"]),
    "caption": lambda step: plain_line(step["text"] or ""),
    "open": lambda step: f"Open {step['scene']}" if isinstance(step["scene"], str) else "Open a scene",
    "together": lambda step: " + ".join(dict.fromkeys(filter(None, map(step_label, step["steps"])))),
}
"""The label of a step, by its name; that of any other step is its name."""


def demo_sections(demo: Demo) -> tuple[DemoSection, ...]:
    """The sections in order of time; steps without duration belong to the section that follows them."""
    return _sections(Identity(demo))


@lru_cache(maxsize=8)
def _sections(known: Identity) -> tuple[DemoSection, ...]:
    demo: Demo = known.value
    sections: list[DemoSection] = []
    instants: list[StepSpan] = []
    for span in spans(demo):
        if span.length == 0:
            instants.append(span)
            continue
        sections += _of_recording(demo, span) if span.step["do"] == "recorded" else [_section(instants, span)]
        instants = []
    return tuple(sections)


def _section(instants: list[StepSpan], span: StepSpan) -> DemoSection:
    """The section of a step and of the steps without duration before it; named after their caption if there is one.

    A wait shows what happened before it.
    """
    steps = [*(instant.step for instant in instants), span.step]
    said = [step for step in steps if step["do"] == "caption" and step["text"]]
    main = steps[-2] if len(steps) > 1 and span.step["do"] == "wait" else span.step
    kind = "caption" if said and span.step["do"] == "wait" else main["do"]
    return DemoSection(span.first, span.last, step_label((said or [main])[-1]), kind)


def _of_recording(demo: Demo, span: StepSpan) -> Iterator[DemoSection]:
    """The sections of recorded actions, which its captions divide."""
    captions = (caption for caption in captions_of(demo) if span.first <= caption.tick < span.last)
    inside = [(caption.tick, plain_line(caption.text)) for caption in captions]
    if not inside or inside[0][0] > span.first:
        inside.insert(0, (span.first, step_label(span.step)))
    ends = [tick for tick, _ in inside[1:]] + [span.last]
    for (tick, label), end in zip(inside, ends, strict=True):
        if tick < end:
            yield DemoSection(tick, end, label, "recorded")


def step_label(step: Words) -> str:
    """A few words about a step."""
    name = str(step["do"])
    return LABELS[name](step) if name in LABELS else name.replace("-", " ").capitalize()


def plain_line(text: str) -> str:
    """The first line of a Markdown text, without its marks."""
    lines = [line for line in text.splitlines() if line.strip()] or [""]
    return re.sub(r"^#+\s*|[*`_]{1,3}(?=\S)|(?<=\S)[*`_]{1,3}", "", lines[0]).strip()


def _look(step: Words) -> str:
    if "from" in step:
        return f"Look from {step['from']}"
    return f"Look at {step['at']}" if "at" in step else "Look"
