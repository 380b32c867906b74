"""Cuts concave meshes into convex parts with CoACD."""
