/* A pile of boxes, balls, capsules and hulls in Box3D, for two seconds; writes pile.gjkcap. */

#define GJKSCOPE_CAPTURE_IMPLEMENTATION
#include "gjkscope_capture.h"

#include "box3d/box3d.h"
#include "box3d/collision.h"

#include <stdio.h>

int main(void) {
    b3WorldDef world_def = b3DefaultWorldDef();
    b3WorldId world;
    b3ShapeDef shape_def = b3DefaultShapeDef();
    b3BoxHull ground = b3MakeBoxHull(10, 0.5f, 10), box = b3MakeBoxHull(0.5f, 0.3f, 0.4f);
    b3Sphere ball = {{0.1f, 0, 0}, 0.4f};
    b3Capsule capsule = {{0, -0.3f, 0}, {0, 0.3f, 0.1f}, 0.25f};
    b3Vec3 points[6] = {{0.4f, 0, 0}, {-0.4f, 0, 0}, {0, 0.5f, 0}, {0, -0.5f, 0}, {0, 0, 0.3f}, {0, 0, -0.3f}};
    b3HullData *hull = b3CreateHull(points, 6, 6);
    b3BodyDef body_def = b3DefaultBodyDef();
    int i;
    world_def.gravity = (b3Vec3){0, -10, 0};
    world = b3CreateWorld(&world_def);
    body_def.position.y = -0.5f;
    b3CreateHullShape(b3CreateBody(world, &body_def), &shape_def, &ground.base);
    for (i = 0; i < 60; i++) {
        b3BodyId body;
        body_def = b3DefaultBodyDef();
        body_def.type = b3_dynamicBody;
        body_def.position.x = 0.7f * (float)(i % 3), body_def.position.y = 1 + 0.4f * (float)i;
        body_def.position.z = 0.6f * (float)(i % 2);
        body_def.rotation = b3MakeQuatFromAxisAngle(b3Normalize((b3Vec3){1, 0.5f, 0.25f}), 0.37f * (float)i);
        body = b3CreateBody(world, &body_def);
        if (i % 4 == 0) b3CreateHullShape(body, &shape_def, &box.base);
        if (i % 4 == 1) b3CreateSphereShape(body, &shape_def, &ball);
        if (i % 4 == 2) b3CreateCapsuleShape(body, &shape_def, &capsule);
        if (i % 4 == 3) b3CreateHullShape(body, &shape_def, hull);
    }
    for (i = 0; i < 120; i++) b3World_Step(world, 1.0f / 60, 4);
    printf("%lld\n", (long long)gjkscope_dump("pile.gjkcap", 0));
    b3DestroyWorld(world), b3DestroyHull(hull);
    return 0;
}
