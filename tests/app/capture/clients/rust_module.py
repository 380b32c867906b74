"""`gjkscope_capture.rs` records from two threads; `make test-clients` installs rustc and runs this."""

import subprocess
from pathlib import Path

from gjkscope.app.base.resources import resource
from gjkscope.app.capture.reader import read_capture
from gjkscope.app.capture.scanning import scan_capture
from gjkscope.app.solvers.tolerance import Tolerance
from gjkscope.engine.shapes.kinds import Box, Capsule, Cone, Cylinder, Ellipsoid, Hull

PROGRAM = Path(__file__).parent / "rust" / "main.rs"
MODULE = resource("assets", "clients", "gjkscope_capture.rs")
PAIRS, SLOTS = 20_000, 16_384  # per thread, as in the program and the module
ENABLED = ["--cfg", 'feature="gjkscope"']


def run(folder: Path, *options: str) -> Path:
    """Compiles the program with warnings as errors, and runs it in an empty folder."""
    for source in (PROGRAM, MODULE):
        (folder / source.name).write_bytes(source.read_bytes())
    program, out = folder / "program", folder / "out"
    out.mkdir()
    words = ["rustc", "--edition", "2021", "-O", "-D", "warnings", *options, folder / PROGRAM.name, "-o", program]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    subprocess.run([program], cwd=out, capture_output=True, check=True, timeout=60)
    return out


def test_it_records_pairs_that_can_be_scanned(tmp_path: Path) -> None:
    out = run(tmp_path, *ENABLED)
    whole = read_capture(out / "all.gjkcap")
    assert (whole.total, whole.lost, whole.skipped) == (2 * SLOTS + 3, 2 * (PAIRS - SLOTS), ())
    found = scan_capture(whole, Tolerance(1e-6), 0)
    assert [(one.ids, one.fault.symptom) for one in found.wrong] == [((1, PAIRS - 3), "wrong distance")]
    during, panicked = (read_capture(out / f"{name}.gjkcap") for name in ("during", "panic"))
    assert scan_capture(during, Tolerance(1e-6), 0).found == 0
    assert (panicked.skipped, panicked.total > SLOTS) == ((), True)


def test_shapes_and_matrices(tmp_path: Path) -> None:
    last = read_capture(run(tmp_path, *ENABLED) / "last.gjkcap")
    hull, _, capsule, turned = last.pairs.pair(0)
    assert hull == Hull(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)), 0.5)
    assert (capsule, turned) == (Capsule(0.5, 2, "x"), (((0, -1, 0), (1, 0, 0), (0, 0, 1)), (5, 6, 7)))
    assert last.pairs.pair(1)[::2] == (Cylinder(1, 2, "z"), Cone(1, 2))
    assert last.pairs.pair(2)[::2] == (Ellipsoid((1, 2, 3)), Box((1, 1, 1), 0.5))


def test_it_records_nothing_unless_the_feature_is_enabled(tmp_path: Path) -> None:
    assert not [*run(tmp_path).iterdir()]
