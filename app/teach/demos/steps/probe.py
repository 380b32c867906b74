"""The demo step that shows the probe and moves its points."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from pydantic import Field

from gjkscope.app.scenes.cameras.easing import along_path
from gjkscope.app.scenes.file_models import Number
from gjkscope.app.state.actions import Action, ClearTrail, MoveProbe, ScatterProbe, ShowProbe
from gjkscope.app.state.actions.probe import MOST_SCATTERED
from gjkscope.app.state.inspection.probe import probe_points
from gjkscope.app.state.model import Cue, Motion, ProbeSide, State
from gjkscope.app.teach.demos.steps.step import MotionStep, Place, instant
from gjkscope.engine.vectors import Vec3

PointOfBody = Annotated[list[Number], Field(min_length=2, max_length=3)]


class ProbeStep(MotionStep):
    """Shows a point a of A and a point b of B with their difference a − b, and moves them; each stays in its shape."""

    do: Literal["probe"]
    shown: bool = Field(True, description="whether the points are shown from here on")
    a: PointOfBody | None = Field(None, description="the new position of a, in metres: x, y and, in 3D, z")
    b: PointOfBody | None = Field(None, description="the new position of b")
    path_a: list[PointOfBody] | None = Field(
        None, min_length=1, description="instead of a: the positions to pass through in turn"
    )
    path_b: list[PointOfBody] | None = Field(None, min_length=1, description="the same for b")
    clear: bool = Field(False, description="clears the trail first")
    scatter: Annotated[int, Field(ge=0, le=MOST_SCATTERED)] = Field(
        0, description="adds this many random pairs to the trail, gradually"
    )

    def cues(self, start: int, place: Place) -> Iterator[Cue]:
        yield Cue(start, 0, self._prepare, place)
        yield from super().cues(start, place)

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


def _place(numbers: list[float]) -> Vec3:
    x, y, *rest = numbers
    return (x, y, rest[0] if rest else 0.0)
