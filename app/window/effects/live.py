"""Effects of a live connection: listen, show what arrives, and stop at the first wrong answer."""

from time import time_ns
from typing import TYPE_CHECKING

import numpy as np

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.capture_table import FIRST_WRONG, table_row
from gjkscope.app.state.actions import (
    FollowLive,
    Notify,
    RaisePanel,
    ShowLiveLink,
    ShowLivePair,
    ShowLiveTick,
    ShowTickBodies,
    TraceLive,
)
from gjkscope.app.state.actions.live import shows_pair
from gjkscope.app.state.model import CaptureRun, CaptureTable
from gjkscope.app.view.panels.requests import OpenCapturedPair, StartListening, StopListening
from gjkscope.app.view.panels.toolkit.panels import CAPTURE, CAPTURED
from gjkscope.app.window.effects.capturing import begin_capture
from gjkscope.app.window.effects.effect import Host, handles, report_error
from gjkscope.engine.analysis.reports import TOLERANCE

if TYPE_CHECKING:  # imported when the window listens
    from gjkscope.app.window.live import LiveLine


@handles(StartListening)
def _start_listening(session: Host, _: StartListening) -> None:
    from gjkscope.app.bring.capture.listening.listener import why_not_listening
    from gjkscope.app.window.live import LiveLine

    port = session.state.live.port
    if session.live is None:
        try:
            session.live = LiveLine(port, session.wake)
        except OSError as fault:
            report_error(session, f"Cannot listen on port {port}: {why_not_listening(fault)}")
            session.act(RaisePanel(CAPTURE.title))
            return
    shown = ShowLiveLink(session.live.link), RaisePanel(CAPTURED), RaisePanel(CAPTURE.title)
    session.perform([FollowLive(True), TraceLive(None), *shown])


@handles(StopListening)
def _stop_listening(session: Host, _: StopListening) -> None:
    if session.live is not None:
        session.live.close()
    session.live = None
    session.perform([ShowLiveLink(None), TraceLive(None)])


def end_live(session: Host) -> None:
    """Ends the connection, because the window closes."""
    if session.live is not None:
        session.live.end()
    session.live = None


def follow_live(session: Host) -> None:
    """Shows what has arrived."""
    live = session.live
    if live is None:
        return
    if session.state.live.following and (job := live.begun(_tolerance(session))) is not None:
        begin_capture(session, job)
        session.act(TraceLive(None))
    if live.job is None or session.captured is live.job.store:
        _follow_job(session, live)
    elif live.link.peer:  # another capture has taken its place
        _stop_listening(session, StopListening())
        session.act(Notify("Disconnected: another capture was opened"))


def _tolerance(session: Host) -> float:
    """The tolerance of the last capture."""
    run = session.state.capture.run
    return TOLERANCE if run is None else run.tolerance


def _follow_job(session: Host, live: "LiveLine") -> None:
    run = None if live.job is None else live.job.run
    link = live.link
    if run is not live.shown.run and run is not None and run.table is not None:
        link = replace(link, latency=_age(live))
        _note_choices(session, live, run.table)
        if session.state.live.following:
            _show_newest(session, live, run, run.table)
            _stop_at_wrong(session, live, run)
        live.shown = live.shown._replace(run=run)
    elif session.state.live.link is not None:
        link = replace(link, latency=session.state.live.link.latency)
    before = session.state.live.link
    if link != before:
        session.act(ShowLiveLink(link))
    if link.remark and (before is None or link.remark != before.remark):
        session.act(Notify(link.remark, is_error=link.is_refused))


def _age(live: "LiveLine") -> float | None:
    """Seconds since the newest pairs were sent."""
    return None if live.sent is None else max(time_ns() // 1000 - live.sent, 0) / 1e6


def _note_choices(session: Host, live: "LiveLine", table: CaptureTable) -> None:
    """The user has chosen a tick, which ends following, or a pair, which is then traced."""
    state, shown = session.state, live.shown
    if state.live.following and not shown.following:  # resumed: earlier wrong answers do not count
        live.shown = shown = shown._replace(tick=None, pair=state.capture.pair, first=_end(table))
    if state.capture.pair != shown.pair:
        row = table_row(table, state.capture.pair)
        if row is not None and table.status[row] >= FIRST_WRONG:
            session.act(FollowLive(False))  # the user wants to see this exact moment
        elif row is not None:
            a, b = table.ids[row].tolist()
            session.act(TraceLive((a, b)))
    elif state.live.following and shown.tick is not None and state.capture.tick != shown.tick:
        session.act(FollowLive(False))
    state = session.state
    live.traced = state.live.traced
    live.shown = live.shown._replace(pair=state.capture.pair, following=state.live.following)


def _end(table: CaptureTable) -> int:
    """The number after that of the last pair."""
    return int(table.numbers[-1]) + 1 if table.size else 0


def _show_newest(session: Host, live: "LiveLine", run: CaptureRun, table: CaptureTable) -> None:
    tick = live.newest_tick(table)
    if tick is None:
        return
    session.act(ShowLiveTick(tick))
    if live.shown.tick is None and live.traced is None:
        session.act(ShowTickBodies(True))
    live.shown = live.shown._replace(tick=tick)
    newest = live.newest_pair()
    if newest is not None:
        from gjkscope.app.judge.captures.scanning import live_scene

        scene = live_scene(newest.pair, newest.answer, newest.tick, run.by)
        if shows_pair(session.state, scene):
            session.act(ShowLivePair(scene))
        elif session.opening is None and session.state.shell.unsaved is None:  # the user has opened something else
            session.act(TraceLive(None))


def _stop_at_wrong(session: Host, live: "LiveLine", run: CaptureRun) -> None:
    table = run.table
    if not session.state.live.stops or table is None or not run.wrong:
        return
    wrong = np.flatnonzero((table.status >= FIRST_WRONG) & (table.numbers >= live.shown.first))
    if len(wrong):
        row = int(wrong[0])
        number, (a, b) = int(table.numbers[row]), table.ids[row].tolist()
        session.act(FollowLive(False))
        session.perform([OpenCapturedPair(number)])
        session.act(Notify(f"Stopped at the first wrong answer: tick {table.ticks[row]}, ids {a} and {b}"))
        live.shown = live.shown._replace(pair=session.state.capture.pair, following=False)
