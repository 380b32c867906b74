"""Compiling reports how far it is, loading reports nothing."""

import pytest
from numba import njit
from numba.extending import register_jitable

from gjkscope.engine.runtime.compilation import reports
from gjkscope.engine.runtime.compilation.options import INNER, OPTIONS
from gjkscope.engine.runtime.compilation.progress import report_progress
from gjkscope.engine.runtime.compilation.reports import report_to, write_on_terminal


@register_jitable(**INNER)
def double(x: float) -> float:
    return x + x


def quadruple(x: float) -> float:
    return double(double(x))


def test_functions_are_counted_and_the_end_is_reported() -> None:
    said: list[tuple[str, float]] = []
    compiled = njit(**OPTIONS)(quadruple)
    with report_to(lambda doing, done: said.append((doing, done))), report_progress([double, quadruple]):
        assert compiled(1.5) == 6.0
    assert said == [
        ("compiling 1 of 2 functions", 0.3),
        ("optimising 1 functions", 0.6),
        ("compiling 2 of 2 functions", 0.6),
        ("", 1.0),
    ]


def test_what_is_compiled_already_is_not_reported() -> None:
    said: list[str] = []
    compiled = njit(**OPTIONS)(quadruple)
    assert compiled(1.5) == 6.0
    with report_to(lambda doing, done: said.append(doing)), report_progress([double, quadruple]):
        assert compiled(2.5) == 10.0
    assert said == []


def test_a_line_is_written_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_on_terminal("compiling 1 of 2 functions", 0.3)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    write_on_terminal("compiling 1 of 2 functions", 0.3)
    write_on_terminal("", 1.0)
    assert capsys.readouterr().err == (
        "gjkscope: compiling 1 of 2 functions, once on this machine (30%)\x1b[K\r\x1b[K\r"
    )
    monkeypatch.setattr(reports, "parent_process", lambda: "a pool")
    write_on_terminal("compiling 1 of 2 functions", 0.3)
    assert capsys.readouterr().err == ""
