"""glTF files, read back with trimesh: where bodies are, and A − B."""

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
import trimesh

import gjkscope
from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.console import DONE
from gjkscope.app.command_line.main import run_command
from gjkscope.engine.geometry.minkowski import minkowski_difference

SCENES = resource("assets", "scenes")


def read_back(data: bytes) -> trimesh.Scene:
    scene = trimesh.load_scene(BytesIO(data), file_type="glb")
    assert isinstance(scene, trimesh.Scene)
    return scene


def corners_of(scene: trimesh.Scene, name: str) -> np.ndarray:
    """The corners of a node's geometry in the file's frame."""
    matrix, geometry = scene.graph[name]
    corners = np.asarray(scene.geometry[geometry].vertices)
    return corners @ matrix[:3, :3].T + matrix[:3, 3]


def test_bodies_are_where_the_scene_has_them() -> None:
    scene = gjkscope.load(SCENES / "boxes-overlap.json")
    model = read_back(gjkscope.scene_gltf(scene))
    for body in scene.bodies:
        low, high = body.box
        corners = corners_of(model, body.name)
        assert corners.min(axis=0) == pytest.approx(low, abs=1e-5)
        assert corners.max(axis=0) == pytest.approx(high, abs=1e-5)


def test_the_difference_stands_beside_the_bodies_around_its_origin() -> None:
    scene = gjkscope.load(SCENES / "boxes-overlap.json")
    a, b = scene.bodies
    model = read_back(gjkscope.scene_gltf(scene))
    origin = model.graph["A − B"][0][:3, 3]
    corners = corners_of(model, "A − B: surface") - origin
    hull = minkowski_difference(a.shape, a.pose.rotation, b.shape, b.pose.rotation).hull.vertices
    shift = np.subtract(a.pose.position, b.pose.position)
    assert corners.max(axis=0) == pytest.approx((hull + shift).max(axis=0), abs=1e-5)
    assert corners_of(model, "A − B: origin").mean(axis=0) == pytest.approx(origin, abs=1e-5)
    assert (corners + origin)[:, 0].min() > max(body.box[1][0] for body in scene.bodies)


def test_a_scene_with_z_up_is_turned() -> None:
    scene = gjkscope.load(SCENES / "boxes-overlap.json")
    model = read_back(gjkscope.scene_gltf(scene, z_up=True))
    corners = corners_of(model, "A")
    assert corners[:, 1].max() == pytest.approx(scene.body("A").box[1][2], abs=1e-5)


@pytest.mark.parametrize(
    "name", ["bridge", "plane/crate-in-corner", "plane/box2d-short-edge", "motion/small-cubes-sink"]
)
def test_parts_planes_and_bodies_without_area(name: str, tmp_path: Path) -> None:
    output = tmp_path / "model.glb"
    assert run_command(["export", str(SCENES / f"{name}.json"), "-o", str(output)]) == DONE
    scene = gjkscope.load(SCENES / f"{name}.json")
    nodes = set(read_back(output.read_bytes()).graph.nodes)
    for body in scene.bodies:
        assert any(node == body.name or node.startswith(f"{body.name} ") for node in nodes)


def test_an_unknown_name_is_an_error() -> None:
    scene = gjkscope.load(SCENES / "boxes-overlap.json")
    with pytest.raises(ValueError, match="pair: the scene has no body 'C', only A, B"):
        gjkscope.scene_gltf(scene, ("A", "C"))
