"""The player's modules can be joined into one script."""

import re
from importlib.resources import files

from gjkscope.app.share.web.bundle import (
    ELEMENT,
    PLANE,
    STYLE,
    element_script,
    join_modules,
    player_script,
    player_style,
    script_of,
)
from gjkscope.app.state.model import Theme
from gjkscope.app.view import tones

PLAYER = files("gjkscope.app.share.web").joinpath("player")
MODULES = sorted(path.name for path in PLAYER.iterdir() if path.name.endswith(".js"))
IMPORT = re.compile(r'^import \{ ([^}]*) \} from "\./([\w-]+\.js)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?:async )?(?:function|class|const) (\w+)", re.MULTILINE)
TOP_LEVEL = re.compile(r"^(?:export )?(?:async )?(?:function\*?|class|const|let) (\w+)", re.MULTILINE)
DESTRUCTURED = re.compile(r"^(?:export )?const [\[{]", re.MULTILINE)


def test_every_module_is_in_the_script_once() -> None:
    script = script_of(ELEMENT, PLANE)
    headings = re.findall(r"^// ([\w-]+\.js)$", script, re.MULTILINE)
    assert sorted(headings) == MODULES
    assert not re.search(r"^(import|export)\b", script, re.MULTILINE)
    of_pages = re.findall(r"^// ([\w-]+\.js)$", join_modules(), re.MULTILINE)
    assert of_pages == [name for name in headings if name not in (ELEMENT, STYLE)], "pages have no element"


def test_pages_of_3d_scenes_are_without_what_2d_scenes_need() -> None:
    headings = re.findall(r"^// ([\w-]+\.js)$", join_modules(planar=False), re.MULTILINE)
    assert {name for name in MODULES if name.startswith("plane")} - {*headings} == {
        *("plane.js", "planemarks.js", "planeoutline.js", "planeregions.js", "planestrokes.js", "planewords.js")
    }
    assert len(player_script()) - len(player_script(planar=False)) > 8_000


def test_top_level_names_are_unique() -> None:
    homes: dict[str, list[str]] = {}
    for name in MODULES:
        source = module(name)
        assert not DESTRUCTURED.search(source), name
        for declared in TOP_LEVEL.findall(source):
            homes.setdefault(declared, []).append(name)
    assert len(homes) > 100
    assert {name: where for name, where in homes.items() if len(where) > 1} == {}


def test_imports_name_what_the_module_exports() -> None:
    for name in MODULES:
        for words, target in IMPORT.findall(module(name)):
            assert set(words.split(", ")) <= set(EXPORT.findall(module(target))), (name, target)


def test_a_module_comes_after_those_that_it_imports() -> None:
    headings = re.findall(r"^// ([\w-]+\.js)$", script_of(ELEMENT, PLANE), re.MULTILINE)
    for name in MODULES:
        for _, target in IMPORT.findall(module(name)):
            assert headings.index(target) < headings.index(name)


def module(name: str) -> str:
    return PLAYER.joinpath(name).read_text(encoding="utf-8")


def test_nothing_in_the_script_ends_its_element() -> None:
    assert "</script" not in player_script().lower()
    assert "<!--" not in player_script()
    assert "</script" not in element_script().lower()
    assert "</style" not in player_style().lower()


def test_the_style_has_the_colours_of_the_window() -> None:
    style = player_style()
    for shown in Theme:
        assert f"--text: {tones.TEXT.of(shown)};" in style
    used = set(re.findall(r"var\(--([\w-]+)\)", style))
    assert used <= set(re.findall(r"--([\w-]+):", style))
