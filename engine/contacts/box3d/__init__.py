"""What Box3D's policy is made of: its arithmetic, its hulls, and its manifolds of round bodies."""
