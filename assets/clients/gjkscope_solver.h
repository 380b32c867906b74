/* A solver for gjkscope: implement gjkscope_solve, compile it as a shared library, and run

       gjkscope hunt ./solver.so -o found

   C99 and C++; no dependencies.  Lengths are in metres.  Right-handed. */

#ifndef GJKSCOPE_SOLVER_H
#define GJKSCOPE_SOLVER_H

#ifdef __cplusplus
extern "C" {
#endif

enum gjkscope_kind {
    GJKSCOPE_POINT = 0,         /* the origin */
    GJKSCOPE_SEGMENT = 1,       /* 2 vertices */
    GJKSCOPE_TRIANGLE = 2,      /* 3 vertices */
    GJKSCOPE_SPHERE = 3,        /* size: radius */
    GJKSCOPE_BOX = 4,           /* size: half extents along x, y, z */
    GJKSCOPE_CAPSULE = 5,       /* size: radius, half the length between the centres of the caps */
    GJKSCOPE_CYLINDER = 6,      /* size: radius, half height */
    GJKSCOPE_CONE = 7,          /* size: radius of the base, half height; the tip is at +half height on the axis */
    GJKSCOPE_ELLIPSOID = 8,     /* size: semi-axes along x, y, z */
    GJKSCOPE_HULL = 9,          /* vertices, some of which may be inside */
    GJKSCOPE_MESH = 10,         /* vertices: the convex hull is meant */
    GJKSCOPE_HALFSPACE = 11,    /* all points with y <= 0; size: how far gjkscope draws it */
    GJKSCOPE_SUPERELLIPSOID = 12, /* size: semi-axes along x, y, z, exponent */
    GJKSCOPE_HEIGHTFIELD = 13   /* vertices: the convex hull is meant */
};

typedef struct gjkscope_shape {
    int kind;               /* one of gjkscope_kind */
    int axis;               /* of capsules, cylinders and cones: 0, 1 or 2 for x, y or z */
    double size[4];         /* see gjkscope_kind */
    double rounding;        /* a radius that is added all around; 0 for ordinary shapes */
    int vertex_count;
    const double *vertices; /* 3 * vertex_count numbers, in the frame of the shape */
} gjkscope_shape;

typedef struct gjkscope_pair {
    gjkscope_shape a;
    double pose_a[16];      /* 4x4, row by row, from the frame of the shape to the world: the position is 3, 7, 11 */
    gjkscope_shape b;
    double pose_b[16];
} gjkscope_pair;

enum gjkscope_verdict {
    GJKSCOPE_UNSET = 0,
    GJKSCOPE_SEPARATED = 1,
    GJKSCOPE_TOUCHING = 2,
    GJKSCOPE_PENETRATING = 3,
    GJKSCOPE_UNDECIDED = 4      /* you gave up; it is not judged */
};

/* Each part is judged if you give it.  Leave what you do not have as it is: the numbers are NaN, the verdict is unset.
   A solver that only says whether shapes overlap sets the verdict and nothing else; one that has a distance need not
   set it.  A distance that you set to NaN is a wrong answer. */
typedef struct gjkscope_answer {
    double signed_distance; /* > 0: the gap; < 0: minus the penetration depth */
    double normal[3];       /* unit, from A to B */
    double witness_a[3];    /* the nearest, or deepest, point on A, in the world */
    double witness_b[3];
    int verdict;            /* one of gjkscope_verdict; gjkscope 0.2 and earlier have no room for it */
} gjkscope_answer;

/* Optional: shows how the answer was found, for `query --engines` and the window.  Define

       void (*gjkscope_on_iteration)(const gjkscope_iteration *);

   in the library, which starts as NULL, and call it at the end of each iteration if it is not NULL.  It is NULL during
   hunts, so that it costs nothing there.  Everything is in world coordinates of A - B = { a - b }, metres: if you work
   on B - A, negate all vectors and exchange a and b. */
typedef struct gjkscope_iteration {
    int vertex_count;       /* of the simplex that the iteration keeps: 0 to 4 */
    double points[4][3];    /* of A - B */
    double points_a[4][3];  /* the points of A and B that they are made of; NaN: unknown, like the others */
    double points_b[4][3];
    double direction[3];    /* that the iteration searched, of any length; its support point is s_A(d) - s_B(-d) */
    double closest[3];      /* the point of the simplex that is nearest to the origin */
} gjkscope_iteration;

#if defined(__GNUC__) || defined(__clang__)
__attribute__((visibility("default")))
#endif
extern void (*gjkscope_on_iteration)(const gjkscope_iteration *);

/* Optional: the same for an iteration of EPA, MPR or SAT.  Define gjkscope_on_search, too, and call it likewise.  Leave
   what your search does not have as NaN, and counts as 0. */
typedef struct gjkscope_search {
    int face_count;         /* EPA: of the polytope at the end of the iteration */
    const double *faces;    /* 9 * face_count numbers: three points of A - B for each */
    double face[3][3];      /* EPA: the face of the polytope before that the iteration expanded */
    int vertex_count;       /* MPR: of the portal, 0 to 3 */
    double portal[3][3];
    double interior[3];     /* MPR: the point inside A - B where the ray through the origin begins */
    double separation;      /* SAT: the signed distance along the direction, a unit vector; below 0: an overlap */
    double direction[3];    /* that the iteration searched */
} gjkscope_search;

#if defined(__GNUC__) || defined(__clang__)
__attribute__((visibility("default")))
#endif
extern void (*gjkscope_on_search)(const gjkscope_search *);

/* Returns 0 if it has answered, with a distance or a verdict, and 1 for a pair that it does not take. */
int gjkscope_solve(const gjkscope_pair *pair, gjkscope_answer *answer);

#ifdef __cplusplus
}
#endif

#endif
