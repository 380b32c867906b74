"""Renders the pictures of docs/contacts.md: for each policy, the first seeded pair that it gets wrong in a typical way.

    python -m tests.render.contact_pictures

The pairs are those of `tests.bench.contact_policies`, seen from A, so that A is upright.
"""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from PIL import Image

from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.main import run_command
from gjkscope.app.judge.hunting.minimising import bodies_of
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.scenes.scene_file import write_scene
from gjkscope.engine import Pose, manifold
from gjkscope.engine.contacts.judge import contact_truth, judge_by
from gjkscope.engine.vectors import column, sub, transposed_times
from tests.bench.contact_policies import Placed, faults_of, pair_of

FOLDER = Path(str(resource("assets", "pictures")))
SIZE, QUALITY = "720x560", 80
SHOWN = {  # a kind, a fault and the size in metres, by policy
    "box3d": ("vertex × face", "normal", 1.0),
    "jolt": ("tilted", "area", 1.0),
    "bullet": ("tilted", "area", 1.0),
}


def renew() -> None:
    for policy, (kind, fault, size) in SHOWN.items():
        path = FOLDER / f"contacts-{policy}.webp"
        render(policy, upright(first_wrong(policy, kind, fault, size)), f"{policy}: {fault}, {kind}, {size:g} m", path)
        print(path.name)


def first_wrong(policy: str, kind: str, fault: str, size: float) -> Placed:
    random = Random(f"{policy} {kind}")
    while True:
        pair = pair_of(random, kind, size)
        truth = contact_truth(*pair)
        overlaps = truth.result.upper < 0
        if overlaps and fault in faults_of(judge_by(truth, manifold(*pair, policy), *pair), overlaps, size):
            return pair


def upright(pair: Placed) -> Placed:
    """The pair in the frame of A."""
    turn = pair.pose_a.rotation
    first, second, third = (transposed_times(turn, column(pair.pose_b.rotation, k)) for k in range(3))
    rotation = tuple(zip(first, second, third, strict=True))
    position = transposed_times(turn, sub(pair.pose_b.position, pair.pose_a.position))
    return pair._replace(pose_a=Pose(), pose_b=Pose((rotation[0], rotation[1], rotation[2]), position))


def render(policy: str, pair: Placed, name: str, path: Path) -> None:
    with TemporaryDirectory() as folder:
        scene, picture = Path(folder) / "scene.json", Path(folder) / "picture.png"
        write_scene(Scene(name, bodies_of(pair)), scene)
        options = ["--algorithm", f"contacts-{policy}", "--view", "world", "--size", SIZE]
        run_command(["render", str(scene), "-o", str(picture), *options])
        Image.open(picture).convert("RGB").save(path, quality=QUALITY, method=6)


if __name__ == "__main__":
    renew()
