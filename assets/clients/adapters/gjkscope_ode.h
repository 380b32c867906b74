/* ODE 0.13 and later, C and C++: records what dCollide answers about pairs of convex geoms.

       #define GJKSCOPE_CAPTURE_IMPLEMENTATION               in one source file
       #include "gjkscope_ode.h"

   In your near callback, call gjkscope_ode_collide instead of dCollide, with the number of the step:

       int count = gjkscope_ode_collide(tick, o1, o2, MAX_CONTACTS, &contacts[0].geom, sizeof(dContact));

   Afterwards gjkscope_dump("bad.gjkcap", 0) or gjkscope_append("run.gjkcap").  Compile with -DGJKSCOPE_CAPTURE, and with
   -DGJKCAP_DOUBLE if ODE is built with dDOUBLE (Debian's is).

   Signs: depth > 0 means penetration; the normal moves body 1 out of body 2, from B to A.
   The answer is the deepest contact.  ODE has one contact position instead of a point on each body: no witness points.
   No contact means "separated": ODE computes no gaps.
   Sizes: boxes have full sides; lengths of capsules and cylinders are full, without the caps, along z.  No margins.
   Frames: those of the geoms, with their offsets from the bodies; quaternions are w, x, y, z.
   Not recorded: planes, meshes, heightfields, rays, and spaces.  Judge with --tolerance 1e-4. */

#ifndef GJKSCOPE_ODE_H
#define GJKSCOPE_ODE_H

#include "gjkscope_capture.h"

#include <ode/ode.h>

#ifdef GJKSCOPE_CAPTURE

typedef char gjkscope_ode_precision[sizeof(dReal) == sizeof(gjkcap_real) ? 1 : -1]; /* GJKCAP_DOUBLE as dDOUBLE */

/* The recorded shape, or 0 if it is not supported. */
static inline gjkcap_shape gjkscope_ode_shape(dGeomID geom) {
    dVector3 sides;
    dReal radius, length;
    switch (dGeomGetClass(geom)) {
    case dSphereClass: return gjkcap_sphere(dGeomSphereGetRadius(geom));
    case dBoxClass: dGeomBoxGetLengths(geom, sides); return gjkcap_box(sides[0] / 2, sides[1] / 2, sides[2] / 2);
    case dCapsuleClass: dGeomCapsuleGetParams(geom, &radius, &length); return gjkcap_capsule(radius, length / 2, 2);
    case dCylinderClass: dGeomCylinderGetParams(geom, &radius, &length); return gjkcap_cylinder(radius, length / 2, 2);
    default: return 0; /* ODE does not give out the points of a dConvexClass: use gjkcap_hull where you create it */
    }
}

static inline gjkcap_frame gjkscope_ode_frame(dGeomID geom) {
    const dReal *p = dGeomGetPosition(geom);
    dQuaternion q;
    dGeomGetQuaternion(geom, q);
    return gjkcap_turned(p[0], p[1], p[2], q[1], q[2], q[3], q[0]);
}

/* What dCollide answered with `count` contacts. */
static inline gjkcap_answer gjkscope_ode_answer(int count, const dContactGeom *contacts, int skip) {
    const dContactGeom *deepest = contacts;
    gjkcap_real normal[3];
    int i;
    if (count == 0) return gjkcap_verdict(GJKCAP_SEPARATED);
    for (i = 1; i < count; i++) {
        const dContactGeom *next = (const dContactGeom *)((const char *)contacts + (size_t)i * (size_t)skip);
        if (next->depth > deepest->depth) deepest = next;
    }
    for (i = 0; i < 3; i++) normal[i] = -deepest->normal[i];
    return gjkcap_contact(-deepest->depth, normal, 0, 0);
}

/* As dCollide, and records the answer. */
static inline int gjkscope_ode_collide(uint64_t tick, dGeomID o1, dGeomID o2, int flags, dContactGeom *contacts, int skip) {
    const int count = dCollide(o1, o2, flags, contacts, skip);
    const gjkcap_shape a = gjkscope_ode_shape(o1), b = gjkscope_ode_shape(o2);
    if (a && b)
        GJKSCOPE_PAIR(tick, (uintptr_t)o1, (uintptr_t)o2, a, gjkscope_ode_frame(o1), b, gjkscope_ode_frame(o2),
                      gjkscope_ode_answer(count, contacts, skip));
    return count;
}

#else

#define gjkscope_ode_collide(tick, o1, o2, flags, contacts, skip) \
    ((void)sizeof(tick), dCollide(o1, o2, flags, contacts, skip))

#endif

#endif
