"""The marks of what an engine reported, in both views."""

import numpy as np
import pytest

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import PositionOrientation, Reported, ReportedPoint
from gjkscope.app.state.actions import AddReports, PlaceBody, SetVisible, ShowReport, SwapPair, update
from gjkscope.app.state.inspection.extents import world_ball
from gjkscope.app.state.model import State, Theme
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.difference import difference_drawing
from gjkscope.app.view.drawing.drawlist import DrawList, PointStyle
from gjkscope.app.view.drawing.marks.report import DASH
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.engine.vectors import Vec3
from tests.app.view.drawing import test_drawing

PAIR = ("A", "B")
FULL = Reported(
    PAIR,
    "FCL 0.7",
    "penetrating",
    -0.5,
    (0.0, 2.0, 0.0),
    (0.5, 0.2, 0.1),
    (0.5, -0.2, 0.1),
    (ReportedPoint((0.6, 0.1, 0.0), 0.25), ReportedPoint((0.7, 0.1, 0.0))),
)


def reporting(*reports: Reported, state: State = test_drawing.OVERLAPPING) -> State:
    return update(test_drawing.plain(state), AddReports(reports))


def rings(drawing: DrawList) -> set[tuple[float, ...]]:
    return {tuple(point) for point in test_drawing.points(drawing, palette.REPORT, PointStyle.RING).tolist()}


def test_a_report_is_drawn_in_its_own_colour_and_dashes() -> None:
    drawing = world_drawing(reporting(FULL))
    test_drawing.assert_sound(drawing)
    assert rings(drawing) == {FULL.witness_a, FULL.witness_b, *(point.position for point in FULL.points)}
    assert {DASH, 7.0} == test_drawing.dashes(drawing, palette.REPORT)  # 7: the edges of a ghost
    on_top = test_drawing.lines(drawing, palette.REPORT).tolist()
    assert [list(FULL.witness_a or ()), list(FULL.witness_b or ())] in on_top
    assert [[0.6, 0.1, 0.0], [0.6, -0.15, 0.0]] in on_top  # the depth of a contact point, against the normal
    assert "FCL 0.7 −0.5 m" in test_drawing.texts(drawing)


def test_the_normal_starts_at_the_witness_point_and_points_along_the_report() -> None:
    ((tail, head),) = test_drawing.arrows(world_drawing(reporting(FULL)), palette.REPORT)
    x, _, z = FULL.witness_a or (0.0, 0.0, 0.0)
    assert [tail[0], tail[2], head[0], head[2]] == pytest.approx([x, z, x, z])
    assert head[1] > tail[1]


def test_the_ghost_is_where_the_report_would_push_a() -> None:
    state = reporting(FULL)
    ghosts = [skin for skin in world_drawing(state).skins if skin.color[:3] == palette.REPORT[:3]]
    assert [test_drawing.translation(test_drawing.body_surface(state, "A"), ghost.positions) for ghost in ghosts] == [
        pytest.approx(np.array([0.0, -0.5, 0.0]))
    ]


def test_the_difference_shows_where_the_report_puts_its_surface() -> None:
    drawing = difference_drawing(reporting(FULL))
    test_drawing.assert_sound(drawing)
    assert rings(drawing) == {(0.0, 0.5, 0.0)}
    assert test_drawing.lines(drawing, palette.REPORT).tolist() == [[[0.0, 0.0, 0.0], [0.0, 0.5, 0.0]]]
    assert "FCL 0.7 0.5 m" in test_drawing.texts(drawing)


@pytest.mark.parametrize(
    ("report", "closest"),
    [
        (Reported(PAIR, "X", signed_distance=0.25, normal=(1.0, 0.0, 0.0)), (-0.25, 0.0, 0.0)),
        (Reported(PAIR, "X", witness_a=(0.5, 0.0, 0.0), witness_b=(1.0, 0.0, 0.0)), (-0.5, 0.0, 0.0)),
        (Reported(PAIR, "X", normal=(1.0, 0.0, 0.0), points=FULL.points), (0.25, 0.0, 0.0)),
        (Reported(PAIR, "X", "separated"), None),
        (Reported(PAIR, "X", crashed="SIGABRT"), None),
    ],
)
def test_the_closest_point_of_the_difference_follows_from_what_is_reported(
    report: Reported, closest: Vec3 | None
) -> None:
    assert rings(difference_drawing(reporting(report))) == ({closest} if closest else set())
    test_drawing.assert_sound(world_drawing(reporting(report)))


def test_a_report_in_the_other_order_is_drawn_alike() -> None:
    swapped = replace(
        FULL, pair=("B", "A"), normal=(0.0, -2.0, 0.0), witness_a=FULL.witness_b, witness_b=FULL.witness_a
    )
    first, second = world_drawing(reporting(FULL)), world_drawing(reporting(swapped))
    assert rings(first) == rings(second)
    assert test_drawing.arrows(first, palette.REPORT).tolist() == test_drawing.arrows(second, palette.REPORT).tolist()
    turned = world_drawing(update(reporting(FULL), SwapPair()))  # now B is moved, the other way
    ghosts = [skin for skin in turned.skins if skin.color[:3] == palette.REPORT[:3]]
    assert test_drawing.translation(
        test_drawing.body_surface(test_drawing.OVERLAPPING, "B"), ghosts[0].positions
    ) == pytest.approx(np.array([0.0, 0.5, 0.0]))


def test_the_selected_report_is_drawn_and_none_after_a_body_has_moved() -> None:
    other = replace(FULL, by="coal 3", signed_distance=-0.25)
    state = reporting(FULL, other)
    assert "FCL 0.7 −0.5 m" in test_drawing.texts(world_drawing(state))
    state = update(state, ShowReport("coal 3"))
    assert "coal 3 −0.25 m" in test_drawing.texts(world_drawing(state))
    assert not any("FCL" in text for text in test_drawing.texts(world_drawing(state)))
    moved = update(state, PlaceBody("B", PositionOrientation((1.4, 0.0, 0.0))))
    assert rings(world_drawing(moved)) == rings(difference_drawing(moved)) == set()


def test_a_phantom_point_has_a_second_ring_and_says_what_is_wrong() -> None:
    phantom = replace(FULL, points=(ReportedPoint((0.6, 3.0, 0.0), 0.25),))
    drawing = world_drawing(reporting(phantom))
    test_drawing.assert_sound(drawing)
    assert [0.6, 3.0, 0.0] in test_drawing.points(drawing, palette.WRONG, PointStyle.RING).tolist()
    assert any(text.startswith("× phantom, ") for text in test_drawing.texts(drawing))


SQUARE = ((0.5, -1.0, -1.0), (0.5, 1.0, -1.0), (0.5, 1.0, 1.0), (0.5, -1.0, 1.0))
EDGE = ((0.4, -1.0, 0.0), (0.4, 1.0, 0.0))


def test_the_faces_that_an_engine_chose_are_outlined_and_named() -> None:
    drawing = world_drawing(reporting(Reported(PAIR, "Jolt", face_a=SQUARE, face_b=EDGE)))
    test_drawing.assert_sound(drawing)
    sides = zip(SQUARE, (*SQUARE[1:], SQUARE[0]), strict=True)
    lines = test_drawing.lines(drawing, palette.REPORT).tolist()
    assert lines == [*([list(start), list(end)] for start, end in sides), [*map(list, EDGE)]]
    assert {"Jolt's face of A", "Jolt's edge of B"} <= set(test_drawing.texts(drawing))
    (facets,) = (part.rows for part in drawing.triangles if part.rows[0, 6:9].tolist() == [*palette.REPORT[:3]])
    assert len(facets) == 6  # the corners of two triangles


def test_faces_follow_the_order_of_the_pair() -> None:
    turned = Reported(PAIR[::-1], "Jolt", face_a=EDGE, face_b=SQUARE)
    said = [
        test_drawing.lines(world_drawing(reporting(report)), palette.REPORT).tolist()
        for report in (turned, Reported(PAIR, "Jolt", face_a=SQUARE, face_b=EDGE))
    ]
    assert said[0] == said[1]


def test_a_vertex_is_a_ring_and_a_face_that_is_nowhere_near_is_not_drawn() -> None:
    far = ((1.7e308, 0.0, 0.0), *SQUARE)
    drawing = world_drawing(reporting(Reported(PAIR, "Jolt", face_a=far, face_b=EDGE[:1])))
    assert rings(drawing) == {EDGE[0]}
    assert len(test_drawing.lines(drawing, palette.REPORT)) == 0
    assert "Jolt's vertex of B" in test_drawing.texts(drawing)
    assert not any("of A" in text for text in test_drawing.texts(drawing))


def test_reports_can_be_hidden() -> None:
    hidden = update(reporting(FULL), SetVisible("reports", False))
    for drawing in (world_drawing(hidden), difference_drawing(hidden)):
        assert rings(drawing) == set()
        assert (
            len(test_drawing.arrows(drawing, palette.REPORT)) == len(test_drawing.lines(drawing, palette.REPORT)) == 0
        )


def test_points_that_are_nowhere_near_are_not_drawn() -> None:
    huge = 1.7e308
    far = Reported(
        PAIR,
        "X",
        None,
        -huge,
        (huge, 0.0, huge),
        (huge, huge, 0.0),
        (-huge, 0, 0),
        (ReportedPoint((0, huge, 0), huge),),
    )
    state = reporting(far)
    test_drawing.assert_sound(world_drawing(state))
    test_drawing.assert_sound(difference_drawing(state))
    assert rings(world_drawing(state)) == rings(difference_drawing(state)) == set()


def test_a_normal_without_a_point_starts_where_the_shapes_are_closest() -> None:
    state = reporting(Reported(PAIR, "X", normal=(0.0, 0.0, 1.0)))
    ((start, _),) = test_drawing.lines(world_drawing(state), palette.REPORT)
    assert np.linalg.norm(start - np.array(world_ball(state)[0])) < world_ball(state)[1]


@pytest.mark.parametrize("theme", Theme)
def test_the_colour_is_legible_and_unlike_all_others(theme: Theme) -> None:
    label = palette.legible_on(palette.REPORT, theme, palette.TEXT_CONTRAST)
    ground, ink = palette.luminance(palette.GROUNDS[theme]) + 0.05, palette.luminance(label) + 0.05
    assert max(ground, ink) / min(ground, ink) >= palette.TEXT_CONTRAST - 0.01
    others = (palette.A, palette.B, palette.DIFFERENCE, palette.CHOSEN, palette.SEARCH, palette.NEW, palette.DROPPED)
    assert all(np.linalg.norm(np.subtract(palette.REPORT[:3], other[:3])) > 0.25 for other in others)


def test_scenes_far_from_the_origin_are_drawn_where_they_are() -> None:
    far = test_drawing.state_of(
        *(body.shape for body in test_drawing.OVERLAPPING.document.pair_bodies), (1e6, 0.0, 0.0), a_at=(1e6, 0.1, 0.0)
    )
    contact = (1e6, 0.2, 0.0)
    drawing = world_drawing(reporting(Reported(PAIR, "X", witness_a=contact), state=far))
    assert rings(drawing) == {contact}
