"""What can be run on a scene, and what its steps show."""
