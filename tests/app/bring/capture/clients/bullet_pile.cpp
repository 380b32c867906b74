/* A pile of boxes, balls, capsules, cylinders, cones and hulls in Bullet, for two seconds; writes pile.gjkcap. */

#define GJKSCOPE_CAPTURE_IMPLEMENTATION
#include "gjkscope_bullet.hpp"

#include <btBulletDynamicsCommon.h>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

int main(int count, char **words) {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
    gjkscope_bullet::install(&dispatcher);
    const btScalar corners[6][3] = {{0.4f, 0, 0}, {-0.4f, 0, 0}, {0, 0.5f, 0}, {0, -0.5f, 0}, {0, 0, 0.3f}, {0, 0, -0.3f}};
    std::vector<std::unique_ptr<btCollisionShape>> shapes;
    shapes.emplace_back(new btBoxShape(btVector3(10, 0.5f, 10)));
    shapes.emplace_back(new btBoxShape(btVector3(0.5f, 0.3f, 0.4f)));
    shapes.emplace_back(new btSphereShape(0.4f));
    shapes.emplace_back(new btCapsuleShape(0.25f, 0.6f));
    shapes.emplace_back(new btCylinderShapeX(btVector3(0.4f, 0.3f, 0.3f)));
    shapes.emplace_back(new btConeShape(0.4f, 0.8f));
    shapes.emplace_back(new btConvexHullShape(corners[0], 6, sizeof corners[0]));
    shapes.emplace_back(new btCapsuleShapeZ(0.2f, 0.8f));
    std::vector<std::unique_ptr<btMotionState>> states;
    std::vector<std::unique_ptr<btRigidBody>> bodies;
    for (int i = 0; i < 60; i++) {
        btCollisionShape *shape = shapes[i == 0 ? 0 : 1 + (i - 1) % (shapes.size() - 1)].get();
        btTransform at(btQuaternion(btVector3(1, 0.5f, 0.25f).normalized(), 0.37f * btScalar(i)),
                       btVector3(0.7f * btScalar(i % 3), 1 + 0.4f * btScalar(i), 0.6f * btScalar(i % 2)));
        if (i == 0) at = btTransform(btQuaternion::getIdentity(), btVector3(0, -0.5f, 0));
        btVector3 inertia(0, 0, 0);
        if (i) shape->calculateLocalInertia(1, inertia);
        states.emplace_back(new btDefaultMotionState(at));
        bodies.emplace_back(new btRigidBody(i ? 1.0f : 0.0f, states.back().get(), shape, inertia));
        world.addRigidBody(bodies.back().get());
    }
    const int steps = count > 1 && std::strcmp(words[1], "long") == 0 ? 600 : 120;
    for (int i = 0; i < steps; i++) world.stepSimulation(1.0f / 60, 0), gjkscope_bullet::tick++;
    std::printf("%lld\n", static_cast<long long>(gjkscope::dump("pile.gjkcap")));
    for (auto &body : bodies) world.removeRigidBody(body.get());
}
