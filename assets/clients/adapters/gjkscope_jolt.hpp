/* Jolt Physics 5: records what its narrow phase answers about pairs of convex shapes.

       #define GJKSCOPE_CAPTURE_IMPLEMENTATION                       in one source file, after #include <Jolt/Jolt.h>
       #include "gjkscope_jolt.hpp"
       gjkscope_jolt::Listener listener(your_listener_or_nullptr);   forwards everything to yours
       physics_system.SetContactListener(&listener);
       for (...) { physics_system.Update(...); listener.tick++; }
       gjkscope::dump("bad.gjkcap");                                 when no job runs

   Compile with -DGJKSCOPE_CAPTURE.  Listeners are called from the job threads; each has its own ring (GJKCAP_THREADS).

   Where: the manifold that PhysicsSystem got from CollisionDispatch, in OnContactAdded and OnContactPersisted.  Pairs
   without a contact, and contacts that Jolt takes from its cache because the bodies hardly moved, are not asked about.

   Signs: mPenetrationDepth > 0 means overlap, < 0 a speculative contact; the normal moves body 2 out, from A to B.
   Frames: those of the leaf shapes, at their centres of mass.
   Margins: half extents contain the convex radius.  GJK takes the core and adds the radius: rounded edges.  If the cores
   overlap, EPA takes the shape with sharp edges.
   Not recorded: meshes, height fields, planes, tapered shapes, shapes with a scale; witness points, because those of a
   manifold are clipped faces.  Judge with --tolerance 1e-3; SetUseManifoldReduction(false) for compound shapes. */

#ifndef GJKSCOPE_JOLT_HPP
#define GJKSCOPE_JOLT_HPP

#include "gjkscope_capture.hpp"

#include <Jolt/Jolt.h>
#include <Jolt/Physics/Body/Body.h>
#include <Jolt/Physics/Collision/ContactListener.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/CapsuleShape.h>
#include <Jolt/Physics/Collision/Shape/ConvexHullShape.h>
#include <Jolt/Physics/Collision/Shape/CylinderShape.h>
#include <Jolt/Physics/Collision/Shape/SphereShape.h>
#include <Jolt/Physics/Collision/TransformedShape.h>
#include <atomic>

namespace gjkscope_jolt {

/* The convex radius that GJK adds to the core. */
inline float radius_of(const JPH::Shape *shape) {
    switch (shape->GetSubType()) {
    case JPH::EShapeSubType::Box: return static_cast<const JPH::BoxShape *>(shape)->GetConvexRadius();
    case JPH::EShapeSubType::Cylinder: return static_cast<const JPH::CylinderShape *>(shape)->GetConvexRadius();
    case JPH::EShapeSubType::ConvexHull: return static_cast<const JPH::ConvexHullShape *>(shape)->GetConvexRadius();
    case JPH::EShapeSubType::Sphere: return static_cast<const JPH::SphereShape *>(shape)->GetRadius();
    case JPH::EShapeSubType::Capsule: return static_cast<const JPH::CapsuleShape *>(shape)->GetRadius();
    default: return 0;
    }
}

/* The recorded shape, or 0 if it is not supported.  `r`: the convex radius of rounded edges, 0 for sharp ones. */
inline gjkscope::shape convert(const JPH::Shape *shape, double r) {
    switch (shape->GetSubType()) {
    case JPH::EShapeSubType::Sphere: return gjkscope::sphere(double(radius_of(shape)));
    case JPH::EShapeSubType::Box: {
        const JPH::Vec3 half = static_cast<const JPH::BoxShape *>(shape)->GetHalfExtent();
        return gjkscope::box({double(half[0]) - r, double(half[1]) - r, double(half[2]) - r}, r);
    }
    case JPH::EShapeSubType::Capsule:
        return gjkscope::capsule(double(radius_of(shape)),
                                 double(static_cast<const JPH::CapsuleShape *>(shape)->GetHalfHeightOfCylinder()));
    case JPH::EShapeSubType::Cylinder: {
        const JPH::CylinderShape *rod = static_cast<const JPH::CylinderShape *>(shape);
        return gjkscope::cylinder(double(rod->GetRadius()) - r, double(rod->GetHalfHeight()) - r, gjkscope::axis::y, r);
    }
    case JPH::EShapeSubType::ConvexHull: { /* the outer hull: Jolt's core for GJK is shrunk by planes, and not recorded */
        const JPH::ConvexHullShape *hull = static_cast<const JPH::ConvexHullShape *>(shape);
        std::vector<JPH::Vec3> points;
        for (JPH::uint i = 0; i < hull->GetNumPoints(); i++) points.push_back(hull->GetPoint(i));
        return gjkscope::hull(points);
    }
    default: return 0;
    }
}

/* The shape below all compounds and decorators. */
inline JPH::TransformedShape leaf(const JPH::Body &body, JPH::SubShapeID id) {
    JPH::TransformedShape part = body.GetTransformedShape();
    while (part.mShape->GetType() == JPH::EShapeType::Compound || part.mShape->GetType() == JPH::EShapeType::Decorated) {
        JPH::SubShapeID rest;
        part = part.GetSubShapeTransformedShape(id, rest), id = rest;
    }
    return part;
}

inline void record(std::uint64_t tick, const JPH::Body &body1, const JPH::Body &body2, const JPH::ContactManifold &manifold) {
    const JPH::TransformedShape a = leaf(body1, manifold.mSubShapeID1), b = leaf(body2, manifold.mSubShapeID2);
    const JPH::Vec3 one = JPH::Vec3::sReplicate(1.0f);
    if (!a.GetShapeScale().IsClose(one) || !b.GetShapeScale().IsClose(one)) return;
    const float radius_a = radius_of(a.mShape), radius_b = radius_of(b.mShape);
    const bool sharp = manifold.mPenetrationDepth > radius_a + radius_b;
    const gjkscope::shape shape_a = convert(a.mShape, sharp ? 0 : double(radius_a));
    const gjkscope::shape shape_b = convert(b.mShape, sharp ? 0 : double(radius_b));
    const JPH::uint32 id_a = body1.GetID().GetIndexAndSequenceNumber(), id_b = body2.GetID().GetIndexAndSequenceNumber();
    if (shape_a && shape_b)
        gjkscope::pair(tick, id_a, id_b, shape_a, gjkscope::frame(a.mShapePositionCOM, a.mShapeRotation), shape_b,
                       gjkscope::frame(b.mShapePositionCOM, b.mShapeRotation),
                       gjkscope::depth(double(manifold.mPenetrationDepth)).normal(manifold.mWorldSpaceNormal));
}

class Listener : public JPH::ContactListener {
public:
    using Manifold = JPH::ContactManifold;
    explicit Listener(JPH::ContactListener *next = nullptr) : next_(next) {}
    std::atomic<std::uint64_t> tick{0};

    JPH::ValidateResult OnContactValidate(const JPH::Body &a, const JPH::Body &b, JPH::RVec3Arg base,
                                          const JPH::CollideShapeResult &r) override {
        return next_ ? next_->OnContactValidate(a, b, base, r) : JPH::ContactListener::OnContactValidate(a, b, base, r);
    }
    void OnContactAdded(const JPH::Body &a, const JPH::Body &b, const Manifold &m, JPH::ContactSettings &s) override {
        if (gjkscope::enabled) record(tick, a, b, m);
        if (next_) next_->OnContactAdded(a, b, m, s);
    }
    void OnContactPersisted(const JPH::Body &a, const JPH::Body &b, const Manifold &m, JPH::ContactSettings &s) override {
        if (gjkscope::enabled) record(tick, a, b, m);
        if (next_) next_->OnContactPersisted(a, b, m, s);
    }
    void OnContactRemoved(const JPH::SubShapeIDPair &pair) override {
        if (next_) next_->OnContactRemoved(pair);
    }

private:
    JPH::ContactListener *next_;
};

} // namespace gjkscope_jolt

#endif
