"""Shipped files are found in the source tree; installed_wheel.py checks the same for an installed wheel."""

from pathlib import Path

import pytest

from gjkscope.app.base.resources import resource

ROOT = Path(__file__).resolve().parents[2]


def test_a_folder_of_the_source_tree_is_found() -> None:
    assert resource("shaders") == ROOT / "shaders"
    assert resource("assets", "scenes") == ROOT / "assets" / "scenes"


def test_a_missing_file_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=r"shaders/no-such\.vert: "):
        resource("shaders", "no-such.vert")
