"""The algorithms of engines on the command line: what they owe, tests that are corrected, and the museum retold."""

import json

import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.main import run_command

Output = pytest.CaptureFixture[str]


def asked(capsys: Output, *words: str) -> tuple[int, str]:
    """The exit status, and the line about the answer."""
    status = run_command(["query", *words])
    return status, capsys.readouterr().out.splitlines()[0]


def asked_json(capsys: Output, *words: str) -> dict:
    run_command(["query", *words, "--json"])
    return json.loads(capsys.readouterr().out)["results"][0]


@pytest.mark.parametrize(
    ("scene", "algorithm", "ending"),
    [
        ("fcl-445", "fcl-0.6.0", "assertion failed: The origin is outside of the polytope"),
        ("fcl-319b", "fcl-2019-03", "assertion failed: Both the nearest point and the new vertex are on an edge"),
        ("distance3d-72", "distance3d", "assertion failed: AssertionError"),
        ("meshes-jl-809", "meshes-jl", "cycle detected: the simplex repeats that of step 7"),
    ],
)
def test_no_answer_where_one_is_due_is_not_as_expected(scene: str, algorithm: str, ending: str, capsys: Output) -> None:
    status, line = asked(capsys, scene, "--algorithm", algorithm)
    assert status == 1
    assert "  no answer  " in line
    assert ending in line
    assert "NOT as expected" in line
    answer = asked_json(capsys, scene, "--algorithm", algorithm)
    assert (answer["verdict"], answer["matches_expected"]) == ("undecided", False)
    assert answer["judged"]["crashed"] == answer["ending"]


def test_the_result_says_which_tests_were_corrected(capsys: Output) -> None:
    words = ("libccd-25", "--algorithm", "libccd")
    status, line = asked(capsys, *words, "--corrected", "origin on face")
    assert status == 0
    assert "  with 'origin on face' corrected  " in line
    assert line.endswith("as expected")
    assert asked_json(capsys, *words)["corrected"] == []
    both = ("--corrected", "seed face", "--corrected", "origin on face")
    assert asked_json(capsys, *words, *both)["corrected"] == ["origin on face", "seed face"]
    assert "with 'origin on face' and 'seed face' corrected" in asked(capsys, *words, *both)[1]


def test_the_trace_shows_the_engines_numbers_and_the_decision_taken_instead(capsys: Output) -> None:
    run_command(["query", "libccd-25", "--algorithm", "libccd", "--corrected", "origin on face", "--trace"])
    step = capsys.readouterr().out.splitlines()[3]
    assert "|−8.8818e−16| < ε = 2.2204e−16 fails by the engine's numbers." in step.replace("-", "−")
    assert "Corrected: exact arithmetic decides that it holds: the origin lies on the face" in step
    assert "Rounding is to blame: in exact arithmetic the left side is 0." in step
    assert "This is wrong" not in step


def test_a_wrong_normal_and_a_nan_are_named_beside_a_right_distance(capsys: Output) -> None:
    _, line = asked(capsys, "coal-hunt-box-on-box", "--algorithm", "coal")
    assert "WRONG: moving along its normal separates A after 0.49829 m, 0.498 m more than needed" in line
    _, line = asked(capsys, "libccd-25", "--algorithm", "libccd")
    assert line.endswith("NOT as expected: penetrating, -0.1 m  WRONG: its normal is not finite")
    answer = asked_json(capsys, "coal-hunt-box-on-box", "--algorithm", "hpp-fcl")
    assert (answer["algorithm"], answer["judged"]["normal"]["right"]) == ("coal", False)
    assert answer["faults"] == ["moving along its normal separates A after 0.49829 m, 0.498 m more than needed"]


def test_engines_stand_for_their_algorithms_and_unknown_names_for_none(capsys: Output) -> None:
    assert "  parry, " in asked(capsys, "libccd-25", "--algorithm", "Rapier")[1]
    assert run_command(["query", "libccd-25", "--algorithm", "gkj"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("gjkscope: argument --algorithm: unknown name 'gkj', did you mean gjk?; must be one of gjk,")
    assert "…" not in said
    assert max(map(len, said.splitlines())) <= 120
    assert "meshes-jl" in said


def test_bundled_scenes_are_known_by_name(capsys: Output) -> None:
    assert asked(capsys, "jolt-2103")[1].startswith("jolt-2103  A–B  ")
    assert run_command(["query", "jolt-2130"]) == 2
    said = capsys.readouterr().err
    assert said.endswith("jolt-2130: no such file, and no scene of gjkscope has this name, did you mean jolt-2103?\n")


def retold(capsys: Output, *words: str) -> str:
    assert run_command(["museum", "--published", *words]) == 0
    return capsys.readouterr().out


def test_the_museum_says_what_a_correction_changes(capsys: Output) -> None:
    told = retold(capsys, "libccd-25", "fcl-391")
    assert "    with 'origin on face' corrected: penetrating, -0.1 m: right\n" in told
    assert 'gjkscope query libccd-25 --algorithm libccd --corrected "origin on face" --trace' in told
    assert "    with 'nearest edge' corrected: penetrating, -3.017273e-08 m: still wrong\n" in told
    entry = json.loads(retold(capsys, "--json", "libccd-25"))
    assert (entry["left"], entry["right"], entry["exact"]) == (-(2.0**-50), 2.0**-52, 0.0)
    assert entry["corrected"] == [{"tests": ["origin on face"], "computed": "penetrating, −0.1 m", "right": True}]


def test_tests_are_corrected_together_while_the_answer_stays_wrong(capsys: Output) -> None:
    told = retold(capsys, "fcl-399")
    assert "with 'origin on face' corrected: " in told
    assert "with 'origin on face' and 'progress' corrected: " in told


def test_the_museum_says_where_it_knows_no_algorithm(capsys: Output) -> None:
    told = retold(capsys, "libccd-55", "hb-article-cycle-1", "physx-564", "libccd-pen-8", "libccd-25")
    lines = told.splitlines()
    assert lines[0].startswith("libccd-55  no algorithm: libccd is asked about boxes, spheres, ")
    assert lines[1].startswith("hb-article-cycle-1  no algorithm: no engine's answer is recorded")
    assert lines[2] == "physx-564  no algorithm: gjkscope has no algorithm of PhysX"
    assert lines[-1] == "1 reproduced; without a reported answer: 1 right; no algorithm for 3"
    entry = json.loads(retold(capsys, "--json", "libccd-55"))
    assert (entry["algorithm"], entry["outcome"]) == (None, "no algorithm")


def test_every_scene_has_a_line(capsys: Output) -> None:
    """Of a part of the museum: all of it takes four seconds."""
    names = [path.stem for path in sorted(resource("assets", "scenes", "museum").glob("*.json")) if path.stem < "fcl"]
    entries = [json.loads(line) for line in retold(capsys, "--json", *names, "mjwarp-1526").splitlines()]
    assert {entry["scene"] for entry in entries} == {*names, "mjwarp-1526"}
    assert all(entry["reproduced"] is (entry["outcome"] == "reproduced") for entry in entries)
    right = {entry["corrected"][-1]["right"] for entry in entries if entry.get("corrected")}
    assert right == {True, False}


def test_rounding_is_not_blamed_where_the_exact_number_is_another_one(capsys: Output) -> None:
    entry = json.loads(retold(capsys, "--json", "jolt-2103"))
    assert (entry["test"], entry["left"]) == ("weights", 15082042.0)
    assert entry["exact_is"].startswith(
        "In exact arithmetic that of the point of w0 w2 w3 that is nearest to the origin"
    )
    assert "Rounding" not in entry["why"]


def test_normals_and_points_are_judged_with_the_accuracy_of_the_engine(capsys: Output) -> None:
    words = ("fcl-293", "--algorithm", "parry")
    assert "WRONG" not in asked(capsys, *words)[1]
    assert "WRONG: its normal proves only 0.053503 m of the gap" in asked(capsys, *words, "--tolerance", "1e-6")[1]


def test_points_without_a_distance_are_left_from_the_search_and_not_judged(capsys: Output) -> None:
    status, line = asked(capsys, "distance3d-72", "--algorithm", "box3d")
    assert status == 0
    assert "penetrating  distance unknown" in line
    assert "WRONG" not in line
