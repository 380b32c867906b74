"""The windows of a presentation: the main one fills its screen, and a second one shows the presenter's notes."""

from collections.abc import Callable, Sequence

from gjkscope.app.state.actions import Notify, ShowNotes
from gjkscope.app.state.model import State
from gjkscope.app.view.panels.requests import Outcome
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.window.notes_window import NotesWindow
from gjkscope.app.window.platform.display import AppWindow, NoDisplay


class PresenterWindows:
    """Follows the state: full screen during a presentation, and the notes while they are shown."""

    def __init__(
        self, main: AppWindow, perform: Callable[[Sequence[Outcome]], object], wake: Callable[[], None]
    ) -> None:
        self._main = main
        self._perform = perform
        self._wake = wake
        self._full = False
        self._notes: NotesWindow | None = None

    def follow(self, state: State, ui: Ui, dt: float) -> bool:
        """Opens, draws or closes the windows as the state requires; returns whether another OpenGL context is now
        current.
        """
        if state.presenting.on != self._full:
            self._full = state.presenting.on
            self._main.fill_screen(self._full)
        if not state.presenting.notes:
            return self.close()
        if self._notes is None:
            self._open()
        if self._notes is not None:
            self._perform(self._notes.draw(state, ui, dt))
        return True

    def close(self) -> bool:
        """Closes the window with the notes; returns whether there was one."""
        if self._notes is None:
            return False
        self._notes.close()
        self._notes = None
        return True

    def _open(self) -> None:
        try:
            self._notes = NotesWindow(self._main, self._close_notes, self._wake)
        except NoDisplay as fault:
            notification = Notify(f"The notes cannot have a window of their own: {fault}", is_error=True)
            self._perform([ShowNotes(on=False), notification])

    def _close_notes(self) -> None:
        self._perform([ShowNotes(on=False)])
        self._wake()
