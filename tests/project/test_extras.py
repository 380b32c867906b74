"""A plain installation, without the extras `films` and `batch`: what needs them says so in one line."""

from pathlib import Path

import numpy as np
import pytest

from gjkscope import Pose, Sphere, batch, broad_phase
from gjkscope.app.command_line.main import run_command
from gjkscope.app.share.web.live import why_not_live
from gjkscope.app.teach.demos.sounds import SoundError, decode_sound
from gjkscope.engine import broadphase
from gjkscope.engine.runtime import extras
from gjkscope.engine.runtime.compilation import shipped
from gjkscope.engine.runtime.extras import MissingExtraError

DEMO = "assets/demos/epa-in-60-seconds.gjkdemo.json"
FILMS, BATCH = 'pip install "gjkscope[films]"', 'pip install "gjkscope[batch]"'


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only av, numba, llvmlite and shipped code are missing; code that other tests have loaded is forgotten."""
    found = extras.find_spec
    missing = ("av", "numba", "llvmlite")
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name in missing else found(name))
    monkeypatch.setattr(batch, "_load_code", batch._load_code.__wrapped__)
    monkeypatch.setattr(shipped, "_manifest", dict)  # `make machine-code` may have been run


def test_a_film_names_its_extra(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["record", DEMO, "-o", str(tmp_path / "film.mp4")]) == 2
    assert capsys.readouterr().err == f"gjkscope: films need av, which is not installed: {FILMS}\n"


def test_a_demo_with_sounds_names_its_extra(tmp_path: Path) -> None:
    with pytest.raises(SoundError, match=r"gjkscope\[films\]"):
        next(decode_sound(tmp_path / "sound.wav"))


def test_a_hunt_names_its_extra(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "solver.py").write_text("def solve(a, pose_a, b, pose_b): return {}")
    hunt = ["hunt", f"{tmp_path / 'solver.py'}:solve", "--count", "1", "--jobs", "1", "-o", str(tmp_path / "found")]
    assert run_command(hunt) == 2
    assert capsys.readouterr().err.endswith(f"answers about many pairs need numba, which is not installed: {BATCH}\n")


def test_batches_name_their_extra() -> None:
    poses = np.eye(4)[None]
    with pytest.raises(MissingExtraError, match="numba"):
        batch.signed_distance(Sphere(1), poses, Sphere(1), poses)
    with pytest.raises(MissingExtraError, match="numba"):
        batch.broad_phase([((0, 0, 0), (1, 1, 1))])


def test_a_page_is_recorded_instead_of_live() -> None:
    assert BATCH in why_not_live((Sphere(1), Sphere(1)))


def test_a_large_broad_phase_is_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    bodies = [(Sphere(1), Pose(position=(x, 0.0, 0.0))) for x in (0.0, 1.5, 9.0)]
    monkeypatch.setattr(broadphase, "INTERPRETED", 2)
    asked: list[object] = []
    monkeypatch.setattr(broadphase, "_many_steps", lambda *words: asked.append(words))
    assert broad_phase("sweep", bodies).pairs == ((0, 1),)
    assert asked == []
