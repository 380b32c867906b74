"""`gjkscope listen`: wrong answers of a running engine are printed as they arrive."""

import json
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from time import sleep

import pytest

from gjkscope import Pose, Recorder, Sphere, load
from gjkscope.app.bring.capture import stream_file
from gjkscope.app.bring.capture.layout import LOOPBACK
from gjkscope.app.command_line import listen, preparing
from gjkscope.app.command_line.main import run_command
from tests.app.bring.capture.test_live import stream_of

Output = pytest.CaptureFixture[str]

PAIRS = 200
WRONG = {17: 0.4, 150: -0.3}  # metres that are added to the distance


@pytest.fixture(autouse=True)
def _quick_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_file, "RETRY", 0.02)


@pytest.fixture
def port() -> int:
    """One that is free."""
    with socket.create_server((LOOPBACK, 0)) as server:
        return int(server.getsockname()[1])


@contextmanager
def engine(port: int, wrong: dict[int, float], last: int = PAIRS) -> Iterator[None]:
    """An engine that begins to stream as soon as something listens, and then ends."""

    def run() -> None:
        recorder = Recorder.connect(port, by="planted 2")
        while not recorder.stream():
            sleep(0.01)
        for i in range(last):
            pose = Pose(position=(3 + i / 64, 0, 0))
            distance = 1 + i / 64 + wrong.get(i, 0.0)
            recorder.add(Sphere(1), Pose(), Sphere(1), pose, tick=i // 10, ids=(i, 7), signed_distance=distance)
        recorder.close()

    thread = Thread(target=run)
    thread.start()
    yield
    thread.join()


def run_listen(output: Output, port: int, *words: object) -> tuple[int, list[str], str]:
    """The exit status, the lines and standard error."""
    status = run_command(["listen", "--port", str(port), "--seconds", "20", *map(str, words)])
    out, err = output.readouterr()
    return status, out.splitlines(), err


def test_wrong_answers_are_printed_and_the_stream_is_saved(port: int, tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "run.gjkcap"
    with engine(port, WRONG):
        status, out, err = run_listen(capsys, port, "--once", "--json", "-o", path)
    lines = [json.loads(line) for line in out]
    assert status == 1
    assert [(line["index"], line["tick"], line["ids"]) for line in lines] == [(17, 1, [17, 7]), (150, 15, [150, 7])]
    assert [line["symptom"] for line in lines] == ["wrong distance", "wrong distance"]
    first, connected, ended, summary = err.splitlines()
    assert first == f"gjkscope: listening on 127.0.0.1:{port}"
    assert connected.endswith(" connected")
    assert ended.endswith(" ended")
    assert summary == "gjkscope: 2 wrong of 200 answers about 200 pairs, none dropped"
    assert run_command(["scan", str(path), "--json"]) == 1  # the file says the same
    scanned = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert sorted(scanned, key=lambda line: line["index"]) == lines


def test_it_breaks_at_the_first_wrong_answer(port: int, tmp_path: Path, capsys: Output) -> None:
    with engine(port, {**WRONG, 30: 9.0}):
        status, [row, summary], err = run_listen(capsys, port, "--break", "-o", tmp_path / "run.gjkcap")
    path = tmp_path / "run-wrong-distance-sphere-sphere.json"
    assert status == 1
    assert row.startswith("pair 17 ")  # not the worst
    assert summary.startswith("1 wrong of ")
    assert f"gjkscope: wrote {path}\n" in err
    scene = load(path)
    assert (scene.reported[0].by, scene.reported[0].signed_distance) == ("planted 2", 1 + 17 / 64 + 0.4)
    assert scene.expected[0].signed_distance == pytest.approx(1 + 17 / 64)


def test_right_answers_give_status_0(port: int, capsys: Output) -> None:
    with engine(port, {}):
        assert run_listen(capsys, port, "--once")[:2] == (
            0,
            ["nothing wrong of 200 answers about 200 pairs, none dropped"],
        )


def test_interrupted_it_sums_up(port: int, capsys: Output) -> None:
    def interrupt() -> None:
        with socket.create_connection((LOOPBACK, port)) as connection:
            connection.sendall(stream_of(5))
            connection.recv(4096)
            sleep(0.3)
            os.kill(os.getpid(), signal.SIGINT)

    def when_ready() -> None:
        while True:
            try:
                return interrupt()
            except ConnectionRefusedError:
                sleep(0.01)

    thread = Thread(target=when_ready)
    thread.start()
    status, out, _ = run_listen(capsys, port)
    thread.join()
    assert (status, out) == (0, ["nothing wrong of 5 answers about 5 pairs, none dropped"])


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--port", "65536"], "--port: must be a whole number from 0 to 65535"),
        (["--seconds", "0"], "--seconds: must be > 0"),
        (["--host", "300.1.1.1"], "300.1.1.1:14557: cannot listen on this address"),
    ],
)
def test_unusable_arguments_are_one_line(capsys: Output, words: list[str], error: str) -> None:
    assert run_command(["listen", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert error in err
    assert err.count("\n") == 1


def test_a_port_in_use_and_a_file_that_cannot_be_written(port: int, tmp_path: Path, capsys: Output) -> None:
    with socket.create_server((LOOPBACK, port)):
        assert run_command(["listen", "--port", str(port)]) == 2
    assert capsys.readouterr().err == (
        f"gjkscope: 127.0.0.1:{port}: cannot listen on this address: the port is in use by another program; "
        "choose another with --port\n"
    )
    with engine(port, {}):
        status, _, err = run_listen(capsys, port, "--once", "-o", tmp_path / "missing" / "run.gjkcap")
    assert status == 2
    assert "run.gjkcap: cannot be written: No such file or directory" in err.splitlines()[-1]


def test_other_hosts_are_warned_about(port: int, capsys: Output) -> None:
    assert run_command(["listen", "--host", "0.0.0.0", "--port", str(port), "--seconds", "0.1"]) == 0
    assert "gjkscope: warning: other machines can connect, and nothing is encrypted\n" in capsys.readouterr().err


def test_compiling_is_announced(port: int, capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine the first start takes a minute, in which nothing is printed."""
    monkeypatch.setattr(preparing, "PATIENCE", 0.01)
    monkeypatch.setattr(listen.batch, "prepare", lambda report: sleep(0.2))
    assert run_command(["listen", "--port", str(port), "--seconds", "0.1"]) == 0
    assert "gjkscope: preparing to judge answers; on a new machine this compiles code once" in capsys.readouterr().err
