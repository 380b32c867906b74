"""How the signed distance changes with the pose of B: its derivative, a smoothed one, and the growth distance."""
