"""The adapters for Bullet and ODE in real simulations; `make test-clients` installs both and runs this.

The engines' answers are mostly right, which they could not be if a sign, a margin or a frame were converted wrongly.
"""

import subprocess
from pathlib import Path

from gjkscope.app.ask.solvers.tolerance import Tolerance
from gjkscope.app.base.resources import resource
from gjkscope.app.bring.capture.reader import read_capture
from gjkscope.app.judge.captures.scanning import scan_capture
from gjkscope.app.judge.hunting.workers import processors

FOLDER = Path(__file__).parent
CLIENTS = resource("assets", "clients")
OPTIONS = ["-O2", "-Wall", "-Wextra", "-Werror", "-DGJKSCOPE_CAPTURE", "-DGJKCAP_SLOTS=65536"]
INCLUDES = [f"-I{CLIENTS}", f"-I{CLIENTS / 'adapters'}"]
BULLET = ["-isystem", "/usr/include/bullet", "-lBulletDynamics", "-lBulletCollision", "-lLinearMath"]
TOLERANCE = Tolerance(1e-3)
MOST_WRONG = 0.01  # of the answers: Bullet 3.24 has 0.04 %, ODE 0.16.2 has 0.4 %


def wrong_share(folder: Path, source: str, words: list[str]) -> float:
    """Simulates, and judges the capture."""
    program = folder / "program"
    subprocess.run([*words[:2], *OPTIONS, *INCLUDES, FOLDER / source, "-o", program, *words[2:]], check=True)
    done = subprocess.run([program], cwd=folder, capture_output=True, text=True, check=True, timeout=60)
    capture = read_capture(folder / "pile.gjkcap")
    assert (capture.total, capture.skipped, capture.lost) == (int(done.stdout), (), 0)
    assert capture.total > 5000
    return scan_capture(capture, TOLERANCE, 0, processors()).found / capture.total


def test_bullet(tmp_path: Path) -> None:
    assert wrong_share(tmp_path, "bullet_pile.cpp", ["g++", "-std=c++11", *BULLET]) < MOST_WRONG


def test_ode(tmp_path: Path) -> None:
    words = ["gcc", "-std=c99", "-DGJKCAP_DOUBLE", "-lode", "-lm"]
    assert wrong_share(tmp_path, "ode_pile.c", words) < MOST_WRONG


def test_real_vectors_and_matrices(tmp_path: Path) -> None:
    """glm, Eigen and Bullet with the C++ wrapper: the same pose from all of them."""
    program = tmp_path / "program"
    words = ["g++", "-std=c++14", *OPTIONS, *INCLUDES, FOLDER / "real_types.cpp", "-o", program]
    systems = ["-isystem", "/usr/include/eigen3", "-isystem", "/usr/include/bullet"]
    subprocess.run([*words, *systems, "-lLinearMath"], check=True)
    subprocess.run([program], cwd=tmp_path, check=True, timeout=60)
    capture = read_capture(tmp_path / "types.gjkcap")
    assert capture.total == 9
    assert abs(capture.pairs.poses_b - capture.pairs.poses_b[0]).max() < 2.0**-22
    assert scan_capture(capture, Tolerance(1e-6), 0).found == 0
