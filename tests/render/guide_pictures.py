"""Renders the pictures of the user guide with the program itself.

make pictures
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

from PIL import Image

from gjkscope.app.base.jobs import JobQueue, LatestResult
from gjkscope.app.base.resources import resource
from gjkscope.app.state.actions import (
    Action,
    BrowseExamples,
    ChooseAlgorithm,
    GoToStep,
    GoToTick,
    Select,
    SetCache,
    ShowImport,
    StepMotion,
    update,
)
from gjkscope.app.state.actions.lessons import OpenLesson
from gjkscope.app.state.model import ImportDialog, State
from gjkscope.app.teach.lessons.contents import contents
from gjkscope.app.teach.lessons.file import read_lesson
from tests.render.readme_pictures import Picture, state_of, window

FOLDER = Path(str(resource("docs", "pictures")))
QUALITY = 80
TICKS = 60  # that the stack has stood when its contact lanes are shown
LESSON, PAGE = 5, 3
CODE = """The pair that makes our game stutter:

btBoxShape* crate = new btBoxShape(btVector3(0.5f, 0.5f, 0.5f));
btSphereShape* ball = new btSphereShape(0.25f);

btTransform of_crate, of_ball;
of_crate.setIdentity();
of_ball.setIdentity();
of_ball.setOrigin(btVector3(0, 0.7f, 0));

btCollisionObject a, b;
a.setCollisionShape(crate);
a.setWorldTransform(of_crate);
b.setCollisionShape(ball);
b.setWorldTransform(of_ball);
"""


def at_once(_queue: JobQueue, _slot: str, function: Callable[..., Any], *arguments: Any) -> LatestResult:
    """In place of a request to the background: a picture has one frame, and no later one with the result."""
    return LatestResult(function(*arguments), True)


def show(scene: str, panel: str, *actions: Action) -> Picture:
    return window(state_of(scene, *actions, Select(None)), panel)


def lesson() -> Picture:
    (entry,) = (lesson for lesson in contents() if lesson.number == LESSON)
    state: State = update(state_of("boxes-overlap"), OpenLesson(read_lesson(entry.path), PAGE))
    return window(state, "")


PICTURES: dict[str, Callable[[], Picture]] = {
    "examples": lambda: show("boxes-overlap", "", BrowseExamples()),
    "lesson": lesson,
    "plane": lambda: show("plane/triangles-apart", "Steps", ChooseAlgorithm("gjk"), GoToStep(2)),
    "code": lambda: show("boxes-edge-edge", "Code", ChooseAlgorithm("gjk"), GoToStep(2)),
    "compare": lambda: show("museum/fcl-508", "Compare"),
    "import": lambda: show("boxes-overlap", "", ShowImport(ImportDialog(CODE))),
    "policies": lambda: show(
        "museum/mujoco-MeshMesh", "Contact policies", ChooseAlgorithm("contacts-bullet"), GoToStep(2)
    ),
    "lanes": lambda: show("motion/stack-of-ten-boxes", "Contact lanes", StepMotion(TICKS)),
    "cache-lanes": lambda: show(
        "motion/the-end-of-a-long-plank", "Caches", SetCache("jolt"), StepMotion(30), GoToTick(3)
    ),
    "first-contact": lambda: show("motion/bullet-and-thin-plate", "First contact", ChooseAlgorithm("toi"), GoToStep(2)),
}


def renew() -> None:
    with patch.object(JobQueue, "request", at_once):
        for name, draw in PICTURES.items():
            Image.fromarray(draw()).save(FOLDER / f"{name}.webp", quality=QUALITY, method=6)
            print(f"docs/pictures/{name}.webp")


if __name__ == "__main__":
    renew()
