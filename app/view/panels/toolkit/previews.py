"""What stepping hides: previews of what the pointer rests on, such as a row of a table, and the handles of a body.

A pointer that was left on a row or near the handles would otherwise keep covering what the steps show.  Previews come
back when the pointer moves, handles when it has clicked in a view or another body is selected.
"""

from gjkscope.app.base.identity import Identity
from gjkscope.app.state.actions import Action, HoverAxis, HoverFace, HoverRegion
from gjkscope.app.state.inspection.comparison import position
from gjkscope.app.state.model import State

Shown = tuple[object, ...]


class Previews:
    """Whether rows under the pointer are previewed in this frame, and whether the selected body may have handles."""

    def __init__(self) -> None:
        self.shown = True
        self.handles = True
        self._step: Shown | None = None  # of the last frame, like the others
        self._run: Shown | None = None
        self._selected: str | None = None
        self._pointer: tuple[float, float] | None = None

    def follow(self, state: State, pointer: tuple[float, float], clicked: bool) -> None:
        """Begins a frame that shows `state`, with the pointer at that pixel; `clicked`: a button was just released."""
        self._follow_steps(state, clicked and state.pointer.hovered_view is not None)
        beat = state.run.beat
        step = state.run.algorithm, position(state), None if beat is None else beat.number
        if pointer != self._pointer:
            self.shown = True
        elif self._step not in (None, step):
            self.shown = False
        self._step, self._pointer = step, pointer

    def _follow_steps(self, state: State, clicked: bool) -> None:
        """Hides the handles when another step of the same run is shown.  A drag, which changes the run, keeps them."""
        beat, scene = state.run.beat, Identity(state.document.scene)
        run = scene, state.run.algorithm, state.run.step, None if beat is None else beat.number
        is_held = state.gesture.label is not None or state.gesture.pull is not None
        if clicked or is_held or state.document.selected != self._selected:
            self.handles = True
        elif self._run is not None and self._run != run and self._run[:2] == run[:2]:
            self.handles = False
        self._run, self._selected = run, state.document.selected

    def ended(self, state: State) -> list[Action]:
        """The actions that end previews which a step has cancelled, also of panels that are not drawn.

        Highlights of a demo stay until the demo ends them.
        """
        if self.shown or (state.show is not None and not state.show.taken_over):
            return []
        pointer = state.pointer
        known = {HoverAxis: pointer.hovered_axis, HoverRegion: pointer.hovered_region, HoverFace: pointer.hovered_face}
        return [kind(None) for kind, row in known.items() if row is not None]
