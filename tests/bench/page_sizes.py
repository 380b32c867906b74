"""The sizes of the pages of all shipped scenes and demos, largest first, and the time to record them.

make page-sizes
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import load
from gjkscope.app.share.web.content import scene_content
from gjkscope.app.share.web.film import demo_content
from gjkscope.app.share.web.page import content_page
from gjkscope.app.teach.demos.file import read_demo

MOST = 700_000  # bytes
LISTED = 12


class PageSize(NamedTuple):
    size: int  # bytes
    seconds: float
    name: str


def sizes() -> Iterator[PageSize]:
    for path in sorted(Path(str(resource("assets", "scenes"))).rglob("*.json")):
        start, scene = perf_counter(), load(path)
        page = content_page(scene_content(scene, live=True))
        yield PageSize(len(page.encode()), perf_counter() - start, path.stem)
    for path in sorted(Path(str(resource("assets", "demos"))).glob("*.json")):
        start = perf_counter()
        page = content_page(demo_content(read_demo(path)))
        yield PageSize(len(page.encode()), perf_counter() - start, path.name.partition(".")[0])


def main() -> int:
    pages = sorted(sizes(), reverse=True)
    print(f"{len(pages)} pages, median {pages[len(pages) // 2].size / 1000:.0f} kB\n")
    for page in pages[:LISTED]:
        print(f"{page.size / 1000:7.0f} kB  {page.seconds:5.1f} s  {page.name}")
    too_large = [page.name for page in pages if page.size > MOST]
    if too_large:
        print(f"\ntoo large: {', '.join(too_large)}")
    return bool(too_large)


if __name__ == "__main__":
    sys.exit(main())
