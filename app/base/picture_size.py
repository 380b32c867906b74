"""The sizes that a picture may have."""

SMALLEST_SIDE = 64  # pixels, for text and margins
LARGEST_SIDE = 8192  # pixels: every OpenGL 3.3 driver in use supports framebuffers of this size
