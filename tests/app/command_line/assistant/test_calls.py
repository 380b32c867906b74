"""What surrounds the tools: time limits, cancelling, links, unreadable messages, and a missing SDK."""

import json
import sys
from pathlib import Path
from threading import Event
from typing import Any

import anyio
import pytest
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError, JSONRPCRequest, jsonrpc_message_adapter
from msgspec import Struct
from pydantic import ValidationError

from gjkscope import hunt, query
from gjkscope.app.ask.runs.reports import judge_reports
from gjkscope.app.base.json_document import read_document
from gjkscope.app.command_line.assistant.arguments import readable_file
from gjkscope.app.command_line.assistant.server import run_tool
from gjkscope.app.command_line.assistant.tool import AssistantTool, ToolAnswer, ToolCall, ToolError
from gjkscope.app.command_line.assistant.tools.hunt import hunt_data
from gjkscope.app.command_line.assistant.unreadable import answer_unreadable
from gjkscope.app.command_line.main import run_command
from gjkscope.app.judge.hunting.api import plan_for
from gjkscope.app.scenes.scene_file import parse_scene
from gjkscope.engine.cancellation import Cancelled, checkpoint


class NoArguments(Struct):
    pass


def endless(ended: Event, seconds: float) -> AssistantTool:
    """A tool that computes until it is cancelled."""

    def run(_: Any, call: ToolCall) -> ToolAnswer:
        call.report("computing")
        try:
            while True:
                checkpoint()
        except Cancelled:
            ended.set()
            raise

    return AssistantTool("endless", "", "", NoArguments, run, seconds)


def test_a_call_ends_after_its_time() -> None:
    ended = Event()
    reports: list[str] = []

    async def note(seconds: float, total: None, words: str) -> None:
        assert 0 <= seconds < 60
        reports.append(words)

    async def call() -> Any:
        return await run_tool(endless(ended, 0.05), {}, None, anyio.CapacityLimiter(1), note)

    answer = anyio.run(call)
    assert (answer.is_error, answer.content[0].text) == (True, "took longer than 0.05 s")
    assert reports == ["computing"]
    assert ended.is_set()


def test_a_cancelled_call_stops_computing() -> None:
    ended, started = Event(), Event()

    async def note(*_: Any) -> None:
        started.set()

    async def call() -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(run_tool, endless(ended, 60.0), {}, None, anyio.CapacityLimiter(1), note)
            while not started.is_set():
                await anyio.sleep(0.005)
            tasks.cancel_scope.cancel()

    anyio.run(call)
    assert ended.wait(10)


def test_links_are_not_followed(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    for folder in (inside, outside):
        (folder / "scene.json").write_text("{}")
    (inside / "out.json").symlink_to(outside / "scene.json")
    (inside / "folder").symlink_to(outside)
    (inside / "in.json").symlink_to(inside / "scene.json")
    call = ToolCall(inside, lambda *_: None)
    assert readable_file("scene.json", call) == inside / "scene.json"
    for name in ("out.json", "folder/scene.json", "in.json", "../inside/scene.json", str(inside / "scene.json")):
        with pytest.raises(ToolError, match=r"must lie in the server's folder, without \.\. and links"):
            readable_file(name, call)
    with pytest.raises(ToolError, match="this server reads no files; start it with --folder DIR"):
        readable_file("scene.json", ToolCall(None, lambda *_: None))


def message(line: str) -> Any:
    """What the SDK makes of a line."""
    try:
        return SessionMessage(jsonrpc_message_adapter.validate_json(line, by_name=False))
    except ValidationError as fault:
        return fault


LINES = {
    '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"a":' + "[" * 1000 + "]" * 1000 + "}}": (7, "recursion"),
    '{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"a":': ("x", "Invalid JSON: EOF"),
    '{"jsonrpc":"2.0","id":8,"method":"a","params":{"a":' + "9" * 5000 + "}}": (8, "number out of range"),
    '{"id":1,"jsonrpc":"2.0","id":2': (None, "Invalid JSON: EOF"),
    "not JSON": (None, "Invalid JSON"),
    '{"jsonrpc":"2.0","id":9}': (None, "not a message of JSON-RPC"),
}


def test_unreadable_messages_are_answered() -> None:
    """The SDK drops them, so that the client would wait forever."""
    readable, answers = anyio.run(relayed, [*map(message, LINES), message('{"jsonrpc":"2.0","id":1,"method":"ping"}')])
    assert [item.message for item in readable] == [JSONRPCRequest(jsonrpc="2.0", id=1, method="ping")]
    errors = [item.message for item in answers]
    assert all(isinstance(error, JSONRPCError) for error in errors)
    for error, (number, words) in zip(errors, LINES.values(), strict=True):
        assert error.id == number
        assert words in error.error.message
        assert len(error.error.message) <= 200


async def relayed(items: list[Any]) -> tuple[list[Any], list[Any]]:
    """What of the items reaches the server, and what is answered before."""
    sending, requests = anyio.create_memory_object_stream[Any](len(items))
    answers, answered = anyio.create_memory_object_stream[Any](len(items))
    async with sending, requests, answers, answered:
        async with answer_unreadable(requests, answers) as readable, readable:
            for item in items:
                await sending.send(item)
            sending.close()
            passed = [item async for item in readable]
        answers.close()
        return passed, [item async for item in answered]


def test_a_hunt_is_answered_with_scenes() -> None:
    """The most severe groups have one, which reproduces the wrong answer."""

    def solve(a: Any, pose_a: Any, b: Any, pose_b: Any) -> float:
        return 2 * (query(a, pose_a, b, pose_b).signed_distance or 0.0)

    phases: list[str] = []
    report = hunt(
        solve,
        kinds=["sphere"],
        count=10,
        chunk=10,
        on_progress=lambda progress: phases.append(progress.phase),
        stopped=lambda: "minimising" in phases,
    )
    data = hunt_data(report, plan_for(solve, ["sphere"]), 1)
    first, *others = data["failures"]
    assert read_document(json.dumps(first["scene"])) == first["scene"]
    (judged,) = judge_reports(parse_scene(json.dumps(first["scene"])))
    assert judged.found.right is False
    assert others
    assert [group for group in others if "scene" in group or "worst_scene" in group] == []


def test_without_the_sdk_a_line_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "gjkscope.app.command_line.assistant.server")
    monkeypatch.setitem(sys.modules, "mcp.server.lowlevel", None)
    assert run_command(["mcp"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.endswith('is not installed: pip install "gjkscope[mcp]"\n')


@pytest.mark.parametrize("folder", ["missing", "file.txt"])
def test_the_folder_must_be_one(folder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file.txt").write_text("")
    assert run_command(["mcp", "--folder", str(tmp_path / folder)]) == 2
    assert capsys.readouterr().err.startswith(f"gjkscope: --folder: {tmp_path / folder}: ")
