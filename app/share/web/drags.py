"""Records a body dragged along a line: the runs at each of its places, for a page that computes nothing.

1. The line leads through the body's own place: along the normal, from overlap through contact to a gap; or from there
   to a chosen point.
2. The cameras see both ends, and stay where they are.
3. A page has a limited size.  If runs take too much room, each place keeps only their last steps; if that is not
   enough, there are fewer places.  At the body's own place, runs are complete, with the looks of regions and axes under
   the pointer, as on any page; elsewhere, only with their words.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import Body, Scene
from gjkscope.app.share.web.content import LONGEST_RUN, page_state, run_track
from gjkscope.app.share.web.recording import Content, PageRecording, Progress, silent
from gjkscope.app.state.actions import PlaceBody, initial_state, update
from gjkscope.app.state.actions.cameras import seen_by
from gjkscope.app.state.inspection.extents import ball_around, framed_ball, framed_difference_ball
from gjkscope.app.state.inspection.traces import inspect, last_step
from gjkscope.app.state.model import PICTURE_SIZE, Layout, State, View
from gjkscope.engine.arguments import as_vector, plane_vector, short_repr
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.text import vector
from gjkscope.engine.vectors import Vec3, along, neg, norm, sub, unit

# How many places are recorded, and how many steps of each run at each: the first entry that fits is used.  Two boxes
# have at most six steps, and move by a few pixels from one of 25 places to the next.
PLANS = ((25, LONGEST_RUN), (25, 8), (25, 3), (15, 3), (9, 3), (5, 3))
LARGEST = 225_000  # bytes of a payload: with the player, a page takes less than 400,000
BEYOND = 0.5  # how far the line leads to both sides of contact, in radii of the smaller body
AROUND = 0.5  # of that length: how far it leads at least to both sides of the own place
UPWARD: Vec3 = (0.0, 1.0, 0.0)  # of bodies without a normal that lie in the same place


class DragLine(NamedTuple):
    """Where a body is dragged: from its own place by `way` times a number from `low` ≤ 0 to `high` ≥ 0."""

    body: Body
    way: Vec3
    low: float
    high: float
    contact: float = 0.0  # where the bodies touch

    def placed(self, share: float) -> Body:
        """The body at a place of the line."""
        position = along(self.body.pose.position, self.way, share)
        return replace(self.body, placement=self.body.placement.moved(position))

    def shares(self, count: int) -> list[float]:
        """`count` places in order, evenly spaced, except that the contact and the body's own place are kept."""
        shares = np.linspace(self.low, self.high, count)
        for kept in (self.contact, 0.0):
            shares[np.abs(shares - kept).argmin()] = kept
        return [float(share) for share in shares]


def drag_content(
    scene: Scene,
    algorithms: Sequence[str],
    drag: str,
    to: Sequence[float] | None = None,
    *,
    options: Options = DEFAULT,
    progress: Progress = silent,
) -> Content:
    """Records runs of algorithms on a scene, at each place of the body `drag` on its way to the point `to` (metres).

    Without `to`, the way is along the normal: from overlap through contact to a gap.  Raises `ValueError`, naming the
    argument, unless the body is one of the pair and `to` another place; `NotApplicable` as `scene_content` does.
    """
    states = [page_state(initial_state(scene), algorithm, options) for algorithm in algorithms]
    line = _line(states[0], drag, to)
    states = [_seeing_all_of(state, line) for state in states]
    for places, steps in PLANS:
        content = _record(states, line, places, steps, progress)
        if len(content.payload) <= LARGEST:
            break
    return content


def _line(state: State, name: str, to: Sequence[float] | None) -> DragLine:
    pair = state.document.pair
    if name not in pair:
        raise ValueError(f"drag: must be {pair[0]} or {pair[1]}, the bodies of the pair, got {short_repr(name)}")
    body = state.document.scene.body(name)
    return _line_through_contact(state, body) if to is None else _line_to(state, body, to)


def _line_to(state: State, body: Body, to: Sequence[float]) -> DragLine:
    target = (*plane_vector("to", to), 0.0) if state.document.scene.is_plane else as_vector("to", to)
    way = sub(target, body.pose.position)
    if norm(way) == 0:
        raise ValueError(f"to: must be another place than that of {body.name}, {vector(target)}")
    return DragLine(body, way, 0.0, 1.0)


def _line_through_contact(state: State, body: Body) -> DragLine:
    """The line along the normal, from an overlap to a gap; the distance grows by the length moved."""
    answer, (a, b) = inspect(state).certified, state.document.pair_bodies
    between = sub(b.ball[0], a.ball[0])
    normal = answer.normal or (unit(between) if norm(between) > 0 else UPWARD)
    distance, reach = answer.signed_distance or 0.0, BEYOND * min(a.ball[1], b.ball[1])
    way = normal if body.name == b.name else neg(normal)
    low, high = min(-distance - reach, -AROUND * reach), max(reach - distance, AROUND * reach)
    return DragLine(body, way, low, high, -distance)


def _seeing_all_of(state: State, line: DragLine) -> State:
    """The state with cameras that see both ends of the line."""
    width, height = PICTURE_SIZE
    ends = [_drag(state, line, share) for share in (line.low, line.high)]
    cameras = state.view.cameras
    for view in Layout.BOTH.views:
        ball = ball_around(*(_ball(end, view) for end in ends))
        cameras = cameras.placed(view, cameras.of(view).framed(*ball, width / 2 / height))
    return seen_by(state, cameras)


def _ball(state: State, view: View) -> tuple[Vec3, float]:
    return framed_ball(state) if view.shows_world else framed_difference_ball(state)


def _drag(state: State, line: DragLine, share: float) -> State:
    """The state with the body at a place of the line, and the same cameras."""
    moved = update(state, PlaceBody(line.body.name, line.placed(share).placement))
    return seen_by(moved, state.view.cameras)


def _record(states: Sequence[State], line: DragLine, count: int, steps: int, progress: Progress) -> Content:
    """The runs at the body's own place, and the last `steps` of them at `count` places of the line."""
    recording, document, shares = PageRecording(), states[0].document, line.shares(count)
    runs = [run_track(recording.stills, state) for state in states]
    places = []
    for number, share in enumerate(shares):
        progress(number, count)
        places.append(_place(line, share))
        if share != 0:
            dragged = [_drag(state, line, share) for state in states]
            places[-1]["runs"] = [_end_of_run(recording, state, steps) for state in dragged]
    drag = {"body": line.body.name, "start": shares.index(0.0), "places": places}
    sentences = tuple(tuple(step["sentence"] for step in run["steps"]) for run in runs)
    scene, tracks = document.scene, {"runs": runs, "drag": drag}
    return recording.content(scene.name, scene.about or "", scene.source or "", document.pair, tracks, sentences)


def _place(line: DragLine, share: float) -> dict[str, Any]:
    """Where the body is, in words and in metres, and where to grab it."""
    body = line.placed(share)
    position = body.pose.position
    return {"words": f"{body.name} at {vector(position)} m", "grip": list(body.ball[0]), "position": list(position)}


def _end_of_run(recording: PageRecording, state: State, steps: int) -> dict[str, Any]:
    last = last_step(state)
    return run_track(recording.stills, state, (max(last - steps + 1, 0), last), pointed=False)
