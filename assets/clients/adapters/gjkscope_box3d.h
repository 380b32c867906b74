/* Box3D: records what its narrow phase answers about pairs of spheres, capsules and hulls.

   In Box3D's src/contact.c, two lines:

       #include "gjkscope_box3d.h"                             after the other includes

       GJKSCOPE_BOX3D( world->stepIndex, shapeA, xfA, shapeB, xfB, &geomManifold );
                                                               in b3ComputeConvexManifold, before
                                                               `if ( geomManifold.pointCount == 0 )`

   In one source file of yours, and before and after the steps:

       #define GJKSCOPE_CAPTURE_IMPLEMENTATION
       #include "gjkscope_capture.h"
       gjkscope_dump("bad.gjkcap", 60);                        or gjkscope_append("run.gjkcap") once per second

   Compile both with -DGJKSCOPE_CAPTURE.

   The answer is the point of the local manifold with the least separation.  Manifolds of hulls are clipped faces, so a
   point on each body exists only if there is a single point, halfway between the surfaces: not recorded.
   Signs: separation < 0 means overlap; the normal points from A to B, in the frame of A.
   Sizes: capsules have two centres, which become the hull of two points with a radius.  No margins.
   No points means that they are further apart than B3_SPECULATIVE_DISTANCE: recorded as separated.
   Contacts that Box3D recycles, because the bodies hardly moved, are not asked about, and so not recorded.
   Not recorded: meshes, height fields and compounds (see src/mesh_contact.c).  Judge with --tolerance 1e-4, and know that
   up to B3_LINEAR_SLOP Box3D may prefer the axis of the last step: see b3CollideHulls. */

#ifndef GJKSCOPE_BOX3D_H
#define GJKSCOPE_BOX3D_H

#include "gjkscope_capture.h"

#ifdef GJKSCOPE_CAPTURE

#define GJKSCOPE_BOX3D(tick, a, at_a, b, at_b, manifold)                                                             \
    do {                                                                                                             \
        gjkcap_shape gjkscope_a_ = gjkscope_box3d_shape(a), gjkscope_b_ = gjkscope_box3d_shape(b);                   \
        if (gjkscope_a_ && gjkscope_b_)                                                                              \
            GJKSCOPE_PAIR(tick, (a)->id, (b)->id, gjkscope_a_, gjkscope_box3d_frame(at_a), gjkscope_b_,              \
                          gjkscope_box3d_frame(at_b), gjkscope_box3d_answer((at_a).q, manifold));                    \
    } while (0)

/* The recorded shape, or 0 if it is not supported.  Large hulls: keep the value with the b3HullData. */
static inline gjkcap_shape gjkscope_box3d_shape(const b3Shape *shape) {
    gjkcap_real points[6];
    switch (shape->type) {
    case b3_sphereShape:
        points[0] = shape->sphere.center.x, points[1] = shape->sphere.center.y, points[2] = shape->sphere.center.z;
        return gjkcap_hull(points, 1, (double)shape->sphere.radius);
    case b3_capsuleShape:
        points[0] = shape->capsule.center1.x, points[1] = shape->capsule.center1.y, points[2] = shape->capsule.center1.z;
        points[3] = shape->capsule.center2.x, points[4] = shape->capsule.center2.y, points[5] = shape->capsule.center2.z;
        return gjkcap_hull(points, 2, (double)shape->capsule.radius);
    case b3_hullShape:
        return gjkcap_hull(&b3GetHullPoints(shape->hull)->x, (uint32_t)shape->hull->vertexCount, 0);
    default: return 0;
    }
}

static inline gjkcap_frame gjkscope_box3d_frame(b3WorldTransform at) {
    return gjkcap_turned((gjkcap_real)at.p.x, (gjkcap_real)at.p.y, (gjkcap_real)at.p.z, at.q.v.x, at.q.v.y, at.q.v.z, at.q.s);
}

static inline gjkcap_answer gjkscope_box3d_answer(b3Quat rotation_of_a, const b3LocalManifold *manifold) {
    const b3Vec3 n = b3RotateVector(rotation_of_a, manifold->normal);
    const gjkcap_real normal[3] = {n.x, n.y, n.z};
    int i, least = 0;
    if (manifold->pointCount == 0) return gjkcap_verdict(GJKCAP_SEPARATED);
    for (i = 1; i < manifold->pointCount; i++)
        if (manifold->points[i].separation < manifold->points[least].separation) least = i;
    return gjkcap_contact(manifold->points[least].separation, normal, 0, 0);
}

#else
#define GJKSCOPE_BOX3D(tick, a, at_a, b, at_b, manifold) ((void)0)
#endif

#endif
