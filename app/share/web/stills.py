"""`StillRecorder` records what the views show of a state, for a page that cannot draw it itself."""

from typing import Any

import numpy as np

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.share.web.arrays import ArrayStore, RowTable
from gjkscope.app.share.web.looks import LookWriter
from gjkscope.app.state.actions import ChooseTheme, update
from gjkscope.app.state.inspection.comparison import align_cameras, other_state, unpoint
from gjkscope.app.state.inspection.label_names import shown_labels, shows_label
from gjkscope.app.state.model import State, Theme, View
from gjkscope.app.view.drawing.drawlist import DrawList, Label
from gjkscope.app.view.drawing.views import drawing_of, ground_height
from gjkscope.app.view.words.rounding import round_numbers
from gjkscope.app.view.words.titles import view_title
from gjkscope.app.view.words.verdict import run_words
from gjkscope.engine.vectors import Vec3, sub

Pane = dict[str, Any]


class StillRecorder:
    """Collects the looks and cameras of states."""

    def __init__(self, arrays: ArrayStore) -> None:
        self._arrays = arrays
        self._looks = LookWriter(arrays)
        self._cameras = RowTable(9)

    def panes(self, state: State) -> list[Pane]:
        """What each view of the state shows: its look, camera, and the height of its ground."""
        return [self._pane(run, view, title) for run, view, title in _panes(state)]

    def look(self, state: State, view: View) -> int:
        """The number of the look of a view."""
        dark, light = (draw_still(update(state, ChooseTheme(theme)), view) for theme in (Theme.DARK, Theme.LIGHT))
        return self._looks.add(dark, light)

    @property
    def header(self) -> dict[str, Any]:
        """What a page needs to read looks and cameras."""
        return {**self._looks.header, "cameras": self._arrays.add(self._cameras.columns)}

    def _pane(self, state: State, view: View, title: str) -> Pane:
        camera = state.view.cameras.of(view)
        pane: Pane = {
            "view": view.value,
            "title": title,
            "look": self.look(state, view),
            "camera": self._camera(camera, drawing_of(state, view).anchor),
            "ground": ground_height(state, view),
        }
        return {name: value for name, value in pane.items() if value is not None}

    def _camera(self, camera: OrbitCamera, anchor: Vec3) -> int:
        """The number of a camera, whose target is relative to the anchor of what it looks at."""
        numbers = (
            camera.distance,
            camera.yaw,
            camera.pitch,
            camera.fov_y,
            min(camera.reach, float(np.finfo("f4").max)),
        )
        flags = camera.orthographic + 2 * camera.z_up + 4 * camera.flat
        return self._cameras.index_of([*sub(camera.target, anchor), *numbers, flags])


def draw_still(state: State, view: View) -> DrawList:
    """What the view draws; on a page of a lesson, with the labels that the page shows and its rounding."""
    drawing, page = drawing_of(state, view), state.page
    if page is None:
        return drawing
    names = [body.name for body in state.document.scene.bodies]
    shown = [label for label in drawing.labels if label.asked or shows_label(shown_labels(state), label.text, names)]
    return replace(drawing, labels=type(drawing.labels)(_round(label, page.display.precision) for label in shown))


def _round(label: Label, decimals: int | None) -> Label:
    return label if decimals is None else replace(label, text=round_numbers(label.text, decimals))


def _panes(state: State) -> list[tuple[State, View, str]]:
    """The panes from left to right; while two runs are compared, each view has one for each."""
    other = other_state(state)
    if other is None:
        return [(state, view, view_title(state, view)) for view in state.display.layout.views]
    first = unpoint(state) if state.run.second_inspected else state
    runs = ((first, run_words(first, state)), (align_cameras(other, state), run_words(other, state)))
    return [(run, view, words) for view in state.display.layout.views for run, words in runs]
