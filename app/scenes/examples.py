"""The scenes that ship with the program: their files, groups and thumbnails.

Museum scenes are grouped by the engine that got the pair wrong, which is the prefix of their file names, and by cause,
from `assets/causes.json`.  `titles` has their titles.
"""

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.scenes.titles import SceneTitle, engine_of_example, scene_title

TEACHING = "Teaching"
PLANE = "In 2D"
MOTION = "In motion"
# Folders and their groups.
FOLDERS = {"plane": PLANE, "motion": MOTION, "museum": None, "fuzz": "Found by fuzzing"}


class Example(NamedTuple):
    """A scene file that ships with the program."""

    path: Path
    engine: str  # title of the engine that got it wrong, or the group of other scenes
    causes: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def title(self) -> SceneTitle:
        return scene_title(self.name)

    @property
    def thumbnail(self) -> Path:
        """Path of its thumbnail; `make thumbnails` creates it."""
        return resource("assets") / "thumbnails" / f"{self.name}.webp"


@cache
def examples() -> tuple[Example, ...]:
    """The teaching scenes, then 2D, motion, the museum, and fuzzing finds; each sorted by name."""
    scenes, known = resource("assets", "scenes"), causes()
    teaching = [Example(path, TEACHING, (TEACHING,)) for path in sorted(scenes.glob("*.json"))]
    others = [
        Example(path, group or engine_of_example(path.stem), known.get(path.stem, (group,) if group else ()))
        for folder, group in FOLDERS.items()
        for path in sorted((scenes / folder).glob("*.json"))
    ]
    return (*teaching, *others)


@cache
def causes() -> dict[str, tuple[str, ...]]:
    """The causes of the failure in each museum scene, by scene name."""
    known = json.loads(resource("assets", "causes.json").read_text(encoding="utf-8"))
    return {name: tuple(tags) for name, tags in known.items()}


@cache
def example_scene(path: Path) -> Scene:
    """The scene of an example."""
    return read_scene(path)


def group_examples(by_cause: bool, query: str) -> dict[str, tuple[Example, ...]]:
    """The examples that match all words of the query, by group; with `by_cause`, one may be in several groups."""
    groups: dict[str, list[Example]] = {}
    for example in examples():
        if _has(example, query):
            for group in example.causes if by_cause else (example.engine,):
                groups.setdefault(group, []).append(example)
    if by_cause:
        groups = dict(sorted(groups.items(), key=lambda item: (item[0] != TEACHING, item[0].casefold())))
    return {group: tuple(members) for group, members in groups.items()}


def _has(example: Example, query: str) -> bool:
    return all(word in _text(example) for word in query.casefold().split())


@cache
def _text(example: Example) -> str:
    """The text that is searched."""
    scene = example_scene(example.path)
    kinds = [type(body.shape).__name__ for body in scene.bodies]
    words = (*example.title, example.name, example.engine, *example.causes, scene.name)
    words += (scene.about or "", scene.source or "", *kinds)
    return " ".join(words).casefold()
