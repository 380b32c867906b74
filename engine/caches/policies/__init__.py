"""The cache policies, one module each, with a `POLICY`; `caches/registry.py` finds them.

A policy of an engine names the version and commit that it is written from, and where it departs.
"""
