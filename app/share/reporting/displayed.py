"""The bug report about what the window shows."""

from gjkscope.app.base.records import replace
from gjkscope.app.share.reporting.files import Views, archive_of, report_files
from gjkscope.app.share.reporting.findings import examine
from gjkscope.app.share.reporting.reproduction import LeftOut
from gjkscope.app.share.web.page import state_page
from gjkscope.app.state.inspection.traces import run_options
from gjkscope.app.state.model import State
from gjkscope.engine.result import NotApplicable


def displayed_report(state: State, picture: bytes | None) -> bytes:
    """The archive about the displayed pair: all algorithms with the options of the run, its picture and its page."""
    findings = examine(state.document.scene, state.document.pair, options=run_options(state))
    findings = replace(findings, displayed=(state.run.algorithm,))
    return archive_of(report_files(findings, _views(state, picture)))


def _views(state: State, picture: bytes | None) -> Views:
    try:
        return Views(picture, state_page(replace(state, show=None)))
    except (NotApplicable, ValueError) as fault:
        return Views(picture, None, (LeftOut("web page", str(fault)),))
