"""The sizes of files before they are fetched, as their servers tell them."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from urllib.error import URLError
from urllib.request import Request, urlopen

SECONDS = 10.0  # for an answer
AT_ONCE = 8


def remote_sizes(addresses: Sequence[str]) -> list[int | None]:
    """The size of each file in bytes; None where the server does not tell it."""
    with ThreadPoolExecutor(AT_ONCE) as threads:
        return list(threads.map(_size, addresses))


def _size(address: str) -> int | None:
    try:
        with urlopen(Request(address, method="HEAD"), timeout=SECONDS) as answer:
            return int(answer.headers["Content-Length"])
    except (URLError, OSError, ValueError, TypeError):  # unreachable without pip's certificates, or no length
        return None
