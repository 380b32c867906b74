"""Every beat moves: the picture changes during most of it, for everything that declares beats."""

from hashlib import blake2b
from typing import Any

import numpy as np
import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state.actions import ChooseAlgorithm, GoToBeat, GoToStep, initial_state, update
from gjkscope.app.state.inspection.beats import beat_numbers, declared_beats, words_of_beats
from gjkscope.app.state.inspection.traces import last_step, step_record
from gjkscope.app.state.model import State
from gjkscope.app.view.drawing.difference import difference_drawing
from gjkscope.app.view.drawing.drawlist import DrawList
from gjkscope.app.view.drawing.world import world_drawing

RUNS = (
    ("boxes-edge-edge", "gjk"),
    ("boxes-overlap", "epa"),
    ("boxes-overlap", "sat"),
    ("boxes-overlap", "mpr"),
    ("links", "mesh-distance"),
    ("boxes-overlap", "mesh-distance"),
    ("plane/triangles-apart", "gjk"),
    ("plane/slivers-overlap", "epa"),
    ("plane/triangles-apart", "sat"),
    ("motion/bullet-and-thin-plate", "advancement"),
    ("boxes-overlap", "resolve"),
    ("terrain-bumps", "terrain"),
    ("motion/slide-box-flat", "slide-jolt-removal"),
    ("motion/slide-sphere-bumpy", "slide-bullet"),
    ("broad-phase-tower", "allpairs"),
    ("broad-phase-tower", "sweep"),
    ("broad-phase-tower", "bvh"),
    ("broad-phase-tower", "kdtree"),
)
MOMENTS = (0.05, 0.25, 0.45, 0.65)  # within the part of a beat that moves
MOST_STEPS = 5


def fingerprint(drawing: DrawList) -> bytes:
    """A hash of all that a draw list contains."""
    seen = blake2b(digest_size=16)
    for batch in (*drawing.triangles, *drawing.lines, *drawing.arrows, *drawing.points):
        seen.update(np.ascontiguousarray(batch.rows).tobytes())
    placed: list[Any] = [*drawing.skins, *drawing.edges, *drawing.outlines]
    seen.update(repr([(body.pose, body.color) for body in placed]).encode())
    seen.update(repr([(label.text, label.position) for label in drawing.labels]).encode())
    for skin in drawing.skins:
        seen.update(skin.surface.positions[:1].tobytes())
    return seen.digest()


def picture(state: State) -> bytes:
    return fingerprint(world_drawing(state)) + fingerprint(difference_drawing(state))


@pytest.mark.thorough
@pytest.mark.parametrize(("scene", "algorithm"), RUNS)
def test_a_beat_changes_the_picture_throughout(scene: str, algorithm: str) -> None:
    opened = initial_state(read_scene(resource("assets", "scenes", f"{scene}.json")))
    state = update(opened, ChooseAlgorithm(algorithm))
    last = last_step(state)
    drawn = 0
    for number in sorted({*range(min(last + 1, MOST_STEPS)), last // 2, last}):
        at_step = update(state, GoToStep(number))
        for beat in beat_numbers(at_step):
            name = declared_beats(step_record(at_step))[beat].name
            pictures = {picture(update(state, GoToBeat(number, beat, moment))) for moment in MOMENTS}
            assert len(pictures) == len(MOMENTS), f"step {number}, beat {name!r} stands still"
            drawn += 1
        assert all(title and sentence.endswith(".") for _, title, sentence in words_of_beats(at_step))
    assert drawn > 1
