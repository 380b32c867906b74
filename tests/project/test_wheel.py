"""The wheel is self-contained: it adds one package, and includes every shader and asset.

`installed_wheel.py` installs it.
"""

import email
import re
import sys
import zipfile
from pathlib import Path

import pytest

from gjkscope import __version__
from tests.project.pages import ROOT, examples
from tests.project.running import run


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run([sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", folder, ROOT], folder)
    return next(folder.glob("*.whl"))


def test_it_contains_every_shader_and_asset(wheel: Path) -> None:
    shipped = {path.relative_to(ROOT) for folder in ("shaders", "assets") for path in (ROOT / folder).rglob("*")}
    files = {
        f"gjkscope/app/{path.as_posix()}"
        for path in shipped
        if (ROOT / path).is_file() and path.parent.name != "__pycache__"
    }
    assert len(files) > 90
    assert files <= set(zipfile.ZipFile(wheel).namelist())


def test_it_contains_every_module_and_marks_them_as_typed(wheel: Path) -> None:
    modules = {path.relative_to(ROOT) for folder in ("app", "engine") for path in (ROOT / folder).rglob("*.py")}
    files = {f"gjkscope/{path.as_posix()}" for path in modules}
    assert len(files) > 200
    assert {"gjkscope/py.typed", "gjkscope/__init__.py", "gjkscope/__main__.py", "gjkscope/api.py", *files} <= set(
        zipfile.ZipFile(wheel).namelist()
    )


def test_it_adds_only_gjkscope_to_site_packages(wheel: Path) -> None:
    folders = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {folder for folder in folders if not folder.endswith(".dist-info")} == {"gjkscope"}
    assert len(folders) == 2


def test_the_description_needs_no_file_of_the_repository(wheel: Path) -> None:
    """An index shows the README, but has neither its pictures nor the files that it links to."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    described = email.message_from_bytes(zipfile.ZipFile(wheel).read(f"gjkscope-{__version__}.dist-info/METADATA"))
    text = str(described.get_payload(decode=True), "utf-8")
    assert described["Description-Content-Type"] == "text/markdown"
    assert text.startswith("# gjkscope\n")
    assert all(f"```python\n{example.code}```\n" in text for example in examples("README.md"))
    assert re.search(r"\]\((?!https?:|#)", readme)
    assert re.findall(r"\]\((?!https?:|#).*", text) == []
    assert "![" not in text


def test_the_citation_and_the_changelog_are_of_this_version() -> None:
    released = re.findall(r"^## \[([\d.]+)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert released[0] == __version__
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
