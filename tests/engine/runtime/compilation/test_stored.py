"""Stored code is the same machine code; a file that cannot be used is as good as none."""

import pwd
from ctypes import CFUNCTYPE, POINTER, byref, c_double, c_int32, c_void_p
from pathlib import Path

import pytest
from numba import types
from numba.extending import register_jitable

from gjkscope.engine.runtime.compilation import stored
from gjkscope.engine.runtime.compilation.options import INNER, Native, native_code
from gjkscope.engine.runtime.compilation.stored import load_code, read_stored_code, store

NAME, PARTS = "test", ["a part"]
NATIVE = CFUNCTYPE(c_int32, POINTER(c_double), POINTER(c_void_p), c_double)


@register_jitable(**INNER)
def halve(x: float) -> float:
    return 0.5 * x


def average(x: float) -> float:
    if x < 0:
        raise ValueError("negative")
    return halve(x) + halve(x + 1)


def call_address(address: int, x: float) -> tuple[int, float]:
    result = c_double()
    return NATIVE(address)(byref(result), byref(c_void_p()), x), result.value


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Native:
    source = tmp_path_factory.mktemp("source") / "source.py"
    source.write_text("x = 1")
    return native_code(average, (types.float64,), [str(source)])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "new"))
    return tmp_path / "new"


def test_what_is_loaded_computes_the_same(folder: Path, compiled: Native) -> None:
    code, address, _ = compiled
    assert read_stored_code(NAME, PARTS) is None
    store(NAME, PARTS, code)
    stored = read_stored_code(NAME, PARTS)
    assert stored == code
    again = load_code(code)
    assert again not in (None, address)
    for entry in (address, again):
        assert entry is not None
        assert call_address(entry, 3.0) == (0, 3.5)
        assert call_address(entry, -1.0)[0] != 0
    assert [file.name.startswith("gjkscope-test-") for file in folder.iterdir()] == [True]


@pytest.mark.parametrize("damage", ["empty", "cut", "flipped", "foreign"])
def test_a_damaged_file_is_not_used_and_replaced(folder: Path, compiled: Native, damage: str) -> None:
    store(NAME, PARTS, compiled[0])
    [file] = folder.iterdir()
    whole = file.read_bytes()
    flipped = bytes([*whole[:-100], whole[-100] ^ 1, *whole[-99:]])
    file.write_bytes({"empty": b"", "cut": whole[:-1], "flipped": flipped, "foreign": b"MZ" * 1000}[damage])
    assert read_stored_code(NAME, PARTS) is None
    store(NAME, PARTS, compiled[0])
    assert file.read_bytes() == whole


def test_code_is_not_used_once_a_source_has_changed(folder: Path, compiled: Native) -> None:
    store(NAME, PARTS, compiled[0])
    [source] = map(Path, compiled[0].sources)
    text = source.read_text()
    source.write_text("x = 2")
    assert read_stored_code(NAME, PARTS) is None
    source.unlink()
    assert read_stored_code(NAME, PARTS) is None
    source.write_text(text)
    assert read_stored_code(NAME, PARTS) == compiled[0]


def test_code_is_for_one_processor_set_of_versions_and_of_parts(
    folder: Path, compiled: Native, monkeypatch: pytest.MonkeyPatch
) -> None:
    store(NAME, PARTS, compiled[0])
    assert read_stored_code(NAME, ["another part"]) is None
    with monkeypatch.context() as patch:
        patch.setenv("NUMBA_OPT", "1")
        assert read_stored_code(NAME, PARTS) is None
    with monkeypatch.context() as patch:
        patch.setattr(stored, "version", lambda name: "0.1")
        assert read_stored_code(NAME, PARTS) is None
    with monkeypatch.context() as patch:
        patch.setattr(stored.llvm, "get_host_cpu_name", lambda: "another")
        assert read_stored_code(NAME, PARTS) is None
    assert read_stored_code(NAME, PARTS) == compiled[0]


def test_code_that_needs_an_unknown_symbol_is_not_linked(compiled: Native) -> None:
    """LLVM would end the process."""
    assert load_code(compiled[0]._replace(needs=["gjkscope_missing"])) is None


def test_without_a_writable_folder_nothing_is_stored(
    tmp_path: Path, compiled: Native, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(stored, "_folders", lambda: (tmp_path / "file", tmp_path / "file" / "folder"))
    store(NAME, PARTS, compiled[0])
    assert read_stored_code(NAME, PARTS) is None


def test_the_next_folder_is_used(tmp_path: Path, compiled: Native, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(stored, "_folders", lambda: (tmp_path / "file", tmp_path / "user"))
    store(NAME, PARTS, compiled[0])
    assert read_stored_code(NAME, PARTS) == compiled[0]


def test_a_user_without_a_home_folder_uses_the_source_folder_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(user: int) -> None:
        raise KeyError(user)

    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", unknown)
    assert list(stored._folders()) == [Path(stored.__file__).with_name("__pycache__")]
