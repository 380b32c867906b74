"""What installed engines answered about the museum: the table that `gjkscope museum` writes, and reading it.

`assets/museum/engines.json` holds the table that ships with the program.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from gjkscope.app.base.resources import resource

RIGHT, WRONG, CRASHED, UNSUPPORTED, UNDECIDED = OUTCOMES = ("right", "wrong", "crashed", "unsupported", "undecided")


class EngineOutcome(NamedTuple):
    """How one engine did on a pair."""

    engine: str  # its name
    outcome: str  # one of OUTCOMES
    words: str = ""  # what is wrong, or why it is unsupported

    @property
    def failed(self) -> bool:
        return self.outcome in (WRONG, CRASHED)


class EngineVersion(NamedTuple):
    """An engine of the table."""

    title: str
    version: str
    tolerance: float  # relative to the size of a pair, with which its answers were judged
    least: float = 0.0  # metres, if that is larger: a hidden radius, or an absolute tolerance

    @property
    def words(self) -> str:
        return f"{self.title} {self.version}"


class MuseumTable(NamedTuple):
    """All outcomes, by scene, in the order of the engines."""

    date: str  # ISO 8601
    gjkscope: str
    platform: str
    engines: dict[str, EngineVersion]
    scenes: dict[str, tuple[EngineOutcome, ...]]
    unread: tuple[tuple[str, str], ...] = ()  # scenes, and how much of the text that they came from was not read

    def tally(self, engine: str, outcome: str) -> int:
        """The number of scenes in which the engine had this outcome."""
        return sum(entry.engine == engine and entry.outcome == outcome for row in self.scenes.values() for entry in row)


@cache
def shipped_table() -> MuseumTable:
    """The table that ships with the program."""
    return read_table(resource("assets", "museum", "engines.json"))


def read_table(path: Path) -> MuseumTable:
    """Reads a table that `format_table` wrote."""
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return MuseumTable(
        document["date"],
        document["gjkscope"],
        document["platform"],
        {name: EngineVersion(**entry) for name, entry in document["engines"].items()},
        {
            name: tuple(_outcome(engine, said) for engine, said in row.items())
            for name, row in document["scenes"].items()
        },
        tuple(document.get("unread", {}).items()),
    )


def format_table(table: MuseumTable) -> str:
    """The table as JSON, with a line per scene: small, and readable in a diff."""
    engines = {name: version._asdict() for name, version in table.engines.items()}
    head: dict[str, Any] = {"date": table.date, "gjkscope": table.gjkscope, "platform": table.platform}
    head |= {"unread": dict(table.unread)} if table.unread else {}
    rows = {name: {entry.engine: _entry(entry) for entry in row} for name, row in table.scenes.items()}
    lines = [
        f' "{key}": {json.dumps(value, ensure_ascii=False)}' for key, value in (*head.items(), ("engines", engines))
    ]
    scenes = ",\n".join(f"  {json.dumps(name)}: {json.dumps(row, ensure_ascii=False)}" for name, row in rows.items())
    return "{\n" + ",\n".join(lines) + ',\n "scenes": {\n' + scenes + "\n }\n}\n"


def _entry(outcome: EngineOutcome) -> str | list[str]:
    return [outcome.outcome, outcome.words] if outcome.words else outcome.outcome


def _outcome(engine: str, said: str | list[str]) -> EngineOutcome:
    return EngineOutcome(engine, said) if isinstance(said, str) else EngineOutcome(engine, *said)
