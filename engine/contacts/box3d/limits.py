"""Box3D 0.1.0's tolerances, which do not depend on the size of the bodies.

Source: Box3D v0.1.0, commit 8441b4a (https://github.com/erincatto/box3d): include/box3d/constants.h and the functions
that use them in src/convex_manifold.c and src/manifold.c.
"""

LINEAR_SLOP = 0.005  # metres
SPECULATIVE = 4 * LINEAR_SLOP  # bodies further apart have no contact
PARALLEL = 0.005  # the least sine of the angle between two edges
FACE_BIAS = 0.5 * LINEAR_SLOP  # by which a face of B must be better than A's best
# An edge must be better than the clipped face contact's separation times the factor, plus the bias.
EDGE_FACTOR, EDGE_BIAS = 0.9, 0.5 * LINEAR_SLOP
LATER_BEATS = 0.95  # a later candidate's score counts by this factor

LEAST_CENTERS_SQUARE = 1000 * 2.0**-126  # m², of the distance of two centres; 1000 times the least normal single
LEAST_DISTANCE = 0.01 * LINEAR_SLOP  # of the axes of two capsules
LEAST_LENGTH = LINEAR_SLOP  # of the axis of a capsule that may meet another
PARALLEL_CAPSULES = 0.05  # sine of the angle up to which two capsules have two points
FACE_COSINE = 0.998  # of the angle up to which a capsule may lie on a face
OVERLAP = 100 * 2.0**-23  # metres: cores that are nearer overlap; 100 times the epsilon of single precision
