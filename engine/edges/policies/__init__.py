"""Ways to avoid ghost collisions, one file each; `edges/registry.py` finds them."""
