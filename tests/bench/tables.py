"""Tables that benchmarks write into docs/performance.md, each between two markers with its name."""

import os
import platform
import re
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "performance.md"


def publish(name: str, heads: Sequence[str], rows: Sequence[Sequence[str]], *packages: str) -> None:
    """Prints the table, and puts it into the page with a line on this machine and the versions of the packages."""
    lines = [_line(heads), _line(["---"] * len(heads)), *map(_line, rows)]
    table = "\n".join([*lines, "", _circumstances(packages)])
    print(table, flush=True)
    marked = f"<!-- table: {name} -->\n\n{table}\n\n<!-- end of table -->"
    page = PAGE.read_text(encoding="utf-8")
    pattern = rf"<!-- table: {re.escape(name)} -->.*?<!-- end of table -->"
    if not re.search(pattern, page, re.DOTALL):
        raise ValueError(f"{PAGE.name}: has no table {name!r}")
    PAGE.write_text(re.sub(pattern, lambda _: marked, page, flags=re.DOTALL), encoding="utf-8")


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _circumstances(packages: Sequence[str]) -> str:
    versions = ", ".join(f"{name} {version(name)}" for name in packages)
    load = f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    return f"Python {platform.python_version()}, {versions}; {load}." if versions else f"{load.capitalize()}."
