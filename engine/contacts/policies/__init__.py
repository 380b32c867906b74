"""The policies of manifold generation, one module each.

To add one: a module with a `POLICY`.  Its header names the engine's version and commit, each departure, and what goes
wrong.  If a package gives the engine's manifolds, ask it in a module of `tests/fidelity/policies/references`;
`python -m tests.fidelity.policies NAME` then counts equal manifolds, and `--record` stores some for the tests, which
need no engine.
"""
