"""An exported page in Debian's Firefox, opened from disk and stepped by keyboard.

make test-web
"""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import load
from gjkscope.app.share.web.page import scene_page

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pages") / "page.html"
    path.write_text(scene_page(load(resource("assets", "scenes", "museum", "fcl-293.json"))), encoding="utf-8")
    return path


def show(page: Path, *keys: str) -> Any:
    command = ["xvfb-run", "-a", "node", ROOT / "tests" / "web" / "firefox.mjs", page.as_uri(), *keys]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_keyboard_steps(page: Path) -> None:
    first, third = show(page), show(page, ".", ".", ".")
    assert (first["place"], third["place"]) == ("Step 0 of 6", "Step 3 of 6")
    assert third["headline"] == "face w₀ w₁ w₃"
    assert first["messages"] == third["messages"] == []
    assert first["picture"] != third["picture"]
    assert min(first["picture"], third["picture"]) > 20_000, "the views are not empty"
