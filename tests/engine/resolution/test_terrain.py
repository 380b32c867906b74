"""Push-out from a terrain: the body ends up clear of it, and the naive order stumbles over internal edges."""

from itertools import pairwise
from random import Random

import pytest

from gjkscope.engine import Exit, Pose, Verdict, resolve_terrain
from gjkscope.engine.explain import explain, headline
from gjkscope.engine.resolution import terrain
from gjkscope.engine.resolution.terrain import ORDERS, ExitDirection, place_triangles
from gjkscope.engine.shapes.kinds import Box, Cylinder, Mesh, Shape, Sphere, Triangle
from gjkscope.engine.vectors import ZERO, Vec3, add, dot, norm, scale, sub, unit
from tests.engine.resolution.test_resolve import measure, resize
from tests.engine.samples import compose, random_box, random_direction, random_hull, random_pose, scaled_shape

in_every_order = pytest.mark.parametrize("order", ORDERS)

UP: Vec3 = (0.0, 1.0, 0.0)

# A floor of two triangles facing up, which share the edge x = 0.
LEFT = Triangle(((0, 0, 10), (0, 0, -10), (-10, 0, 0)))
RIGHT = Triangle(((0, 0, -10), (0, 0, 10), (10, 0, 0)))
FLOOR = (LEFT, RIGHT)
CUBE = Box((0.5, 0.5, 0.5))


def standing(x: float, sunk: float) -> Pose:
    """The cube slightly inside the floor; it reaches across the edge for |x| < 0.5."""
    return Pose(position=(x, 0.5 - sunk, 0.03))


def test_the_naive_order_stumbles_over_an_internal_edge() -> None:
    """A ghost collision: the cube extends 2 cm across the edge and 10 cm into the floor."""
    naive = resolve_terrain(CUBE, standing(0.48, 0.1), FLOOR, "in order")
    assert naive.moved == pytest.approx((0.02, 0.1, 0), abs=1e-12)
    assert [step.contacts[step.chosen].triangle for step in naive.steps[:-1]] == [0, 1]
    greatest = resolve_terrain(CUBE, standing(0.48, 0.1), FLOOR, "greatest")
    assert greatest.moved == pytest.approx((0, 0.1, 0), abs=1e-12)
    assert [contact.depth for contact in greatest.steps[0].contacts] == pytest.approx([0.02, 0.1], abs=1e-12)
    assert greatest.steps[0].chosen == 1


def test_the_naive_result_depends_on_the_order_and_greatest_overlap_does_not() -> None:
    """Floors in many places, rotated and scaled."""
    random = Random(4)
    for _ in range(16):
        strip, sunk = random.uniform(0.01, 0.09), random.uniform(0.1, 0.2)
        motion, factor = random_pose(random), 10 ** random.uniform(-3, 3)
        cube, pose = resize(CUBE, compose(motion, standing(0.5 - strip, sunk)), factor)
        floor = [scaled_shape(place_triangle(triangle, motion), factor) for triangle in FLOOR]
        up = scale(unit(terrain.front_of(floor[0])), sunk * factor)
        moves = {
            (order, turned): resolve_terrain(cube, pose, floor[::-1] if turned else floor, order).moved
            for order in ORDERS
            for turned in (False, True)
        }
        assert norm(sub(moves["greatest", False], up)) <= 1e-9 * factor
        assert norm(sub(moves["greatest", True], up)) <= 1e-9 * factor
        assert norm(sub(moves["in order", True], up)) <= 1e-9 * factor
        assert norm(sub(moves["in order", False], up)) == pytest.approx(strip * factor, rel=1e-6)


def place_triangle(triangle: Triangle, pose: Pose) -> Triangle:
    [face] = place_triangles(Mesh(triangle.vertices, ((0, 1, 2),)), pose)
    return face


@in_every_order
def test_the_body_ends_up_clear_of_all_triangles(order: str) -> None:
    random, pushes, ways = Random(5), 0, set()
    for _ in range(7):
        triangles, (shape, pose) = hills(random), random_body(random)
        run = resolve_terrain(shape, pose, triangles, order)
        assert run.exit == Exit.CLEAR
        for triangle in triangles:
            assert measure(shape, run.pose, triangle, Pose()).verdict in (Verdict.SEPARATED, Verdict.TOUCHING)
        pushes += len(run.steps) - 1
        ways |= {step.contacts[step.chosen].way for step in run.steps[:-1]}
    assert pushes >= 7
    assert ways == {ExitDirection.LEAST, ExitDirection.FRONT}


def hills(random: Random, cells: int = 3, height: float = 0.3) -> tuple[Triangle, ...]:
    """A height field facing up, over (−1.5, 1.5)²."""
    heights = [[random.uniform(-height, height) for _ in range(cells + 1)] for _ in range(cells + 1)]

    def corner(i: int, j: int) -> Vec3:
        return (i - cells / 2, heights[i][j], j - cells / 2)

    quads = [
        (corner(i, j), corner(i, j + 1), corner(i + 1, j + 1), corner(i + 1, j))
        for i in range(cells)
        for j in range(cells)
    ]
    return tuple(Triangle(face) for p, q, r, s in quads for face in ((p, q, r), (p, r, s)))


def random_body(random: Random) -> tuple[Shape, Pose]:
    shape: Shape = random.choice((random_box, random_hull, lambda _: Sphere(0.5)))(random)
    pose = random_pose(random, 0.8)
    return shape, pose._replace(position=(pose.position[0], random.uniform(-0.2, 0.5), pose.position[2]))


@in_every_order
def test_a_step_finds_all_contacts_and_resolves_one(order: str) -> None:
    random, contacts, passed_over = Random(6), 0, 0
    for _ in range(6):
        triangles, (shape, pose) = hills(random), random_body(random)
        run = resolve_terrain(shape, pose, triangles, order)
        last = -1
        for step, after in pairwise(run.steps):
            overlapped = [
                number
                for number, triangle in enumerate(triangles)
                if measure(shape, step.before, triangle, Pose()).verdict == Verdict.PENETRATING
            ]
            assert [contact.triangle for contact in step.contacts] == overlapped
            assert set(overlapped) <= set(step.near)
            contacts, passed_over = contacts + len(overlapped), passed_over + len(triangles) - len(step.near)
            chosen = step.contacts[step.chosen]
            if order == "greatest":
                assert chosen.depth == max(contact.depth for contact in step.contacts)
            else:
                assert chosen.triangle == min([n for n in overlapped if n > last] or overlapped)
            last = chosen.triangle
            assert norm(chosen.direction) == pytest.approx(1)
            assert step.push == scale(chosen.direction, chosen.depth)
            assert (step.pose.position, after.before) == (add(step.before.position, step.push), step.pose)
            assert after.path[: len(step.path)] == step.path
            assert step.path[-1] == step.pose.position
            out_of_it = measure(shape, step.pose, triangles[chosen.triangle], Pose())
            assert out_of_it.verdict == Verdict.TOUCHING
    assert contacts >= 12
    assert passed_over >= 40


def test_no_push_ends_behind_a_triangle_and_a_deep_body_comes_up() -> None:
    """The cube has sunk by more than half, so the smallest overlap is downwards."""
    deep = resolve_terrain(CUBE, standing(2, 0.8), FLOOR)
    assert deep.moved == pytest.approx((0, 0.8, 0), abs=1e-12)
    [contact] = deep.steps[0].contacts
    assert (contact.way, contact.direction) == (ExitDirection.FRONT, UP)
    assert (contact.depth, contact.least) == pytest.approx((0.8, 0.2), abs=1e-12)
    sheet = resolve_terrain(CUBE, standing(2, 0.8), FLOOR, two_sided=True)
    assert sheet.moved == pytest.approx((0, -0.2, 0), abs=1e-12)
    assert sheet.steps[0].contacts[0].way == ExitDirection.LEAST


def test_every_push_is_towards_the_front() -> None:
    random, ways = Random(7), dict.fromkeys(ExitDirection, 0)
    for _ in range(45):
        triangle = Triangle((random_direction(random), random_direction(random), random_direction(random)))
        shape, pose = random_box(random), random_pose(random, 0.4)
        run = resolve_terrain(shape, pose, [triangle])
        if len(run.steps) == 1:
            continue
        p, q, r = triangle.vertices
        [contact] = run.steps[0].contacts
        assert dot(contact.direction, terrain.front_of(triangle)) >= -1e-6
        ways[contact.way] += 1
        both = resolve_terrain(shape, pose, [triangle], two_sided=True).steps[0].contacts[0]
        back = resolve_terrain(shape, pose, [Triangle((p, r, q))]).steps[0].contacts[0]
        assert both.depth == pytest.approx(min(contact.depth, back.depth), abs=1e-9)
        assert both.least == pytest.approx(contact.least, abs=1e-9)
    assert min(ways.values()) >= 7


def test_rounded_triangles_are_cleared_by_their_radius_too() -> None:
    floor = tuple(Triangle(triangle.vertices, 0.25) for triangle in FLOOR)
    for sunk in (0.1, 0.9):
        run = resolve_terrain(CUBE, standing(2, sunk), floor)
        assert run.pose.position == pytest.approx((2, 0.75, 0.03), abs=1e-9)


def test_a_needle_has_no_front() -> None:
    needle = Triangle(((-3, 0, 0), (0, 0, 0), (3, 0, 0)))
    run = resolve_terrain(CUBE, Pose(position=(0, -0.4, 0)), [needle])
    assert run.moved == pytest.approx((0, -0.1, 0), abs=1e-12)
    assert run.steps[0].contacts[0].way == ExitDirection.LEAST


def test_the_front_is_used_if_the_least_overlap_is_unknown() -> None:
    run = resolve_terrain(CUBE, standing(2, 0.1), FLOOR, algorithm="gjk")
    assert run.moved == pytest.approx((0, 0.1, 0), abs=1e-12)
    assert run.steps[0].contacts[0].least == float("inf")
    assert "because the shortest way out is not known" in explain(run.steps[0])
    sheet = resolve_terrain(CUBE, standing(2, 0.1), FLOOR, two_sided=True, algorithm="gjk")
    assert (sheet.exit, sheet.steps[0].unknown, sheet.moved) == (Exit.DEPTH_UNKNOWN, (1,), ZERO)
    assert explain(sheet.steps[0]).startswith("Whether A overlaps triangle 1, and how deep, is not known")


def corridor(width: float) -> tuple[Triangle, Triangle]:
    """Two walls that face each other across x = 0."""
    half = width / 2
    left = Triangle(((-half, -9, -9), (-half, 9, 0), (-half, -9, 9)))
    right = Triangle(((half, -9, 9), (half, 9, 0), (half, -9, -9)))
    return left, right


@in_every_order
def test_between_walls_too_close_together_the_pushes_cycle(order: str) -> None:
    run = resolve_terrain(CUBE, Pose(position=(0.0625, 0, 0)), corridor(0.75), order)
    assert run.exit == Exit.CYCLE
    assert len(run.steps) <= 5
    assert explain(run.steps[-1]).endswith("It has been there before: the pushes repeat forever.")
    wide = resolve_terrain(CUBE, Pose(position=(0.3, 0, 0)), corridor(1.25), order)
    assert (wide.exit, wide.moved) == (Exit.CLEAR, pytest.approx((-0.175, 0, 0), abs=1e-12))


def test_the_number_of_pushes_out_of_a_terrain_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terrain, "ITERATION_LIMIT", 1)
    run = resolve_terrain(CUBE, standing(2, 0.1), FLOOR)
    assert (run.exit, len(run.steps)) == (Exit.ITERATION_LIMIT, 1)
    assert explain(run.steps[0]).endswith("The limit of 1 pushes is reached.")


def test_a_push_below_coordinate_resolution_ends_it() -> None:
    far = Triangle(tuple(add(vertex, (0, 1e17, 0)) for vertex in RIGHT.vertices))
    run = resolve_terrain(Sphere(3), Pose(position=(3, 1e17, 0)), [far])
    assert (run.exit, run.moved) == (Exit.NO_PROGRESS, ZERO)


@in_every_order
def test_a_body_clear_of_the_terrain_does_not_move(order: str) -> None:
    high = Pose(position=(0, 5, 0))
    for triangles in (FLOOR, ()):
        run = resolve_terrain(Cylinder(1, 1), high, triangles, order)
        assert (run.exit, run.pose, run.moved, len(run.steps)) == (Exit.CLEAR, high, ZERO, 1)
    touching = resolve_terrain(CUBE, standing(0.2, 0.0), FLOOR, order)
    assert (touching.exit, touching.moved, touching.steps[0].near) == (Exit.CLEAR, ZERO, (0, 1))


def test_a_mesh_becomes_world_space_triangles() -> None:
    mesh = Mesh(((0, 0, 0), (0, 0, 1), (1, 0, 0), (1, 0, 1)), ((0, 1, 2), (1, 3, 2)), rounding=0.5)
    first, second = place_triangles(mesh, Pose(position=(5, 6, 7)))
    assert first == Triangle(((5, 6, 7), (5, 6, 8), (6, 6, 7)), 0.5)
    assert second.vertices[1] == (6, 6, 8)


def test_an_unknown_order_is_rejected_with_the_valid_names() -> None:
    with pytest.raises(ValueError, match=r"^order: unknown name 'random'; one of greatest, in order$"):
        resolve_terrain(CUBE, Pose(), FLOOR, "random")


def test_anything_but_a_triangle_is_rejected_by_its_index() -> None:
    with pytest.raises(ValueError, match=r"^triangles\[1\]: must be a Triangle, got Sphere"):
        resolve_terrain(CUBE, Pose(), [LEFT, Sphere(1)])  # type: ignore[list-item]
    with pytest.raises(ValueError, match=r"^pose: expected a 4×4 matrix"):
        resolve_terrain(CUBE, 3, FLOOR)


def test_a_terrain_step_names_the_chosen_triangle_and_why_it_pushes_up() -> None:
    run = resolve_terrain(CUBE, standing(0.48, 0.1), FLOOR)
    assert [headline(step) for step in run.steps] == ["out of triangle 1", "no overlap"]
    assert explain(run.steps[0], "crate") == (
        "crate overlaps 2 triangles: triangle 0 by 0.02 m and triangle 1 by 0.1 m. It is pushed out of triangle 1 by "
        "(0, 0.1, 0)."
    )
    assert explain(run.steps[1]) == "A overlaps none of the 2 triangles near it: it is clear."
    deep = resolve_terrain(CUBE, standing(2, 0.8), FLOOR)
    assert explain(deep.steps[0]).endswith("along its normal because the shortest way out, 0.2 m, leads behind it.")
