"""A scene and A − B as glTF 2.0, binary (.glb), for Blender, slides and other viewers.

The nodes: one for each body, under "bodies"; and beside them "A − B", with the Minkowski difference and a ball at its
origin, which is the origin of the node.  Units are metres.  glTF has y up: a scene with z up is turned.
"""

from pathlib import Path
from typing import Any

import numpy as np

from gjkscope.app.ask.runs.parts import deciding_bodies
from gjkscope.app.scenes.cameras.maths import pose_matrix
from gjkscope.app.scenes.scene import Body, Pair, Scene
from gjkscope.app.scenes.scene_file import open_files
from gjkscope.app.state.actions.files import first_pair
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.drawlist import Color, Surface
from gjkscope.app.view.drawing.surfaces import closed_loop, drawn_hull, surface
from gjkscope.app.view.drawing.world import body_color
from gjkscope.engine.compound.parts import parts_of
from gjkscope.engine.geometry.minkowski import MinkowskiDifference, minkowski_difference
from gjkscope.engine.geometry.outlines import outline_of, rounded_outline
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import HalfSpace, Sphere
from gjkscope.engine.vectors import IDENTITY, ZERO, Mat3, sub

ROOT, BODIES, DIFFERENCE = "gjkscope", "bodies", "A − B"
OPACITY = 0.45  # of A − B, as its origin may be inside
ORIGIN_SIZE = 0.03  # radius of the ball at the origin, relative to that of the pair
APART = 0.25  # gap between the bodies and A − B, likewise
ROUGHNESS = 0.6
Y_FROM_Z: Mat3 = ((1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, -1.0, 0.0))


def scene_gltf(scene: Scene | str | Path, pair: Pair | None = None, z_up: bool = False) -> bytes:
    """The bodies of a scene, and A − B of a pair, as the bytes of a binary glTF file (.glb).

    `scene` is a scene, as `load` returns it, or the path of a scene or mesh file.  `pair`: the names of A and B, by
    default of the pair that the window selects first.  `z_up`: the scene's vertical axis is z.  Positions are in
    metres, in single precision relative to their node.  Curved surfaces are tessellated as in the window; half-spaces
    are left out.

    Format: Khronos Group, glTF 2.0 Specification, ISO/IEC 12113:2022.
    Raises `ValueError` if the scene has no body of that name, or less than two; `SceneError` (a `ValueError`) for an
    unusable file.

    >>> import gjkscope
    >>> gjkscope.scene_gltf("assets/scenes/boxes-overlap.json")[:4]
    b'glTF'
    """
    import trimesh

    if not isinstance(scene, Scene):
        scene = open_files([scene])
    names = pair or first_pair(scene)
    for name in names:
        if name not in scene.names:
            raise ValueError(f"pair: the scene has no body {name!r}, only {', '.join(scene.names)}")
    chosen: Any = trimesh.Scene(base_frame=ROOT)
    chosen.graph.update(BODIES, ROOT, matrix=pose_matrix(Pose(Y_FROM_Z if z_up else IDENTITY)).T)
    bodies = [body for body in scene.bodies if not isinstance(body.shape, HalfSpace)]
    for body in bodies:
        _add_body(chosen, body, body_color(body, names))
    _add_difference(chosen, (scene.body(names[0]), scene.body(names[1])), bodies, z_up)
    exported: bytes = chosen.export(file_type="glb")
    return exported


def _add_body(chosen: Any, body: Body, color: Color) -> None:
    parts = parts_of(body.shape)
    for number, part in enumerate(parts):
        name = f"{body.name} {number}" if len(parts) > 1 else body.name
        hue = palette.part_color(color, number) if len(parts) > 1 else color
        _add(chosen, surface(part), hue, name, BODIES, body.pose)


def _add_difference(chosen: Any, pair: tuple[Body, Body], bodies: list[Body], z_up: bool) -> None:
    """Adds A − B and its origin to the right of the bodies."""
    a, b = deciding_bodies(*pair)
    difference = minkowski_difference(a.shape, a.pose.rotation, b.shape, b.pose.rotation)
    shift, size = sub(a.pose.position, b.pose.position), a.ball[1] + b.ball[1]
    left = min(0.0, float(difference.hull.vertices[:, 0].min()) + shift[0] - difference.radius)
    right = max(center[0] + radius for center, radius in (body.ball for body in bodies))
    pose = Pose(Y_FROM_Z if z_up else IDENTITY, (right + APART * size - left, 0.0, 0.0))
    chosen.graph.update(DIFFERENCE, ROOT, matrix=pose_matrix(pose).T)
    skin = _difference_surface(difference, a.shape.dimension)
    tone = palette.faded(palette.DIFFERENCE, OPACITY)
    _add(chosen, skin, tone, f"{DIFFERENCE}: surface", DIFFERENCE, Pose(position=shift))
    _add(chosen, surface(Sphere(ORIGIN_SIZE * size)), palette.ORIGIN, f"{DIFFERENCE}: origin", DIFFERENCE, Pose())


def _difference_surface(difference: MinkowskiDifference, dimension: int) -> Surface:
    if dimension == 3:
        return drawn_hull(difference.hull, difference.smooth)
    core, radius = difference.core, difference.radius
    loop = rounded_outline(core, radius)[0] if radius > 0 else core.vertices[outline_of(core)]
    fan = np.stack([np.broadcast_to(loop[0], loop[1:-1].shape), loop[1:-1], loop[2:]], axis=1)
    return Surface(fan, np.broadcast_to((0.0, 0.0, 1.0), fan.shape), closed_loop(loop))


def _add(chosen: Any, skin: Surface, color: Color, name: str, parent: str, pose: Pose) -> None:
    chosen.add_geometry(
        _geometry(skin, color), node_name=name, geom_name=name, parent_node_name=parent, transform=pose_matrix(pose).T
    )


def _geometry(skin: Surface, color: Color) -> Any:
    """The triangles; of a body without area, its lines, and of a point, the point."""
    import trimesh

    visual: Any = trimesh.visual  # its functions are not typed
    if len(skin.positions):
        rows = np.concatenate([skin.positions.reshape(-1, 3), skin.normals.reshape(-1, 3)], axis=1)
        corners, triangles = np.unique(rows, axis=0, return_inverse=True)
        material = visual.material.PBRMaterial(
            baseColorFactor=color,
            alphaMode="BLEND" if color[3] < 1 else "OPAQUE",
            roughnessFactor=ROUGHNESS,
            metallicFactor=0.0,
            doubleSided=True,
        )
        return trimesh.Trimesh(
            corners[:, :3],
            triangles.reshape(-1, 3),
            vertex_normals=corners[:, 3:],
            visual=visual.TextureVisuals(material=material),
            process=False,
        )
    if len(skin.edges):
        return trimesh.load_path(skin.edges)
    cloud: Any = trimesh.PointCloud
    return cloud([ZERO], colors=[[round(255 * channel) for channel in color]])
