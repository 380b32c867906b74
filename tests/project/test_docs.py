"""The documentation: the site builds and needs no network, everything is described, and what pages show is true."""

import json
import re
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import NoReturn
from unittest.mock import patch
from urllib.parse import unquote, urlsplit

import pytest

from docs import reference
from gjkscope import api
from gjkscope.app.command_line.console import Parser
from gjkscope.app.command_line.main import COMMANDS, run_command
from gjkscope.app.scenes.scene_file import parse_scene
from gjkscope.app.teach.demos.file import parse_demo
from gjkscope.app.view.panels.commands import COMMANDS as WINDOW_COMMANDS
from gjkscope.app.view.panels.toolkit.panels import PANELS
from tests.project.pages import ROOT, TEXTS
from tests.render.guide_pictures import PICTURES

BLOCK = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
ASKS_ENGINES = ("--engines", "museum", "hunt", "survey")  # what they print depends on what is installed


# --- the site ---

# Of the navigation, which Sphinx copies for each page: a quarter of the time.
WITHOUT_MEMBERS = ("-D", "toc_object_entries=0")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    build = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going", *WITHOUT_MEMBERS]
    done = subprocess.run([*build, ROOT / "docs", folder], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return folder


class Addresses(HTMLParser):
    """What a page loads, where its links lead, and the places in it that a link can name."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name == "id":
                self.anchors.add(value or "")
            elif name == "src" or (name == "href" and tag == "link"):
                self.loaded.append(value or "")
            elif name == "href":
                self.links.append(value or "")


def pages(site: Path) -> dict[Path, Addresses]:
    return {page: Addresses(page) for page in sorted(site.rglob("*.html"))}


def target(page: Path, address: str) -> Path:
    """The file that a relative address in the page leads to."""
    return (page.parent / unquote(urlsplit(address).path)).resolve() if urlsplit(address).path else page


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    contents = pages(site)
    assert len(contents) > 30
    loaded = [(page, address) for page, addresses in contents.items() for address in addresses.loaded]
    assert [link for link in loaded if urlsplit(link[1]).scheme not in ("", "data") or link[1].startswith("/")] == []
    assert [link for link in loaded if urlsplit(link[1]).scheme == "" and not target(*link).is_file()] == []
    styles = [path.read_text(encoding="utf-8") for path in site.rglob("*.css")]
    assert [style for style in styles if re.search(r"@import|url\([\"']?(https?:)?//", style)] == []


def test_every_relative_link_leads_somewhere(site: Path) -> None:
    contents = pages(site)
    links = [
        (page, link) for page, addresses in contents.items() for link in addresses.links if not urlsplit(link).scheme
    ]
    assert len(links) > 1000
    assert [link for link in links if link[1].startswith("/") or not target(*link).is_file()] == []
    named = [(page, link) for page, link in links if urlsplit(link).fragment and target(page, link) in contents]
    assert [link for link in named if unquote(urlsplit(link[1]).fragment) not in contents[target(*link)].anchors] == []


def test_the_search_index_is_a_script(site: Path) -> None:
    """Browsers refuse to fetch a file from disk, but load a script."""
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    assert index.startswith("Search.setIndex(")
    assert json.dumps("compare_manifolds") in index
    assert not (site / "_sources").exists() or not any((site / "_sources").iterdir())


PLOTS = {"growth.webp", "acceleration.webp", "caches.svg"}
"""By `make growth`, `make accelerations` and `gjkscope caches --rates`; the others are drawn by `make pictures`."""


def test_the_pictures_of_the_guide_are_small_and_all_used() -> None:
    pictures = {path.name: path.stat().st_size for path in (ROOT / "docs" / "pictures").iterdir()}
    assert {*pictures} == {*(f"{name}.webp" for name in PICTURES), *PLOTS}
    assert sum(pictures.values()) < 1_000_000
    assert [name for name in pictures if not any(f"(pictures/{name})" in text for text in TEXTS.values())] == []


# --- nothing is missing ---


def test_every_public_name_is_on_one_page_of_the_reference() -> None:
    directives = re.findall(
        r"^\.\. (?:auto\w+|py:data):: (?:gjkscope\.)?([\w.]+)$",
        "\n".join(text for name, text in TEXTS.items() if name.startswith("docs/api/")),
        re.MULTILINE,
    )
    assert [name for name, count in Counter(directives).items() if count > 1] == []
    assert {*api.__all__} <= {*directives}
    others = {*directives} - {*api.__all__}
    assert {f"engine.batch.{name}" for name in ("Results", "prepare", "signed_distance")} <= others
    others -= {"engine"}  # its conventions
    assert [name for name in others if not name.startswith(("engine.", "app."))] == []  # parts of public records


def test_every_page_is_in_the_contents() -> None:
    pages = {"docs/index.md"}
    for folder in ("docs", "docs/api", "docs/developing", "docs/decisions"):
        for contents in re.findall(r"^```{toctree}\n(.*?)^```$", TEXTS[f"{folder}/index.md"], re.MULTILINE | re.DOTALL):
            pages |= {f"{folder}/{name}.md" for name in re.findall(r"^[\w/-]+$", contents, re.MULTILINE)}
    assert pages == {name for name in TEXTS if name.startswith("docs/")}


def test_the_page_of_the_window_describes_every_panel() -> None:
    described = re.findall(r"^\| (\w[\w ]*) \| ", TEXTS["docs/window.md"], re.MULTILINE)
    assert [panel.title for panel in PANELS if panel.title not in described] == []


def test_the_generated_parts_are_complete() -> None:
    text = "\n".join(reference.commands())
    assert [name for name in COMMANDS if f"\n### gjkscope {name}\n" not in text] == []
    assert text.count("--tolerance") > 3
    listed = "\n".join(reference.keys())
    assert [key for command in WINDOW_COMMANDS for key in command.keys if f"{{kbd}}`{key}`" not in listed] == []
    schema = json.loads((ROOT / "assets" / "scene.schema.json").read_text(encoding="utf-8"))
    keys = {key for model in schema["$defs"].values() for key in model.get("properties", ())}
    table = "\n".join(reference.scene_format())
    assert len(keys) > 50
    assert [key for key in keys if f"`{key}`" not in table and key != "type"] == []


# --- what pages show ---


def blocks() -> Iterator[tuple[str, str, str]]:
    """The page, the language and the text of each block of code, without its indentation."""
    for name, page in TEXTS.items():
        for indent, language, text in BLOCK.findall(page):
            yield name, language, re.sub(rf"^{indent}", "", text, flags=re.MULTILINE)


def shown_commands() -> Iterator[tuple[str, list[str], list[str]]]:
    """The page, the words after `gjkscope`, and the lines shown below, for each command in a block.

    A line with square brackets or an ellipsis describes commands and is none.
    """
    for name, language, text in blocks():
        if language not in ("", "console"):
            continue
        for chunk in re.split(r"^(?=(?:\$ )?gjkscope )", text, flags=re.MULTILINE):
            line, *printed = chunk.rstrip("\n").split("\n")
            if re.match(r"(\$ )?gjkscope ", line) and not re.search(r"\[(?!engines)|…|\.\.\.", line):
                words = shlex.split(line.removeprefix("$ ").split(" | ")[0], comments=True)
                yield name, words[1:], printed


class Parsed(Exception):
    """The words are right; the command itself is not run."""


def parse_only(words: Sequence[str]) -> None:
    original = Parser.parse_args

    def parse_args(self: Parser, given: list[str]) -> NoReturn:
        original(self, given)
        raise Parsed

    with patch.object(Parser, "parse_args", parse_args), pytest.raises(Parsed):
        run_command(words)


SHOWN = list(shown_commands())


@pytest.mark.parametrize(("page", "words", "_printed"), SHOWN, ids=[f"{page} {' '.join(w)}" for page, w, _ in SHOWN])
def test_commands_on_pages_are_right(page: str, words: list[str], _printed: list[str]) -> None:
    parse_only(words)


def test_the_table_of_options_has_those_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run_command(["query", "--help"])
    known = re.findall(r"^  (--[a-z0-9-]+)", capsys.readouterr().out, re.MULTILINE)
    assert {"--algorithm", "--corrected"} <= {*known}
    table = re.findall(r"^\| `(--[a-z0-9-]+)", TEXTS["docs/command-line.md"], re.MULTILINE)
    assert {*table} == {*known}


def test_a_wrong_command_is_noticed() -> None:
    assert len(SHOWN) > 25
    assert run_command(["query", "--no-such-option"]) == 2


def asks_engines(words: Sequence[str]) -> bool:
    return "--published" not in words and bool({*words} & {*ASKS_ENGINES})


RUNNING = [
    (page, words, printed)
    for page, words, printed in SHOWN
    if printed and (words[0] in ("query", "slide", "simulate") or "--published" in words) and not asks_engines(words)
]


@pytest.mark.parametrize(("page", "words", "printed"), RUNNING, ids=[f"{page} {' '.join(w)}" for page, w, _ in RUNNING])
def test_commands_print_what_pages_show(
    page: str, words: list[str], printed: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    run_command(words)
    lines = capsys.readouterr().out.split("\n")
    assert [line for line in printed if line not in ("...", "…") and line not in lines] == []


def test_scenes_and_demos_on_pages_are_valid() -> None:
    seen = Counter[str]()
    for name, language, text in blocks():
        if language == "json" and '"gjkscope": 1' in text:
            parse_scene(text, name)
            seen["scene"] += 1
        elif language == "json" and '"gjkdemo"' in text and "sound" not in text:  # that one names files
            parse_demo(text)
            seen["demo"] += 1
    assert seen["scene"] > 1
    assert seen["demo"] > 1
