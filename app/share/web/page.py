"""Self-contained pages: one HTML file that needs no network and opens from disk."""

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from string import Template

from gjkscope.app.ask.runs.choices import CHOICES
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.scenes.scene_file import open_files
from gjkscope.app.share.web.arrays import compressed
from gjkscope.app.share.web.bundle import player_script, player_style
from gjkscope.app.share.web.content import MOTION_SECONDS, scene_content, states_content
from gjkscope.app.share.web.drags import drag_content
from gjkscope.app.share.web.film import demo_content
from gjkscope.app.share.web.live import engine_text
from gjkscope.app.share.web.recording import Content
from gjkscope.app.state.model import Layout, State
from gjkscope.engine.arguments import choice, items
from gjkscope.engine.options import DEFAULT, Options

PAGE = Template("""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<meta http-equiv="Content-Security-Policy" content="$policy">
<title>$title</title>
<style>
$style
</style>
</head>
<body class="$body">
$header
<main id="player" class="gjkscope-player"></main>
<noscript>
<p>The views need JavaScript. The steps in words:</p>
$words
</noscript>
$footer
<script type="text/plain" id="payload">$payload</script>
$engine<script type="text/plain" id="script">$script</script>
<script>
(async () => {
  const text = (id) => document.getElementById(id)?.textContent;
  const packed = new Blob([Uint8Array.from(atob(text("script")), (letter) => letter.charCodeAt(0))]);
  const script = document.createElement("script");
  script.textContent = await new Response(packed.stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
  document.head.append(script);
  gjkscopePlayer.mount(document.getElementById("player"), text("payload"), { ...$options, engine: text("engine") });
})().catch((fault) => {
  document.getElementById("player").textContent = `The player cannot start: $${fault.message}`;
});
</script>
</body>
</html>
""")

ENGINE = Template('<script type="text/plain" id="engine">$engine</script>\n')

# A page may run its own script and style, and load nothing.  The script is compressed: it was a third of the page.
POLICY = "default-src 'none'; script-src 'unsafe-inline'$compiles; style-src 'unsafe-inline'; img-src data: blob:"
COMPILES = " 'wasm-unsafe-eval'"  # a live page compiles the WebAssembly that it contains


def scene_page(
    scene: Scene | str | Path,
    algorithms: Sequence[str] = ("gjk",),
    *,
    steps: tuple[int, int] | None = None,
    drag: str | None = None,
    to: Sequence[float] | None = None,
    embed: bool = False,
    options: Options = DEFAULT,
    live: bool = True,
) -> str:
    """A web page, in one file, that shows runs of algorithms on a scene step by step in any browser.

    `scene` is a scene, as `load` returns it, or the path of a scene or mesh file.  `algorithms` are names as in
    `gjkscope query`; with several, the page has a switch.  `steps` are the numbers, from 0, of the first and the last
    step to include; None includes all.  `drag` is the name of a body of the pair that the reader can drag: along the
    normal, from overlap to a gap, or from its place to the point `to`, in metres; the page then has all steps.  `embed`
    leaves out the heading and the text around the player, for an iframe.  `options` are those of the algorithms.
    `live`: the reader can move and turn both bodies freely, and the page answers with the engine's functions, compiled
    to WebAssembly, with the bits of `batch.signed_distance`.  It says "recorded", and why, where it cannot: of 2D
    shapes, superellipsoids and meshes that are not convex.  The first live page on a machine takes most of a minute
    longer, unless `gjkscope compile` ran before.

    Returns the text of the page, HTML with everything it needs, which is to be written as UTF-8.  Lengths are in
    metres.  Steps, their numbers and certificates are those of this run; only the answer of bodies that the reader has
    moved is computed in the page.

    Raises `ValueError`, naming the argument, if one is invalid or the steps do not exist; `NotApplicable` (a
    `ValueError`) if an algorithm does not support the pair; `SceneError` (a `ValueError`) for an unusable file.

    >>> import gjkscope
    >>> page = gjkscope.scene_page("assets/scenes/museum/fcl-293.json", ["gjk", "sat"])
    >>> page[:15], len(page) < 500_000
    ('<!DOCTYPE html>', True)
    """
    if not isinstance(scene, Scene):
        scene = open_files([scene])
    names = [choice("algorithms", name, CHOICES) for name in items(algorithms)]
    if not names:
        raise ValueError("algorithms: at least one is needed")
    if drag is not None:
        if steps is not None:
            raise ValueError("steps: cannot be chosen where a body can be dragged")
        return content_page(drag_content(scene, names, drag, to, options=options), embed)
    return content_page(scene_content(scene, names, steps=steps, options=options, live=live), embed)


def state_page(state: State) -> str:
    """The page that shows the displayed demo, or the displayed run with the cameras of the views.

    Raises `NotApplicable` if there is no run.
    """
    if state.show is not None and not state.show.taken_over:
        return content_page(demo_content(state.show.demo))
    waiting = replace(state.waiting, live=False)  # a long run is computed now
    display = replace(state.display, layout=Layout.BOTH)
    return content_page(states_content([replace(state, waiting=waiting, display=display)], motion=MOTION_SECONDS))


def content_page(content: Content, embed: bool = False, compact: bool = False) -> str:
    """The page that shows what was recorded; `compact` leaves out the panels of the player."""
    return PAGE.substitute(
        policy=Template(POLICY).substitute(compiles=COMPILES if content.live else ""),
        title=escape(content.title),
        style=player_style(),
        body="embedded" if embed else "page",
        header="" if embed else _header(content),
        footer="" if embed else _footer(content),
        words="\n".join(map(_list_of, content.sentences)),
        payload=content.payload,
        engine=ENGINE.substitute(engine=engine_text(content.live)) if content.live else "",
        script=compressed(player_script(planar=content.live == 2).encode()),
        options=json.dumps({"keys": "page", "wheel": not embed, "compact": compact, "messages": embed}),
    )


def content_file(content: Content) -> str:
    """The text of a file, JSON, from which the custom element `<gjkscope-player>` shows what was recorded."""
    return f"{json.dumps({'gjkscope': 1, 'title': content.title, 'payload': content.payload}, ensure_ascii=False)}\n"


def _header(content: Content) -> str:
    return f"<header><h1>{escape(content.title)}</h1></header>"


def _footer(content: Content) -> str:
    about = "".join(f"<p>{escape(part)}</p>" for part in content.about.split("\n\n") if part.strip())
    source = f"<p>Source: {_link(content.source)}</p>" if content.source else ""
    return f"<footer>{about}{source}</footer>"


def _link(address: str) -> str:
    """The address as a link, or as text if it is not one that a browser should follow."""
    if not address.startswith(("https://", "http://")):
        return escape(address)
    return f'<a href="{escape(address)}" rel="noopener noreferrer">{escape(address)}</a>'


def _list_of(sentences: Sequence[str]) -> str:
    return f'<ol start="0">{"".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)}</ol>'
