"""The 3D views."""
