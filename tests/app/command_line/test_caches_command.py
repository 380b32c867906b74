"""`gjkscope caches`: the table, one cache with its reasons, JSON, refusals, and the page."""

import json
from pathlib import Path

import pytest

from gjkscope.app.command_line.caches import run_caches
from gjkscope.app.command_line.console import UsageError
from gjkscope.app.judge.surveying import caches as survey
from gjkscope.engine.caches.registry import CACHES

SCENES = Path(__file__).resolve().parents[3] / "assets" / "scenes"
PLANK = str(SCENES / "motion" / "the-end-of-a-long-plank.json")
LEFT_BEHIND = str(SCENES / "motion" / "a-simplex-that-is-left-behind.json")


def test_the_table_counts_the_wrong_answers_of_each_cache(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_caches([LEFT_BEHIND, "--seconds", "0.2"]) == 0
    first, _, *rows = capsys.readouterr().out.splitlines()
    assert first == "block and beam, 13 ticks"
    wrong = {row.split()[0]: int(row.split()[7]) for row in rows}
    assert list(wrong) == list(CACHES)
    assert wrong["frozen-simplex"] == 11
    assert {name for name, count in wrong.items() if count} <= {"frozen-simplex", "box3d"}


def test_one_cache_names_the_reason_of_every_tick(capsys: pytest.CaptureFixture[str]) -> None:
    run_caches([PLANK, "--seconds", "0.1", "--cache", "jolt", "--pair", "ground", "plank"])
    lines = capsys.readouterr().out.splitlines()
    assert "nothing is remembered yet" in lines[1]
    assert lines[4].endswith("× wrong verdict: says separated, but the signed distance is -0.0178 m")
    assert sum("×" in line for line in lines) == 1


def test_json_has_each_tick_and_no_infinities(capsys: pytest.CaptureFixture[str]) -> None:
    run_caches([PLANK, "--seconds", "0.05", "--json", "--cache", "last-axis"])
    document = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    (ticks,) = (entry["each"] for entry in document["caches"].values())
    assert [tick["outcome"] for tick in ticks] == ["miss", "hit", "hit", "rebuild"]
    assert ticks[1]["upper"] is None


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], r"SCENE: which scene to simulate"),
        ([str(SCENES / "boxes-overlap.json")], r"nothing would move"),
        ([str(SCENES / "plane" / "boxes-overlap-2d.json")], r"simulated in 3D scenes only"),
        (
            [str(SCENES / "motion" / "bullet-and-thin-plate.json"), "--cache", "box3d"],
            r"box3d supports boxes, .*sphere",
        ),
        ([str(SCENES / "motion" / "slide-sphere-bumpy.json")], r"supports convex shapes; this mesh is not"),
    ],
)
def test_what_cannot_be_followed_is_refused(words: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        run_caches(words)


def test_the_page_has_a_row_for_each_cache_and_the_plot_a_bar(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(survey, "SHAPES", ("boxes",))
    monkeypatch.setattr(survey, "drawn_motion", lambda *asked: survey_motion(*asked)[:3])
    (tmp_path / "pictures").mkdir()
    run_caches(["--rates", "1", "--seed", "7", "-o", str(tmp_path / "caches.md")])
    page = (tmp_path / "caches.md").read_text(encoding="utf-8")
    assert "gjkscope caches --rates 1 --seed 7 -o docs/caches.md" in page
    assert page.count("| `last-simplex` |") == 4
    assert "### Boxes" in page
    plot = (tmp_path / "pictures" / "caches.svg").read_text(encoding="utf-8")
    assert plot.count(f'fill="{survey.COLORS["boxes"]}"') == 1 + 5 * len(survey.PLOTTED)


survey_motion = survey.drawn_motion
