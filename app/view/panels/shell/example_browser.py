"""The example browser: thumbnails of all bundled scenes, grouped by engine or by cause.

The first match is selected at first, a click selects another scene: the details column shows its description, its
expected result and gjkscope's answer.  Enter, a double click or the button Open opens it.
"""

from typing import NamedTuple

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.ask.runs.answers import expectation
from gjkscope.app.scenes.demo_examples import DEMOS, DemoExample, demos_with
from gjkscope.app.scenes.examples import TEACHING, Example, example_scene, group_examples
from gjkscope.app.scenes.museum_table import RIGHT, shipped_table
from gjkscope.app.state.actions import BrowseExamples, CloseDialog, first_pair
from gjkscope.app.state.inspection.traces import default_answer
from gjkscope.app.state.model import ExampleBrowser, State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.requests import OpenLink, Outcome, ReadScene
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.follow import keep_in_view
from gjkscope.app.view.panels.toolkit.ui import Ui, room_below
from gjkscope.app.view.panels.toolkit.widgets import text_lines, tool_tip
from gjkscope.app.view.tones import OF_VERDICT
from gjkscope.app.view.words.markup import without_marks
from gjkscope.app.view.words.verdict import distance_text
from gjkscope.engine.evidence.explain import verdict_words
from gjkscope.engine.result import Result
from gjkscope.engine.shapes.kinds import PlacedPair
from gjkscope.engine.text import number

TITLE = "Examples"
SHARE = (0.88, 0.84)  # width and height as fractions of the window
DETAIL_WIDTH = 320.0  # pixels at 100 % scale, as are the sizes below
LEAST_HEIGHT = 200.0  # of the tiles; in a lower window the dialog itself scrolls
TILE = (144.0, 90.0)
MARGIN = 2.0  # around the words below a thumbnail
TITLE_LINES, LEADING = (
    3,
    1.25,
)  # lines below a thumbnail: the title in two, and the origin; line spacing in text heights
GAP = 8.0
STILL_WRONG, RIGHT_NOW = icons_fontawesome_6.ICON_FA_XMARK, icons_fontawesome_6.ICON_FA_CHECK
PICTURE = (192.0, 120.0)
ROUNDING = 4.0


class ExampleTile(NamedTuple):
    """An example within a group.  When grouped by cause, an example can appear in several groups."""

    group: str
    example: Example | DemoExample

    @property
    def key(self) -> str:
        return f"{self.group}/{self.example.name}"


class GridLine(NamedTuple):
    """A line of the grid: a group title or a row of tiles."""

    title: str
    tiles: tuple[ExampleTile, ...]


def draw_example_browser(_state: State, browser: ExampleBrowser, ui: Ui) -> list[Outcome]:
    """Draws the browser's contents and returns what the user chose."""
    area = imgui.get_main_viewport().work_size
    width, height = SHARE[0] * area.x, SHARE[1] * area.y
    detail = min(DETAIL_WIDTH * ui.scale, 0.4 * width)
    outcomes = _search(browser, ui)
    height = min(height, max(room_below(), LEAST_HEIGHT * ui.scale))
    room = width - detail - imgui.get_style().scrollbar_size
    columns = max(int((room + GAP * ui.scale) / ((TILE[0] + GAP) * ui.scale)), 1)
    lines = grid_lines(browser.by_cause, browser.query, columns)
    imgui.begin_child("tiles", ImVec2(width - detail, height), 0, imgui.WindowFlags_.no_nav)
    chosen = chosen_tile(lines, browser.chosen)
    hovered: ExampleTile | None = None
    for line in lines:
        if line.title:
            _title(line.title, ui)
        for number_, tile in enumerate(line.tiles):
            if number_:
                imgui.same_line(0, GAP * ui.scale)
            outcome = _tile(tile, chosen is not None and tile.key == chosen.key, ui)
            hovered = tile if imgui.is_item_hovered() else hovered
            outcomes += _browse_outcomes(outcome, tile, browser)
    if not lines:
        imgui.text_disabled("No matches")
    imgui.end_child()
    imgui.same_line()
    imgui.begin_child("about", ImVec2(0 if width <= detail else detail, height))
    if chosen is not None:
        outcomes += _open_button(chosen.example)
        outcomes += _about((hovered or chosen).example, ui)
    imgui.end_child()
    return outcomes or _by_keys(browser, lines)


def grid_lines(by_cause: bool, query: str, columns: int) -> list[GridLine]:
    """The non-empty groups, each as a title followed by rows of at most `columns` tiles."""
    lines: list[GridLine] = []
    scenes, demos = group_examples(by_cause, query), demos_with(query)
    groups: dict[str, tuple[Example | DemoExample, ...]] = {TEACHING: scenes.pop(TEACHING, ()), DEMOS: demos, **scenes}
    for group, examples in groups.items():
        if not examples:
            continue
        lines.append(GridLine(f"{group}  ·  {len(examples)}", ()))
        tiles = tuple(ExampleTile(group, example) for example in examples)
        lines += [GridLine("", tiles[i : i + columns]) for i in range(0, len(tiles), columns)]
    return lines


def chosen_tile(lines: list[GridLine], chosen: str) -> ExampleTile | None:
    """The tile with that key, or the first one; None if there are no tiles."""
    tiles = [tile for line in lines for tile in line.tiles]
    return next((tile for tile in tiles if tile.key == chosen), tiles[0] if tiles else None)


def move_selection(lines: list[GridLine], chosen: str, across: int, down: int) -> str:
    """The key of the tile `across` or `down` from the chosen one, or from the first one if none is chosen."""
    rows = [line.tiles for line in lines if line.tiles]
    at = next(((r, c) for r, row in enumerate(rows) for c, tile in enumerate(row) if tile.key == chosen), None)
    if not rows:
        return chosen
    at = at or (0, 0)
    tiles = [tile for row in rows for tile in row]
    if across:
        target = sum(len(row) for row in rows[: at[0]]) + at[1] + across
        return tiles[min(max(target, 0), len(tiles) - 1)].key
    row = rows[min(max(at[0] + down, 0), len(rows) - 1)]
    return row[min(at[1], len(row) - 1)].key


def _search(browser: ExampleBrowser, ui: Ui) -> list[Outcome]:
    imgui.set_next_item_width(DETAIL_WIDTH * ui.scale)
    if imgui.is_window_appearing():
        imgui.set_keyboard_focus_here()
    hint = f"{icons_fontawesome_6.ICON_FA_MAGNIFYING_GLASS} Title, engine, shape or keyword"
    _, query = imgui.input_text_with_hint("##example", hint, browser.query)
    imgui.same_line(0, 20 * ui.scale)
    by_cause = browser.by_cause
    for words, value in (("By engine", False), ("By cause", True)):
        if imgui.radio_button(words, browser.by_cause is value):
            by_cause = value
        imgui.same_line(0, 12 * ui.scale)
    imgui.new_line()
    # Escape closes the browser.  It also resets the field, which must not count as typing and reopen it.
    if imgui.is_key_pressed(imgui.Key.escape):
        return []
    wanted = BrowseExamples(query, by_cause, browser.chosen)
    return [wanted] if (query, by_cause) != (browser.query, browser.by_cause) else []


def _title(words: str, ui: Ui) -> None:
    with imgui_ctx.push_font(*ui.fonts.bold):
        imgui.separator_text(words)


def _tile(tile: ExampleTile, chosen: bool, ui: Ui) -> bool:
    """Draws a thumbnail with its title and origin below; returns whether it was clicked."""
    size = ImVec2(TILE[0] * ui.scale, (TILE[1] + 2 * MARGIN) * ui.scale + TITLE_LINES * _line_height(ui))
    flags = imgui.SelectableFlags_.allow_double_click | imgui.SelectableFlags_.no_auto_close_popups
    low = imgui.get_cursor_screen_pos()
    clicked, _ = imgui.selectable(f"##tile {tile.key}", chosen, flags, size)
    if chosen:
        keep_in_view(tile.key)
    if not imgui.is_item_visible():
        return clicked
    high = ImVec2(low.x + size.x, low.y + TILE[1] * ui.scale)
    canvas = imgui.get_window_draw_list()
    if texture := ui.renderer.pictures.texture(tile.example.thumbnail):
        canvas.add_image_rounded(
            imgui.ImTextureRef(texture.glo), low, high, ImVec2(0, 0), ImVec2(1, 1), 0xFFFFFFFF, ROUNDING * ui.scale
        )
    _badge(tile.example, ImVec2(high.x, low.y), ui)
    _tile_words(tile.example, ImVec2(low.x + MARGIN * ui.scale, high.y + MARGIN * ui.scale), ui)
    return clicked


def _tile_words(example: Example | DemoExample, corner: ImVec2, ui: Ui) -> None:
    """The title in at most two lines, and where the pair comes from."""
    face, canvas = ui.fonts.small, imgui.get_window_draw_list()
    title, origin = example.title
    with imgui_ctx.push_font(*face):
        lines = [(line, imgui.Col_.text) for line in text_lines(title, (TILE[0] - 2 * MARGIN) * ui.scale)]
        if origin:
            lines.append((origin, imgui.Col_.text_disabled))
        for number_, (words, color) in enumerate(lines):
            canvas.add_text(ImVec2(corner.x, corner.y + number_ * _line_height(ui)), imgui.get_color_u32(color), words)


def _line_height(ui: Ui) -> float:
    return LEADING * ui.fonts.small.size * ui.scale


def _browse_outcomes(clicked: bool, tile: ExampleTile, browser: ExampleBrowser) -> list[Outcome]:
    if not clicked:
        return []
    if imgui.is_mouse_double_clicked(imgui.MouseButton_.left):
        return _open(tile.example)
    return [BrowseExamples(browser.query, browser.by_cause, tile.key)]


def _open(example: Example | DemoExample) -> list[Outcome]:
    return [CloseDialog(), ReadScene((str(example.path),), is_example=True)]


def _open_button(example: Example | DemoExample) -> list[Outcome]:
    """Opens the selected scene, also while another one is hovered."""
    pressed = imgui.button(f"{icons_fontawesome_6.ICON_FA_FOLDER_OPEN} Open##example")
    tool_tip(f"Open {example.title.title} (Enter)")
    return _open(example) if pressed else []


def _by_keys(browser: ExampleBrowser, lines: list[GridLine]) -> list[Outcome]:
    """The arrow keys select a tile; Enter opens it."""
    if imgui.is_key_pressed(imgui.Key.enter) or imgui.is_key_pressed(imgui.Key.keypad_enter):
        chosen = chosen_tile(lines, browser.chosen)
        return _open(chosen.example) if chosen else []
    for key, (across, down) in ARROWS.items():
        if imgui.is_key_pressed(key):
            return [
                BrowseExamples(browser.query, browser.by_cause, move_selection(lines, browser.chosen, across, down))
            ]
    return []


def _about(example: Example | DemoExample, ui: Ui) -> list[Outcome]:
    if texture := ui.renderer.pictures.texture(example.thumbnail):
        width = imgui.get_content_region_avail().x
        imgui.image(imgui.ImTextureRef(texture.glo), ImVec2(width, width * PICTURE[1] / PICTURE[0]))
    with imgui_ctx.push_font(*ui.fonts.bold):
        imgui.text_wrapped(example.title.title)
    if isinstance(example, DemoExample):
        imgui.text_disabled(f"a demo of {example.title.origin} min")
        imgui.spacing()
        imgui.text_wrapped(without_marks(example.about))
        return []
    return _about_scene(example, ui)


def _about_scene(example: Example, ui: Ui) -> list[Outcome]:
    scene = example_scene(example.path)
    imgui.push_style_color(imgui.Col_.text, theme.rgba(tones.TEXT_DIM))
    imgui.text_wrapped("  ·  ".join(dict.fromkeys((example.title.origin or example.engine, *example.causes))))
    imgui.pop_style_color()
    imgui.spacing()
    imgui.text_wrapped(without_marks(scene.about or ""))
    outcomes: list[Outcome] = []
    if scene.source:
        imgui.spacing()
        if imgui.text_link(f"{scene.source.partition('://')[2]}##source"):
            outcomes = [OpenLink(scene.source)]
    imgui.spacing()
    _answers(example, ui)
    _engines(example, ui)
    imgui.spacing()
    imgui.text_disabled(example.path.name)
    return outcomes


def _answers(example: Example, ui: Ui) -> None:
    """Draws the expected result of the scene's first pair, if known, and gjkscope's answer."""
    scene = example_scene(example.path)
    pair = first_pair(scene)
    a, b = (scene.body(name) for name in pair)
    if expected := expectation(scene, pair):
        truth = "" if expected.signed_distance is None else f"  {number(expected.signed_distance)} m"
        _answer_line("expected", expected.verdict, truth, ui)
    placed: PlacedPair = (a.shape, a.pose, b.shape, b.pose)
    known = ui.jobs.request("example", default_answer, placed)
    if known is not None and known.current:
        answer: Result = known.value
        _answer_line("gjkscope", verdict_words(answer), f"  {distance_text(answer)}", ui)
    else:
        _answer_line("gjkscope", "…", "", ui)


def _engines(example: Example, ui: Ui) -> None:
    """Draws which engines are still wrong about a pair of the museum, and which are right."""
    table = shipped_table()
    outcomes = table.scenes.get(example.name, ())
    if not outcomes:
        return
    imgui.spacing()
    with imgui_ctx.push_font(*ui.fonts.small):
        imgui.push_text_wrap_pos(0)
        for outcome in outcomes:
            if outcome.failed:
                words = f"{STILL_WRONG} still wrong in {table.engines[outcome.engine].words}: {outcome.words}"
                imgui.text_colored(theme.rgba(tones.BAD), words)
        right = [table.engines[outcome.engine].words for outcome in outcomes if outcome.outcome == RIGHT]
        if right:
            imgui.text_colored(theme.rgba(tones.GOOD), f"{RIGHT_NOW} right in {', '.join(right)}")
        imgui.text_disabled(f"asked on {table.date}")
        imgui.pop_text_wrap_pos()


def _badge(example: Example | DemoExample, corner: ImVec2, ui: Ui) -> None:
    """Draws the number of engines that are still wrong, at the upper right corner of a thumbnail."""
    count = sum(outcome.failed for outcome in shipped_table().scenes.get(example.name, ()))
    if not count:
        return
    words, canvas = f"{STILL_WRONG} {count}", imgui.get_window_draw_list()
    with imgui_ctx.push_font(*ui.fonts.small):
        size, margin = imgui.calc_text_size(words), 4 * ui.scale
        low = ImVec2(corner.x - size.x - 3 * margin, corner.y + margin)
        high = ImVec2(corner.x - margin, low.y + size.y + margin)
        canvas.add_rect_filled(low, high, imgui.get_color_u32(imgui.Col_.popup_bg), ROUNDING * ui.scale)
        at = ImVec2(low.x + margin, low.y + margin / 2)
        canvas.add_text(at, imgui.get_color_u32(theme.rgba(tones.BAD)), words)


def _answer_line(who: str, verdict: str, distance: str, ui: Ui) -> None:
    imgui.text_disabled(who)
    imgui.same_line(84 * ui.scale)
    tone = next((color for kind, color in OF_VERDICT.items() if kind.value == verdict), tones.TEXT)
    imgui.text_colored(theme.rgba(tone), verdict)
    imgui.same_line(0, 0)
    with imgui_ctx.push_font(*ui.fonts.mono):
        imgui.text_unformatted(distance)


ARROWS = {
    imgui.Key.left_arrow: (-1, 0),
    imgui.Key.right_arrow: (1, 0),
    imgui.Key.up_arrow: (0, -1),
    imgui.Key.down_arrow: (0, 1),
}
