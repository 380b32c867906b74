"""The Capture panel: a capture from a file or a live stream, the pairs that it lists, and the tick that is shown.

The pairs are columns (`CaptureTable`), made by `app/judge/captures/store.py`; like the findings of a hunt they are
outside of the undo history.
"""

from enum import StrEnum
from typing import Annotated

from msgspec import Struct

from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.scenes.capture_table import CaptureTable
from gjkscope.app.state.model.ownership import Of
from gjkscope.engine.analysis.reports import TOLERANCE


class CaptureSource(StrEnum):
    FILE = "file"
    LIVE = "live"


class CapturePhase(StrEnum):
    READING = "reading"
    JUDGING = "judging"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"


class CaptureRun(Struct, frozen=True):
    """The open capture and the progress of its judging."""

    phase: CapturePhase
    name: str = ""  # of the file, or the address of the stream
    path: str = ""  # of the file
    source: CaptureSource = CaptureSource.FILE
    by: str = ""  # the engine
    tolerance: float = TOLERANCE  # the error that is allowed, relative to the size of the pair
    total: int | None = None  # pairs; None: not known
    done: int = 0  # pairs that are judged
    rate: float = 0.0  # pairs per second
    wrong: int = 0
    suspects: int = 0  # still to be compared with certified answers
    skipped: tuple[tuple[int, str], ...] = ()  # pairs that cannot be judged, and why
    remarks: tuple[str, ...] = ()  # what is missing from the file
    fault: str = ""  # one line
    table: CaptureTable | None = None
    # the table that the list shows; of a stream it changes less often, so that the list can be read
    listed: CaptureTable | None = None
    compiling: str = ""  # "compiling 12 of 240 functions" while nothing can be judged before

    @property
    def is_running(self) -> bool:
        return self.phase in (CapturePhase.READING, CapturePhase.JUDGING)

    @property
    def progress(self) -> float:
        """The fraction that is judged, 0 … 1."""
        return min(self.done / self.total, 1.0) if self.total else 0.0


class PairColumn(StrEnum):
    """A column of the list of pairs."""

    TICK = "tick"
    IDS = "ids"
    SHAPES = "shapes"
    SYMPTOM = "symptom"
    ERROR = "error"
    REPORTED = "reported"
    TRUTH = "truth"


class PairFilter(Struct, frozen=True):
    """Which pairs are listed, and in which order."""

    ids: str = ""  # one or two ids, in any order; empty: any
    kinds: tuple[str, ...] = ()  # types of shapes, both of which must be among them; (): any
    status: int | None = None  # a `PairStatus`; None: any
    only_wrong: bool = False
    only_tick: bool = False  # only pairs of the tick that is shown
    first_tick: int | None = None
    last_tick: int | None = None
    column: PairColumn = PairColumn.ERROR
    descending: bool = True


class CapturePlayer(Struct, frozen=True):
    """Playback of the ticks."""

    playing: Annotated[bool, Of.SCENE] = False
    rate: float = 60.0  # ticks per second
    elapsed: Annotated[float, Of.SCENE] = 0.0  # seconds since the tick was reached


class CaptureState(Struct, frozen=True):
    """The contents of the Capture panel."""

    run: CaptureRun | None = None
    filter: PairFilter = PairFilter()
    tick: int = 0  # the number of the tick that is shown, or would be
    pair: int | None = None  # the number of the selected pair
    player: CapturePlayer = CapturePlayer()
    # whether the world view shows the bodies of the tick instead of the scene, until a scene is opened
    shows_tick: Annotated[bool, Of.SCENE] = False
    camera: OrbitCamera | None = None  # of that view; None: it will bring all bodies of the tick into view
    ground: float = 0.0  # height of the grid in that view, metres

    @property
    def table(self) -> CaptureTable | None:
        return None if self.run is None else self.run.table

    @property
    def tick_index(self) -> int:
        """The index of the tick that is shown: the last one that is not after `tick`."""
        return 0 if self.table is None else self.table.tick_index(self.tick)
