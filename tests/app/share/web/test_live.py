"""A page answers pairs by the engine's own functions, compiled to WebAssembly: the same bits as in Python."""

from base64 import b64encode
from itertools import chain, islice, product
from math import nan
from random import Random
from typing import Any

import numpy as np
import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import load
from gjkscope.app.share.web.arrays import ArrayStore
from gjkscope.app.share.web.bundle import script_of
from gjkscope.app.share.web.content import scene_content
from gjkscope.app.share.web.live import LIVE_SHAPES, engine_text, live_cores, pose_numbers, why_not_live
from gjkscope.app.share.web.page import COMPILES, scene_page
from gjkscope.engine import Box, Box2, Pose, Sphere, Superellipsoid, batch, query
from gjkscope.engine.batch.loading import web_engine
from gjkscope.engine.geometry.minkowski import minkowski_difference
from gjkscope.engine.geometry.outlines import outline_of, rounded_outline
from gjkscope.engine.plane.shapes.kinds import Chain, Circle
from gjkscope.engine.pose import apply, rotation_from_quaternion
from gjkscope.engine.shapes.kinds import Mesh, PlacedPair
from gjkscope.engine.text import number
from gjkscope.engine.vectors import IDENTITY
from tests.app.share.web.node import answers
from tests.app.share.web.payloads import read_payload
from tests.app.share.web.step_parity import PAIR_OF, stepped_algorithms
from tests.engine.plane.pairs import FAMILIES
from tests.engine.plane.pairs import draw as draw_in_plane
from tests.engine.samples import random_pair
from tests.fuzz.zoo import draw

SCRIPT = f"""{PAIR_OF}
const bits = (numbers) => Array.from(new BigUint64Array(new Float64Array(numbers).buffer), String);
const answer = ({{ module, pairs }}) => {{
  const compiled = new WebAssembly.Module(bytes(module));
  return pairs.map((given) => {{
    const {{ verdict, exit, iterations, ...found }} = pairOf(compiled, given).answer(...given.poses);
    const numbers = [found.distance, found.lower, found.upper, ...found.normal, ...found.witnessA, ...found.witnessB];
    return [VERDICTS[verdict], exit, iterations, ...bits(numbers)];
  }});
}};
"""
COUNT = 80
# Two squares that form an L: the faces are not those of the hull.
CORNERS = [(0, 0, 0), (2, 0, 0), (2, 1, 0), (1, 1, 0), (1, 2, 0), (0, 2, 0)]
L_SHAPED = Mesh(CORNERS, [(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 5)])


def some_pairs(count: int, dimension: int = 3) -> list[PlacedPair]:
    """Random pairs and degenerate ones, of shapes that pages answer."""
    return [*plane_pairs(count), *pairs_out_of_range()] if dimension == 2 else solid_pairs(count)


def plane_pairs(count: int) -> list[PlacedPair]:
    """Of each family of 2D pairs as many: ordinary, touching, nested, flat, tiny, huge, distant …"""
    return [draw_in_plane(family, seed).setting for seed, family in islice(product(range(count), FAMILIES), count)]


def pairs_out_of_range() -> list[PlacedPair]:
    huge, tiny = Box2((1e160, 1e160)), Box2((1e-170, 1e-170))
    return [
        (huge, Pose(), huge, Pose(position=(1e160, 0, 0))),
        (tiny, Pose(), tiny, Pose(position=(1e-170, 0, 0))),
    ]


def solid_pairs(count: int) -> list[PlacedPair]:
    random = Random(52)
    drawn: list[PlacedPair] = []
    number = 0
    while len(drawn) < count:
        number += 1
        pair = random_pair(random) if number % 2 else draw(52, number).pair
        if not why_not_live((pair[0], pair[2])):
            drawn.append(pair)
    return drawn


def question(pair: PlacedPair) -> dict[str, Any]:
    shape_a, pose_a, shape_b, pose_b = pair
    store = Blocks()
    cores = live_cores(store, (shape_a, shape_b))
    return {
        "cores": cores,
        "blocks": store.texts,
        "poses": [pose_numbers(pose_a), pose_numbers(pose_b)],
        "algorithms": stepped_algorithms(pair),
    }


class Blocks(ArrayStore):
    """Keeps the arrays as text."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def add(self, array: Any) -> int:
        self.texts.append(b64encode(array.tobytes()).decode())
        return len(self.texts) - 1


def expected_answers(pairs: list[PlacedPair]) -> list[list[Any]]:
    """What Python answers: verdicts and numbers, these as the integers that have the same bits."""
    return list(map(_plane_answer, pairs)) if pairs[0][0].dimension == 2 else _batch_answers(pairs)


def _plane_answer(pair: PlacedPair) -> list[Any]:
    found = query(*pair)
    unknown = (nan, nan, nan)
    distance = nan if found.signed_distance is None else found.signed_distance
    vectors = (vector or unknown for vector in (found.normal, found.witness_a, found.witness_b))
    bits = np.array([distance, found.lower, found.upper, *chain(*vectors)]).view(np.uint64)
    return [str(found.verdict), int(found.exit), found.steps, *map(str, bits.tolist())]


def _batch_answers(pairs: list[PlacedPair]) -> list[list[Any]]:
    a, pose_a, b, pose_b = zip(*pairs, strict=True)
    found = batch.signed_distance(a, matrices(pose_a), b, matrices(pose_b))
    numbers = np.column_stack(
        [found.signed_distance, found.lower, found.upper, found.normal, found.witness_a, found.witness_b]
    )
    bits = np.ascontiguousarray(numbers).view(np.uint64)
    return [
        [str(found.verdict[i]), int(found.exit[i]), int(found.iterations[i]), *map(str, bits[i].tolist())]
        for i in range(len(pairs))
    ]


def matrices(poses: tuple[Pose, ...]) -> Any:
    return np.array([pose_numbers(pose) for pose in poses]).reshape(-1, 4, 4)


@pytest.mark.parametrize("dimension", [2, 3])
def test_the_page_answers_with_the_bits_of_python(dimension: int) -> None:
    pairs = some_pairs(COUNT, dimension)
    module = b64encode(web_engine(dimension).code).decode()
    [found] = answers(script_of("engine.js") + SCRIPT, [{"module": module, "pairs": list(map(question, pairs))}])
    expected = expected_answers(pairs)
    assert found == expected
    verdicts = [row[0] for row in expected]
    assert min(verdicts.count("separated"), verdicts.count("penetrating")) >= COUNT / 5
    kinds = {kind for kind in LIVE_SHAPES if kind.dimension == dimension and kind is not Mesh}
    assert {type(shape) for pair in pairs for shape in (pair[0], pair[2])} >= kinds


@pytest.mark.parametrize(
    ("shapes", "reason"),
    [
        ((Box((1, 1, 1)), Superellipsoid((1, 1, 1), 3.0)), "powers"),
        ((Box((1, 1, 1)), L_SHAPED), "convex"),
        ((Circle(1), Chain([(0, 0), (1, 0), (1, 1)])), "convex"),
        ((Box((1, 1, 1)), Sphere(1)), ""),
        ((Box2((1, 1)), Circle(1)), ""),
    ],
)
def test_the_reason_is_known_why_a_page_answers_no_pair(shapes: tuple[Any, Any], reason: str) -> None:
    assert reason in why_not_live(shapes)
    assert (why_not_live(shapes) == "") == (reason == "")


def test_numbers_in_a_page_look_like_those_in_sentences() -> None:
    values = [0.0, 1.0, -0.3201, 1e-16, 12345.678, 123456.0, 99999.9, 0.0001, 0.00001234, 1e22, -7.0, 100.0]
    found = answers(script_of("text.js") + "\nconst answer = (value) => digits(value);", values)
    assert found == [number(value) for value in values]


def test_the_surface_of_a_minus_b_is_that_of_the_recorded_one() -> None:
    a, b, turned = Box((1, 2, 3)), Box((1, 1, 1)), rotation_from_quaternion((0.8, 0.0, 0.6, 0.0))
    expected = minkowski_difference(a, IDENTITY, b, turned).hull
    corners = [
        [apply(Pose(rotation), corner) for corner in product(*((-side, side) for side in box.half_extents))]
        for box, rotation in ((a, IDENTITY), (b, turned))
    ]
    script = """
    const answer = (corners) => Object.values(differenceSurface(...corners)).map((numbers) => Array.from(numbers));
    """
    [(positions, edges)] = answers(script_of("hull.js") + script, [corners])
    assert volume_of(np.reshape(positions, (-1, 3, 3))) == pytest.approx(
        volume_of(expected.vertices[expected.triangles])
    )
    drawn = np.reshape(edges, (-1, 2, 3))  # an edge may be drawn in pieces
    assert length_of(drawn) == pytest.approx(length_of(expected.vertices[expected.edges]), rel=1e-6)


def length_of(segments: Any) -> float:
    """The length of segments (n, 2, 3) together."""
    return float(np.linalg.norm(segments[:, 1] - segments[:, 0], axis=1).sum())


def volume_of(triangles: Any) -> float:
    """The volume inside a closed surface (n, 3, 3)."""
    return float(np.linalg.det(triangles).sum() / 6)


def test_a_flat_difference_has_no_surface() -> None:
    square = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]
    [found] = answers(script_of("hull.js") + "const answer = (c) => differenceSurface(...c);", [[square, square]])
    assert found is None


@pytest.mark.parametrize(("name", "dimension"), [("boxes-overlap", 3), ("plane/boxes-overlap-2d", 2)])
def test_a_page_is_live_with_the_engine_of_its_dimension(name: str, dimension: int) -> None:
    scene = load(resource("assets", "scenes", f"{name}.json"))
    header = read_payload(scene_content(scene, live=True).payload).header["live"]
    assert header["dimension"] == header["steps"]["dimension"] == dimension
    assert [core["blocks"] >= 0 for core in header["cores"]] == [True, True]
    assert header["apart"]["owners"]["skins"] == header["overlapping"]["owners"]["skins"] == [0, 1]
    page = scene_page(scene)
    assert [engine_text(number) in page for number in (2, 3)] == [dimension == 2, dimension == 3]
    assert COMPILES in page
    assert len(page.encode()) < 700_000
    assert "live" not in read_payload(scene_content(scene).payload).header


def test_a_page_that_is_not_live_says_why() -> None:
    scene = load(resource("assets", "scenes", "plane", "chain-ground.json"))
    page = scene_page(scene, ["mesh-distance"])
    assert [engine_text(number) in page for number in (2, 3)] == [False, False]
    assert COMPILES not in page
    content = scene_content(scene, ["mesh-distance"], live=True)
    assert "convex" in read_payload(content.payload).header["live"]["reason"]


def test_the_outline_of_a_minus_b_in_the_plane_is_that_of_the_window() -> None:
    pairs = plane_pairs(66)
    script = """
    const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const answer = ([blocks, poses, radius]) => {
      const cores = blocks.map((text) => coreLoop(new Float64Array(bytes(text).buffer)));
      const loops = cores.map((core, i) => core.map((point) => transformed(poses[i], point)));
      return [differenceLoop(...loops), roundedLoop(differenceLoop(...loops), radius)];
    };
    """
    given = []
    for pair in pairs:
        asked = question(pair)
        turns = [[0.0 if i % 4 == 3 else value for i, value in enumerate(pose)] for pose in asked["poses"]]
        given.append([asked["blocks"], turns, pair[0].core().radius + pair[2].core().radius])
    found = answers(script_of("planeoutline.js") + script, given)
    for (a, pose_a, b, pose_b), (core, rounded) in zip(pairs, found, strict=True):
        expected = minkowski_difference(a, pose_a.rotation, b, pose_b.rotation)
        size = np.ptp(expected.core.vertices, axis=0).max() + expected.radius
        assert area_of(core) == pytest.approx(
            area_of(expected.core.vertices[outline_of(expected.core)]), abs=1e-9 * size**2
        )
        if expected.radius > 0:
            outline, _ = rounded_outline(expected.core, expected.radius)
            assert area_of(rounded) == pytest.approx(area_of(outline), abs=1e-3 * size**2)


def area_of(loop: Any) -> float:
    """The area inside a polygon in the plane z = 0, positive if it is anticlockwise."""
    x, y, _ = np.array(loop).T
    return float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum() / 2)
