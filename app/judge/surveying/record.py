"""The contents of `survey.json`: the source of the tables and the page, which a later run can resume."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

FORMAT = 1
NOT_FINITE = "not_finite"  # the key of an answer with NaN or infinities, which JSON lacks: they are written as text


class SurveyFileError(ValueError):
    """A file that is not a survey; the message says why, on one line."""


class EngineRecord(Struct, frozen=True):
    """An engine, what it documents, and what it was judged by."""

    title: str
    version: str  # or the digest of its file
    tolerance: float  # relative to the size of a pair, or to its largest coordinate
    least_error: float  # metres: the tolerance is not less than this
    judges_gaps: bool  # whether distances between separated shapes are judged
    shapes: dict[str, str] = {}
    rounding: str = ""
    conventions: dict[str, str] = {}

    @property
    def words(self) -> str:
        """For people: "coal 3.0.3"."""
        return f"{self.title} {self.version}".strip()


class FamilyRecord(Struct, frozen=True):
    """A family of pairs."""

    about: str
    group: str
    pairs: int
    digest: str  # digest of the pairs: two surveys asked about the same ones if it is equal
    names: list[str] = []  # of the pairs, if they have any


class ExampleRecord(Struct, frozen=True):
    """A wrong answer."""

    number: int  # of the pair in its family
    error: float  # relative to the size of the pair
    answer: dict[str, Any]  # as solvers give it


class CellRecord(Struct, frozen=True):
    """What an engine did with a family.  Entry `i` of a list or text is about pair `i`."""

    outcomes: str
    errors: list[float | None]  # of signed distances, relative to the size or the largest coordinate
    microseconds: list[float | None]
    endings: dict[str, int]  # how crashes, hangs and exceptions were described, and how often each occurred
    worst: dict[str, ExampleRecord]  # by outcome


class MachineRecord(Struct, frozen=True):
    """What times depend on."""

    system: str
    processor: str
    cores: int
    jobs: int
    python: str


class SurveyRecord(Struct, frozen=True, rename={"format": "gjkscope_survey"}):
    """A survey.  `cells` has an entry for each engine and family."""

    format: int
    suite: int  # version of the families
    pairs_per_family: int
    is_full: bool  # whether it is the whole suite
    seed: int
    gjkscope: str
    date: str  # ISO 8601
    time_limit: float  # seconds for an answer
    serious: float  # the tolerance that all engines share
    machine: MachineRecord
    is_interrupted: bool
    legend: dict[str, str]  # of the outcomes
    left_out: dict[str, str]  # engines that could not be asked, and why
    engines: dict[str, EngineRecord]
    families: dict[str, FamilyRecord]
    cells: dict[str, dict[str, CellRecord]]


def format_survey(survey: SurveyRecord) -> str:
    """The survey as JSON, with a line for each engine, family and cell, so that two surveys can be compared."""
    plain: dict[str, Any] = msgspec.to_builtins(survey)
    return "{\n" + ",\n".join(f" {_text(key)}: {_section(key, value)}" for key, value in plain.items()) + "\n}\n"


def read_survey(path: Path) -> SurveyRecord:
    """Reads what `format_survey` wrote.  Raises `SurveyFileError`, and `OSError`."""
    try:
        survey = msgspec.json.decode(path.read_bytes(), type=SurveyRecord)
    except msgspec.MsgspecError as fault:
        raise SurveyFileError(f"{path}: is not a survey: {fault}") from None
    if survey.format != FORMAT:
        raise SurveyFileError(f"{path}: gjkscope_survey: must be {FORMAT}, got {survey.format}")
    return survey


LINES = {"legend": 1, "left_out": 1, "engines": 1, "families": 1, "cells": 2}
"""How many levels of a section are written with a line per entry."""


def _section(key: str, value: Any) -> str:
    return _text(value) if key not in LINES else "\n".join(_lines(value, LINES[key], " "))


def _lines(value: dict[str, Any], depth: int, margin: str) -> Iterator[str]:
    yield "{"
    for number, (key, entry) in enumerate(value.items()):
        text = _text(entry) if depth == 1 else "\n".join(_lines(entry, depth - 1, margin + " "))
        yield f"{margin} {_text(key)}: {text}{',' if number < len(value) - 1 else ''}"
    yield f"{margin}}}"


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
