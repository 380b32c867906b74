"""What developers read is short and true: CONTRIBUTING.md, its recipes, the decisions, and the targets of make."""

import ast
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from gjkscope import Result, api

ROOT = Path(__file__).resolve().parents[2]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MOST_BYTES = 8_000
SUFFIXES = (".py", ".json", ".toml", ".txt", ".md", ".js", "/")

RECIPES = re.findall(r"^\| (.+?) \| `([^`]+)` \|$", CONTRIBUTING, re.MULTILINE)
PAGES = [ROOT / "docs" / "architecture.md", *sorted((ROOT / "docs").glob("developing/*.md"))]
PAGES += sorted((ROOT / "docs").glob("decisions/*.md"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def text_of(path: Path) -> str:
    """The page, or the docstring of the module."""
    text = path.read_text(encoding="utf-8")
    return text if path.suffix == ".md" else ast.get_docstring(ast.parse(text)) or ""


DOCUMENTS = {
    path.relative_to(ROOT).as_posix(): text_of(path)
    for path in {ROOT / "CONTRIBUTING.md", *PAGES, *(ROOT / file for _, file in RECIPES)}
}


def code_words(text: str) -> set[str]:
    """The words in backticks or in a block of code."""
    blocks = re.findall(r"^```\w*\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    inline = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL))
    return {word for code in (*blocks, *inline) for word in code.split()}


def paths(text: str) -> set[str]:
    """The paths from the root, also inside a command; NAME and FOLDER stand for any name."""
    words = {word.removeprefix("../") for word in code_words(text)}
    is_path = re.compile(r"(?:engine|app|gjkscope|tests|docs|assets|shaders)/[\w./-]*")
    return {word for word in words if is_path.fullmatch(word) and not re.search(r"NAME|FOLDER", word)}


def test_contributing_is_short() -> None:
    assert len(CONTRIBUTING.encode()) <= MOST_BYTES


@pytest.mark.parametrize("name", sorted(DOCUMENTS))
def test_every_path_exists(name: str) -> None:
    assert [path for path in paths(DOCUMENTS[name]) if not (ROOT / path).exists()] == []


def test_paths_are_found() -> None:
    assert sum(len(paths(text)) for text in DOCUMENTS.values()) > 120
    assert paths("`engine/NAME/steps.py` and `.venv/bin/pytest tests/engine -k x`") == {"tests/engine"}


def test_the_tree_names_every_package_of_the_application() -> None:
    packages = {f"app/{path.parent.name}" for path in (ROOT / "app").glob("*/__init__.py")}
    assert packages - paths(CONTRIBUTING) == set()


@pytest.mark.parametrize(("kind", "file"), RECIPES)
def test_every_recipe_names_files_and_a_check(kind: str, file: str) -> None:
    recipe = DOCUMENTS[file]
    assert re.search(r"\b(?:add|ship)\b", recipe, re.IGNORECASE), kind
    assert paths(recipe), kind
    assert re.search(r"\btests/|\bmake \w|\.venv/bin/|python -m tests\.", recipe), kind


def test_every_page_of_recipes_is_in_the_table() -> None:
    pages = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs" / "developing").glob("*.md")}
    assert pages - {"docs/developing/index.md"} <= {file for _, file in RECIPES}


@pytest.mark.parametrize("path", sorted((ROOT / "docs" / "decisions").glob("*.md")), ids=lambda path: path.stem)
def test_a_decision_has_three_parts(path: Path) -> None:
    parts = re.findall(r"^## (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert parts == ([] if path.stem == "index" else ["Context", "Decision", "Consequences"])


# --- commands ---


def targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):(?!=)", MAKEFILE, re.MULTILINE))


def test_make_help_lists_every_target_but_those_for_other_targets() -> None:
    done = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    listed = {line.split()[1] for line in done.stdout.splitlines()}
    assert targets() - listed == {"browsers", "bundle-libraries", "client-libraries", "gl-libraries", "test-libraries"}


def test_targets_that_are_named_exist() -> None:
    texts = (*DOCUMENTS.values(), (ROOT / "README.md").read_text(encoding="utf-8"))
    named = {word for text in texts for word in re.findall(r"(?:`|^)make ([a-z-]+)", text, re.MULTILINE)}
    assert len(named) > 8
    assert named - targets() == set()


def test_modules_that_are_run_exist() -> None:
    named = {module for text in DOCUMENTS.values() for module in re.findall(r"python -m (tests[\w.]*)", text)}
    files = {name: ROOT / name.replace(".", "/") for name in named}
    assert len(named) > 3
    programs = {name: (path.with_suffix(".py"), path / "__main__.py") for name, path in files.items()}
    assert [name for name, either in programs.items() if not any(path.exists() for path in either)] == []


# --- nothing is said twice, and nothing is missing ---


def words_of(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def test_certified_is_defined_once_and_quoted_once() -> None:
    doc = words_of(Result.certified.__doc__ or "")
    definition = re.search(r"An answer is certified if [^.]*\.", doc)
    assert definition is not None
    files = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    files += [*(ROOT / "engine").rglob("*.py"), *(ROOT / "app").rglob("*.py")]
    saying = [path for path in files if definition[0] in words_of(path.read_text(encoding="utf-8"))]
    assert [path.relative_to(ROOT).as_posix() for path in saying] == ["docs/algorithms.md", "engine/result.py"]
    others = [path for path in files if re.search(r"confirms a proof", words_of(path.read_text(encoding="utf-8")))]
    assert others == saying


def test_the_guide_in_the_docstring_of_the_package_names_public_names() -> None:
    source = (ROOT / "gjkscope" / "__init__.py").read_text(encoding="utf-8")
    guide = (ast.get_docstring(ast.parse(source)) or "").partition("One answer:")[2]
    names = {name.split(".")[0] for name in re.findall(r"`([\w.]+)`", guide)}
    assert len(names) > 30
    assert names - {*api.__all__} == set()


def test_every_dependency_has_a_reason() -> None:
    page = DOCUMENTS["docs/decisions/dependencies.md"]
    extras = PROJECT["optional-dependencies"]
    rows = re.findall(r"^\| (\S+) \| ", page, re.MULTILINE)
    assert {row for row in rows if not row.startswith("`")} - {"library", "extra", "---"} == {
        Requirement(line).name for line in PROJECT["dependencies"]
    }
    assert {row.strip("`") for row in rows if row.startswith("`")} == {*extras}
    known = (
        "dev",
        "docs",
        "engines",
        "survey",
        "decompose",
        "dask",
        "browsers",
        "mcp",
        "release",
        "films",
        "batch",
        "full",
        "bundle",
    )
    libraries = {Requirement(line).name for extra in known for line in extras[extra]}
    assert [name for name in sorted(libraries) if not re.search(rf"\b{re.escape(name)}\b", page)] == []
