"""An open dialog stays inside the window when that shrinks."""

import pytest

from tests.app.interface import Bench  # isort: skip  first of all that loads pyglet.window

from imgui_bundle import imgui

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import BrowseExamples, ShowHelp, ShowImport, ShowPalette, ShowStart
from gjkscope.app.state.model import ImportDialog, Purpose, Recovery, ThenNew
from gjkscope.app.view.panels.importing import import_dialog
from gjkscope.app.view.panels.requests import BrowseExport, BrowseFiles
from gjkscope.app.view.panels.shell import command_palette, dialogs, example_browser, help_window, start_page

OPENED = {
    dialogs.TITLES[Purpose.OPEN]: BrowseFiles(),
    dialogs.TITLES[Purpose.PICTURE]: BrowseExport(Purpose.PICTURE),
    import_dialog.TITLE: ShowImport(ImportDialog("A: box\nA half extents: 1 2 3")),
    command_palette.TITLE: ShowPalette(),
    example_browser.TITLE: BrowseExamples(),
    start_page.TITLE: ShowStart(),
    help_window.TITLE: ShowHelp(),
}
STATES = {
    "Unsaved changes": {"unsaved": ThenNew()},
    "Saving in progress": {"leaving": True},
    "Restore unsaved changes": {"recovery": Recovery(12, "a scene with a long name", "20 minutes ago")},
}


def assert_inside(bench: Bench, title: str) -> None:
    left, top, right, bottom = bench.panel(title)
    width, height = bench.window.get_size()
    assert left >= 0
    assert top >= 0
    assert (right <= width, bottom <= height) == (True, True), (left, top, right, bottom)


@pytest.mark.thorough
@pytest.mark.parametrize("title", [*OPENED, *STATES])
def test_a_dialog_stays_inside_a_shrinking_window(bench: Bench, title: str) -> None:
    if title in OPENED:
        bench.main.session.perform([OPENED[title]])
    else:
        bench.show(replace(bench.state, shell=replace(bench.state.shell, **STATES[title])))
    bench.person.run_frames(2)
    assert imgui.internal.find_window_by_name(title).was_active
    for size in ((900, 600), (480, 320)):
        bench.person.resize(*size, frames=4)
        assert_inside(bench, title)
