"""Runs the benchmarks, and writes what they print to docs/performance.md.

    make bench
    .venv-bench/bin/python -m tests.bench batch_speed broad_phase    # only these

Each benchmark has a place on the page, between two comments; see `placed`.
"""

import argparse
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "performance.md"

# Benchmarks by the name of their module, and whether they print Markdown; other text is written as it is printed.
BENCHMARKS = {
    "batch_speed": True,
    "broad_phase": True,
    "mesh_distances": True,
    "mesh_sizes": True,
    "complete_queries": False,
    "engine_traces": True,
    "frame_times": False,
    "film_times": False,
    "crowd_times": False,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", choices=[[], *BENCHMARKS], help="default: all")
    for name in parser.parse_args().names or BENCHMARKS:
        printed = output_of(name).strip()
        text = printed if BENCHMARKS[name] else f"```text\n{printed}\n```"
        PAGE.write_text(place(PAGE.read_text(), name, text))


def output_of(name: str) -> str:
    """What a benchmark prints, which is also shown as it appears.  Ends the program if the benchmark fails."""
    command = [sys.executable, "-u", "-m", f"tests.bench.{name}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = []
        for line in process.stdout:
            print(line, end="", flush=True)
            lines.append(line.rstrip())
    if process.returncode:
        sys.exit(f"{name} failed; the page keeps its former figures")
    return "\n".join(lines)


def place(page: str, name: str, text: str) -> str:
    """The page with the text between the comments `<!-- make bench: name -->` and `<!-- end -->`.

    Raises `ValueError` if they are missing.
    """
    begin, end = f"<!-- make bench: {name} -->", "<!-- end -->"
    before, mark, rest = page.partition(begin)
    _, closed, after = rest.partition(end)
    if not (mark and closed):
        raise ValueError(f"the page has no place for {name}: write {begin} and {end} on lines of their own")
    return f"{before}{begin}\n\n{text}\n\n{end}{after}"


if __name__ == "__main__":
    main()
