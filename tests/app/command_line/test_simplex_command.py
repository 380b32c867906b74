"""`gjkscope simplex`: a simplex by every sub-distance method and precision, and how often each of them fails."""

import json
from pathlib import Path

import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.main import run_command
from gjkscope.app.judge.hunting.simplex_families import SIMPLEX_FAMILIES, drawn_simplices
from gjkscope.app.judge.surveying.subdistances import pair_faults, rates_page, simplex_faults
from gjkscope.engine.gjk.subdistance.methods import METHODS

Output = pytest.CaptureFixture[str]

BOXES = str(resource("assets", "scenes", "boxes-overlap.json"))
COLLINEAR = "-0.08015835893772624 -0.2707754905325278 0.005008794669968013 0.19203498935993796 0.5677819192758995 \
-0.0337311512829592 -0.17042783580858034 -0.548872435895069 0.01785640713753074 0.08824400805913395 \
0.24802871081065092 -0.018959089323544336"


def test_the_table_has_all_methods_and_marks_wrong_signs(capsys: Output) -> None:
    assert run_command(["simplex", "--vertices", *COLLINEAR.split()]) == 0
    out = capsys.readouterr().out
    assert "A = (−0.080158, −0.27078, 0.0050088)" in out
    (johnson,) = (line for line in out.splitlines() if line.startswith("Johnson's subalgorithm  "))
    assert "nothing found, 12 wrong signs" in johnson
    assert "×   Δ" in out


def test_json_has_every_sign(capsys: Output) -> None:
    assert run_command(["simplex", BOXES, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found["vertices"]) == ["w0", "w1", "w2", "w3"]
    assert [(row["method"], row["precision"]) for row in found["methods"]] == [
        (method, precision) for method in METHODS for precision in ("float32", "float64", "exact")
    ]
    assert {row["feature"] for row in found["methods"]} == {"the interior"}
    assert {row["fault"] for row in found["methods"]} == {"right"}
    signs = found["methods"][3]["subsets"][0]["signs"]
    assert signs[0] == {"quantity": "Δ w3 in w3", "value": 1.0, "exact_sign": 1, "wrong": False}


def test_a_step_and_its_pair_can_be_chosen(capsys: Output) -> None:
    assert run_command(["simplex", BOXES, "--pair", "B", "A", "--step", "1", "--signs"]) == 0
    out = capsys.readouterr().out
    assert "w1 = " in out
    assert "w2" not in out
    assert "edge w0 w1 at w0" in out


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ([], "either SCENE or --vertices"),
        (["--vertices", "1", "2"], "--vertices: must be 3 to 12 numbers, three for each vertex, got 2"),
        (["{scene}", "--step", "99"], "--step: GJK takes 4 steps, the last is 3, got 99"),
        (["{scene}", "--vertices", "1", "2", "3"], "either SCENE or --vertices"),
    ],
)
def test_unusable_arguments(words: list[str], error: str, capsys: Output) -> None:
    assert run_command(["simplex", *(BOXES if word == "{scene}" else word for word in words)]) == 2
    assert error in capsys.readouterr().err


def test_an_option_chooses_the_method_of_a_query(capsys: Output) -> None:
    assert run_command(["query", "--json", "--trace", "--algorithm", "gjk", "--subdistance", "johnson", BOXES]) == 0
    (result,) = json.loads(capsys.readouterr().out)["results"]
    assert result["trace"][1]["solution"]["method"] == "johnson"
    assert run_command(["query", "--algorithm", "epa", "--subdistance", "johnson", BOXES]) == 2
    assert "--subdistance: not an option of epa; of gjk" in capsys.readouterr().err


def test_the_simplices_of_a_family_depend_on_the_seed_only() -> None:
    for family in SIMPLEX_FAMILIES:
        assert drawn_simplices(family, 5, 1) == drawn_simplices(family, 5, 1)
        assert drawn_simplices(family, 5, 1) != drawn_simplices(family, 5, 2)


def test_flat_and_collinear_simplices_break_the_published_methods() -> None:
    """Rounding costs signs in most of them; a quarter to a half of the points of Johnson's are then wrong."""
    faults, wrong = simplex_faults("collinear", "johnson", "float32", 60, 1)
    assert wrong >= 24
    assert 2 <= 60 - faults["right"] <= 30
    assert simplex_faults("well shaped", "regions", "float64", 30, 1)[0]["right"] == 30


def test_gjk_is_right_about_ordinary_pairs_with_every_method() -> None:
    for method in METHODS:
        assert pair_faults("any pose", method, "float64", 10, 1)["right"] >= 9


def test_the_page_states_how_it_was_made(tmp_path: Path) -> None:
    page = rates_page(2, 7)
    assert "gjkscope simplex --rates 2 --seed 7 -o docs/subdistance.md" in page
    assert all(f"| {family} | " in page for family in SIMPLEX_FAMILIES)
    assert "wrong answers" in page


def test_an_option_chooses_the_momentum_of_a_query(capsys: Output) -> None:
    assert run_command(["query", "--json", "--trace", "--algorithm", "gjk", "--acceleration", "polyak", BOXES]) == 0
    (result,) = json.loads(capsys.readouterr().out)["results"]
    assert result["trace"][1]["momentum"]["method"] == "polyak"


def test_an_option_chooses_the_steps_of_frank_wolfe(capsys: Output) -> None:
    words = ["query", "--json", "--trace", "--algorithm", "frank-wolfe", "--frank-wolfe", "min-norm", BOXES]
    assert run_command(words) == 0
    (result,) = json.loads(capsys.readouterr().out)["results"]
    assert [step["move"] for step in result["trace"][1:-1]] == ["corral"] * (result["steps"] - 2)
    assert run_command(["query", "--algorithm", "gjk", "--frank-wolfe", "away", BOXES]) == 2
    assert "--frank-wolfe: not an option of gjk; of frank-wolfe" in capsys.readouterr().err
