"""One module per engine; each registers its adapter.  None imports its engine before `load` is called.

To add an engine:

1. A module here, with an `Adapter` (`app/ask/solvers/adapter.py` documents its fields) passed to `register`.
   `rapier.py` is an example.  Its `load` imports the engine, in the child process only, and returns the function that
   asks it.  Use `app/ask/solvers/building.py` for shapes and frames.  Raise `Unsupported`, with a reason, for what the
   engine cannot express; never approximate.
   A 2D engine has the dimension 2 and takes the forms of `plane_building.py`, as `pymunk.py` does; one that answers
   many pairs in one launch of its kernels returns a `BatchEngine`, as `mujoco_warp.py` does.
2. The package in the extra `engines` of `pyproject.toml`, and in `dev` if its wheel is small.
   An engine from npm has a script beside its module instead, as `jolt.mjs` beside `jolt.py`, and a `NodeScript` as its
   `load`; `node/bridge.mjs` says what a script exports, and `node/pairs.mjs` what it gets.
3. `make museum`, with all engines installed, asks it about every pair of the museum.

`tests/app/ask/solvers/test_adapters.py` compares each installed engine with closed forms, in both orders, and
`test_plane_adapters.py` each 2D engine.
"""
