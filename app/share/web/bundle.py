"""Joins the player's modules into one classic script, so that a page opens from disk.

Browsers refuse to load modules from files.  A module of the player imports names from others of its folder, each
import on one line, and no two modules use the same name at their top level; so joining them in the order of their
imports, without the words `import` and `export`, changes nothing.
"""

import json
import re
from functools import cache
from importlib.resources import files

from gjkscope.app.share.web.shaders import shader_script
from gjkscope.app.state.model import Theme
from gjkscope.app.view import tones

FIRST = "main.js"
PLANE = "plane.js"  # what 2D scenes need
GLOBAL = "gjkscopePlayer"
SHADERS = "shaders.js"  # its constants are made from the window's shaders
ELEMENT, STYLE = "element.js", "style.js"  # the custom element, and its style sheet

# The colours of the style sheet's variables, which are those of the window.
TONES = {
    "ground": tones.BACKGROUND,
    "raised": tones.RAISED,
    "edge": tones.EDGE,
    "text": tones.TEXT,
    "dim": tones.TEXT_DIM,
    "accent": tones.ACCENT,
    "good": tones.GOOD,
    "bad": tones.BAD,
    "warning": tones.WARNING,
    "chosen": tones.CHOSEN,
    "new": tones.NEW,
    "upper-bound": tones.UPPER_BOUND,
    "lower-bound": tones.LOWER_BOUND,
    "body-a": tones.Tone("#56b4e9", "#1a6a9c"),  # the palette's, dark enough for text on a light ground
    "body-b": tones.Tone("#e69f00", "#855b00"),
}

_IMPORT = re.compile(r'^import \{[^}]*\} from "\./([\w-]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?function|class|const|let)", re.MULTILINE)
_MODULE_WORDS = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


@cache
def player_script(planar: bool = True) -> str:
    """The script, which defines `gjkscopePlayer`, without comments and indentation.

    Without `planar` it cannot draw live 2D scenes.
    """
    from rjsmin import jsmin

    script: str = jsmin(join_modules(planar))
    return script


def join_modules(planar: bool = True) -> str:
    """The modules in the order of their imports, in one function.  Raises `ValueError` if they cannot be joined."""
    modules = script_of(FIRST, *((PLANE,) if planar else ()))
    return f'"use strict";\nconst {GLOBAL} = (() => {{\n{modules}\nreturn {{ mount }};\n}})();\n'


@cache
def element_script() -> str:
    """The script that defines the custom element `<gjkscope-player>`, with all that it needs."""
    from rjsmin import jsmin

    script: str = jsmin(f'"use strict";\n(() => {{\n{script_of(ELEMENT, PLANE)}\n}})();\n')
    return script


def script_of(*names: str) -> str:
    """These modules and all that they import, as one script without imports and exports.

    Raises `ValueError` if a module cannot be joined with others.
    """
    parts: dict[str, str] = {}
    for name in names:
        _collect(name, parts)
    return "\n".join(parts.values())


@cache
def player_style() -> str:
    """The style sheet of the player, in the colours of the window."""
    dark, light = (_variables(shown) for shown in Theme)
    return f""".gjkscope-player, body.page, body.embedded {{ {dark} color-scheme: dark; }}
.gjkscope-player[data-theme="light"] {{ {light} color-scheme: light; }}
@media (prefers-color-scheme: light) {{ body.page, body.embedded {{ {light} color-scheme: light; }} }}
{_read("player.css")}"""


def _variables(shown: Theme) -> str:
    return " ".join(f"--{name}: {tone.of(shown)};" for name, tone in TONES.items())


def _collect(name: str, parts: dict[str, str]) -> None:
    """Adds the modules that this one imports, then itself."""
    if name in parts:
        return
    source = _read(name)
    for imported in _IMPORT.findall(source):
        _collect(imported, parts)
    bare = _EXPORT.sub("", _IMPORT.sub("", source))
    if left := _MODULE_WORDS.search(bare):
        raise ValueError(f"{name}: cannot be joined with other modules: {left.group()}")
    parts[name] = f"// {name}\n{bare}{_constants_of(name)}"


def _constants_of(name: str) -> str:
    """What fills the constants of a module that has no text of its own."""
    if name == SHADERS:
        return shader_script()
    return f"PLAYER_STYLE.text = {json.dumps(player_style())};\n" if name == STYLE else ""


def _read(name: str) -> str:
    return files(__package__).joinpath("player", name).read_text(encoding="utf-8")
