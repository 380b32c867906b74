"""Effects of the Capture panel: open a capture, judge it in the background, and open one of its pairs as a scene."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.capture_table import table_row
from gjkscope.app.state.actions import (
    Notify,
    OpenCapture,
    RaisePanel,
    RememberFile,
    SelectCapturedPair,
    ShowCaptureRun,
    ShowDialog,
)
from gjkscope.app.state.model import (
    CapturePhase,
    CaptureRun,
    CaptureSource,
    CaptureTable,
    FileDialog,
    PairStatus,
    Purpose,
)
from gjkscope.app.view.panels.requests import (
    BrowseCapture,
    CancelCapture,
    CloseCapture,
    JudgeCapture,
    OpenCapturedPair,
    OpenWrongPair,
    TakeImport,
)
from gjkscope.app.view.panels.toolkit.panels import CAPTURE, CAPTURED
from gjkscope.app.window.background import BackgroundJob
from gjkscope.app.window.effects.effect import Host, handles, report_error, scene_folder
from gjkscope.app.window.reading import CaptureFile, OpenedPair
from gjkscope.engine.analysis.reports import TOLERANCE

if TYPE_CHECKING:  # imported when a capture is opened
    from gjkscope.app.judge.captures.store import CaptureStore
    from gjkscope.app.window.capturing import JudgingJob


def open_capture(session: Host, file: CaptureFile) -> None:
    """Shows a capture in place of the last one, and begins to judge it.  The scene stays."""
    from gjkscope.app.window.capturing import file_job

    name = Path(file.path).name
    before = session.state.capture.run
    session.act(RememberFile(file.path))
    begin_capture(session, file_job(file, name, TOLERANCE if before is None else before.tolerance, session.wake))
    session.capture_file = file
    count = file.places.total
    session.act(Notify(f"Opened {name}: {count:,} {'pair' if count == 1 else 'pairs'}"))


def begin_capture(session: Host, job: "JudgingJob") -> None:
    """Shows the capture that this job judges in place of the last one."""
    end_capture(session)
    session.judging = job
    session.captured = job.store
    session.perform([OpenCapture(job.run), RaisePanel(CAPTURED), RaisePanel(CAPTURE.title)])


def end_capture(session: Host) -> None:
    """Ends judging, and its processes."""
    if session.judging is not None:
        session.judging.end()
    session.judging = session.captured = session.opening = session.capture_file = None


def follow_capture(session: Host) -> None:
    """Shows the progress of judging, and opens the requested pair."""
    job = session.judging
    run = None if job is None else job.changed_run()
    if run is not None:
        session.act(ShowCaptureRun(run))
        if run.phase is CapturePhase.FAILED:
            report_error(session, f"{run.name}: {run.fault}")
        if not run.is_running:
            session.judging = None
    opening = session.opening
    if opening is not None and opening.wait(0):
        session.opening = None
        scene, table = opening.outcome()
        shown = session.state.capture.run
        if table is not None and shown is not None and session.judging is None:  # otherwise the job shows it
            session.act(ShowCaptureRun(_with_table(shown, table)))
        session.perform([TakeImport(scene)])
        if session.state.file.imported == scene:  # unsaved changes may have to be saved first
            session.act(Notify(f"Opened {scene.source}"))


@handles(BrowseCapture)
def _browse_capture(session: Host, _: BrowseCapture) -> None:
    run = session.state.capture.run
    folder = Path(run.path).resolve().parent if run is not None and run.path else scene_folder(session)
    session.act(ShowDialog(FileDialog(Purpose.CAPTURE, str(folder))))


@handles(CancelCapture)
def _cancel_capture(session: Host, _: CancelCapture) -> None:
    if session.judging is not None:
        session.judging.stop()


@handles(JudgeCapture)
def _judge_capture(session: Host, request: JudgeCapture) -> None:
    from gjkscope.app.window.capturing import file_job

    file, run = session.capture_file, session.state.capture.run
    if run is not None and run.source is CaptureSource.LIVE and session.judging is not None:
        session.judging.tolerance = request.tolerance  # of the pairs that arrive from now on
    if file is None or run is None or request.tolerance == run.tolerance:
        return
    end_capture(session)
    session.capture_file = file
    session.judging = file_job(file, run.name, request.tolerance, session.wake)
    session.captured = session.judging.store
    session.act(ShowCaptureRun(session.judging.run))


@handles(CloseCapture)
def _close_capture(session: Host, _: CloseCapture) -> None:
    end_capture(session)
    session.act(ShowCaptureRun(None))


@handles(OpenCapturedPair)
def _open_captured_pair(session: Host, request: OpenCapturedPair) -> None:
    run, store = session.state.capture.run, session.captured
    row = None if run is None or run.table is None else table_row(run.table, request.number)
    if run is None or run.table is None or store is None:
        return
    if row is None:  # of a stream, only the latest pairs are kept
        report_error(session, f"Pair {request.number:,} cannot be opened: it is not kept any more")
        return
    session.act(SelectCapturedPair(request.number, int(run.table.ticks[row])))
    if run.table.status[row] == PairStatus.UNPLACED:
        report_error(session, f"Pair {request.number:,} cannot be opened: a transform is not finite")
        return
    job = BackgroundJob(partial(_pair_scene, store, run.table, row, run), session.wake)
    session.opening = job
    job.wait(session.timeout)
    follow_capture(session)


def _with_table(run: CaptureRun, table: CaptureTable) -> CaptureRun:
    """Updates the table when more is known about a pair; wrong pairs of a stream that are not kept still count."""
    before = 0 if run.table is None else int(run.table.is_wrong.sum())
    suspects = int((table.status == PairStatus.SUSPECT).sum())
    return replace(
        run, wrong=run.wrong - before + int(table.is_wrong.sum()), suspects=suspects, table=table, listed=table
    )


def _pair_scene(store: "CaptureStore", table: CaptureTable, row: int, run: CaptureRun) -> OpenedPair:
    from gjkscope.app.ask.solvers.tolerance import Tolerance
    from gjkscope.app.judge.captures.judging import certified_answer
    from gjkscope.app.judge.captures.scanning import CapturedPair, captured_pair_scene

    number, (a, b) = int(table.numbers[row]), table.ids[row].tolist()
    asked = CapturedPair(number, int(table.ticks[row]), (a, b), *store.pair(number))
    tolerance = Tolerance(run.tolerance)
    scene = captured_pair_scene(asked, run.by, run.name, tolerance)
    if table.status[row] != PairStatus.SUSPECT:
        return OpenedPair(scene, None)
    store.certify_pair(number, certified_answer(asked.pair, asked.answer, tolerance))
    return OpenedPair(scene, store.table())


@handles(OpenWrongPair)
def _open_wrong_pair(session: Host, request: OpenWrongPair) -> None:
    from gjkscope.app.state.inspection.captured_pairs import next_wrong

    capture = session.state.capture
    if capture.table is None:
        return
    number = next_wrong(capture.table, capture.filter, capture.pair, request.back)
    if number is None:
        session.act(Notify("No wrong pairs in the list"))
    else:
        session.perform([OpenCapturedPair(number)])
