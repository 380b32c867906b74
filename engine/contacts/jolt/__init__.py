"""What Jolt's policy is made of: supporting faces, and polygons that are clipped, in single precision."""
