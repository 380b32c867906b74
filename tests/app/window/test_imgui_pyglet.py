"""User input in the window reaches Dear ImGui, and nothing else when it belongs to it."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from tests.app.harness import Harness, headless_window  # isort: skip  first of all that loads pyglet.window
from imgui_bundle import imgui
from pyglet.clock import Clock
from pyglet.window import key, mouse

from gjkscope.app.window.imgui.pyglet_backend import NOWHERE, ImGuiLayer, screen_scale
from gjkscope.app.window.loop import FrameLoop
from gjkscope.app.window.platform.display import window_graphics

Rect = tuple[float, float, float, float]


class Bench:
    """A window with one panel filled by the test, and the positions of its widgets."""

    def __init__(self) -> None:
        self.window = headless_window(640, 480)
        self.ctx = window_graphics(self.window)
        self.layer = ImGuiLayer(self.window)
        self.now = 0.0
        self.loop = FrameLoop(self.window, self.frame, clock=Clock(lambda: self.now))
        self.person = Harness(self.window, self.loop.run_frame)
        self.panel: Callable[[], None] = lambda: None
        self.rects: dict[str, Rect] = {}
        self.text = ""

    def frame(self, dt: float) -> None:
        self.layer.new_frame(dt)
        imgui.dock_space_over_viewport(flags=imgui.DockNodeFlags_.passthru_central_node)
        imgui.set_next_window_pos((20, 40), imgui.Cond_.once)
        imgui.set_next_window_size((300, 200), imgui.Cond_.once)
        imgui.begin("Panel", None, imgui.WindowFlags_.no_docking)
        self.panel()
        imgui.end()
        self.ctx.clear(0.1, 0.2, 0.3)
        self.layer.render()
        self.loop.animating = self.layer.busy

    def mark(self, name: str) -> None:
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        self.rects[name] = (low.x, low.y, high.x, high.y)

    def click(self, name: str) -> None:
        self.person.run_frames(2)
        left, top, right, bottom = self.rects[name]
        self.person.click((left + right) / 2, (top + bottom) / 2)

    def input_text(self) -> None:
        _, self.text = imgui.input_text("name", self.text)
        self.mark("name")


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    bench.person.move(0, 0)
    bench.person.run_frames(2)  # Dear ImGui determines the hovered item in the previous frame
    yield bench
    bench.layer.close()
    bench.window.close()


def io() -> imgui.IO:
    return imgui.get_io()


class TestMouse:
    def test_a_click_presses_the_button_under_it_and_no_other(self, bench: Bench) -> None:
        pressed = []

        def panel() -> None:
            for name in ("one", "two"):
                if imgui.button(name):
                    pressed.append(name)
                bench.mark(name)

        bench.panel = panel
        bench.click("two")
        assert pressed == ["two"]

    def test_the_position_is_relative_to_the_top_left(self, bench: Bench) -> None:
        bench.person.move(123, 45)
        assert tuple(io().mouse_pos) == (123, 45)

    @pytest.mark.parametrize(("button", "index"), [("left", 0), ("right", 1), ("middle", 2)])
    def test_each_button_is_distinguished(self, bench: Bench, button: str, index: int) -> None:
        bench.person.press(button)
        assert [down for down in range(5) if imgui.is_mouse_down(down)] == [index]
        bench.person.release(button)
        assert not any(imgui.is_mouse_down(down) for down in range(5))

    def test_a_tab_can_be_clicked_as_soon_as_the_mouse_is_there(self, bench: Bench) -> None:
        chosen = []

        def panel() -> None:
            imgui.begin_tab_bar("tabs")
            for name in ("one", "two"):
                if imgui.begin_tab_item(name)[0]:
                    chosen.append(name)
                    imgui.end_tab_item()
                bench.mark(name)
            imgui.end_tab_bar()

        bench.panel = panel
        bench.person.run_frames(3)
        left, top, right, bottom = bench.rects["two"]
        pixel = ((left + right) // 2, bench.window.height - 1 - (top + bottom) // 2)
        bench.window.dispatch_event("on_mouse_motion", *pixel, 0, 0)
        bench.window.dispatch_event("on_mouse_press", *pixel, mouse.LEFT, 0)
        bench.window.dispatch_event("on_mouse_release", *pixel, mouse.LEFT, 0)
        assert chosen[-1] == "one"
        bench.person.run_frames(4)
        assert chosen[-1] == "two"
        assert not bench.layer.busy

    def test_two_buttons_dragged_at_once_are_both_held_until_released(self, bench: Bench) -> None:
        person = bench.person
        person.move(400, 300)
        person.press("left")
        person.press("right")
        person.move(420, 310)
        assert (imgui.is_mouse_down(0), imgui.is_mouse_down(1), imgui.is_mouse_down(2)) == (True, True, False)
        assert tuple(imgui.get_mouse_drag_delta(0)) == tuple(imgui.get_mouse_drag_delta(1)) == (20, 10)
        person.release("left")
        person.move(430, 310)
        assert (imgui.is_mouse_down(0), imgui.is_mouse_down(1)) == (False, True)
        assert bench.layer.busy
        person.release("right")
        assert not imgui.is_mouse_down(1)
        assert not bench.layer.busy

    def test_a_drag_moves_a_slider(self, bench: Bench) -> None:
        values = [0.0]

        def panel() -> None:
            values.append(imgui.slider_float("radius", values[-1], 0.0, 1.0)[1])
            bench.mark("radius")

        bench.panel = panel
        bench.person.run_frames(2)
        left, top, right, bottom = bench.rects["radius"]
        middle = (top + bottom) / 2
        bench.person.drag((left + 8, middle), ((left + right) / 2, middle))
        assert 0.2 < values[-1] < 0.8
        assert len(set(values)) > 4  # it followed instead of jumping

    @pytest.mark.parametrize(
        ("up", "right", "wheel"), [(1, 0, (0, 1)), (-2, 0, (0, -2)), (0, 1, (-1, 0)), (0, -1, (1, 0))]
    )
    def test_the_wheel_turns_on_both_axes(
        self, bench: Bench, up: float, right: float, wheel: tuple[float, float]
    ) -> None:
        """Dear ImGui counts to the left; X11, in pyglet, to the right."""
        seen: list[tuple[float, float]] = []
        bench.panel = lambda: seen.append((io().mouse_wheel_h, io().mouse_wheel))
        bench.person.scroll(400, 300, up=up, right=right)
        assert wheel in seen

    def test_leaving_the_window_ends_hovering(self, bench: Bench) -> None:
        bench.person.move(100, 100)
        assert bench.layer.wants_mouse
        bench.person.leave()
        assert not bench.layer.wants_mouse
        assert not imgui.is_mouse_pos_valid()

    def test_a_drag_continues_outside_the_window_and_ends_there(self, bench: Bench) -> None:
        person = bench.person
        person.move(400, 300)
        person.press()
        person.leave()
        person.move(700, 300)
        assert tuple(imgui.get_mouse_drag_delta(0)) == (300, 0)
        person.release()
        person.run_frames()  # Dear ImGui processes the release and the leave in two frames
        assert not imgui.is_mouse_pos_valid()
        person.enter(10, 10)
        assert tuple(io().mouse_pos) == (10, 10)

    def test_the_mouse_belongs_to_a_panel_over_it_and_otherwise_to_the_scene(self, bench: Bench) -> None:
        """The central node of the dock space lets the mouse through."""
        bench.person.move(100, 100)
        assert bench.layer.wants_mouse
        bench.person.move(500, 400)
        assert not bench.layer.wants_mouse

    def test_the_cursor_takes_the_shape_requested_by_the_widget(
        self, bench: Bench, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        shapes: list[str] = []
        monkeypatch.setattr(bench.window, "get_system_mouse_cursor", shapes.append)
        bench.panel = bench.input_text
        bench.click("name")
        bench.person.move(500, 400)
        bench.click("name")
        assert shapes == [bench.window.CURSOR_TEXT]  # created once


class TestKeyboard:
    def test_typed_text_arrives_with_characters_of_any_script(self, bench: Bench) -> None:
        bench.panel = bench.input_text
        bench.click("name")
        bench.person.type_text("déjà ‖v‖ Ω")
        assert bench.text == "déjà ‖v‖ Ω"

    def test_a_non_bmp_character_arrives_whole_or_as_surrogates(self, bench: Bench) -> None:
        """Windows sends two surrogates, one event each."""
        bench.panel = bench.input_text
        bench.click("name")
        for part in ("\U0001d53b", "\ud835", "\udd3b"):
            bench.window.dispatch_event("on_text", part)
        bench.person.run_frames(2)
        assert bench.text == "\U0001d53b\U0001d53b"

    def test_fast_typing_is_not_lost(self, bench: Bench) -> None:
        """All input between two frames is handled in the following frames, without waiting for another event."""
        bench.panel = bench.input_text
        bench.click("name")
        for character in "fast typist":
            bench.window.dispatch_event("on_key_press", ord(character), 0)
            bench.window.dispatch_event("on_text", character)
            bench.window.dispatch_event("on_key_release", ord(character), 0)
        drawn, asked = bench.loop.frames, bench.now
        while bench.text != "fast typist":
            timeout = bench.loop.idle()
            assert timeout is not None
            bench.now += timeout
        assert bench.now - asked <= (bench.loop.frames - drawn) / 50

    def test_a_key_that_pyglet_also_reports_as_text_motion_acts_once(self, bench: Bench) -> None:
        bench.panel = bench.input_text
        bench.click("name")
        bench.person.type_text("abcdef")
        bench.person.keys("BACKSPACE", "LEFT", "LEFT", "DELETE")
        bench.person.type_text("X")
        assert bench.text == "abcXe"

    def test_copy_cut_and_paste_use_the_window_s_clipboard(self, bench: Bench) -> None:
        bench.panel = bench.input_text
        bench.click("name")
        bench.person.type_text("né")
        bench.person.key("A", "ctrl")
        bench.person.key("C", "ctrl")
        assert bench.window.clipboard == "né"
        bench.person.key("END")
        bench.window.clipboard = "−1‖"
        bench.person.key("V", "ctrl")
        assert bench.text == "né−1‖"
        bench.person.key("A", "ctrl")
        bench.person.key("X", "ctrl")
        assert (bench.text, bench.window.clipboard) == ("", "né−1‖")

    @pytest.mark.parametrize(
        ("pressed", "where"),
        [
            ("COMMA", imgui.Key.comma),
            ("LESS", imgui.Key.comma),
            ("_1", imgui.Key._1),
            ("EXCLAMATION", imgui.Key._1),
            ("NUM_1", imgui.Key.keypad1),
            ("NUM_END", imgui.Key.keypad1),
            ("F12", imgui.Key.f12),
            ("Z", imgui.Key.z),
            ("ESCAPE", imgui.Key.escape),
        ],
    )
    def test_a_key_is_named_by_its_position_not_by_its_character(
        self, bench: Bench, pressed: str, where: imgui.Key
    ) -> None:
        seen: list[bool] = []
        bench.panel = lambda: seen.append(imgui.is_key_pressed(where, repeat=False))
        bench.person.key(pressed)
        assert seen.count(True) == 1

    def test_a_shortcut_with_two_modifiers(self, bench: Bench) -> None:
        # As numbers: Python 3.11.2, which Debian ships, cannot combine members of this flag.
        chord = int(imgui.Key.mod_ctrl) | int(imgui.Key.mod_shift) | int(imgui.Key.z)
        seen: list[bool] = []
        bench.panel = lambda: seen.append(imgui.is_key_chord_pressed(chord))
        bench.person.key("Z", "ctrl+shift")
        assert seen.count(True) == 1
        assert not io().key_mods

    def test_a_modifier_released_in_another_window_is_not_stuck(self, bench: Bench) -> None:
        bench.window.dispatch_event("on_key_press", key.LCTRL, 0)
        bench.person.run_frames()
        assert io().key_ctrl
        bench.person.click(500, 400)
        assert not io().key_ctrl

    def test_losing_focus_releases_everything_held(self, bench: Bench) -> None:
        bench.person.press("left")
        bench.window.dispatch_event("on_key_press", key.W, 0)
        bench.person.run_frames()
        assert (imgui.is_mouse_down(0), imgui.is_key_down(imgui.Key.w)) == (True, True)
        bench.person.lose_focus()
        assert (imgui.is_mouse_down(0), imgui.is_key_down(imgui.Key.w)) == (False, False)
        assert not bench.layer.busy

    def test_keys_belong_to_a_text_field_while_it_is_edited(self, bench: Bench) -> None:
        bench.panel = bench.input_text
        assert not bench.layer.wants_key(key.COMMA)
        bench.click("name")
        assert bench.layer.wants_key(key.COMMA)
        bench.person.click(500, 400)
        assert not bench.layer.wants_key(key.COMMA)

    def test_the_focused_widget_takes_only_navigation_and_activation_keys(self, bench: Bench) -> None:
        def panel() -> None:
            imgui.button("one")
            bench.mark("one")
            imgui.button("two")

        bench.panel = panel
        bench.click("one")
        assert not bench.layer.wants_key(key.SPACE)
        bench.person.key("DOWN")
        assert bench.layer.wants_key(key.SPACE)
        assert not bench.layer.wants_key(key.COMMA)

    def test_keys_belong_to_an_open_menu(self, bench: Bench) -> None:
        def panel() -> None:
            if imgui.button("open"):
                imgui.open_popup("menu")
            bench.mark("open")
            if imgui.begin_popup("menu"):
                imgui.menu_item_simple("item")
                imgui.end_popup()

        bench.panel = panel
        bench.click("open")
        bench.person.run_frames(2)
        assert bench.layer.wants_key(key.SPACE)


class TestDisplay:
    @pytest.mark.parametrize("delay", [imgui.HoveredFlags_.delay_short, imgui.HoveredFlags_.delay_normal])
    def test_a_tool_tip_appears_without_further_events(self, bench: Bench, delay: imgui.HoveredFlags_) -> None:
        shown: list[float] = []

        def panel() -> None:
            imgui.button("one")
            bench.mark("one")
            if imgui.is_item_hovered(imgui.HoveredFlags_.stationary | delay):
                imgui.set_tooltip("what it does")
                shown.append(bench.now)

        bench.panel = panel
        bench.person.run_frames(2)
        left, top, _, _ = bench.rects["one"]
        bench.window.dispatch_event("on_mouse_motion", left + 5, bench.window.height - 1 - (top + 5), 1, 1)
        while (timeout := bench.loop.idle()) is not None:
            bench.now += timeout
        assert len(shown) >= 2  # measured, then drawn
        assert shown[0] < 1.0

    def test_resizing_is_handled(self, bench: Bench) -> None:
        bench.person.resize(801, 333)
        assert tuple(io().display_size) == (801, 333)
        picture = bench.person.screenshot()
        assert picture.shape == (333, 801, 3)
        assert np.abs(picture[-1, -1].astype(int) - (26, 51, 77)).max() <= 1  # the new corner was drawn

    def test_a_high_dpi_framebuffer_keeps_the_units(self, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(bench.window, "get_framebuffer_size", lambda: (1280, 960))
        bench.person.run_frames()
        assert tuple(io().display_size) == (640, 480)
        assert tuple(io().display_framebuffer_scale) == (2, 2)

    def test_a_panel_is_drawn(self, bench: Bench) -> None:
        bench.panel = lambda: imgui.text("Hello")
        bench.person.run_frames(3)
        picture = bench.person.screenshot()
        inside, outside = picture[45:235, 25:315], picture[300:, 400:]
        assert inside.std(axis=(0, 1)).min() > 1
        assert outside.std(axis=(0, 1)).max() == 0

    @pytest.mark.parametrize(
        ("pixels_per_96", "framebuffer", "scale"),
        [(1.0, 640, 1.0), (2.0, 640, 2.0), (1.3, 640, 1.25), (2.0, 1280, 1.0), (0.8, 640, 1.0)],
    )
    def test_the_ui_scale_follows_the_screen(
        self, bench: Bench, monkeypatch: pytest.MonkeyPatch, pixels_per_96: float, framebuffer: int, scale: float
    ) -> None:
        """If a unit is already two pixels, Dear ImGui draws finer, not larger."""
        monkeypatch.setattr(type(bench.window), "scale", pixels_per_96)
        monkeypatch.setattr(bench.window, "get_framebuffer_size", lambda: (framebuffer, 480))
        assert screen_scale(bench.window) == scale

    def test_the_mouse_outside_the_window_is_reported_as_no_mouse(self, bench: Bench) -> None:
        io().add_mouse_pos_event(*NOWHERE)
        bench.person.run_frames()
        assert not imgui.is_mouse_pos_valid()

    def test_no_file_is_written(self, bench: Bench) -> None:
        assert not io().get_ini_filename()
