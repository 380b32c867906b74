"""`gjkscope simulate`, from outside."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.console import DONE, UNUSABLE
from gjkscope.app.command_line.main import run_command
from gjkscope.engine.simulation.simulation import TICK

MOTION = resource("assets", "scenes", "motion")
STACK = str(MOTION / "stack-of-ten-boxes.json")


def output_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run_command(["simulate", *words]) == DONE
    return capsys.readouterr().out


def test_a_table_shows_energy_and_points_and_what_happened(capsys: pytest.CaptureFixture[str]) -> None:
    text = output_of(capsys, STACK, "--seconds", "0.2", "--solver", "sequential", "--no-warm-starting")
    assert text.startswith("Box3D points, Sequential impulses (Box2D Lite), no warm starting\n")
    rows = [line.split() for line in text.splitlines()[2:15]]
    assert [float(row[0]) for row in rows] == pytest.approx([i * TICK for i in range(13)], abs=1e-3)
    assert {row[1] for row in rows[1:]} == {"40"}
    assert "ground and box 1 first touch at 0 s" in text
    assert "contact ids, " in text


def test_json_has_every_tick_with_its_points(capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(output_of(capsys, STACK, "--seconds", "0.1", "--policy", "jolt", "--json"))
    assert document["response"] == "impulses"
    assert len(document["ticks"]) == 7
    last = document["ticks"][-1]
    assert {point["policy"] for point in last["points"]} == {"jolt"}
    assert sum(point["impulse"] for point in last["points"]) > 0
    for i in range(10):
        ids = [point["id"] for point in last["points"] if point["pair"] == [i, i + 1]]
        assert len(ids) in (3, 4)  # Jolt leaves three where two neighbours are chosen first
        assert len({*ids}) == len(ids)
    assert last["energy"]["kinetic"] >= 0


def test_a_scene_of_push_outs_is_simulated_with_either_response(capsys: pytest.CaptureFixture[str]) -> None:
    bullet = str(MOTION / "bullet-and-thin-plate.json")
    text = output_of(capsys, bullet, "--seconds", "0.1")
    assert text.startswith("time, s  pairs in contact")
    assert "bullet and plate touched at 0.03967 s, between two ticks: missed (tunnelling)" in text
    document = json.loads(output_of(capsys, bullet, "--seconds", "0.1", "--response", "impulses", "--json"))
    assert document["ticks"][-1]["points"] == []
    assert [miss["pair"] for tick in document["ticks"] for miss in tick["missed"]] == [[0, 1]]


def test_a_small_cube_falls_through_with_one_point_a_query(capsys: pytest.CaptureFixture[str]) -> None:
    """Its point of the last tick has moved by more than the breaking distance; the large cube collects four."""
    cube = str(MOTION / "small-cubes-sink.json")
    heights = {}
    for policy in ("box3d", "bullet"):
        document = json.loads(output_of(capsys, cube, "--seconds", "1", "--policy", policy, "--json"))
        heights[policy] = [body["position"][1] for body in document["ticks"][-1]["bodies"]]
    assert heights["box3d"][1] == pytest.approx(0.01, abs=5e-4)
    assert heights["bullet"][1] < -0.1
    assert heights["bullet"][2] > 0.08
    points = [[point["id"] for point in tick["points"] if point["pair"] == [0, 1]] for tick in document["ticks"]]
    assert {len(ids) for ids in points} == {0, 1}
    assert all(first != second for first, second in pairwise(points) if first and second)
    assert sum(map(len, points)) > 20
    assert sum(point["pair"] == [0, 2] for point in document["ticks"][-1]["points"]) == 4


def test_two_boxes_of_any_size_stand_on_the_points_of_bullet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads((MOTION / "small-cubes-sink.json").read_text())
    for body, half in zip(document["shapes"][1:], (0.01, 0.1), strict=True):
        del body["vertices"]
        body.update(type="box", half_extents=[half] * 3)
    path = tmp_path / "boxes.json"
    path.write_text(json.dumps(document))
    ticks = json.loads(output_of(capsys, str(path), "--seconds", "1", "--policy", "bullet", "--json"))["ticks"]
    assert [body["position"][1] for body in ticks[-1]["bodies"][1:]] == pytest.approx([0.01, 0.1], abs=1e-3)
    assert len(ticks[-1]["points"]) == 8


def test_a_reported_phantom_lifts_a_cube_that_rests_by_every_policy(capsys: pytest.CaptureFixture[str]) -> None:
    cube = str(MOTION / "phantom-lifts-a-cube.json")
    heights = {}
    for policy in ("reported", "exact", "box3d", "jolt"):
        document = json.loads(output_of(capsys, cube, "--seconds", "0.5", "--policy", policy, "--json"))
        heights[policy] = document["ticks"][-1]["bodies"][1]["position"][1]
        assert {point["policy"] for tick in document["ticks"] for point in tick["points"]} == {policy}
    assert heights.pop("reported") == pytest.approx(0.083, abs=1e-3)
    for height in heights.values():
        assert height == pytest.approx(0.071, abs=1e-3)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((STACK, "--seconds", "0"), "must be > 0 and at most 60"),
        ((STACK, "--policy", "reported"), "no report in the scene has contact points"),
        ((STACK, "--policy", "ode"), "invalid choice: 'ode'"),
        ((str(resource("assets", "scenes", "boxes-overlap.json")),), "nothing would move"),
        ((str(resource("assets", "scenes", "plane", "boxes-overlap-2d.json")),), "2D"),
    ],
)
def test_bad_arguments_are_one_line(words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["simulate", *words]) == UNUSABLE
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1


@pytest.mark.thorough
def test_internal_edges_of_a_floor_are_decided_about(capsys: pytest.CaptureFixture[str]) -> None:
    floor = str(MOTION / "slide-box-flat.json")
    without = output_of(capsys, floor, "--seconds", "0.5", "--response", "impulses")
    assert "contacts with triangles: " in without
    assert "; 0 ticks with ghost collisions" not in without
    with_jolt = output_of(capsys, floor, "--seconds", "0.5", "--response", "impulses", "--edges", "jolt-active")
    assert " corrected" in with_jolt
    assert "; 0 ticks with ghost collisions" in with_jolt
    document = json.loads(
        output_of(capsys, floor, "--seconds", "0.5", "--response", "impulses", "--edges", "jolt-removal", "--json")
    )
    fates = {triangle["fate"] for tick in document["ticks"] for triangle in tick.get("triangles", ())}
    assert fates == {"accepted", "voided"}
