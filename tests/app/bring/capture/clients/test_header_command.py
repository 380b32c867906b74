"""`gjkscope header` lists, prints and saves all clients with what they need."""

from pathlib import Path

import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.console import UsageError
from gjkscope.app.command_line.header import CLIENTS, Client, run_header

FOLDER = resource("assets", "clients")


def test_all_clients_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_header(["--list"]) == 0
    listed = [line.split()[:2] for line in capsys.readouterr().out.splitlines()]
    assert listed == [[name, Path(client.file).name] for name, client in CLIENTS.items()]
    shipped = {str(path.relative_to(FOLDER)) for pattern in ("*.*", "adapters/*.*") for path in FOLDER.glob(pattern)}
    assert shipped == {client.file for client in CLIENTS.values()}


@pytest.mark.parametrize("name", CLIENTS)
def test_a_client_is_saved_with_all_that_it_includes(name: str, tmp_path: Path) -> None:
    assert run_header([name, "-o", str(tmp_path / "new")]) == 0
    saved = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "new").iterdir()}
    assert saved[Path(CLIENTS[name].file).name] == (FOLDER / CLIENTS[name].file).read_text(encoding="utf-8")
    for text in saved.values():
        for line in text.splitlines():
            if line.startswith('#include "'):
                assert line.split('"')[1] in saved
            if line.startswith("import gjkscope_"):
                assert f"{line.split()[1]}.py" in saved


def test_a_client_is_printed_or_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_header(["rust"]) == 0
    assert capsys.readouterr().out == (FOLDER / "gjkscope_capture.rs").read_text(encoding="utf-8")
    assert run_header(["gdb", "--path"]) == 0
    assert capsys.readouterr().out.strip() == str(FOLDER / "gjkscope_gdb.py")


def test_a_file_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match=r"file/gjkscope_capture\.h: cannot be written: "):
        run_header(["-o", str(tmp_path / "file")])


@pytest.mark.parametrize("client", [client for client in CLIENTS.values() if client.file.startswith("adapters/")])
def test_adapters_are_short(client: Client) -> None:
    text = (FOLDER / client.file).read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 130
