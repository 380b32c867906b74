/* Bullet 2.8x and 3.x: records what its narrow phase answers about pairs of convex shapes.

       #define GJKSCOPE_CAPTURE_IMPLEMENTATION                     in one source file
       #include "gjkscope_bullet.hpp"
       gjkscope_bullet::install(dispatcher);                       a btCollisionDispatcher, before the first step
       for (...) { world->stepSimulation(...); gjkscope_bullet::tick++; }
       gjkscope::dump("bad.gjkcap");                               or gjkscope::recording

   Compile with -DGJKSCOPE_CAPTURE, and -DGJKCAP_DOUBLE if Bullet uses BT_USE_DOUBLE_PRECISION.

   Where: the dispatcher's near callback, which asks the algorithm of a pair.  The answer is the deepest point that the
   algorithm adds, before the persistent manifold merges it with older points.

   Signs: Bullet's depth is a signed distance; its normal points from B to A, on B.
   Margins: GJK takes a box or a cylinder as its core, shrunk by the margin, with a ball of the margin added: rounded
   edges.  Box against box (btBoxBoxDetector) has sharp ones.  The margin of a hull or cone is added outside.
   Frames: those of the shapes, whose origins are the centres of mass.
   Thresholds: Bullet drops points beyond the contact breaking threshold, and its GJK stops early there; without a point
   within it, the pair is recorded as separated, without a distance.
   Not recorded: compounds, meshes, planes, shapes with a scale, and pairs that Bullet does not ask about.

   Judge with --tolerance 1e-3: Bullet computes in single precision, and GJK stops early. */

#ifndef GJKSCOPE_BULLET_HPP
#define GJKSCOPE_BULLET_HPP

#include "gjkscope_capture.hpp"

#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <btBulletCollisionCommon.h>

namespace gjkscope_bullet {

/* The number of the step; increase it after each. */
inline std::uint64_t &current_tick() {
    static std::uint64_t number = 0;
    return number;
}
static std::uint64_t &tick = current_tick();

/* The recorded shape, or 0 if it is not supported.  `sharp`: without the rounding of GJK's margins. */
inline gjkscope::shape convert(const btCollisionShape *shape, bool sharp) {
    if (!shape->isConvex() || (shape->getLocalScaling() - btVector3(1, 1, 1)).fuzzyZero() == false) return 0;
    const btScalar margin = shape->getMargin();
    const int up = shape->getShapeType() == CAPSULE_SHAPE_PROXYTYPE ? static_cast<const btCapsuleShape *>(shape)->getUpAxis() : 1;
    switch (shape->getShapeType()) {
    case SPHERE_SHAPE_PROXYTYPE: return gjkscope::sphere(double(margin)); /* its radius */
    case BOX_SHAPE_PROXYTYPE: {
        const btBoxShape *box = static_cast<const btBoxShape *>(shape);
        return sharp ? gjkscope::box(box->getHalfExtentsWithMargin())
                     : gjkscope::box(box->getHalfExtentsWithoutMargin(), double(margin));
    }
    case CAPSULE_SHAPE_PROXYTYPE: {
        const btCapsuleShape *capsule = static_cast<const btCapsuleShape *>(shape);
        return gjkscope::capsule(double(capsule->getRadius()), double(capsule->getHalfHeight()), gjkscope::axis(up));
    }
    case CYLINDER_SHAPE_PROXYTYPE: {
        const btCylinderShape *cylinder = static_cast<const btCylinderShape *>(shape);
        const int along = cylinder->getUpAxis();
        const btVector3 &core = cylinder->getHalfExtentsWithoutMargin();
        return gjkscope::cylinder(double(core[along == 0 ? 1 : 0]), double(core[along]), gjkscope::axis(along), double(margin));
    }
    case CONE_SHAPE_PROXYTYPE: {
        const btConeShape *cone = static_cast<const btConeShape *>(shape);
        return gjkscope::cone(double(cone->getRadius()), double(cone->getHeight()) / 2, gjkscope::axis(cone->getConeUpIndex()),
                              double(margin));
    }
    case CONVEX_HULL_SHAPE_PROXYTYPE: { /* hashed for each pair: keep the result if you have large hulls */
        const btConvexHullShape *hull = static_cast<const btConvexHullShape *>(shape);
        return gjkscope::hull(hull->getUnscaledPoints(), hull->getUnscaledPoints() + hull->getNumPoints(), double(margin));
    }
    default: return 0;
    }
}

/* Keeps the deepest point of those that an algorithm adds. */
struct Result : btManifoldResult {
    using btManifoldResult::btManifoldResult;
    bool found = false;
    btVector3 normal, on_b;
    btScalar distance = 0;

    void addContactPoint(const btVector3 &normal_on_b, const btVector3 &point, btScalar depth) override {
        const bool kept = depth <= getPersistentManifold()->getContactBreakingThreshold();
        if (kept && (!found || depth < distance)) normal = normal_on_b, on_b = point, distance = depth, found = true;
        btManifoldResult::addContactPoint(normal_on_b, point, depth);
    }
};

/* As btCollisionDispatcher::defaultNearCallback, and records the answer. */
inline void near_callback(btBroadphasePair &pair, btCollisionDispatcher &dispatcher, const btDispatcherInfo &info) {
    btCollisionObject *a = static_cast<btCollisionObject *>(pair.m_pProxy0->m_clientObject);
    btCollisionObject *b = static_cast<btCollisionObject *>(pair.m_pProxy1->m_clientObject);
    const bool sharp = a->getCollisionShape()->getShapeType() == BOX_SHAPE_PROXYTYPE &&
                       b->getCollisionShape()->getShapeType() == BOX_SHAPE_PROXYTYPE;
    const gjkscope::shape shape_a = convert(a->getCollisionShape(), sharp), shape_b = convert(b->getCollisionShape(), sharp);
    if (!shape_a || !shape_b || info.m_dispatchFunc != btDispatcherInfo::DISPATCH_DISCRETE || !dispatcher.needsCollision(a, b))
        return btCollisionDispatcher::defaultNearCallback(pair, dispatcher, info);
    btCollisionObjectWrapper of_a(nullptr, a->getCollisionShape(), a, a->getWorldTransform(), -1, -1);
    btCollisionObjectWrapper of_b(nullptr, b->getCollisionShape(), b, b->getWorldTransform(), -1, -1);
    if (!pair.m_algorithm) pair.m_algorithm = dispatcher.findAlgorithm(&of_a, &of_b, nullptr, BT_CONTACT_POINT_ALGORITHMS);
    if (!pair.m_algorithm) return;
    Result result(&of_a, &of_b);
    pair.m_algorithm->processCollision(&of_a, &of_b, info, &result);
    const btTransform &at_a = a->getWorldTransform(), &at_b = b->getWorldTransform();
    gjkscope::answer said = result.found ? gjkscope::distance(double(result.distance)) : gjkscope::overlap(false);
    if (result.found) said.normal(-result.normal).witnesses(result.on_b + result.normal * result.distance, result.on_b);
    gjkscope::pair(tick, a, b, shape_a, gjkscope::rows(at_a.getBasis(), at_a.getOrigin()), shape_b,
                   gjkscope::rows(at_b.getBasis(), at_b.getOrigin()), said);
}

inline void install(btCollisionDispatcher *dispatcher) {
    if (gjkscope::enabled) dispatcher->setNearCallback(near_callback);
}

} // namespace gjkscope_bullet

#endif
