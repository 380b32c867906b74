"""Answers messages that are not readable, which the SDK drops: their sender would wait for an answer forever."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio
from mcp.shared.message import SessionMessage
from mcp_types import PARSE_ERROR, ErrorData, JSONRPCError
from pydantic import ValidationError

LONGEST_FAULT = 200  # characters
_ID = re.compile(r'"id"\s*:\s*(?:(\d{1,18})|"([^"\\]{1,100})")')


@asynccontextmanager
async def answer_unreadable(requests: Any, answers: Any) -> AsyncIterator[Any]:
    """The stream of requests without those that are not JSON, or nested too deeply, which are answered by an error."""
    sending, receiving = anyio.create_memory_object_stream[Any](0)

    async def relay() -> None:
        async with sending:
            async for item in requests:
                if isinstance(item, ValidationError):
                    await answers.send(SessionMessage(_refusal(item)))
                else:
                    await sending.send(item)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(relay)
        yield receiving
        tasks.cancel_scope.cancel()


def _refusal(fault: ValidationError) -> JSONRPCError:
    """The error, for the request whose number the message has."""
    first = fault.errors(include_url=False)[0]
    line = first["input"] if isinstance(first["input"], str) else ""
    words = first["msg"] if line else "not a message of JSON-RPC"
    return JSONRPCError(
        jsonrpc="2.0", id=_id_in(line), error=ErrorData(code=PARSE_ERROR, message=words[:LONGEST_FAULT])
    )


def _id_in(line: str) -> int | str | None:
    """The number or name of a request; None if it cannot be told: the text may have several."""
    found = {int(number) if number else name for number, name in _ID.findall(line)}
    return found.pop() if len(found) == 1 else None
