"""How faithfully the contact policies repeat the manifolds of the engines: both answer the same seeded pairs.

An engine's reference is a module of `references` that defines `REFERENCE`.
"""
