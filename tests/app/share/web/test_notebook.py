"""How values display themselves in notebooks, and the notebook of the documentation."""

import html
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat import NotebookNode

import gjkscope
from gjkscope import Body, Box, Box2, Capsule, Circle, Options, Pose, PositionOrientation, Scene, Sphere, plane_pose
from gjkscope.app.teach.lessons.contents import contents
from gjkscope.app.view.words.subscripts import with_subscripts
from gjkscope.engine import Trace, gjk
from tests.app.share.web.payloads import Page, read_payload

TOUR = Path(__file__).resolve().parents[4] / "docs" / "notebooks" / "tour.ipynb"
OF_LESSONS = [entry.notebook for entry in contents() if entry.notebook is not None]
PAIR = Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(1.5, 0.3, 0))


def page_in(output: str | None) -> str:
    """The page in the iframe, which is all there is."""
    assert output is not None
    (page,) = re.findall(r'^<iframe [^>]*srcdoc="([^"]*)"[^>]*><pre>[^<]*</pre></iframe>$', output)
    return html.unescape(page)


def content(output: str | None) -> Page:
    (payload,) = re.findall(r'<script type="text/plain" id="payload">(.*?)</script>', page_in(output))
    return read_payload(payload)


def runs(output: str | None) -> list[str]:
    return [run["algorithm"] for run in content(output).header["runs"]]


def test_a_trace_is_a_player_of_its_run() -> None:
    run = gjkscope.trace(*PAIR, "epa")
    (shown,) = content(run._repr_html_()).header["runs"]
    assert [shown["algorithm"], len(shown["steps"])] == ["epa", len(run.steps)]
    assert "default-src 'none'" in page_in(run._repr_html_())


def test_the_iframe_is_lazy_and_isolated() -> None:
    output = gjkscope.trace(*PAIR, "gjk")._repr_html_() or ""
    frame = output.partition("srcdoc=")[0] + output.rpartition('" sandbox')[2]
    assert 'loading="lazy"' in frame
    assert re.findall(r'sandbox="([^"]*)"', output) == ["allow-scripts"]
    assert (
        html.unescape(output)
        .rpartition("allowfullscreen>")[2]
        .startswith("<pre>gjk: undecided, 4 steps, touching\n  0  The search")
    )


def test_the_html_is_one_line() -> None:
    """JupyterLite takes the lines of a saved output for a list, and puts commas between them."""
    output = gjkscope.trace(*PAIR, "gjk")._repr_html_() or ""
    assert len(output.splitlines()) == 1
    assert len(page_in(output).splitlines()) > 100


def test_results_and_comparisons_show_the_algorithms_behind_them() -> None:
    assert runs(gjkscope.query(*PAIR)._repr_html_()) == ["gjk", "epa"]
    assert runs(gjkscope.query(*PAIR, "sat")._repr_html_()) == ["sat"]
    assert runs(gjkscope.compare(*PAIR, ["mpr", "gjk"])._repr_html_()) == ["mpr", "gjk"]


def test_options_and_poses_are_those_of_the_call() -> None:
    run = gjkscope.trace(*PAIR[:3], Pose(position=(3.1, 0.2, 0)), "gjk", Options(float32=True))
    assert run.asked is not None
    assert (run.asked.options.float32, run.asked.pose_b.position) == (True, (3.1, 0.2, 0.0))
    (shown,) = content(run._repr_html_()).header["runs"]
    assert [step["sentence"] for step in shown["steps"]] == [
        with_subscripts(gjkscope.explain(step, "A", "B")) for step in run.steps
    ]


def test_2d_pairs_are_shown_in_the_plane() -> None:
    run = gjkscope.trace(Box2((1, 1)), plane_pose((1, 2), 0.5), Circle(1), plane_pose((4, 2)), "gjk")
    (shown,) = content(run._repr_html_()).header["runs"]
    assert len(shown["steps"]) == len(run.steps)


def test_scenes_show_their_first_pair() -> None:
    scene = gjkscope.load("assets/scenes/museum/fcl-293.json")
    assert content(scene._repr_html_()).header["pair"] == list(scene.pairs[0]) if scene.pairs else []
    assert Scene("one", (Body("A", Sphere(1)),))._repr_html_() is None


def test_hostile_names_stay_text() -> None:
    hostile = "</iframe></pre><script>alert(1)</script>\"'&"
    bodies = (Body(hostile, Sphere(1)), Body("B", Sphere(1), PositionOrientation((3, 0, 0))))
    output = Scene(hostile, bodies)._repr_html_() or ""
    assert (output.count("<"), output.count(">")) == (4, 4)
    page = page_in(output)
    assert page.count("<script") == page.count("</script>") == 3


def test_what_has_no_pair_stays_text() -> None:
    from gjkscope.engine.shapes.support import convex

    states = gjk.run(convex(*PAIR[:2]), convex(*PAIR[2:]))
    run = Trace("gjk", states, gjkscope.trace(*PAIR, "gjk").result)
    assert run.asked is None
    assert run._repr_html_() is None


def test_a_fault_is_words_and_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ImportError("libGL.so.1: <missing>")

    monkeypatch.setattr("gjkscope.app.share.web.notebook.scene_content", broken)
    output = gjkscope.trace(*PAIR, "gjk")._repr_html_() or ""
    assert "The player cannot be made: libGL.so.1: &lt;missing&gt;" in output
    assert "<pre>gjk: undecided" in output


def test_ipython_prints_a_few_lines_of_a_long_trace() -> None:
    from IPython.lib.pretty import pretty

    run = gjkscope.trace(Sphere(1), Pose(), Capsule(0.4, 0.7), Pose(position=(0.5, 0.1, 0)), "epa")
    text = pretty(run)
    assert text.startswith("epa: penetrating, signed distance -")
    assert len(text.splitlines()) <= 22
    assert pretty(run.result).startswith("Result(algorithm='epa', ")
    assert "gjk           undecided" in pretty(gjkscope.compare(*PAIR, ["gjk", "sat"]))
    assert pretty(gjkscope.load("assets/scenes/museum/fcl-293.json")) == "fcl-293: A (box), B (box)"


def test_the_engine_alone_shows_text() -> None:
    code = (
        "from gjkscope.engine import Box, Pose, trace\n"
        "run = trace(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(3, 0, 0)), 'gjk')\n"
        "print(run._repr_html_())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "None\n"


@pytest.fixture(scope="module")
def run_notebooks(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, NotebookNode]:
    """All after they have run, in one kernel, which saves seconds; it forgets all names in between."""
    notebooks = {path: nbformat.read(path, as_version=4) for path in (TOUR, *OF_LESSONS)}
    cells = []
    for notebook in notebooks.values():
        assert not any(cell.get("outputs") or cell.get("execution_count") for cell in notebook.cells), "outputs"
        cells += [*notebook.cells, nbformat.v4.new_code_cell("%reset -f")]
    joined, folder = nbformat.v4.new_notebook(cells=cells), tmp_path_factory.mktemp("notebooks")
    NotebookClient(joined, timeout=60, kernel_name="python3", resources={"metadata": {"path": folder}}).execute()
    return notebooks


@pytest.mark.thorough
def test_the_tour_runs_and_every_display_is_a_player(run_notebooks: dict[Path, NotebookNode]) -> None:
    cells = [cell for cell in run_notebooks[TOUR].cells if cell.cell_type == "code"]
    shown = [output.data for cell in cells for output in cell.outputs if output.output_type == "execute_result"]
    assert len(shown) == 5
    for data in shown:
        assert content(data["text/html"]).header["runs"]
        assert len(data["text/plain"].splitlines()) <= 25
    printed = "".join(output.text for cell in cells for output in cell.outputs if output.output_type == "stream")
    assert "3.16228 is too far by 0.16228 m" in printed
    assert "separated" in printed


@pytest.mark.thorough
def test_the_notebooks_of_lessons_run_and_end_with_exercises(run_notebooks: dict[Path, NotebookNode]) -> None:
    cells = []
    for path in OF_LESSONS:
        words = "\n".join(cell.source for cell in run_notebooks[path].cells if cell.cell_type == "markdown")
        assert words.partition("## Exercises")[2].count("\n**") >= 5
        cells += run_notebooks[path].cells
    outputs = [output for cell in cells if cell.cell_type == "code" for output in cell.outputs]
    players = [output for output in outputs if "text/html" in output.get("data", {})]
    assert [len(OF_LESSONS), len(players)] == [3, 6]
