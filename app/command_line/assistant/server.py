"""The server: lists the tools, validates their arguments, and runs each call in a thread.

    anyio.run(serve_assistant, folder)

The SDK keeps standard output for the protocol: what anything else prints there goes to standard error.
"""

import asyncio
import json
import re
from base64 import b64encode
from collections.abc import Callable
from functools import cache
from math import inf
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ImageContent,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)

from gjkscope.app.base.decoding import decode
from gjkscope.app.command_line.assistant.arguments import input_schema
from gjkscope.app.command_line.assistant.brevity import shorten_answer
from gjkscope.app.command_line.assistant.tool import AssistantTool, ToolAnswer, ToolCall, assistant_tools
from gjkscope.app.command_line.assistant.unreadable import answer_unreadable
from gjkscope.app.command_line.console import UsageError
from gjkscope.engine.cancellation import cancellable_by, time_limit
from gjkscope.version import __version__

LONGEST_ERROR = 400  # characters
MOST_CALLS = 4  # at once; others wait
INSTRUCTIONS = """gjkscope answers questions about collision detection between pairs of convex shapes, with
proofs. A pair is a scene, a JSON object: make one with import_text from code, logs or scene files, or write it
as scene_schema says. query gives the certified answer, judge compares an engine's answer with it, ask_engines
asks real engines, and published_run shows where an engine's own algorithm goes wrong. Never compute a distance
yourself where query can."""


async def serve_assistant(folder: Path | None) -> None:
    """Serves one client on standard input and output, until it closes them."""
    server = assistant_server(folder)
    async with stdio_server() as (requests, answers), answer_unreadable(requests, answers) as readable:
        await server.run(readable, answers, server.create_initialization_options())


def assistant_server(folder: Path | None) -> Server[Any]:
    """The server, which reads files in the folder only."""

    async def list_tools(_: Any, __: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=_descriptions())

    async def call_tool(context: Any, asked: CallToolRequestParams) -> CallToolResult:
        tool = assistant_tools().get(asked.name)
        if tool is None:
            raise MCPError(INVALID_PARAMS, f"unknown tool; the tools are {', '.join(assistant_tools())}")
        return await run_tool(tool, asked.arguments or {}, folder, limiter, context.session.report_progress)

    limiter = anyio.CapacityLimiter(MOST_CALLS)
    return Server(
        "gjkscope",
        version=__version__,
        title="gjkscope",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


@cache
def _descriptions() -> list[Tool]:
    return [
        Tool(
            name=tool.name,
            title=tool.title,
            description=tool.about.replace("\n", " "),
            input_schema=input_schema(tool.arguments),
            annotations=ToolAnnotations(read_only_hint=True, open_world_hint=False),
        )
        for tool in assistant_tools().values()
    ]


async def run_tool(
    tool: AssistantTool,
    given: dict[str, Any],
    folder: Path | None,
    limiter: anyio.CapacityLimiter,
    report: Callable[..., Any],
) -> CallToolResult:
    """The answer of a tool, or its error in one line; the thread ends soon after the call is cancelled."""
    loop, ended = asyncio.get_running_loop(), Event()
    sending, receiving = anyio.create_memory_object_stream[str](inf)

    def send(words: str) -> None:
        if not ended.is_set():
            sending.send_nowait(words)

    def send_from_thread(words: str) -> None:
        loop.call_soon_threadsafe(send, words)

    def work() -> ToolAnswer:
        with cancellable_by(ended.is_set), time_limit(tool.seconds):
            return tool.run(decode(given, tool.arguments), ToolCall(folder, send_from_thread))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_report, receiving, report)
        try:
            answer = await anyio.to_thread.run_sync(work, abandon_on_cancel=True, limiter=limiter)
        except (UsageError, ValueError, TimeoutError, MemoryError, RecursionError) as fault:
            return _error(fault)
        finally:
            ended.set()
            sending.close()
    return _result(answer)


async def _report(progress: MemoryObjectReceiveStream[str], report: Callable[..., Any]) -> None:
    """Passes on what is said, with the seconds so far: the protocol wants a number that grows."""
    started = monotonic()
    async with progress:
        async for words in progress:
            await report(monotonic() - started, None, words)


def _result(answer: ToolAnswer) -> CallToolResult:
    text = json.dumps(shorten_answer(answer.data), ensure_ascii=False, allow_nan=False)
    content: list[Any] = [TextContent(text=text)]
    if answer.png is not None:
        content.insert(0, ImageContent(data=b64encode(answer.png).decode(), mime_type="image/png"))
    return CallToolResult(content=content)


def _error(fault: Exception) -> CallToolResult:
    """The error in one line; options of the command line are called as the arguments of tools are."""
    words = "needs too much memory" if isinstance(fault, MemoryError) else " ".join(str(fault).split())
    words = re.sub(r"(^|: )--(?=[a-z]+:)", r"\1", words)
    short = words if len(words) <= LONGEST_ERROR else f"{words[:LONGEST_ERROR]}…"
    return CallToolResult(content=[TextContent(text=short)], is_error=True)
