"""The demo step that shows the probe and moves its points."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated

from msgspec import Meta

from gjkscope.app.base.decoding import meaning
from gjkscope.app.scenes.cameras.easing import along_path
from gjkscope.app.scenes.file_models import AnyVector
from gjkscope.app.state.actions import Action, ClearTrail, MoveProbe, ScatterProbe, ShowProbe
from gjkscope.app.state.actions.probe import MOST_SCATTERED
from gjkscope.app.state.inspection.probe import probe_points
from gjkscope.app.state.model import Cue, Motion, ProbeSide, State
from gjkscope.app.teach.demos.steps.step import MotionStep, StepKeys, instant
from gjkscope.engine.vectors import Vec3


class ProbeStep(MotionStep, tag="probe"):
    """Shows a point a of A and a point b of B with their difference a − b, and moves them; each stays in its shape."""

    shown: Annotated[bool, meaning("whether the points are shown from here on")] = True
    a: Annotated[AnyVector | None, meaning("the new position of a, in metres: x, y and, in 3D, z")] = None
    b: Annotated[AnyVector | None, meaning("the new position of b")] = None
    path_a: Annotated[
        Annotated[tuple[AnyVector, ...], Meta(min_length=1)] | None,
        meaning("instead of a: the positions to pass through in turn"),
    ] = None
    path_b: Annotated[Annotated[tuple[AnyVector, ...], Meta(min_length=1)] | None, meaning("the same for b")] = None
    clear: Annotated[bool, meaning("clears the trail first")] = False
    scatter: Annotated[
        int, Meta(ge=0, le=MOST_SCATTERED), meaning("adds this many random pairs to the trail, gradually")
    ] = 0

    def cues(self, start: int, keys: StepKeys) -> Iterator[Cue]:
        yield Cue(start, 0, self._prepare, keys)
        yield from super().cues(start, keys)

    def begin(self, state: State) -> Motion:
        paths, trail = dict(self._paths(state)), len(state.probe.trail)
        if paths and self.scatter:
            raise ValueError("scatter: must not be given together with a position of a or b")

        def at(state: State, part: float) -> Iterable[Action]:
            for side, path in paths.items():
                yield MoveProbe(side, along_path(path, part))
            missing = round(part * self.scatter) - (len(state.probe.trail) - trail)
            if self.scatter and missing > 0:
                yield ScatterProbe(missing)

        return self.eased(at)

    def _prepare(self, _: State) -> Motion:
        return instant(ShowProbe(self.shown), *([ClearTrail()] if self.clear else []))

    def _paths(self, state: State) -> Iterator[tuple[ProbeSide, list[Vec3]]]:
        known = probe_points(state)
        given = {ProbeSide.A: ("a", self.a, self.path_a), ProbeSide.B: ("b", self.b, self.path_b)}
        for side, (key, to, path) in given.items():
            if to is not None and path is not None:
                raise ValueError(f"{key}: either {key} or path_{key} can be given, not both")
            places = path or ([to] if to is not None else [])
            if not places:
                continue
            if known is None:
                raise ValueError(f"{key}: the points must be shown")
            yield side, [known.a if side is ProbeSide.A else known.b, *map(_place, places)]


def _place(numbers: Sequence[float]) -> Vec3:
    x, y, *others = numbers
    return (x, y, others[0] if others else 0.0)
