"""Modal dialogs and overlays: file dialog, prompt to save, command palette, example browser, start page, help.

They are drawn inside the window and look the same on every platform.
"""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui

from gjkscope.app.base.records import replace
from gjkscope.app.scenes import mesh_file
from gjkscope.app.state import model
from gjkscope.app.state.actions import LARGEST_SCALE, CloseDialog, SetPicture, ShowDialog
from gjkscope.app.teach.demos.file import SUFFIX, is_demo_file
from gjkscope.app.view import tones
from gjkscope.app.view.panels import requests
from gjkscope.app.view.panels.shell import command_palette, example_browser, help_window, start_page
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.message import draw_message_icon, draw_progress
from gjkscope.app.view.panels.toolkit.ui import Ui, fit_size
from gjkscope.engine.text import counted

DISCARD_VERBS = {
    model.ThenNew: "create new",
    model.ThenRead: "open",
    model.ThenImport: "import",
    model.ThenDemo: "continue demo",
    model.ThenBrowse: "open",
    model.ThenQuit: "quit",
}
TITLES = {
    model.Purpose.OPEN: "Open scene, mesh or capture",
    model.Purpose.ADD: "Add mesh file",
    model.Purpose.IMPORT: "Import file",
    model.Purpose.SAVE: "Save scene",
    model.Purpose.PICTURE: "Export picture",
    model.Purpose.DRAWING: "Export vector picture",
    model.Purpose.PAGE: "Export web page",
    model.Purpose.MODEL: "Export 3D model",
    model.Purpose.SCENE: "Export scene",
    model.Purpose.TRACE: "Export trace",
    model.Purpose.TEST: "Export test",
    model.Purpose.REPORT: "Export bug report",
    model.Purpose.FILM: "Save film",
    model.Purpose.SITE: "Save course website",
    model.Purpose.DEMO: "Save demo",
    model.Purpose.SOLVER: "Choose solver",
    model.Purpose.CAPTURE: "Open capture",
}
SUFFIXES = {
    model.Purpose.OPEN: (".json", *mesh_file.SUFFIXES, ".gjkcap"),
    model.Purpose.ADD: mesh_file.SUFFIXES,
    model.Purpose.IMPORT: ("",),  # any file
    model.Purpose.PICTURE: (".png",),
    model.Purpose.DRAWING: (".svg",),
    model.Purpose.PAGE: (".html",),
    model.Purpose.MODEL: (".glb",),
    model.Purpose.TEST: (".py",),
    model.Purpose.REPORT: (".zip",),
    model.Purpose.FILM: tuple(f".{kind}" for kind in model.FilmKind),
    model.Purpose.SITE: ("",),  # a folder
    model.Purpose.DEMO: (SUFFIX,),
    model.Purpose.SOLVER: ("",),
    model.Purpose.CAPTURE: (".gjkcap",),
}
ANY_SOLVER = ".py with f(a, pose_a, b, pose_b), .so, .dylib or a program"
ANY_TEXT = ".xml, .urdf, .sdf, .json, .txt, .cpp, .rs, .py or any other text"
ANY_FILE = {
    model.Purpose.IMPORT: ANY_TEXT,
    model.Purpose.SOLVER: ANY_SOLVER,
    model.Purpose.SITE: "a folder that is new, empty or an earlier export",
}
VERBS = {
    model.Purpose.OPEN: "Open",
    model.Purpose.ADD: "Add",
    model.Purpose.IMPORT: "Open",
    model.Purpose.SOLVER: "Choose",
    model.Purpose.CAPTURE: "Open",
}
FILES = (560.0, 320.0)  # width and height of the file list, pixels at 100 % scale
JSON = (".json",)  # the suffix for every other purpose


def draw_dialogs(state: model.State, ui: Ui) -> list[requests.Outcome]:
    if state.shell.dialog is not None:
        return _modal(TITLES[state.shell.dialog.purpose], _file_dialog, state, ui)
    if state.shell.unsaved is not None:
        return _modal("Unsaved changes", _draw_unsaved, state, ui)
    if state.shell.leaving:
        return _modal("Saving in progress", _leaving, state, ui)
    if state.shell.recovery is not None:
        return _modal("Restore unsaved changes", _recovery, state, ui)
    if isinstance(state.shell.overlay, model.ImportDialog):
        from gjkscope.app.view.panels.importing.import_dialog import draw_import_dialog  # its readers are many modules

        return draw_import_dialog(state, state.shell.overlay, ui)
    if isinstance(state.shell.overlay, model.FilmCard):
        from gjkscope.app.view.panels.demos.film_card import TITLE, draw_film_card  # not needed to open the window

        card = state.shell.overlay
        return _modal(TITLE, lambda state, ui: draw_film_card(state, card, ui), state, ui)
    if isinstance(state.shell.overlay, model.Palette):
        return _light(command_palette.TITLE, partial(command_palette.draw_palette, state, state.shell.overlay, ui))
    if isinstance(state.shell.overlay, model.ExampleBrowser):
        return _light(
            example_browser.TITLE, partial(example_browser.draw_example_browser, state, state.shell.overlay, ui)
        )
    if isinstance(state.shell.overlay, model.StartPage):
        return _light(start_page.TITLE, partial(start_page.draw_start_page, state, ui))
    if isinstance(state.shell.overlay, model.HelpPage):
        return _light(help_window.TITLE, partial(help_window.draw_help, state, state.shell.overlay, ui))
    return []


def _modal(
    title: str, contents: Callable[[model.State, Ui], list[requests.Outcome]], state: model.State, ui: Ui
) -> list[requests.Outcome]:
    if not imgui.is_popup_open(title):
        imgui.open_popup(title)
    center = imgui.get_main_viewport().get_work_center()
    imgui.set_next_window_pos(center, imgui.Cond_.appearing, ImVec2(0.5, 0.5))
    _keep_inside(title)
    visible, stays = imgui.begin_popup_modal(title, True, MODAL_FLAGS)
    outcomes: list[requests.Outcome] = [] if stays else [CloseDialog()]
    if visible:
        outcomes += contents(state, ui)
        imgui.end_popup()
    return outcomes


def _light(title: str, contents: Callable[[], list[requests.Outcome]]) -> list[requests.Outcome]:
    """A frameless window near the top of the screen; a click outside closes it."""
    if not imgui.is_popup_open(title):
        imgui.open_popup(title)
    area = imgui.get_main_viewport()
    top = ImVec2(area.get_center().x, area.work_pos.y + FROM_TOP * area.work_size.y)
    imgui.set_next_window_pos(top, imgui.Cond_.always, ImVec2(0.5, 0))
    _limit_size(area.work_size.x, (1 - FROM_TOP) * area.work_size.y)
    if not imgui.begin_popup_modal(title, None, LIGHT_FLAGS)[0]:
        return []
    outcomes = contents()
    if imgui.is_mouse_clicked(imgui.MouseButton_.left) and not imgui.is_window_hovered(WITH_CHILDREN):
        outcomes = [CloseDialog()]
    if CloseDialog() in outcomes or imgui.is_key_pressed(imgui.Key.escape):
        imgui.close_current_popup()  # in this frame, so that the next key press goes to the panels
    imgui.end_popup()
    return outcomes


def _keep_inside(title: str) -> None:
    """Keeps the next dialog inside the window: it is centred, and scrolls what does not fit."""
    area, dialog = imgui.get_main_viewport(), imgui.internal.find_window_by_name(title)
    low, room = area.work_pos, area.work_size
    _limit_size(room.x, room.y)
    if dialog is None or not dialog.was_active:
        return
    (left, top), (width, height) = dialog.pos, dialog.size
    is_inside = left >= low.x and top >= low.y and left + width <= low.x + room.x and top + height <= low.y + room.y
    if not is_inside:
        imgui.set_next_window_pos(area.get_work_center(), imgui.Cond_.always, ImVec2(0.5, 0.5))


def _limit_size(width: float, height: float) -> None:
    """Limits the size of the next dialog, which scrolls what does not fit."""
    imgui.set_next_window_size_constraints(ImVec2(0, 0), ImVec2(max(width, 1.0), max(height, 1.0)))


def _file_dialog(state: model.State, ui: Ui) -> list[requests.Outcome]:
    dialog = state.shell.dialog
    assert dialog is not None
    outcomes: list[requests.Outcome] = []
    folder = Path(dialog.folder)
    imgui.text(str(folder))
    imgui.begin_child("files", fit_size(*FILES, ui), imgui.ChildFlags_.borders)
    outcomes += _listing(dialog, folder)
    imgui.end_child()
    outcomes += _name_field(dialog, ui)
    if dialog.purpose in (model.Purpose.PICTURE, model.Purpose.DRAWING):
        outcomes += _picture_options(state.preferences.picture, with_scale=dialog.purpose is model.Purpose.PICTURE)
    return outcomes + _dialog_buttons(dialog, state, ui)


def _name_field(dialog: model.FileDialog, ui: Ui) -> list[requests.Outcome]:
    kinds = ANY_FILE.get(dialog.purpose) or ", ".join(SUFFIXES.get(dialog.purpose, JSON))
    imgui.text_disabled(f"File name ({kinds})")
    imgui.set_next_item_width(fit_size(*FILES, ui).x)
    if imgui.is_window_appearing():
        imgui.set_keyboard_focus_here()
    entered, typed = imgui.input_text("##name", dialog.name, NAME_FLAGS)
    # Escape closes the dialog.  It also restores the field's old text, which must not count as typing and reopen it.
    if typed != dialog.name and not imgui.is_key_pressed(imgui.Key.escape):
        dialog = _rename(dialog, typed)
        if not entered:
            return [ShowDialog(dialog)]
    if not entered:
        return []
    imgui.set_keyboard_focus_here(-1)  # if the name is not accepted, the user can correct it right away
    return _confirm(dialog)


def _picture_options(picture: model.Picture, with_scale: bool) -> list[requests.Outcome]:
    scale = _picture_scale(picture) if with_scale else picture.scale
    _, transparent = imgui.checkbox("Transparent", picture.transparent)
    imgui.same_line()
    _, words = imgui.checkbox("Show verdict and explanation", picture.words)
    wanted = model.Picture(scale, transparent, words)
    return [SetPicture(wanted)] if wanted != picture else []


def _picture_scale(picture: model.Picture) -> int:
    scale = picture.scale
    for times in range(1, LARGEST_SCALE + 1):
        if imgui.radio_button(f"{times}×##scale", picture.scale == times):
            scale = times
        imgui.same_line()
    width, height = (side * picture.scale for side in model.PICTURE_SIZE)
    imgui.text_disabled(f"{width} × {height} pixels")
    return scale


def _dialog_buttons(dialog: model.FileDialog, state: model.State, ui: Ui) -> list[requests.Outcome]:
    size = ImVec2(100 * ui.scale, 0)
    if dialog.replacing:
        imgui.text_colored(theme.rgba(tones.WARNING), f"“{dialog.name}” already exists.")
    if dialog.fault:
        _draw_fault(dialog.fault, ui)
    if imgui.button("Cancel", size):
        return [CloseDialog()]
    imgui.same_line()
    imgui.begin_disabled(not dialog.name.strip())
    verb = VERBS.get(dialog.purpose) or ("Export" if dialog.purpose.is_export else "Save")
    confirm = "Replace" if dialog.replacing else verb
    confirmed = imgui.button(confirm, size)
    imgui.end_disabled()
    return _confirm(dialog, state.file.path) if confirmed else []


def _draw_fault(fault: str, ui: Ui) -> None:
    draw_message_icon(model.Message(fault, is_error=True))
    imgui.push_text_wrap_pos(fit_size(*FILES, ui).x)
    imgui.text_unformatted(fault)
    imgui.pop_text_wrap_pos()


def _listing(dialog: model.FileDialog, folder: Path) -> list[requests.Outcome]:
    """The parent folder, subfolders and matching files.  A click selects a file; a double click confirms it."""
    outcomes: list[requests.Outcome] = []
    outcomes += _folder_row(dialog, f"{icons_fontawesome_6.ICON_FA_ARROW_UP}  ..", folder.parent)
    try:
        entries = sorted(folder.iterdir(), key=lambda entry: entry.name.lower())
    except OSError as fault:
        imgui.text_wrapped(f"Cannot read this folder: {fault.strerror}.")
        return outcomes
    entries = [entry for entry in entries if not entry.name.startswith(".")]
    folders = dict.fromkeys(filter(_is_folder, entries))
    for entry in folders:
        outcomes += _folder_row(dialog, f"{icons_fontawesome_6.ICON_FA_FOLDER}  {entry.name}", entry)
    for entry in entries:
        if entry.name.lower().endswith(SUFFIXES.get(dialog.purpose, JSON)) and entry not in folders:
            outcomes += _file_row(dialog, entry)
    return outcomes


def _folder_row(dialog: model.FileDialog, label: str, folder: Path) -> list[requests.Outcome]:
    clicked, _ = imgui.selectable(label, False, KEEP_OPEN)
    # The first click of a double click opens the folder; the second must not select an entry in it.
    is_second = imgui.get_io().mouse_clicked_last_count[imgui.MouseButton_.left] > 1
    return [ShowDialog(_rename(dialog, dialog.name, folder))] if clicked and not is_second else []


def _file_row(dialog: model.FileDialog, entry: Path) -> list[requests.Outcome]:
    label = f"{icons_fontawesome_6.ICON_FA_FILE}  {entry.name}"
    flags = KEEP_OPEN | imgui.SelectableFlags_.allow_double_click
    if not imgui.selectable(label, entry.name == dialog.name, flags)[0]:
        return []
    if imgui.is_mouse_double_clicked(imgui.MouseButton_.left) and entry.name == dialog.name:
        return _confirm(dialog)
    return [ShowDialog(_rename(dialog, entry.name))]


def _confirm(dialog: model.FileDialog, own_path: str | None = None) -> list[requests.Outcome]:
    """The outcomes of confirming the dialog.  Asks before replacing any file except the scene's own."""
    if not dialog.name.strip():
        return []
    path = Path(dialog.folder) / _from_home(dialog.name.strip())
    if _is_folder(path) and dialog.purpose is not model.Purpose.SITE:
        return [ShowDialog(_rename(dialog, "", path))]
    if dialog.purpose in (model.Purpose.IMPORT, model.Purpose.CAPTURE):
        return [requests.ReadScene((str(path),))]
    if dialog.purpose is model.Purpose.ADD:
        return [requests.AddMeshes((str(path),))]
    if dialog.purpose is model.Purpose.SOLVER:
        return [requests.TakeSolver(str(path))]
    if dialog.purpose is model.Purpose.OPEN:
        return [requests.ReadScene((str(path),), discard=True)]  # the prompt to save came before this dialog
    path = _with_suffix(path, dialog)
    is_asked = dialog.replacing or dialog.purpose is model.Purpose.SITE  # which never overwrites other files
    if _is_there(path) and not is_asked and str(path) != own_path:
        return [ShowDialog(replace(_rename(dialog, path.name, path.parent), replacing=True))]
    if dialog.purpose is model.Purpose.SAVE:
        return [requests.SaveScene(str(path), dialog.then)]
    return [requests.Export(dialog.purpose, str(path))]


def _with_suffix(path: Path, dialog: model.FileDialog) -> Path:
    """Appends the file type's default suffix if the name lacks one.  The demo suffix has two parts."""
    purpose = dialog.purpose
    usual = dialog.suffix or SUFFIXES.get(purpose, JSON)[0]
    if purpose is model.Purpose.DEMO:
        return path if is_demo_file(path) else path.with_name(path.name.removesuffix(JSON[0]) + usual)
    known = path.name.lower().endswith(SUFFIXES.get(purpose, JSON))
    return path if known else path.with_name(path.name + usual)


def _from_home(name: str) -> str:
    return os.path.expanduser(name)  # noqa: PTH111  Path.expanduser raises for an unknown user


def _is_folder(path: Path) -> bool:
    return os.path.isdir(path)  # noqa: PTH112  Path.is_dir raises for overlong names and inaccessible link targets


def _is_there(path: Path) -> bool:
    return os.path.exists(path)  # noqa: PTH110  as above


def _rename(dialog: model.FileDialog, name: str, folder: Path | None = None) -> model.FileDialog:
    """The dialog with another name or folder, without the warnings about the previous one."""
    return replace(dialog, name=name, folder=str(folder or dialog.folder), replacing=False, fault="")


def _first_button(label: str, size: ImVec2) -> bool:
    """The default button, which loses no data.  It is focused, so Enter presses it."""
    if imgui.is_window_appearing():
        imgui.set_nav_cursor_visible(True)
    pressed = imgui.button(label, size)
    imgui.set_item_default_focus()
    return pressed


def _draw_unsaved(state: model.State, ui: Ui) -> list[requests.Outcome]:
    imgui.text(f"“{state.title}” has unsaved changes.")
    imgui.spacing()
    waiting = state.shell.unsaved
    assert waiting is not None
    discard = f"Discard and {DISCARD_VERBS[type(waiting)]}"
    size = ImVec2(max(150 * ui.scale, imgui.calc_text_size(discard).x + 2 * imgui.get_style().frame_padding.x), 0)
    if _first_button("Save", size):
        return [CloseDialog(), requests.SaveScene(then=waiting)]
    imgui.same_line()
    if imgui.button(f"{discard}##discard", size):
        return [CloseDialog(), requests.resume_request(waiting, discard=True)]
    imgui.same_line()
    return [CloseDialog()] if imgui.button("Cancel", size) else []


def _leaving(state: model.State, ui: Ui) -> list[requests.Outcome]:
    imgui.text("The window will close when this has finished:")
    if state.shell.task is not None:
        imgui.text_disabled(f"{state.shell.task.words}… {state.shell.task.seconds} s")
        draw_progress(state.shell.task, ui)
    imgui.spacing()
    size = ImVec2(150 * ui.scale, 0)
    if _first_button("Keep open", size):
        return [CloseDialog()]
    imgui.same_line()
    return [requests.Quit(discard=True, at_once=True)] if imgui.button("Quit now", size) else []


def _recovery(state: model.State, ui: Ui) -> list[requests.Outcome]:
    recovery = state.shell.recovery
    assert recovery is not None
    changes = counted(recovery.changes, "unsaved change")
    cause = "The presentation set aside" if recovery.presented else "gjkscope closed with"
    imgui.text(f"{cause} {changes} to “{recovery.name}” ({recovery.when}).")
    imgui.spacing()
    size = ImVec2(150 * ui.scale, 0)
    if _first_button("Restore", size):
        return [CloseDialog(), requests.RecoverChanges()]
    imgui.same_line()
    if imgui.button("Discard", size):
        return [CloseDialog(), requests.DiscardRecovery()]
    imgui.same_line()
    return [CloseDialog()] if imgui.button("Ask later", size) else []


NAME_FLAGS = imgui.InputTextFlags_.enter_returns_true | imgui.InputTextFlags_.auto_select_all
KEEP_OPEN = imgui.SelectableFlags_.no_auto_close_popups
MODAL_FLAGS = imgui.WindowFlags_.always_auto_resize | imgui.WindowFlags_.no_saved_settings
FROM_TOP = 0.08  # top edge of the overlays, as a fraction of the window height
LIGHT_FLAGS = (
    imgui.WindowFlags_.no_title_bar
    | imgui.WindowFlags_.always_auto_resize
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_nav_inputs
)
WITH_CHILDREN = imgui.HoveredFlags_.child_windows | imgui.HoveredFlags_.allow_when_blocked_by_active_item
