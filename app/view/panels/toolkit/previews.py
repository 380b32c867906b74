"""Previews of what the pointer rests on, such as a row of a table.  Stepping cancels them until the pointer moves.

Otherwise a pointer that was left on a row would keep covering what the steps show.
"""

from gjkscope.app.state.actions import Action, HoverAxis, HoverFace, HoverRegion
from gjkscope.app.state.inspection.comparison import position
from gjkscope.app.state.model import State

Shown = tuple[object, ...]


class Previews:
    """Whether rows under the pointer are previewed in this frame."""

    def __init__(self) -> None:
        self.shown = True
        self._step: Shown | None = None  # of the last frame
        self._pointer: tuple[float, float] | None = None

    def follow(self, state: State, pointer: tuple[float, float]) -> None:
        """Begins a frame that shows `state`, with the pointer at that pixel."""
        beat = state.run.beat
        step = state.run.algorithm, position(state), None if beat is None else beat.number
        if pointer != self._pointer:
            self.shown = True
        elif self._step not in (None, step):
            self.shown = False
        self._step, self._pointer = step, pointer

    def ended(self, state: State) -> list[Action]:
        """The actions that end previews which a step has cancelled, also of panels that are not drawn.

        Highlights of a demo stay until the demo ends them.
        """
        if self.shown or (state.show is not None and not state.show.taken_over):
            return []
        pointer = state.pointer
        known = {HoverAxis: pointer.hovered_axis, HoverRegion: pointer.hovered_region, HoverFace: pointer.hovered_face}
        return [kind(None) for kind, row in known.items() if row is not None]
