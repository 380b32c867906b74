"""The Hunt panel: looks for pairs of shapes that a solver gets wrong, and lists them."""
