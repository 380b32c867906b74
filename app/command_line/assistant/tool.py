"""The record of a tool, and the registry of all tools."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct

from gjkscope.engine.registry.discovery import modules_in

SECONDS = 60.0  # that a call may take; clients wait about as long


class ToolError(ValueError):
    """Arguments that a tool cannot use; the message is one line."""


class ToolCall(NamedTuple):
    """What a tool gets besides its arguments."""

    folder: Path | None  # the only one that it may read from, without links; None: it reads no files
    report: Callable[[str], None]  # says how far it is, to the person who waits


class ToolAnswer(NamedTuple):
    """What a tool answers: plain data, which is shortened if it is long, and a picture."""

    data: dict[str, Any]
    png: bytes | None = None


class AssistantTool(NamedTuple):
    """A tool that an assistant can call."""

    name: str
    title: str  # for people
    about: str  # for the assistant: what it does, and when to use it
    arguments: type[Struct]  # the record that its arguments are read into
    run: Callable[[Any, ToolCall], ToolAnswer]
    """Called in a thread, with the arguments.  Raises `ValueError` or `UsageError` with one line for the assistant."""
    seconds: float = SECONDS  # after which a call is ended


@cache
def assistant_tools() -> dict[str, AssistantTool]:
    """All tools by name."""
    tools = [module.TOOL for module in modules_in("gjkscope.app.command_line.assistant.tools")]
    return {tool.name: tool for tool in tools}
