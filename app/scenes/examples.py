"""The scenes that come with the program: where they are, what they are grouped by, and their small pictures.

The museum's scenes are grouped by the engine that got the pair wrong, with which their names begin, and by cause, which
`assets/causes.json` tells.
"""

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.scenes.scene_file import read_scene

TEACHING = "to learn from"
MOTION = "in motion"
# A folder, and the group of what is in it.
FOLDERS = {"motion": MOTION, "museum": None, "fuzz": "found by fuzzing"}


class Example(NamedTuple):
    path: Path
    engine: str  # that got it wrong, or what else the scene is from
    causes: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def thumbnail(self) -> Path:
        """Where its picture is, once `make thumbnails` has made it."""
        return resource("assets") / "thumbnails" / f"{self.name}.webp"


@cache
def examples() -> tuple[Example, ...]:
    """The teaching scenes, then those in motion, then the museum, then what fuzzing found; each by name."""
    scenes, known = resource("assets", "scenes"), causes()
    teaching = [Example(path, TEACHING, (TEACHING,)) for path in sorted(scenes.glob("*.json"))]
    others = [
        Example(path, group or path.stem.partition("-")[0], known.get(path.stem, (group,) if group else ()))
        for folder, group in FOLDERS.items()
        for path in sorted((scenes / folder).glob("*.json"))
    ]
    return (*teaching, *others)


@cache
def causes() -> dict[str, tuple[str, ...]]:
    """Why a scene of the museum went wrong, by its name."""
    known = json.loads(resource("assets", "causes.json").read_text(encoding="utf-8"))
    return {name: tuple(tags) for name, tags in known.items()}


@cache
def example_scene(path: Path) -> Scene:
    """The scene of an example."""
    return read_scene(path)


def grouped(by_cause: bool, query: str) -> dict[str, tuple[Example, ...]]:
    """The examples that have all words of the query, in groups; by cause, one may stand in several."""
    groups: dict[str, list[Example]] = {}
    for example in examples():
        if _has(example, query):
            for group in example.causes if by_cause else (example.engine,):
                groups.setdefault(group, []).append(example)
    if by_cause:
        groups = dict(sorted(groups.items(), key=lambda item: (item[0] != TEACHING, item[0])))
    return {group: tuple(found) for group, found in groups.items()}


def _has(example: Example, query: str) -> bool:
    return all(word in _text(example) for word in query.casefold().split())


@cache
def _text(example: Example) -> str:
    """All that can be searched for."""
    scene = example_scene(example.path)
    kinds = [type(body.shape).__name__ for body in scene.bodies]
    words = (example.name, example.engine, *example.causes, scene.name, scene.about or "", scene.source or "", *kinds)
    return " ".join(words).casefold()
