"""Label placement: beside the labelled point, inside the view, and not covering other labels or points."""

import random
from itertools import combinations

import pytest

from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.state.actions import initial_state
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.app.view.panels.toolkit.labels import POINT_ROOM, LabelBox, LabelRequest, place_labels
from gjkscope.app.view.panels.toolkit.overlay import SIDES, corner_boxes, free_sides, scale_bar
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.engine import Box as BoxShape
from gjkscope.engine.vectors import Vec3

BOUNDS = LabelBox(0, 0, 400, 300)
SIZE = (60.0, 18.0)


def wish(x: float, y: float, priority: int = 0, size: tuple[float, float] = SIZE) -> LabelRequest:
    return LabelRequest((x, y), size, priority)


def distance(box: LabelBox, point: tuple[float, float]) -> float:
    """The distance from the point to the nearest part of the box."""
    x = min(max(point[0], box.left), box.right)
    y = min(max(point[1], box.top), box.bottom)
    return float(((x - point[0]) ** 2 + (y - point[1]) ** 2) ** 0.5)


class TestBox:
    def test_overlap_is_the_shared_area(self) -> None:
        assert LabelBox(0, 0, 4, 3).overlap(LabelBox(2, 1, 10, 10)) == 2 * 2

    def test_touching_boxes_have_no_overlap(self) -> None:
        assert LabelBox(0, 0, 4, 3).overlap(LabelBox(4, 0, 8, 3)) == 0

    @pytest.mark.parametrize(
        ("box", "inside"), [(BOUNDS, True), (LabelBox(-1, 0, 9, 9), False), (LabelBox(391, 0, 401, 9), False)]
    )
    def test_inside(self, box: LabelBox, inside: bool) -> None:
        assert box.inside(BOUNDS) is inside


class TestOneLabel:
    def test_it_keeps_its_size_and_is_close_to_its_point_without_covering_it(self) -> None:
        (box,) = place_labels([wish(200, 150)], BOUNDS)
        assert (box.right - box.left, box.bottom - box.top) == pytest.approx(SIZE)
        assert POINT_ROOM * 0.5 < distance(box, (200, 150)) < 20

    @pytest.mark.parametrize("x", [0, 3, 200, 397, 400])
    @pytest.mark.parametrize("y", [0, 3, 150, 297, 300])
    def test_it_stays_inside_the_view_for_any_point(self, x: float, y: float) -> None:
        (box,) = place_labels([wish(x, y)], BOUNDS)
        assert box.inside(BOUNDS)

    def test_it_avoids_occupied_places(self) -> None:
        (free,) = place_labels([wish(200, 150)], BOUNDS)
        (other,) = place_labels([wish(200, 150)], BOUNDS, [free])
        assert other.overlap(free) == 0

    def test_a_label_that_cannot_fit_is_placed_anyway(self) -> None:
        (box,) = place_labels([wish(200, 150, size=(900, 18))], BOUNDS)
        assert box.right - box.left == 900


class TestALabelThatWouldRatherStay:
    BELOW = (-30.0, 12.0)  # not where it would go without a preference

    def asked(self, kept: tuple[float, float] = BELOW, toward: tuple[float, float] = (0.0, 0.0)) -> LabelRequest:
        return LabelRequest((200, 150), SIZE, 0, toward, kept)

    def placed(self, wish: LabelRequest, *taken: LabelBox) -> tuple[float, float]:
        """Its upper left corner relative to its point."""
        (box,) = place_labels([wish], BOUNDS, taken)
        return (box.left - 200, box.top - 150)

    def test_it_keeps_its_place_beside_its_point(self) -> None:
        assert self.placed(self.asked()) == self.BELOW != self.placed(wish(200, 150))

    def test_it_gives_up_an_occupied_place(self) -> None:
        (alone,) = place_labels([wish(200, 150)], BOUNDS)
        assert place_labels([self.asked()], BOUNDS, [LabelBox(195, 160, 205, 170)]) == [alone]

    def test_it_gives_up_its_place_to_a_more_important_label(self) -> None:
        first, second = place_labels([self.asked(), self.asked()._replace(priority=1)], BOUNDS)
        assert (second.left - 200, second.top - 150) == self.BELOW
        assert first.overlap(second) == 0

    def test_it_does_not_stay_outside_the_view(self) -> None:
        (box,) = place_labels([self.asked()._replace(anchor=(20, 150))], BOUNDS)
        assert box.inside(BOUNDS)

    def test_it_changes_sides_when_its_arrow_reverses(self) -> None:
        assert self.placed(self.asked(toward=(0.0, 1.0))) == self.BELOW
        assert self.placed(self.asked(toward=(0.0, -1.0)))[1] < 0

    def test_it_returns_from_far_away(self) -> None:
        assert distance(place_labels([self.asked(kept=(100, 12))], BOUNDS)[0], (200, 150)) < 20


class TestManyLabels:
    def test_labels_of_coincident_points_do_not_cover_each_other(self) -> None:
        boxes = place_labels([wish(200, 150) for _ in range(8)], BOUNDS)
        assert all(a.overlap(b) == 0 for a, b in combinations(boxes, 2))

    def test_no_label_covers_a_point_of_another(self) -> None:
        points = [(180.0, 150.0), (200.0, 150.0), (220.0, 150.0)]
        for box in place_labels([wish(x, y) for x, y in points], BOUNDS):
            for x, y in points:
                assert box.overlap(LabelBox(x - POINT_ROOM, y - POINT_ROOM, x + POINT_ROOM, y + POINT_ROOM)) == 0

    def test_the_most_important_label_gets_its_best_place_whatever_the_order(self) -> None:
        (alone,) = place_labels([wish(200, 150)], BOUNDS)
        crowd = [wish(200, 150, 1), wish(200, 150, 9), wish(200, 150, 3)]
        assert place_labels(crowd, BOUNDS)[1] == alone

    def test_placements_are_returned_in_the_order_of_the_requests(self) -> None:
        wishes = [wish(50, 50, 0), wish(350, 250, 5), wish(50, 250, 9)]
        for box, asked in zip(place_labels(wishes, BOUNDS), wishes, strict=True):
            assert distance(box, asked.anchor) < 30

    def test_a_dozen_random_labels_hardly_ever_overlap(self) -> None:
        """Twelve labels cover a tenth of the view: more than the application shows at once."""
        generator = random.Random(5)
        shared = 0.0
        for _ in range(20):
            places = [(generator.uniform(0, 400), generator.uniform(0, 300)) for _ in range(12)]
            boxes = place_labels([wish(*position, generator.randrange(9)) for position in places], BOUNDS)
            assert all(box is not None and box.inside(BOUNDS) for box in boxes)
            shared += sum(a.overlap(b) for a, b in combinations(boxes, 2))
        assert shared < 0.001 * 20 * 12 * SIZE[0] * SIZE[1]

    def test_a_wide_label_shifts_until_it_is_in_the_view(self) -> None:
        """It takes up most of a narrow view, so its only free place beside a point near the edge is above or below
        it."""
        (box,) = place_labels([wish(40, 150, size=(380.0, 18.0))], BOUNDS)
        assert box is not None
        assert box.inside(BOUNDS)
        assert distance(box, (40, 150)) > POINT_ROOM * 0.5

    def test_a_label_that_would_hide_another_is_omitted(self) -> None:
        small, wide = LabelBox(0, 0, 100, 30), (90.0, 25.0)
        first, second = place_labels([wish(50, 15, 1, wide), wish(50, 15, 2, wide)], small)
        assert first is None
        assert second is not None

    def test_if_everything_is_occupied_a_label_is_placed_anyway(self) -> None:
        assert None not in place_labels([wish(200, 150)], BOUNDS, [BOUNDS])

    def test_no_requests_give_no_labels(self) -> None:
        assert place_labels([], BOUNDS) == []


@pytest.mark.parametrize(
    ("width", "words"), [(230.0, "1 m  ·  grid 1 m"), (210.0, "1 m"), (180.0, "0.5 m"), (120.0, None)]
)
def test_the_scale_bar_leaves_room_for_the_axis_triad(width: float, words: str | None) -> None:
    bar = scale_bar(OrbitCamera(distance=6.0), (0.0, 0.0, width, 400.0), 1.0, with_grid=True)
    assert (bar and bar.words) == words


@pytest.mark.parametrize(
    ("left", "right", "moved"), [(0, 100, (False, True)), (150, 400, (True, True)), (300, 420, (True, False))]
)
def test_a_caption_covers_neither_the_triad_nor_the_scale_bar(left: float, right: float, moved: tuple) -> None:
    caption, camera = LabelBox(left, 280.0, right, 310.0), OrbitCamera(distance=6.0)
    free, lifted = (
        corner_boxes(camera, (10.0, 20.0, 400.0, 300.0), Ui(None, None, covered=covered), with_grid=True)
        for covered in ((), (caption,))
    )
    assert caption.overlap(*free) > 0
    assert caption.overlap(*lifted) == 0
    assert tuple(first != second for first, second in zip(free, lifted, strict=True)) == (*moved, False)


UP, DOWN, *_ = SIDES


@pytest.mark.parametrize(
    ("at", "sides"),
    [
        ((0.0, 1.2, 0.0), {"A": DOWN, "B": UP}),
        ((0.0, -1.2, 0.0), {"A": UP, "B": DOWN}),
        ((3.0, 0.0, 0.0), {"A": UP, "B": UP}),
    ],
)
def test_the_label_of_a_body_does_not_cover_another_body(at: Vec3, sides: dict[str, tuple[float, float]]) -> None:
    bodies = (Body("A", BoxShape((0.5, 0.5, 0.5))), Body("B", BoxShape((0.5, 0.5, 0.5)), PositionOrientation(at)))
    labels = world_drawing(initial_state(Scene("boxes", bodies))).labels
    lens = OrbitCamera(yaw=0.0, pitch=0.0, distance=8.0).lens((400.0, 300.0))
    assert {labels[i].text: side for i, side in free_sides(labels, lens, 1.0).items()} == sides


def test_a_label_that_covers_other_bodies_everywhere_is_placed_above() -> None:
    around = {"B": (0.0, 0.0, 2.0), "C": (0.3, 0.2, 2.0)}  # between A and the eye
    wide = BoxShape((2.0, 2.0, 0.1))
    bodies = [Body(name, wide, PositionOrientation(at)) for name, at in around.items()]
    labels = world_drawing(initial_state(Scene("hidden", (Body("A", BoxShape((0.5, 0.5, 0.5))), *bodies)))).labels
    lens = OrbitCamera(yaw=0.0, pitch=0.0, distance=8.0).lens((400.0, 300.0))
    sides = {labels[i].text: side for i, side in free_sides(labels, lens, 1.0).items()}
    assert sides["A"] == UP
