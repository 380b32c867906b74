"""What a survey states about its engines: versions, tolerances and conventions."""

from hashlib import sha256
from pathlib import Path

from gjkscope.app.ask.solvers.installations import installation_of
from gjkscope.app.ask.solvers.published_solver import algorithm_at, algorithm_title, engine_adapter
from gjkscope.app.ask.solvers.tolerance import Tolerance, documented_tolerance
from gjkscope.app.judge.surveying.record import EngineRecord

DIGEST = 12  # digits


def engine_record(address: str) -> EngineRecord:
    """The record of a usable address of a solver."""
    installation = installation_of(address)
    algorithm = algorithm_at(address)
    if algorithm is not None:
        engine = engine_adapter(algorithm)
        allowed = Tolerance() if engine is None else documented_tolerance(engine)
        return EngineRecord(algorithm_title(algorithm), "", allowed.relative, allowed.least, True)
    if installation is None:
        file, title = _file_and_title(address)
        version = f"sha256:{sha256(file.read_bytes()).hexdigest()[:DIGEST]}"
        return EngineRecord(title, version, Tolerance().relative, Tolerance().least, True)
    adapter = installation.adapter
    tolerance = documented_tolerance(adapter)
    return EngineRecord(
        adapter.title,
        installation.version,
        tolerance.relative,
        tolerance.least,
        adapter.judges_gaps,
        adapter.shapes,
        adapter.rounding,
        adapter.conventions._asdict(),
    )


def _file_and_title(address: str) -> tuple[Path, str]:
    """The file and the title of a solver that is not an engine: `FILE.py:FUNCTION`, a program or a library."""
    file, _, function = address.rpartition(":")
    if file.endswith(".py"):
        return Path(file), f"{Path(file).name}:{function}"
    return Path(address), Path(address).name
