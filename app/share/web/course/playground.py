"""The page of the playground: two shapes to choose, place and drag, answered by the engine in the page."""

import json
import re
from functools import cache
from importlib.resources import files
from typing import Any

from gjkscope.app.base.resources import resource
from gjkscope.app.share.web.bundle import FIRST, PLANE, script_of
from gjkscope.app.share.web.course.html import element
from gjkscope.app.share.web.course.layout import ENGINES, PLAYGROUND, SearchEntry, SitePage, lines
from gjkscope.app.share.web.live import mark_colors
from gjkscope.app.share.web.steps import steps_of_algorithms
from gjkscope.app.state.model import Theme
from gjkscope.app.state.model.display import Visibility
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import text_color
from gjkscope.app.view.drawing.difference import OPACITY
from gjkscope.app.view.drawing.drawlist import Color
from gjkscope.app.view.drawing.world import CORE_INK, EDGE_INK, PLANE_OPACITY, SEE_THROUGH, Stress
from gjkscope.engine.options import DEFAULT
from gjkscope.engine.plane.shapes.kinds import Box2, Capsule2, Circle, Point2, Polygon, Segment2
from gjkscope.engine.shapes.kinds import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Hull,
    Point,
    Segment,
    Shape,
    Sphere,
    Triangle,
)
from gjkscope.engine.shapes.support import core

PAGE = f"{PLAYGROUND}/index.html"
SCRIPT, STYLE = "playground.js", "playground.css"  # files of the website
INTRODUCTION = (
    "Choose two shapes, 3D or 2D, type their sizes, positions and angles, or drag and turn them in the picture. The "
    "distance, closest points and push-out follow, and the steps of GJK and EPA, in 3D also of MPR and, for boxes, of "
    "SAT, computed in the page by the engine's own functions. Share a scene by a link, or save it for the application."
)
LIMITS = (
    "The playground has convex shapes. Meshes, chains and superellipsoids, other algorithms and certificates need the "
    "application, which opens a scene that is saved here. A link holds the whole scene in its fragment, which browsers "
    "do not send to any server."
)
SCENES = {2: ("plane", "capsule-hexagon.json"), 3: ("boxes-edge-edge.json",)}  # the first ones

# A shape of each kind; `playground/kinds.js` has their fields, and a test compares the cores that it makes.
_UNIT = (1.0, 1.0, 1.0)
_UNIT_2D = (1.0, 1.0)
KINDS: tuple[Shape, ...] = (
    Box(_UNIT),
    Sphere(1),
    Capsule(1, 1),
    Cylinder(1, 1),
    Cone(1, 1),
    Ellipsoid(_UNIT),
    Hull((_UNIT,)),
    Triangle((_UNIT, _UNIT, _UNIT)),
    Segment(_UNIT, _UNIT),
    Point(),
    Polygon((_UNIT_2D,)),
    Box2(_UNIT_2D),
    Circle(1),
    Capsule2(1, 1),
    Segment2(_UNIT_2D, _UNIT_2D),
    Point2(),
)
_EDGE = 0.45  # how much darker than their surface the edges of bodies are that are apart
_DIFFERENCE_EDGE = 0.35  # as in the window

_IMPORT = re.compile(r'^import \{[^}]*\} from "(\./|\.\./player/)([\w-]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?function|class|const|let)", re.MULTILINE)


def playground_page() -> SitePage:
    """The page; its script loads the engine, which is the file that live figures load."""
    contents = lines(
        element("link", rel="stylesheet", href=f"../{STYLE}"),
        element("h1", "Playground"),
        element("p", INTRODUCTION, class_="about"),
        element("noscript", element("p", "The playground needs JavaScript.")),
        element("div", element("p", "The playground is being loaded.", class_="waiting"), class_="playground"),
        element("p", LIMITS, class_="small"),
    )
    return SitePage(PAGE, "Playground", contents, scripts=(SCRIPT, f"{ENGINES[3]}.js"))


def playground_files() -> dict[str, bytes]:
    """The script and the style sheet, by their addresses."""
    return {SCRIPT: playground_script().encode(), STYLE: _read("playground.css").encode()}


def playground_search_entry() -> SearchEntry:
    """The text of the page for the search index."""
    return SearchEntry(PAGE, "Playground", "Two shapes of your own", f"{INTRODUCTION} {LIMITS}")


@cache
def playground_script() -> str:
    """The script, without comments and indentation.  It takes the engine from the script that comes after it."""
    from rjsmin import jsmin

    settings = json.dumps(playground_settings(), ensure_ascii=False, allow_nan=False)
    opening = f"""
const course = window.gjkscopeCourse, add = course.add;
course.add = (name, value) => {{
  if (name === "{ENGINES[3]}") openPlayground(document.querySelector(".playground"), {settings}, value, planeEngine);
  else if (name === "{ENGINES[2]}") loaded(value);
  else add(name, value);
}};
let loaded;
const planeEngine = () => new Promise((resolve, reject) => {{
  loaded = resolve;
  const script = document.createElement("script");
  script.src = "../{ENGINES[2]}.js";
  script.onerror = () => reject(new Error("The engine for 2D shapes cannot be loaded."));
  document.head.append(script);
}});"""
    script: str = jsmin(f'"use strict";\n(() => {{\n{playground_modules(FIRST)}\n{opening}\n}})();\n')
    return script


def playground_settings() -> dict[str, Any]:
    """What the page takes from Python: `Settings` in `playground/pair.js`."""
    kinds = {number: [shape for shape in KINDS if shape.dimension == number] for number in SCENES}
    return {
        "cores": {number: {shape.kind: core(shape).kind for shape in shapes} for number, shapes in kinds.items()},
        "colors": {name: list(both) for name, both in _colors().items()},
        "marks": mark_colors(),
        "steps": {number: steps_of_algorithms(Visibility(), number) for number in SCENES},
        "opacity": {
            "seeThrough": SEE_THROUGH,
            "difference": OPACITY,
            "plane": PLANE_OPACITY,
            "planeCore": CORE_INK,
        },
        "tolerance": DEFAULT.tolerance,
        "scenes": {
            number: resource("assets", "scenes", *name).read_text(encoding="utf-8") for number, name in SCENES.items()
        },
    }


def _colors() -> dict[str, list[Color]]:
    """Colours in the dark and the light theme."""
    bodies = {"a": palette.A, "b": palette.B}
    ink = EDGE_INK[Stress.NONE]
    return {
        **{name: [palette.inked(color, theme) for theme in Theme] for name, color in bodies.items()},
        **{f"{name}Skin": [color, color] for name, color in bodies.items()},
        **{f"{name}Edge": [palette.darker(color, _EDGE)] * 2 for name, color in bodies.items()},
        **{f"{name}Ink": [palette.toward_ink(color, ink, theme) for theme in Theme] for name, color in bodies.items()},
        **{f"{name}Text": [text_color(color, theme) for theme in Theme] for name, color in bodies.items()},
        "difference": [palette.DIFFERENCE] * 2,
        "differenceInk": [palette.toward_ink(palette.DIFFERENCE, _DIFFERENCE_EDGE, theme) for theme in Theme],
        "origin": [palette.inked(palette.ORIGIN, theme) for theme in Theme],
    }


def playground_modules(*names: str) -> str:
    """These modules of the playground and all that they import, as one script without imports and exports.

    The first module of the page comes with what 2D scenes need.
    """
    own: dict[str, str] = {}
    of_player: dict[str, None] = {}
    for name in names:
        _collect(name, own, of_player)
    needed = (*of_player, PLANE) if FIRST in own else of_player
    return "\n".join([script_of(*needed), *own.values()])


def _collect(name: str, own: dict[str, str], of_player: dict[str, None]) -> None:
    """Adds the modules that this one imports, then itself."""
    if name in own:
        return
    source = _read(name)
    for folder, imported in _IMPORT.findall(source):
        if folder == "./":
            _collect(imported, own, of_player)
        else:
            of_player[imported] = None
    own[name] = f"// {name}\n{_EXPORT.sub('', _IMPORT.sub('', source))}"


def _read(name: str) -> str:
    return files("gjkscope.app.share.web").joinpath("playground", name).read_text(encoding="utf-8")
