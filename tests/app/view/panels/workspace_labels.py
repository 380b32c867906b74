"""Lays out the labels of scenes as the workspaces show them, at each step, in views of three sizes of the window.

make label-sweep    # a line for each label that covers another one or is not shown, after those of the lessons
"""

import sys
from typing import NamedTuple

from tests.app.harness import DISPLAY  # isort: skip  # noqa: F401  first of all that loads pyglet.window

from gjkscope.app.state.actions import ChooseAlgorithm, ChooseWorkspace, GoToStep, OpenScene, initial_state, update
from gjkscope.app.state.inspection.traces import last_step
from gjkscope.app.state.model import State, View, Workspace
from gjkscope.app.view.panels.toolkit.theme import Fonts
from tests.app.interface import scene
from tests.app.label_layout import LabelFault, fonts_only, window_label_faults


class ShownScene(NamedTuple):
    """A scene in a workspace, under one algorithm."""

    workspace: Workspace
    scene: str
    algorithm: str

    @property
    def name(self) -> str:
        return f"{self.workspace.value} {self.scene} {self.algorithm}"


PAIR, CONTACTS, MOTION, MANY, ENGINES = (workspace for workspace in Workspace if workspace is not Workspace.LEARN)
SHOWN = (
    ShownScene(PAIR, "museum/hb-article-cycle-1", "gjk"),
    ShownScene(PAIR, "museum/hb-article-cycle-1", "epa"),
    ShownScene(PAIR, "museum/hb-article-cycle-1", "sat"),
    ShownScene(PAIR, "boxes-vertex-face", "gjk"),
    ShownScene(CONTACTS, "boxes-overlap", "contacts-exact"),
    ShownScene(MOTION, "motion/stack-of-ten-boxes", "gjk"),
    ShownScene(MOTION, "motion/bullet-and-thin-plate", "advancement"),
    ShownScene(MANY, "broad-phase-tower", "bvh"),
    ShownScene(ENGINES, "museum/parry-396", "gjk"),
)
SLOW = (
    ShownScene(CONTACTS, "motion/slide-box-flat", "slide-none"),
    ShownScene(CONTACTS, "boxes-edge-edge", "contacts-box3d"),
    ShownScene(MANY, "broad-phase-field", "sap"),
)
"""Left to the sweep."""

VIEWS = {PAIR: ((388, 470), (565, 690), (756, 860)), ENGINES: ((324, 300), (456, 440), (610, 620))}
WORLD_ALONE = ((632, 300), (940, 440), (1255, 620))
"""The sizes of one view in windows of 1024 × 700, 1440 × 900 and 1920 × 1080 pixels."""


def state_of(shown: ShownScene) -> State:
    """The state in which that workspace shows the scene, at the last step."""
    state = update(initial_state(scene("sphere-box")), ChooseWorkspace(shown.workspace))
    return update(update(state, OpenScene(scene(shown.scene))), ChooseAlgorithm(shown.algorithm))


def sizes_of(workspace: Workspace) -> tuple[tuple[int, int], ...]:
    """The sizes of a view, smallest window first."""
    return VIEWS.get(workspace, WORLD_ALONE)


def faults_at(state: State, size: tuple[int, int], fonts: Fonts) -> list[LabelFault]:
    """The labels that cover another one or are not shown, in the views beside each other."""
    width, height = size
    views = state.display.layout.views
    places: dict[View, tuple[float, float, float, float]] = {
        view: (float(i * width), 0.0, float(width), float(height)) for i, view in enumerate(views)
    }
    return window_label_faults(state, places, fonts)


def main() -> int:
    """Prints all faults; returns 1 if a label covers another one."""
    count, covering = 0, 0
    with fonts_only() as fonts:
        for shown in (*SHOWN, *SLOW):
            state = state_of(shown)
            for step in range(last_step(state) + 1):
                at = update(state, GoToStep(step))
                for size in sizes_of(shown.workspace):
                    count += 1
                    for fault in faults_at(at, size, fonts):
                        covering += bool(fault.covers)
                        place = f"{shown.name} step {step}, {size[0]} × {size[1]}, {fault.view.value}"
                        what = f"covers {fault.covers!r}" if fault.covers else "is not shown"
                        print(f"{place}: {fault.text!r} {what}")
    print(f"{count} layouts, {covering} labels that cover another")
    return int(covering > 0)


if __name__ == "__main__":
    sys.exit(main())
