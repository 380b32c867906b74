"""What a survey says about the engines that it asks: versions, tolerances and conventions."""

from hashlib import sha256
from pathlib import Path

from gjkscope.app.solvers.adapter import adapters
from gjkscope.app.solvers.engines import installed_version
from gjkscope.app.solvers.tolerance import Tolerance, documented_tolerance
from gjkscope.app.surveying.record import EngineRecord

DIGEST = 12  # digits


def engine_record(address: str) -> EngineRecord:
    """The record of a usable address of a solver."""
    adapter = adapters().get(address)
    if adapter is None:
        tolerance = Tolerance()
        file = Path(address.rpartition(":")[0] if address.rpartition(":")[0].endswith(".py") else address)
        title = f"{file.name}{address[len(str(file)) :]}" if address.startswith(str(file)) else address
        version = f"sha256:{sha256(file.read_bytes()).hexdigest()[:DIGEST]}"
        return EngineRecord(title, version, tolerance.relative, tolerance.least, True)
    tolerance = documented_tolerance(adapter)
    return EngineRecord(
        adapter.title,
        installed_version(adapter) or "",
        tolerance.relative,
        tolerance.least,
        adapter.judges_gaps,
        adapter.shapes,
        adapter.rounding,
        adapter.conventions._asdict(),
    )
