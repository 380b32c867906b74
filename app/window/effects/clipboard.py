"""Effects that copy and paste cameras, rotations, vertices and reports, and open links in the browser."""

from gjkscope.app.scenes.cameras.camera import camera_text, read_camera
from gjkscope.app.scenes.cameras.rotations import pasted_placement
from gjkscope.app.state.actions import AddReports, EndGesture, Notify, PlaceBody, PlaceCamera, SetShapeField
from gjkscope.app.view.panels.requests import (
    CopyCamera,
    CopyCameraStep,
    OpenLink,
    PasteCamera,
    PasteReport,
    PasteRotation,
    PasteVertices,
)
from gjkscope.app.window.effects.effect import Host, handles, report_error


@handles(CopyCamera)
def _copy_camera(session: Host, _: CopyCamera) -> None:
    state = session.state
    session.clipboard.set_clipboard_text(camera_text(state.view.cameras.of(state.acting_view)))
    session.act(Notify("Copied the camera"))


@handles(CopyCameraStep)
def _copy_camera_step(session: Host, _: CopyCameraStep) -> None:
    view = session.state.acting_view
    camera = camera_text(session.state.view.cameras.of(view))
    session.clipboard.set_clipboard_text(f'{{"do": "camera", "view": "{view}", "to": {camera}, "seconds": 2}}')
    session.act(Notify("Copied a step for a demo file"))


@handles(PasteCamera)
def _paste_camera(session: Host, _: PasteCamera) -> None:
    try:
        camera = read_camera(session.clipboard.get_clipboard_text())
    except ValueError as fault:
        report_error(session, f"Cannot paste a camera: {fault}")
        return
    session.act(PlaceCamera(session.state.acting_view, camera))


@handles(PasteRotation)
def _paste_rotation(session: Host, request: PasteRotation) -> None:
    body, shown = session.state.document.scene.body(request.body), session.state.preferences
    text = session.clipboard.get_clipboard_text()
    try:
        placement = pasted_placement(text, body.placement, shown.rotation_format, shown.euler_order)
    except ValueError as fault:
        report_error(session, f"Cannot paste a rotation: {fault}")
        return
    session.perform([PlaceBody(request.body, placement), EndGesture()])


@handles(PasteVertices)
def _paste_vertices(session: Host, request: PasteVertices) -> None:
    from gjkscope.app.bring.notations.keyed import pasted_points  # start-up does not need it

    is_plane = session.state.document.scene.is_plane
    parse = pasted_points.parse_plane_vertices if is_plane else pasted_points.parse_vertices
    try:
        vertices = parse(session.clipboard.get_clipboard_text())
    except ValueError as fault:
        report_error(session, f"Cannot paste vertices: {fault}")
        return
    session.perform([SetShapeField(request.body, "vertices", vertices), EndGesture()])


@handles(PasteReport)
def _paste_report(session: Host, _: PasteReport) -> None:
    from gjkscope.app.bring.notations.keyed.pasted_reports import claims_of, parse_reports

    try:
        document = session.state.document
        text, dimension = session.clipboard.get_clipboard_text(), document.scene.dimension
        reports = parse_reports(text, document.pair, dimension)
    except ValueError as fault:
        report_error(session, f"Cannot paste a report: {fault}")
        return
    session.act(AddReports(reports))
    if session.state.document.scene.reported[-len(reports) :] == reports:
        session.act(Notify(f"Added the report of {'; '.join(f'{entry.by}: {claims_of(entry)}' for entry in reports)}"))


@handles(OpenLink)
def _open_link(session: Host, request: OpenLink) -> None:
    import webbrowser  # the first frame needs neither it nor the modules that it imports

    address = request.address
    is_page = address.startswith(("https://", "http://"))  # a link in a received scene must not open local files
    if not (is_page and webbrowser.open(address)):
        session.clipboard.set_clipboard_text(address)
        report_error(session, f"Cannot open a browser. Copied the link instead: {address}")
