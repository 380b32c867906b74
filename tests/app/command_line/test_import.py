"""`gjkscope import` and scenes on standard input: output, pipes, exit status, and errors with their positions."""

import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from gjkscope.app.command_line.main import run_command
from gjkscope.app.scenes.scene_file import parse_scene, read_scene
from gjkscope.engine.shapes.kinds import Sphere
from tests.app.bring.notations.simple import simple  # noqa: F401  a fixture

PAIR = "pair\nbox 0.5 0.5 0.5 at 0 0 0 quat 1 0 0 0\nsphere 0.25 at 0 0.7 0\n"
ASKING = PAIR.replace("pair\n", "pair\nunits\n")
SCENE = """{"gjkscope": 1, "name": "two balls", "shapes": [
  {"name": "A", "type": "sphere", "radius": 1}, {"name": "B", "type": "sphere", "radius": 1, "position": [3, 0, 0]}]}"""

Output = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch

pytestmark = pytest.mark.usefixtures("simple")


def type_in(data: str | bytes, patch: Patch) -> None:
    """Make this the contents of standard input."""
    encoded = data if isinstance(data, bytes) else data.encode()
    patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(encoded)))


def complaint(words: Sequence[str], capsys: Output) -> str:
    """The line with which the command fails, which may be wrapped."""
    assert run_command(list(words)) == 2
    out, err = capsys.readouterr()
    line = err.strip().replace("\n  ", " ")
    assert (out, len(line.splitlines())) == ("", 1), err
    assert line.startswith("gjkscope: ")
    return line.removeprefix("gjkscope: ")


class TestImport:
    def test_the_scene_goes_to_standard_output_and_the_summary_to_standard_error(
        self, capsys: Output, monkeypatch: Patch
    ) -> None:
        type_in(PAIR, monkeypatch)
        assert run_command(["import", "-"]) == 0
        out, err = capsys.readouterr()
        assert parse_scene(out).body("sphere 3").shape == Sphere(0.25)
        assert err.splitlines() == [
            "notation: simple",
            "box 2: box, half extents 0.5 0.5 0.5, position 0 0 0",
            "sphere 3: sphere, radius 0.25, position 0 0.7 0",
            "assumed: notation simple (Simple notation); to change it: --notation table",
            "assumed: quaternion wxyz (simple notation); to change it: --quaternion xyzw",
        ]

    def test_its_output_can_be_piped_into_query(self, capsys: Output, monkeypatch: Patch) -> None:
        for form in ([], ["--json"]):
            type_in(PAIR, monkeypatch)
            assert run_command(["import", *form]) == 0
            type_in(capsys.readouterr().out, monkeypatch)
            assert run_command(["query", "--json", "-"]) == 0
            (result,) = json.loads(capsys.readouterr().out)["results"]
            assert result["signed_distance"] == pytest.approx(-0.05)

    def test_json_has_the_scene_and_every_assumption(self, tmp_path: Path, capsys: Output) -> None:
        (tmp_path / "report.txt").write_text(ASKING)
        assert run_command(["import", "--json", str(tmp_path / "report.txt")]) == 0
        out, err = capsys.readouterr()
        document = json.loads(out)
        assert document["notation"] == "simple"
        assert document["warnings"] == []
        assert [shape["type"] for shape in document["scene"]["shapes"]] == ["box", "sphere"]
        assert {"what": "quaternion", "value": "wxyz", "why": "simple notation", "others": ["xyzw"]} in document[
            "assumptions"
        ]
        (asked,) = (assumption for assumption in document["assumptions"] if assumption.get("asked"))
        assert (asked["what"], asked["value"], asked["others"]) == ("units", "m", ["mm"])
        assert err == (
            f"gjkscope: {tmp_path / 'report.txt'}: question: units: m or mm? (the text does not name them); "
            "m is used; answer with --choose units=m|mm\n"
        )

    def test_printed_digits_that_decide_the_verdict_are_reported(self, capsys: Output, monkeypatch: Patch) -> None:
        for height, depends in (("0.666667", True), ("0.766667", False)):
            type_in(f"pair\nsphere 0.333333 at 0 0 0\nsphere 0.333333 at 0 {height} 0\n", monkeypatch)
            assert run_command(["import", "--json"]) == 0
            digits = json.loads(capsys.readouterr().out)["digits"]
            assert (digits["fewest"], digits["verdict_depends"]) == (6, depends)
            assert [digits.get(end, {}).get("verdict") for end in ("closest", "furthest")] == (
                ["penetrating", "separated"] if depends else [None, None]
            )

    def test_an_answered_question_is_not_asked_again(self, capsys: Output, monkeypatch: Patch) -> None:
        type_in(ASKING, monkeypatch)
        assert run_command(["import", "--json", "--choose", "units=mm", "--quaternion", "xyzw"]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        box, sphere = json.loads(out)["scene"]["shapes"]
        assert sphere["radius"] == 0.25e-3
        assert box["orientation"] == [1, 0, 0, 0]

    def test_an_option_that_concerns_nothing_is_reported(self, capsys: Output, monkeypatch: Patch) -> None:
        type_in(PAIR, monkeypatch)
        assert run_command(["import", "--json", "--axis", "x"]) == 0
        assert "--axis has no effect" in capsys.readouterr().err

    def test_it_writes_a_scene_file(self, tmp_path: Path, capsys: Output, monkeypatch: Patch) -> None:
        type_in(PAIR, monkeypatch)
        assert run_command(["import", "-o", str(tmp_path / "out.json")]) == 0
        assert capsys.readouterr().out.startswith("notation: simple\n")
        assert read_scene(tmp_path / "out.json").names == ("box 2", "sphere 3")

    @pytest.mark.parametrize("kept", ["2,1", "sphere 3,box 2", "#2,#1"])
    def test_bodies_are_kept_in_the_order_named(self, kept: str, capsys: Output, monkeypatch: Patch) -> None:
        type_in(PAIR + "sphere 1 at 9 9 9\n", monkeypatch)
        assert run_command(["import", "--json", "--keep", kept]) == 0
        scene = json.loads(capsys.readouterr().out)["scene"]
        assert [shape["name"] for shape in scene["shapes"]] == ["sphere 3", "box 2"]
        assert scene["pairs"] == [["sphere 3", "box 2"]]

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            (["--keep", "1,7"], "keep: '7' is not a body: must be 1 to 2, or a name"),
            (["--keep", "1,1"], "keep: must name different bodies, got '1,1'"),
            (["--notation", "nothing"], "notation 'nothing' is not known; the notations are"),
            (["--choose", "units=inch"], "units: must be one of m, mm, got 'inch'"),
            (["--choose", "units"], "argument --choose: must be WHAT=VALUE, such as up=z, got 'units'"),
            (["--axis", "w"], "--axis: must be x, y or z, got 'w'"),
            (["-o", "no/such/folder/out.json"], "cannot be written: No such file or directory"),
        ],
    )
    def test_an_unusable_argument_is_named(
        self, words: list[str], message: str, capsys: Output, monkeypatch: Patch
    ) -> None:
        type_in(ASKING, monkeypatch)
        assert message in complaint(["import", *words], capsys)

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", "is empty: must contain a pair of shapes"),
            (" \n\t", "is empty: must contain a pair of shapes"),
            (PAIR.replace("0.7", "nan"), "line 3, column 18: 'nan' is not finite: must be a finite number"),
            (PAIR.replace("0.25", "1e400"), "line 3, column 8: '1e400' is too large for a double"),
            (PAIR.replace("1 0 0 0", "0 0 0 0"), "line 2, column 31: box 2: the quaternion is zero"),
            (PAIR.replace("0.25", "0.25\0"), "line 3, column 12: '\\x00' is not text: is this a binary file?"),
            (b"pair\nsph\xffere", "line 2, byte 4: 0xff is not text: must be UTF-8"),
            ("pair\n", "found no shapes: read as Simple notation"),
            ("Good morning. This is not about shapes.", "no notation is recognised"),
            ("pair\nsphere 1 at 1e200 0 0\nsphere 1 at 0 0 0\n", "must lie within 1e+150 m of the origin"),
        ],
    )
    def test_bad_text_is_rejected_at_its_position(
        self, text: str | bytes, message: str, capsys: Output, monkeypatch: Patch
    ) -> None:
        type_in(text, monkeypatch)
        line = complaint(["import", "-"], capsys)
        assert line.startswith("standard input: ")
        assert message in line

    def test_a_missing_file_is_named(self, tmp_path: Path, capsys: Output) -> None:
        path = tmp_path / "none.xml"
        assert complaint(["import", str(path)], capsys) == f"{path}: cannot be read: No such file or directory"

    def test_utf_16_is_read(self, capsys: Output, monkeypatch: Patch) -> None:
        type_in(PAIR.encode("utf-16"), monkeypatch)
        assert run_command(["import", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["notation"] == "simple"


class TestStandardInput:
    def test_query_reads_a_scene(self, capsys: Output, monkeypatch: Patch) -> None:
        type_in(SCENE, monkeypatch)
        assert run_command(["query", "--json", "-"]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert (answer["scene"], answer["file"]) == ("two balls", "-")
        assert answer["results"][0]["signed_distance"] == 1.0

    def test_render_reads_a_scene(self, tmp_path: Path, monkeypatch: Patch) -> None:
        type_in(SCENE, monkeypatch)
        assert run_command(["render", "-", "-o", str(tmp_path / "balls.png"), "--size", "64x64"]) == 0
        assert (tmp_path / "balls.png").read_bytes().startswith(b"\x89PNG")

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", "standard input: is empty: must contain a scene"),
            ("{", "standard input: line 1, column 2: not JSON"),
            (SCENE.replace('"radius": 1,', '"radius": -1,'), "standard input: shapes[1].radius: must be > 0"),
            (SCENE.replace("[3, 0, 0]", "[3, 0]"), "standard input: shapes[1].position"),
            (b"\xfe\xfe", "standard input: line 1, byte 1: 0xfe is not text"),
            (
                '{"notation": "x", "scene": {"gjkscope": 1, "name": "n", "shapes": []}}',
                "standard input: shapes: must not be empty",
            ),
        ],
    )
    def test_its_errors_name_standard_input(
        self, text: str | bytes, message: str, capsys: Output, monkeypatch: Patch
    ) -> None:
        type_in(text, monkeypatch)
        assert message in complaint(["query", "-"], capsys)

    def test_it_can_be_read_only_once(self, capsys: Output, monkeypatch: Patch) -> None:
        type_in(SCENE, monkeypatch)
        assert complaint(["query", "-", "-"], capsys) == "-: standard input can be read only once"

    def test_it_may_be_closed(self, capsys: Output, monkeypatch: Patch) -> None:
        monkeypatch.setattr(sys, "stdin", None)
        assert complaint(["query", "-"], capsys) == "standard input: is closed"
