"""A name says what a thing is: no two public classes or functions share one."""

import ast
import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Modules of one kind offer the same interface under the same names.
INTERFACE = set(
    """
    State draw_details draw_in_difference draw_in_world draw_known explain broad_phase find_pairs headline
    moved_bodies prepare read recognize register result run start step steps_of trace
""".split()
)


def public_names(path: Path) -> list[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    kinds = (ast.ClassDef, ast.FunctionDef)
    return [node.name for node in tree.body if isinstance(node, kinds) and not node.name.startswith("_")]


def test_public_classes_and_functions_have_different_names() -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for package in ("engine", "app"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for name in public_names(path):
                homes[name].append(path.relative_to(ROOT).as_posix())
    assert len(homes) > 1000
    shared = {name: files for name, files in homes.items() if len(files) > 1}
    assert {name: files for name, files in shared.items() if name not in INTERFACE} == {}
    assert set(shared) >= INTERFACE, "an exception that nothing needs"


def test_source_files_that_docstrings_and_comments_name_exist() -> None:
    sources = [path for package in ("engine", "app") for path in (ROOT / package).rglob("*.py")]
    files = {
        path.name
        for folder in ("engine", "app", "assets", "gjkscope", "tests")
        for path in (ROOT / folder).rglob("*.py")
    }
    named = [(path, name) for path in sources for name in re.findall(r"\b[a-z_]+\.py\b", path.read_text("utf-8"))]
    assert len(named) > 20
    assert [(path.relative_to(ROOT).as_posix(), name) for path, name in named if name not in files] == []
