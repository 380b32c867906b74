"""Long answers: what is left out is said, points and scenes stay whole."""

import json

from gjkscope.app.command_line.assistant.brevity import LONGEST_ANSWER, LONGEST_SCENE, LONGEST_TEXT, shorten_answer


def test_a_short_answer_stays_as_it_is() -> None:
    answer = {"words": ["A–B"], "normal": [0.0, 1.0, 0.0], "scene": {"shapes": [1] * 100}}
    assert shorten_answer(answer) == answer


def test_lists_are_cut_until_the_answer_is_short_enough() -> None:
    rows = [{"point": [1.0, 2.0, 3.0], "faces": list(range(100))} for _ in range(100)]
    short = shorten_answer({"rows": rows, "verdict": "separated"})
    assert len(json.dumps(short)) < LONGEST_ANSWER + 1000
    assert short["verdict"] == "separated"
    kept = len(short["rows"])
    assert {tuple(row["point"]) for row in short["rows"]} == {(1.0, 2.0, 3.0)}
    first, second, *_, last = short["left_out"]
    assert first == f"rows: {100 - kept} of 100 items"
    assert second == f"rows[0].faces: {100 - kept} of 100 items"
    assert last.startswith("and in ")


def test_a_scene_is_whole_or_missing() -> None:
    scene = {"shapes": [{"vertices": [[0.1, 0.2, 0.3]] * 500}]}
    answer = {"groups": [{"scene": scene}, {"scene": {"shapes": scene["shapes"] * 9}}], "about": "x" * 5000}
    short = shorten_answer(answer)
    assert [group["scene"] for group in short["groups"]] == [scene, None]
    assert len(json.dumps(scene)) < LONGEST_SCENE
    assert short["about"] == "x" * LONGEST_TEXT + "…"
    assert [words.partition(":")[0] for words in short["left_out"]] == ["groups[1].scene", "about"]
