"""`report`: everything about a pair as a folder or a zip archive, to attach to a bug report."""

from collections.abc import Callable, Sequence
from pathlib import Path

from gjkscope.app.base.png import png
from gjkscope.app.scenes.scene import Pair, Scene
from gjkscope.app.scenes.scene_file import open_files
from gjkscope.app.share.export.picture import draw
from gjkscope.app.share.reporting.files import Views, check_target, report_files, write_report_files
from gjkscope.app.share.reporting.findings import Findings, examine, known_algorithms
from gjkscope.app.share.reporting.reproduction import LeftOut
from gjkscope.app.share.web.content import LONGEST_RUN, page_state, scene_content
from gjkscope.app.share.web.page import content_page
from gjkscope.app.state.actions import initial_state
from gjkscope.app.state.actions.files import first_pair
from gjkscope.app.state.model import PICTURE_SIZE, Layout
from gjkscope.engine.arguments import as_flag, choice, items, short_repr
from gjkscope.engine.options import DEFAULT, Options

Progress = Callable[[str, float, float], None]
"""Receives the current activity, the completed amount and the total."""


def report(
    scene: Scene | str | Path,
    path: Path | str,
    pair: Pair | None = None,
    algorithms: Sequence[str] = (),
    *,
    options: Options = DEFAULT,
    overwrite: bool = False,
) -> list[str]:
    """Writes everything about a pair of a scene into a folder, or into an archive if the name ends with .zip.

    `scene` is a scene, as `load` returns it, or the path of a scene or mesh file; `path` is the folder or archive.
    `pair` has the names of two bodies; None is the first pair of the scene.  `algorithms` are names as in
    `gjkscope query`, by default all that support the pair, with their `options`.  Files of an earlier report are
    replaced only with `overwrite`.

    The files: `report.md`, the answers and poses as Markdown, ready to be pasted into an issue; the scene, a picture, a
    web page with the steps, a test for pytest, the certificate, and the pair in the notations of engines.  Lengths are
    in metres.  Without OpenGL the picture is left out, and the text says so.

    Returns the names of the files.

    Raises `ValueError`, naming the argument, if one is invalid; `SceneError` (a `ValueError`) for an unusable file;
    `FileExistsError` if there is something at `path` already; `OSError` if it cannot be written.

    >>> import gjkscope, tempfile
    >>> names = gjkscope.report("assets/scenes/museum/fcl-508.json", f"{tempfile.mkdtemp()}/report.zip")
    >>> names[:4]
    ['report.md', 'scene.json', 'picture.png', 'page.html']
    """
    if not isinstance(scene, Scene):
        scene = open_files([scene])
    pair = _pair(scene, pair)
    names = [choice("algorithms", name, known_algorithms(scene)) for name in items(algorithms)]
    check_target(Path(path), as_flag("overwrite", overwrite))
    findings = examine(scene, pair, names, options)
    files = report_files(findings, views_of(findings))
    write_report_files(files, Path(path))
    return [*files]


def views_of(findings: Findings, progress: Progress = lambda *_: None) -> Views:
    """The picture of the last step, and the page.  Parts that cannot be made are left out, with the reason."""
    left_out: list[LeftOut] = []
    page = _page(findings, progress, left_out)
    progress("Drawing", 0.0, 1.0)
    return Views(_picture(findings, left_out), page, tuple(left_out))


def _page(findings: Findings, progress: Progress, left_out: list[LeftOut]) -> str | None:
    steps = {row.algorithm: row.result.steps for row in findings.compared.comparison.rows}
    names = [name for name in findings.shown if steps.get(name, 0) <= LONGEST_RUN]
    span = None
    if not names:
        names, last = [findings.shown[0]], steps[findings.shown[0]] - 1
        span = (last - LONGEST_RUN + 1, last)
    try:
        content = scene_content(
            findings.scene,
            names,
            steps=span,
            options=findings.options,
            progress=lambda *part: progress("Recording", *part),
        )
    except ValueError as fault:
        left_out.append(LeftOut("web page", str(fault)))
        return None
    return content_page(content)


def _picture(findings: Findings, left_out: list[LeftOut]) -> bytes | None:
    try:
        from gjkscope.app.view.renderer.context import NoGraphics  # OpenGL, which may be missing

        state = page_state(initial_state(findings.scene), findings.shown[-1], findings.options)
        return png(draw(state, Layout.BOTH, PICTURE_SIZE, transparent=False))
    except ImportError as fault:
        left_out.append(LeftOut("picture", f"a library that draws it is not installed: {fault}"))
    except NoGraphics as fault:
        left_out.append(LeftOut("picture", f"there is no OpenGL: {fault}"))
    return None


def _pair(scene: Scene, pair: Pair | None) -> Pair:
    """The names of two bodies.  Raises `ValueError`."""
    if pair is None:
        return first_pair(scene)
    a, b = (choice("pair", name, scene.names, "body") for name in items(pair))
    if a == b:
        raise ValueError(f"pair: must name two different bodies, got {short_repr(a)} twice")
    return (a, b)
