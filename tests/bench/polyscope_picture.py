"""Time of a polyscope screenshot of the start scene's two meshes; run by `frame_times` in a separate process.

    .venv-bench/bin/python -m tests.bench.polyscope_picture

Prints the minimum wall and CPU seconds of a few screenshots, 1280×800, read back, with the camera turned before each.
"""

from math import cos, sin

import numpy as np
import polyscope

from gjkscope.app.view.drawing.surfaces import surface, surface_at
from gjkscope.app.view.drawing.world import SEE_THROUGH
from tests.bench.frame_times import SIZE, costs, start_state

SCREENSHOTS = 7


def main() -> None:
    polyscope.set_allow_headless_backends(True)
    polyscope.set_use_prefs_file(False)
    polyscope.set_verbosity(0)
    polyscope.init("openGL3_egl")
    polyscope.set_window_size(*SIZE)
    for body in start_state().document.scene.bodies:
        corners = surface_at(surface(body.shape), body.pose).positions.reshape(-1, 3)
        mesh = polyscope.register_surface_mesh(body.name, corners, np.arange(len(corners)).reshape(-1, 3))
        mesh.set_transparency(SEE_THROUGH)
    taken = [costs(lambda i=i: shoot(0.05 * i)) for i in range(SCREENSHOTS)][1:]  # the first one compiles shaders
    print(min(cost.wall for cost in taken), min(cost.cpu for cost in taken))


def shoot(angle: float) -> None:
    polyscope.look_at((6 * sin(angle), 3.0, 6 * cos(angle)), (0.0, 0.0, 0.0))
    assert polyscope.screenshot_to_buffer(transparent_bg=False).shape[:2] == SIZE[::-1]


if __name__ == "__main__":
    main()
