"""The child process that reads texts: its limits, and that nothing in it harms the caller."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import numpy as np
import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations import child
from gjkscope.app.bring.notations import importer as module
from gjkscope.app.bring.notations.importer import Importer, one_importer, seconds_for
from gjkscope.app.bring.notations.importing import import_text
from gjkscope.app.bring.notations.reading import ImportFault, ReaderFault
from gjkscope.app.window.window import start_importer
from gjkscope.engine.cancellation import Cancelled, cancellable_by

PAIR = "import coal\na = coal.Box(1, 2, 3)\nb = coal.Sphere(0.251234567)\ncoal.distance(a, b)\n"


@pytest.fixture(scope="module")
def shared() -> Iterator[Importer]:
    made = Importer()
    yield made
    made.close()


@pytest.fixture(params=["spawned", "forked"])
def importer(request: pytest.FixtureRequest, shared: Importer) -> Iterator[Importer]:
    if request.param == "spawned":
        yield shared
        return
    made = one_importer()
    yield made
    made.close()


def pid_of(importer: Importer) -> int:
    pid = importer._process.pid
    assert pid is not None
    return pid


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_it_imports_as_the_function_does(importer: Importer) -> None:
    imported, expected = importer.import_text(PAIR), import_text(PAIR)
    assert (imported.scene, imported.assumptions) == (expected.scene, expected.assumptions)
    assert imported.facts == expected.facts
    assert imported.context.numbers == expected.context.numbers
    assert importer.recognize(PAIR) == "python"
    assert importer.recognize("Good morning.") == ""
    assert importer.extremes(imported, 10.0) is not None


def test_the_process_is_kept(importer: Importer) -> None:
    importer.import_text(PAIR)
    first = pid_of(importer)
    importer.import_text(PAIR)
    assert pid_of(importer) == first


def test_faults_keep_their_places(importer: Importer) -> None:
    with pytest.raises(TextError, match=r"^line 2, column 14: 'nan' is not finite") as raised:
        importer.import_text("import coal\na = coal.Box(nan, 2, 3)\n" + PAIR)
    assert (raised.value.line, raised.value.column) == (2, 14)
    with pytest.raises(ImportFault, match=r"^no notation is recognised"):
        importer.import_text("Good morning.")


@pytest.mark.thorough
def test_a_process_in_an_endless_loop_is_replaced(importer: Importer) -> None:
    importer.import_text(PAIR)
    first = pid_of(importer)
    with pytest.raises(ImportFault, match=r"^takes longer than 0.2 s to read: select the part of the text"):
        importer.call(eval, "sum(0 for _ in iter(int, 1))", seconds=0.2)
    assert not is_alive(first)
    assert len(importer.import_text(PAIR).scene.bodies) == 2


def test_a_process_in_one_slow_regular_expression_is_replaced(importer: Importer) -> None:
    with pytest.raises(ImportFault, match=r"^takes longer than 0.2 s to read"):
        importer.call(re.match, "(a+)+b", "a" * 60, seconds=0.2)


def test_a_process_that_sleeps_is_replaced(importer: Importer, monkeypatch: pytest.MonkeyPatch) -> None:
    importer.import_text(PAIR)
    monkeypatch.setattr(module, "WALL_SECONDS", 0.3)
    with pytest.raises(ImportFault, match=r"^takes longer than 0.3 s to read"):
        importer.call(time.sleep, 60.0, seconds=0.2)


def test_a_process_that_crashes_is_replaced(importer: Importer) -> None:
    with pytest.raises(ReaderFault, match=r"^this text cannot be read: please report it \(SIGSEGV"):
        importer.call(os.kill, *(importer.call(os.getpid), signal.SIGSEGV))
    assert len(importer.import_text(PAIR).scene.bodies) == 2


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of a process from outside")
def test_a_text_that_needs_too_much_memory_is_refused(importer: Importer) -> None:
    with pytest.raises(ImportFault, match=r"^needs too much memory: select the part of the text with the pair$"):
        importer.call(bytearray, 2 << 30)
    assert len(importer.import_text(PAIR).scene.bodies) == 2


def test_only_files_in_the_folder_of_the_text_are_opened(importer: Importer, tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    (inside / "a.txt").write_text("a")
    (outside / "b.txt").write_text("b")
    (inside / "link.txt").symlink_to(outside / "b.txt")
    assert importer.call(Path.read_text, inside / "a.txt", folder=inside) == "a"
    for path in (outside / "b.txt", inside / "link.txt", inside / ".." / "outside" / "b.txt"):
        with pytest.raises(ReaderFault, match="PermissionError: outside of the folder of the text"):
            importer.call(Path.read_text, path, folder=inside)
    with pytest.raises(ReaderFault, match="PermissionError: outside of the folder of the text"):
        importer.call(Path.read_text, inside / "a.txt")


def test_a_cancelled_request_leaves_the_process_warm(importer: Importer) -> None:
    importer.import_text(PAIR)
    first = pid_of(importer)
    cancelled = Event()
    Thread(target=lambda: (time.sleep(0.1), cancelled.set()), daemon=True).start()
    with cancellable_by(cancelled.is_set), pytest.raises(Cancelled):
        importer.call(time.sleep, 0.5)
    assert importer.call(len, (1, 2, 3)) == 3  # not the answer to the cancelled request
    assert pid_of(importer) == first


def test_starting_does_not_wait(shared: Importer) -> None:
    made = Importer()
    start = time.perf_counter()
    made.start()
    assert time.perf_counter() - start < 1.0
    assert made.recognize("") == ""
    made.close()


def test_the_process_ends_with_its_parent() -> None:
    program = (
        "from gjkscope.app.bring.notations.importer import Importer\n"
        "import os, signal, time\n"
        "made = Importer()\n"
        "print(made.call(os.getpid), flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    pid = int(done.stdout)
    for _ in range(200):
        if not is_alive(pid) or Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z":
            return
        time.sleep(0.05)
    pytest.fail(f"process {pid} lives on")


def test_longer_texts_have_more_time_up_to_ten_seconds() -> None:
    assert seconds_for("x" * 2_000) == pytest.approx(2.0, abs=0.1)
    assert 2.0 < seconds_for("x" * 100_000) < seconds_for("x" * 200_000) < 10.0
    assert seconds_for("x" * 5_000_000) == 10.0


def test_the_window_starts_the_process_before_a_text_is_pasted() -> None:
    start_importer()
    process = module.importer()._process
    assert process.is_running
    module.importer().close()


def test_the_limit_of_memory_does_not_count_what_we_already_have() -> None:
    """A fork begins with the memory of our process, which may exceed the limit by itself."""
    held = np.zeros(child.MEMORY + 1, np.uint8)  # pages that nobody writes to cost no time, but count
    importer = one_importer()
    try:
        assert len(importer.import_text(PAIR).scene.bodies) == 2
    finally:
        importer.close()
    assert len(held) > child.MEMORY
