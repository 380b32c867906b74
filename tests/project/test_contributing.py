"""CONTRIBUTING.md describes the source tree as it is."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SUFFIXES = (".py", ".json", ".toml", ".txt", ".md", "/")
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def paths() -> list[str]:
    """The paths in backticks, also inside a command; NAME stands for any name."""
    words = {word for code in re.findall(r"`([^`\n]+)`", TEXT) for word in code.split()}
    return sorted(word for word in words if "/" in word and word.endswith(SUFFIXES) and "NAME" not in word)


def test_every_path_exists() -> None:
    assert len(paths()) > 30
    assert [path for path in paths() if not (ROOT / path).exists()] == []
