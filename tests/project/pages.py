"""The README and the pages of the documentation, and the Python examples in them.

The block `text` after an example is what it prints, to the character; without one it prints nothing.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
SCENE = "assets/scenes/museum/hb-article-cycle-1.json"  # the file that an example reads
PAGES = {
    path.relative_to(ROOT).as_posix(): path for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
}
TEXTS = {name: path.read_text(encoding="utf-8") for name, path in PAGES.items()}

EXAMPLE = re.compile(r"^```python\n(.*?)^```\n(?:\n^```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)


class Example(NamedTuple):
    """A Python example of a page."""

    name: str
    code: str
    printed: str


def examples(page: str) -> Iterator[Example]:
    for number, match in enumerate(EXAMPLE.finditer(TEXTS[page])):
        yield Example(f"{page} {number}", match[1], match[2] or "")


EXAMPLES = [example for page in PAGES for example in examples(page)]
