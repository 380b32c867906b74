"""The titles of bundled scenes and of the engines of the museum, from `assets/titles.json`.

Files, the names of scenes and the output of commands keep their identifiers ("fcl-493"); menus, the example browser and
the command palette show titles.
"""

import json
from functools import cache
from typing import Any, NamedTuple

from gjkscope.app.base.resources import resource


class SceneTitle(NamedTuple):
    """What the user interface calls a bundled scene."""

    title: str  # "Sphere in a cylinder"
    origin: str  # where a published pair comes from, such as "FCL #493" or "coal · hunt"; otherwise empty


def scene_title(name: str) -> SceneTitle:
    """The title of the bundled scene with this file name, without suffix.  Raises `KeyError` for other scenes."""
    entry = _document()["scenes"][name]
    return SceneTitle(entry["title"], entry.get("origin", ""))


def engine_of_example(name: str) -> str:
    """The title of the engine that got a museum scene wrong: "fcl-493" gives "FCL".  Raises `KeyError` if unknown."""
    title: str = _document()["engines"][name.partition("-")[0]]
    return title


@cache
def _document() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(resource("assets", "titles.json").read_text(encoding="utf-8"))
    return document
