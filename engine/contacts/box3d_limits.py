"""Box3D's tolerances, whatever the size of the bodies: see constants.h (https://github.com/erincatto/box3d)."""

LINEAR_SLOP = 0.005  # metres
SPECULATIVE = 4 * LINEAR_SLOP  # bodies further apart have no contact
FACE_BIAS = 0.1 * LINEAR_SLOP  # by which two edges must be better than a face
CROSSING = -1e-4  # the products of the Gauss map test must be less, metres²
PARALLEL = 0.005  # the least sine of the angle between two edges
LATER_BEATS = 0.95  # a later candidate's score counts by this factor

LEAST_CENTERS = (1000 * 2.0**-126) ** 0.5  # metres between two centres; 1000 times the least normal single, squared
LEAST_DISTANCE = 0.01 * LINEAR_SLOP  # of the axes of two capsules
LEAST_LENGTH = LINEAR_SLOP  # of the axis of a capsule that may meet another
PARALLEL_CAPSULES = 0.05  # sine of the angle up to which two capsules have two points
FACE_COSINE = 0.998  # of the angle up to which a capsule may lie on a face
OVERLAP = 100 * 2.0**-23  # metres: cores that are nearer overlap; 100 times the epsilon of single precision
EDGE_FACTOR, EDGE_BIAS = 0.9, 0.5 * LINEAR_SLOP  # an edge must be better than a face's depth times this, plus that
