"""The page of downloads: links, digests and commands, and the order of files."""

import re
from hashlib import sha256
from pathlib import Path

from gjkscope.app.share.web.course.downloads import downloads_page

NAMES = (  # in the order of the page
    "gjkscope_0.3.0_amd64.deb",
    "gjkscope-0.3.0-linux-x86_64.tar.xz",
    "gjkscope-0.3.0-py3-none-any.whl",
    "gjkscope-0.3.0.tar.gz",
    "other.txt",
)


def test_files_are_linked_what_needs_no_python_first(tmp_path: Path) -> None:
    files = [tmp_path / name for name in sorted(NAMES)]
    for file in files:
        file.write_text(file.name)
    contents = str(downloads_page(files).contents)
    assert re.findall(r'href="([^"]+)"', contents) == [*NAMES]
    assert re.findall(r"[0-9a-f]{64}", contents) == [sha256(name.encode()).hexdigest() for name in NAMES]
    commands = re.findall(r"<code>((?:sudo|pip)[^<]+)</code>", contents)
    assert commands == [
        *("sudo apt install ./gjkscope_0.3.0_amd64.deb", "pip install gjkscope-0.3.0-py3-none-any.whl"),
        *("pip install gjkscope-0.3.0.tar.gz", "pip install ."),
    ]


def test_without_files_it_says_how_to_install_from_the_source() -> None:
    contents = str(downloads_page(()).contents)
    assert "href" not in contents
    assert "make run" in contents
