"""Robot and world descriptions in XML: MJCF, URDF and SDF."""
