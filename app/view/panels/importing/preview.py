"""The preview of the import dialog: the pair in 3D, its verdict and distance, and whether printed digits decide it.

Dragging orbits, the wheel zooms, a double click brings everything into view.
"""

from functools import lru_cache

from imgui_bundle import ImVec2, imgui, imgui_ctx

from gjkscope.app.base.identity import Identity
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.state.actions import Action, FrameAll, Orbit, ShowUpwards, Zoom, update
from gjkscope.app.state.inspection.traces import default_answer
from gjkscope.app.state.model import State, Theme, View
from gjkscope.app.view.drawing.drawlist import DrawList
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.sideways import same_line_if_fits
from gjkscope.app.view.panels.toolkit.ui import Rect, Ui
from gjkscope.app.view.panels.toolkit.verdict import draw_unread_note, unread_width
from gjkscope.app.view.panels.viewport.viewport import draw_image, draw_overlay
from gjkscope.app.view.tones import OF_VERDICT
from gjkscope.app.view.words.verdict import distance_text, proof_mark
from gjkscope.engine.evidence.explain import verdict_words
from gjkscope.engine.result import Result
from gjkscope.engine.shapes.kinds import PlacedPair

PANE = "import"


def draw_preview(
    preview: State, camera: OrbitCamera | None, z_up: bool, ui: Ui, shown_theme: Theme, size: ImVec2
) -> OrbitCamera | None:
    """Draws the pair, and returns the camera after what the user did; None: everything is in view."""
    left, top = imgui.get_cursor_screen_pos()
    rect: Rect = (left, top, max(size.x, 16.0), max(size.y, 16.0))
    state = _seen_state(Identity(preview), camera, z_up, shown_theme, round(rect[2] / rect[3], 3))
    imgui.invisible_button("##preview", ImVec2(rect[2], rect[3]))
    camera = _move_camera(state, camera, rect)
    state = _seen_state(Identity(preview), camera, z_up, shown_theme, round(rect[2] / rect[3], 3))
    after = imgui.get_cursor_screen_pos()
    drawing = _drawing(Identity(state))
    draw_image(drawing, state, View.WORLD, ui, rect, PANE)
    draw_overlay(drawing, state, View.WORLD, ui, rect)
    imgui.set_cursor_screen_pos(after)
    return camera


def draw_answer(preview: State, ui: Ui) -> None:
    """Draws the verdict and the distance of the pair, as soon as they are known."""
    a, b = preview.document.pair_bodies
    placed: PlacedPair = (a.shape, a.pose, b.shape, b.pose)
    known = ui.jobs.request("import answer", default_answer, placed)
    if known is None or not known.current:
        imgui.text_disabled("…")
        return
    answer: Result = known.value
    with imgui_ctx.push_font(*ui.fonts.bold):
        imgui.text_colored(theme.rgba(OF_VERDICT[answer.verdict]), verdict_words(answer).capitalize())
    imgui.same_line()
    with imgui_ctx.push_font(*ui.fonts.mono):
        imgui.text_unformatted(distance_text(answer))
    words, color = proof_mark(answer)
    imgui.same_line()
    imgui.text_colored(theme.rgba(color), words)
    if preview.document.scene.unread:
        same_line_if_fits(unread_width(preview.document.scene))
    draw_unread_note(preview.document.scene)


def _move_camera(state: State, camera: OrbitCamera | None, rect: Rect) -> OrbitCamera | None:
    io = imgui.get_io()
    if imgui.is_item_hovered() and imgui.is_mouse_double_clicked(imgui.MouseButton_.left):
        return None
    action: Action | None = None
    if imgui.is_item_active() and (io.mouse_delta.x or io.mouse_delta.y):
        action = Orbit(io.mouse_delta.x, io.mouse_delta.y, View.WORLD)
    elif imgui.is_item_hovered() and io.mouse_wheel:
        action = Zoom(View.WORLD, io.mouse_wheel, (0.0, 0.0), rect[2] / rect[3])
    return camera if action is None else update(state, action).view.cameras.world


@lru_cache(maxsize=4)
def _seen_state(known: Identity, camera: OrbitCamera | None, z_up: bool, shown_theme: Theme, aspect: float) -> State:
    """The preview in this theme, seen by the camera, or with everything in view."""
    preview: State = known.value
    state = update(replace(preview, appearance=replace(preview.appearance, theme=shown_theme)), ShowUpwards(z_up))
    if camera is None:
        return update(state, FrameAll(aspect))
    cameras = replace(state.view.cameras, world=camera)
    return replace(state, view=replace(state.view, cameras=cameras))


@lru_cache(maxsize=4)
def _drawing(known: Identity) -> DrawList:
    """Cached, because a thousand bodies take a while to compare."""
    state: State = known.value
    return world_drawing(state)
