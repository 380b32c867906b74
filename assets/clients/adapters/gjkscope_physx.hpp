/* PhysX 5: records what its narrow phase answers about pairs of convex shapes on the CPU.

       #define GJKSCOPE_CAPTURE_IMPLEMENTATION                        in one source file
       #include "gjkscope_physx.hpp"
       gjkscope_physx::Recorder recorder(your_callback_or_nullptr);   forwards everything to yours
       scene_desc.contactModifyCallback = &recorder;
       for (...) { scene->simulate(dt); scene->fetchResults(true); recorder.tick++; }
       gjkscope::dump("bad.gjkcap");

   and in the filter shader, for the pairs to record: pairFlags |= PxPairFlag::eMODIFY_CONTACTS.  Compile with
   -DGJKSCOPE_CAPTURE.  The callback is called from worker threads; each has its own ring (GJKCAP_THREADS).

   Where: onContactModify, before the solver.  The answer is the contact with the least separation of those that the
   narrow phase made; contacts exist up to the sum of the contact offsets, and pairs without one are not recorded.
   Signs: separation < 0 means overlap; PhysX's normal points from shape 1 to shape 0, so from B to A.
   Frames: PxContactModifyPair::transform, from the shapes to the world; PxQuat is x, y, z, w.
   Sizes: half extents; capsules along x, with the half height between the centres of the caps.
   Margins: rest and contact offsets change which contacts exist, not their separation.  PCM, the default, takes boxes and
   convex meshes with a small margin, and keeps contacts of earlier steps while bodies hardly move: compare also with
   PxSceneFlag::eENABLE_PCM off before you call an answer wrong.
   Not recorded: triangle meshes, height fields, planes, scaled convex meshes; witness points, because a contact has one
   position.  Judge with --tolerance 1e-3. */

#ifndef GJKSCOPE_PHYSX_HPP
#define GJKSCOPE_PHYSX_HPP

#include "gjkscope_capture.hpp"

#include <PxPhysicsAPI.h>

#include <atomic>

namespace gjkscope_physx {

/* The recorded shape, or 0 if it is not supported. */
inline gjkscope::shape convert(const physx::PxGeometry &geometry) {
    switch (geometry.getType()) {
    case physx::PxGeometryType::eSPHERE:
        return gjkscope::sphere(double(static_cast<const physx::PxSphereGeometry &>(geometry).radius));
    case physx::PxGeometryType::eBOX:
        return gjkscope::box(static_cast<const physx::PxBoxGeometry &>(geometry).halfExtents);
    case physx::PxGeometryType::eCAPSULE: {
        const physx::PxCapsuleGeometry &capsule = static_cast<const physx::PxCapsuleGeometry &>(geometry);
        return gjkscope::capsule(double(capsule.radius), double(capsule.halfHeight), gjkscope::axis::x);
    }
    case physx::PxGeometryType::eCONVEXMESH: { /* hashed for each pair: keep the result if you have large meshes */
        const physx::PxConvexMeshGeometry &mesh = static_cast<const physx::PxConvexMeshGeometry &>(geometry);
        if (!mesh.scale.isIdentity()) return 0;
        return gjkscope::hull(mesh.convexMesh->getVertices(), mesh.convexMesh->getNbVertices());
    }
    default: return 0;
    }
}

inline void record(std::uint64_t tick, const physx::PxContactModifyPair &pair) {
    const gjkscope::shape a = convert(pair.shape[0]->getGeometry()), b = convert(pair.shape[1]->getGeometry());
    const physx::PxU32 count = pair.contacts.size();
    if (!a || !b || count == 0) return;
    physx::PxU32 least = 0;
    for (physx::PxU32 i = 1; i < count; i++)
        if (pair.contacts.getSeparation(i) < pair.contacts.getSeparation(least)) least = i;
    gjkscope::pair(tick, pair.shape[0], pair.shape[1], a, gjkscope::frame(pair.transform[0].p, pair.transform[0].q), b,
                   gjkscope::frame(pair.transform[1].p, pair.transform[1].q),
                   gjkscope::distance(double(pair.contacts.getSeparation(least))).normal(-pair.contacts.getNormal(least)));
}

class Recorder : public physx::PxContactModifyCallback {
public:
    explicit Recorder(physx::PxContactModifyCallback *next = nullptr) : next_(next) {}
    std::atomic<std::uint64_t> tick{0};

    void onContactModify(physx::PxContactModifyPair *const pairs, physx::PxU32 count) override {
        for (physx::PxU32 i = 0; gjkscope::enabled && i < count; i++) record(tick, pairs[i]);
        if (next_) next_->onContactModify(pairs, count);
    }

private:
    physx::PxContactModifyCallback *next_;
};

} // namespace gjkscope_physx

#endif
