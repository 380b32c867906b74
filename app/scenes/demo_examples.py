"""The demos that ship with the program, in learning order, with their pictures and durations.

`assets/demos.json` has the order and the durations; `make thumbnails` measures these and renders the pictures.
"""

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.titles import SceneTitle

DEMOS = "Demos, in learning order"
SUFFIX = ".gjkdemo.json"


class DemoExample(NamedTuple):
    """A demo file that ships with the program."""

    path: Path
    seconds: float
    words: str  # its title
    about: str

    @property
    def name(self) -> str:
        return self.path.name.removesuffix(SUFFIX)

    @property
    def title(self) -> SceneTitle:
        return SceneTitle(self.words, duration_words(self.seconds))

    @property
    def thumbnail(self) -> Path:
        """Path of its picture: what represents its film, made smaller."""
        return resource("assets") / "thumbnails" / f"demo-{self.name}.webp"


def duration_words(seconds: float) -> str:
    """ "0:44", minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"


@cache
def demo_examples() -> tuple[DemoExample, ...]:
    """All shipped demos, in learning order."""
    return tuple(_demo(name, seconds) for name, seconds in demo_seconds().items())


def demo_seconds() -> dict[str, float]:
    """The durations by the demos' names, in learning order."""
    known: dict[str, float] = json.loads(resource("assets", "demos.json").read_text(encoding="utf-8"))
    return known


def demos_with(query: str) -> tuple[DemoExample, ...]:
    """The demos in whose title or text all words of the query occur."""
    words = query.casefold().split()
    return tuple(
        demo
        for demo in demo_examples()
        if all(word in f"{demo.words} {demo.about} {demo.name} demo film".casefold() for word in words)
    )


def _demo(name: str, seconds: float) -> DemoExample:
    path = resource("assets", "demos", f"{name}{SUFFIX}")
    document = json.loads(path.read_text(encoding="utf-8"))
    return DemoExample(path, seconds, document["name"], document.get("about") or "")
