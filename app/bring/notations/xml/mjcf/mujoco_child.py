"""The child process that compiles a model with MuJoCo: `python -m gjkscope.app.bring.notations.xml.mjcf.mujoco_child`.

Reads JSON from standard input, the text of the model and the keyframe, −1 for none.  Prints JSON: MuJoCo's version, and
the placements of all geoms, each a rotation and a position, or the fault that MuJoCo finds.
"""

import json
import sys
from importlib import import_module
from typing import Any


def model_placements(text: str, key: int) -> dict[str, Any]:
    """What is printed about a model."""
    mujoco: Any = import_module("mujoco")
    try:
        model = mujoco.MjModel.from_xml_string(text)
    except ValueError as error:
        return {"version": mujoco.__version__, "fault": str(error)}
    data = mujoco.MjData(model)
    if key >= 0:
        mujoco.mj_resetDataKeyframe(model, data, key)
    mujoco.mj_kinematics(model, data)
    return {"version": mujoco.__version__, "geoms": [_placement(mujoco, model, data, i) for i in range(model.ngeom)]}


def _placement(mujoco: Any, model: Any, data: Any, geom: int) -> list[Any]:
    """Of a geom, or of the mesh as it is in its file, which MuJoCo moves to its centre of mass."""
    import numpy as np

    rotation, position = data.geom_xmat[geom].reshape(3, 3), data.geom_xpos[geom]
    mesh = model.geom_dataid[geom]
    if mesh >= 0 and model.geom_type[geom] == mujoco.mjtGeom.mjGEOM_MESH:
        moved = np.zeros(9)
        mujoco.mju_quat2Mat(moved, model.mesh_quat[mesh])
        rotation = rotation @ moved.reshape(3, 3).T
        position = position - rotation @ model.mesh_pos[mesh]
    return [rotation.tolist(), position.tolist()]


if __name__ == "__main__":
    print(json.dumps(model_placements(*json.load(sys.stdin))))
