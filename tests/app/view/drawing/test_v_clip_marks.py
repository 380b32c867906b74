"""The marks of V-Clip: both features, the next one, the plane that decided, and the walk so far."""

import pytest

from gjkscope.app.state.actions import ChooseAlgorithm, GoToLast, GoToStep, SetVisible, update
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.difference import difference_drawing
from gjkscope.app.view.drawing.drawlist import Layer
from gjkscope.app.view.drawing.marks.v_clip import FEATURE_WIDTH, NEXT_WIDTH
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.engine.shapes.kinds import Box
from gjkscope.engine.v_clip.features import FeatureKind
from tests.app.view.drawing.test_drawing import BRICK, lines, state_of, texts

WALK = update(state_of(Box((1, 1, 1)), BRICK, (2.5, 1.4, 0.7)), ChooseAlgorithm("v-clip"))


def test_each_step_names_its_features_and_draws_the_next_one() -> None:
    run = inspect(WALK).trace
    assert run is not None
    kinds = set()
    for number, step in enumerate(run.steps[:-1]):
        drawing = world_drawing(update(WALK, GoToStep(number)))
        words = texts(drawing)
        assert sum("of A" in text for text in words) >= 1
        assert sum("of B" in text for text in words) >= 1
        assert sum(text.startswith("next: ") for text in words) == 1
        kinds |= {step.feature_a.feature.kind, step.feature_b.feature.kind}
        ends = {FeatureKind.VERTEX: 0, FeatureKind.EDGE: 1}.get(step.feature_a.feature.kind, 4)
        color = palette.lighter(palette.A, 0.5)
        assert len(lines(drawing, color, Layer.ON_TOP, width=FEATURE_WIDTH)) == ends
        after = run.steps[number + 1]
        replaced = (after.feature_a, after.feature_b)[step.move.side]
        sides = {2: 1, 1: 0}.get(len(replaced.corners), len(replaced.corners))
        assert len(lines(drawing, palette.NEW, Layer.ON_TOP, width=NEXT_WIDTH)) == sides
    assert kinds >= {FeatureKind.VERTEX, FeatureKind.EDGE}


def test_the_last_step_has_no_next_feature_and_shows_both_regions() -> None:
    last = update(WALK, GoToLast())
    assert not [text for text in texts(world_drawing(last)) if text.startswith("next: ")]
    without = update(last, SetVisible("regions", False))
    assert world_drawing(last) != world_drawing(without)


def test_the_difference_view_shows_the_walk_towards_the_origin() -> None:
    last = update(WALK, GoToLast())
    run = inspect(last).trace
    assert run is not None
    assert run.result is not None
    closest = [text for text in texts(difference_drawing(last)) if text.startswith("closest ")]
    assert closest == [f"closest {run.steps[-1].distance:.5g} m"]
    assert run.steps[-1].distance == pytest.approx(run.result.signed_distance)
