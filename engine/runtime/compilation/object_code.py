"""`ObjectCode`: a compiled function, and the source files that it was compiled from."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple


class ObjectCode(NamedTuple):
    """A compiled function."""

    symbol: str  # of the function
    needs: list[str]  # symbols that it refers to
    sources: list[str]  # files
    digest: str  # of the sources
    code: bytes


def digest_of_files(files: Sequence[str]) -> str:
    """A hash of the contents of these files."""
    return sha256(b"".join(Path(file).read_bytes() for file in files)).hexdigest()
