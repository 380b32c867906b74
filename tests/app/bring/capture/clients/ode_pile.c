/* A pile of boxes, balls, capsules and cylinders in ODE, for two seconds; writes pile.gjkcap. */

#define GJKSCOPE_CAPTURE_IMPLEMENTATION
#include "gjkscope_ode.h"

#include <stdio.h>

enum { BODIES = 40, STEPS = 120, CONTACTS = 16 };

static dWorldID world;
static dJointGroupID group;
static uint64_t tick;

static void near_pair(void *data, dGeomID o1, dGeomID o2) {
    dContact contacts[CONTACTS];
    int count = gjkscope_ode_collide(tick, o1, o2, CONTACTS, &contacts[0].geom, (int)sizeof(dContact)), i;
    (void)data;
    for (i = 0; i < count; i++) {
        contacts[i].surface.mode = dContactApprox1;
        contacts[i].surface.mu = 0.5;
        dJointAttach(dJointCreateContact(world, group, &contacts[i]), dGeomGetBody(o1), dGeomGetBody(o2));
    }
}

static dGeomID make_geom(dSpaceID space, int i) {
    switch (i % 4) {
    case 0: return dCreateBox(space, 1, 0.6, 0.8);
    case 1: return dCreateSphere(space, 0.4);
    case 2: return dCreateCapsule(space, 0.25, 0.6);
    default: return dCreateCylinder(space, 0.3, 0.8);
    }
}

int main(void) {
    dSpaceID space;
    dMass mass;
    int i;
    dInitODE();
    world = dWorldCreate(), space = dSimpleSpaceCreate(0), group = dJointGroupCreate(0);
    dWorldSetGravity(world, 0, -9.81, 0);
    dGeomSetPosition(dCreateBox(space, 20, 1, 20), 0, -0.5, 0);
    for (i = 0; i < BODIES; i++) {
        dBodyID body = dBodyCreate(world);
        dQuaternion q;
        dQFromAxisAndAngle(q, 1, 0.5, 0.25, 0.37 * i);
        dMassSetBox(&mass, 1, 1, 0.6, 0.8), dBodySetMass(body, &mass);
        dGeomSetBody(make_geom(space, i), body);
        dBodySetPosition(body, 0.7 * (i % 3), 1 + 0.4 * i, 0.6 * (i % 2)), dBodySetQuaternion(body, q);
    }
    for (; tick < STEPS; tick++) {
        dSpaceCollide(space, 0, near_pair);
        dWorldQuickStep(world, 1.0 / 60), dJointGroupEmpty(group);
    }
    printf("%lld\n", (long long)gjkscope_dump("pile.gjkcap", 0));
    dJointGroupDestroy(group), dSpaceDestroy(space), dWorldDestroy(world), dCloseODE();
    return 0;
}
