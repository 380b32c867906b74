"""The policies of manifold generation, one module each."""
