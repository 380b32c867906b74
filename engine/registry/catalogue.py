"""What runs in steps, in the order of menus.  Written by `make catalogue`; do not edit."""

# fmt: off
# ruff: noqa: E501

from gjkscope.engine.registry import records
from gjkscope.engine.registry.listing import Listing

ALGORITHMS = [
    Listing('gjk', 'GJK distance', 10, records.Algorithm, 'gjk.algorithm', 'gjk.steps.State', ('float32', 'tolerance', 'subdistance', 'acceleration'), False),
    Listing('epa', 'EPA penetration depth', 20, records.Algorithm, 'epa.algorithm', 'epa.steps.State', ('float32', 'tolerance'), False),
    Listing('epa-newton', 'Newton steps with EPA', 25, records.Algorithm, 'epa_newton.algorithm', 'epa_newton.steps.State', ('tolerance',), False),
    Listing('sat', 'SAT, separating axes', 30, records.Algorithm, 'sat.algorithm', 'sat.steps.State', ('float32', 'edge_pairs'), True),
    Listing('obb', 'Box axes (OBB)', 35, records.Algorithm, 'obb.algorithm', 'obb.steps.State', (), False),
    Listing('clamp', 'Sphere and box, clamped', 36, records.Algorithm, 'clamp.algorithm', 'clamp.steps.State', (), False),
    Listing('alternating', 'Alternating projections', 37, records.Algorithm, 'alternating.algorithm', 'alternating.steps.State', ('tolerance',), False),
    Listing('frank-wolfe', 'Frank–Wolfe, least norm', 38, records.Algorithm, 'frank_wolfe.algorithm', 'frank_wolfe.steps.State', ('tolerance', 'frank_wolfe'), False),
    Listing('v-clip', 'V-Clip, closest features', 39, records.Algorithm, 'v_clip.algorithm', 'v_clip.steps.State', ('lin_canny',), True),
    Listing('mpr', 'MPR (XenoCollide)', 40, records.Algorithm, 'mpr.algorithm', 'mpr.steps.State', (), False),
    Listing('brute', 'Brute force, ray parity', 50, records.Algorithm, 'brute.algorithm', 'brute.steps.State', ('crossings',), True),
    Listing('mesh-distance', 'Mesh distance, by triangles', 55, records.Algorithm, 'mesh_distance.algorithm', 'mesh_distance.steps.State', (), True),
    Listing('exact', 'Exact arithmetic', 60, records.Algorithm, 'exact.algorithm', 'exact.steps.State', (), False),
    Listing('aabb', 'Bounding boxes (AABB)', 70, records.Algorithm, 'aabb.algorithm', 'aabb.steps.State', (), False),
    Listing('sphere', 'Bounding spheres', 80, records.Algorithm, 'sphere.algorithm', 'sphere.steps.State', (), False),
    Listing('headbutt', 'GJK as in the Headbutt article', 90, records.Algorithm, 'headbutt.algorithm', 'headbutt.steps.State', (), False),
    Listing('tetrahedron', 'GJK by tetrahedra', 100, records.Algorithm, 'tetrahedron.algorithm', 'tetrahedron.steps.State', ('direction',), False),
]

PLANAR_ALGORITHMS = [
    Listing('gjk', 'GJK distance', 10, records.Algorithm, 'plane.gjk.algorithm', 'plane.gjk.steps.State', ('float32', 'tolerance'), False),
    Listing('epa', 'EPA penetration depth', 20, records.Algorithm, 'plane.epa.algorithm', 'plane.epa.steps.State', ('float32', 'tolerance'), False),
    Listing('sat', 'SAT, separating axes', 30, records.Algorithm, 'plane.sat.algorithm', 'plane.sat.steps.State', ('float32',), True),
    Listing('mesh-distance', 'Chain distance, by segments', 55, records.Algorithm, 'plane.mesh_distance.algorithm', 'plane.mesh_distance.steps.State', (), True),
    Listing('exact', 'Exact arithmetic', 60, records.Algorithm, 'plane.exact.algorithm', 'plane.exact.steps.State', (), True),
]

ENGINE_ALGORITHMS = [
    Listing('libccd', 'libccd 2.1: GJK and EPA', 210, records.Algorithm, 'published.libccd.algorithm', 'published.libccd.steps.State', ('corrected',), False),
    Listing('libccd-mpr', 'libccd 2.1: MPR', 211, records.Algorithm, 'published.libccd_mpr.algorithm', 'published.libccd_mpr.steps.State', ('corrected',), False),
    Listing('fcl', 'FCL 0.7: signed distance', 220, records.Algorithm, 'published.fcl.algorithm', 'published.fcl.steps.State', ('corrected',), False),
    Listing('fcl-0.6.0', 'FCL 0.6.0: signed distance', 220, records.Algorithm, 'published.fcl.algorithm', 'published.fcl.versions.State060', ('corrected',), False),
    Listing('fcl-2019-04', 'FCL of April 2019: signed distance', 220, records.Algorithm, 'published.fcl.algorithm', 'published.fcl.versions.StateApril2019', ('corrected',), False),
    Listing('fcl-pr-388', 'FCL with pull request 388: signed distance', 220, records.Algorithm, 'published.fcl.algorithm', 'published.fcl.versions.StatePullRequest388', ('corrected',), False),
    Listing('fcl-2019-03', 'FCL of March 2019: signed distance', 220, records.Algorithm, 'published.fcl.algorithm', 'published.fcl.versions.StateMarch2019', ('corrected',), False),
    Listing('fcl-2018-05', 'FCL of May 2018: distance', 220, records.Algorithm, 'published.fcl.algorithm', 'published.fcl.versions.StateMay2018', ('corrected',), False),
    Listing('mujoco', 'MuJoCo 3.12: GJK and EPA', 220, records.Algorithm, 'published.mujoco.algorithm', 'published.mujoco.steps.State', ('corrected',), False),
    Listing('mujoco-warp', 'MuJoCo Warp 3.10: contacts', 221, records.Algorithm, 'published.mujoco_warp.algorithm', 'published.mujoco_warp.steps.State', ('corrected',), False),
    Listing('mujoco-boxes', 'MuJoCo 3.10: boxes', 222, records.Algorithm, 'published.mujoco_boxes.algorithm', 'published.mujoco_boxes.steps.State', ('corrected',), False),
    Listing('mujoco-contacts', 'MuJoCo 3.12: contacts', 223, records.Algorithm, 'published.mujoco_contacts.algorithm', 'published.mujoco_contacts.steps.State', ('corrected',), False),
    Listing('mujoco-capsule', 'MuJoCo 3.12: capsule, box', 224, records.Algorithm, 'published.mujoco_capsule.algorithm', 'published.mujoco_capsule.steps.State', ('corrected',), False),
    Listing('box3d', 'Box3D 0.1: distance, float32', 230, records.Algorithm, 'published.box3d.algorithm', 'published.box3d.steps.State', ('corrected',), False),
    Listing('jolt', 'Jolt 5.6: collide', 250, records.Algorithm, 'published.jolt.algorithm', 'published.jolt.steps.State', ('corrected',), False),
    Listing('jolt-cast', 'Jolt 5.6: start of a cast', 251, records.Algorithm, 'published.jolt_cast.algorithm', 'published.jolt_cast.steps.State', ('corrected',), False),
    Listing('jolt-distance', 'Jolt 5.6: collide with a separation', 252, records.Algorithm, 'published.jolt_distance.algorithm', 'published.jolt_distance.steps.State', ('corrected',), False),
    Listing('coal', 'coal 3.0: signed distance', 260, records.Algorithm, 'published.coal.algorithm', 'published.coal.steps.State', ('corrected', 'nesterov'), False),
    Listing('parry', 'parry 0.31: GJK and EPA', 260, records.Algorithm, 'published.parry.algorithm', 'published.parry.steps.State', ('corrected',), False),
    Listing('parry-old', 'parry 0.25: GJK and EPA', 261, records.Algorithm, 'published.parry_old.algorithm', 'published.parry_old.steps.State', ('corrected',), False),
    Listing('parry-projection', 'parry 0.5: ball, point', 262, records.Algorithm, 'published.parry_projection.algorithm', 'published.parry_projection.steps.State', ('corrected',), False),
    Listing('bullet', 'Bullet 3.27: closest points', 280, records.Algorithm, 'published.bullet.algorithm', 'published.bullet.steps.State', ('corrected',), False),
    Listing('newton-mpr', 'Newton 2026-08: MPR', 290, records.Algorithm, 'published.newton_mpr.algorithm', 'published.newton_mpr.steps.State', ('corrected',), False),
    Listing('distance3d', 'distance3d 0.7: GJK', 291, records.Algorithm, 'published.distance3d.algorithm', 'published.distance3d.steps.State', ('corrected',), False),
    Listing('meshes-jl', 'Meshes.jl 0.41: GJK', 292, records.Algorithm, 'published.meshes_jl.algorithm', 'published.meshes_jl.steps.State', ('corrected',), False),
]

LESSONS = [
    Listing('nearest', 'Nearest feature of a simplex', 100, records.Algorithm, 'tutorial.demonstration', 'tutorial.nearest.State', (), False),
]

PLANAR_LESSONS = [
    Listing('nearest', 'Nearest feature of a simplex', 100, records.Algorithm, 'tutorial.demonstration', 'tutorial.nearest_in_plane.State', (), False),
]

BROAD_PHASES = [
    Listing('sweep', 'Sort and sweep', 210, records.BroadPhase, 'broadphase.phases.sweep', 'broadphase.sweep.State', (), False),
    Listing('kdtree', 'K-d tree', 220, records.BroadPhase, 'broadphase.phases.kdtree', 'broadphase.tree.State', (), False),
    Listing('bvh', 'Bounding volume hierarchy', 230, records.BroadPhase, 'broadphase.phases.bvh', 'broadphase.tree.State', (), False),
    Listing('linear', 'Linear BVH', 235, records.BroadPhase, 'broadphase.phases.linear', 'broadphase.tree.State', (), False),
    Listing('allpairs', 'All pairs', 240, records.BroadPhase, 'broadphase.phases.allpairs', 'broadphase.allpairs.State', (), False),
]

OTHERS = [
    Listing('resolve', 'Push-out of the pair', 310, records.PushOutMethod, 'resolution.procedure', 'resolution.pair.State', (), False),
    Listing('terrain', 'Off a terrain, greatest overlap', 320, records.TerrainPushOut, 'resolution.procedure', 'resolution.terrain.State', (), False),
    Listing('terrain-in-order', 'Off a terrain, in order', 330, records.TerrainPushOut, 'resolution.procedure', 'resolution.terrain.State', (), False),
    Listing('contacts-exact', 'Contacts: Exact', 400, records.ManifoldMethod, 'contacts.procedure', 'contacts.steps.State', (), False),
    Listing('contacts-box3d', 'Contacts: Box3D', 401, records.ManifoldMethod, 'contacts.procedure', 'contacts.steps.State', (), False),
    Listing('contacts-jolt', 'Contacts: Jolt', 402, records.ManifoldMethod, 'contacts.procedure', 'contacts.steps.State', (), False),
    Listing('contacts-bullet', 'Contacts: Bullet', 403, records.ManifoldMethod, 'contacts.procedure', 'contacts.steps.State', (), False),
    Listing('contacts-mesh', 'Contacts: a mesh, by triangles', 404, records.MeshContactMethod, 'simulation.procedure', 'simulation.mesh_contacts.State', (), False),
    Listing('advancement', 'Conservative advancement', 410, records.ContactSearch, 'advancement.procedure', 'advancement.steps.State', (), False),
    Listing('cast', 'GJK ray cast', 420, records.ContactSearch, 'casting.procedure', 'casting.steps.State', (), False),
    Listing('toi', 'Time of impact', 430, records.ContactSearch, 'time_of_impact.procedure', 'time_of_impact.steps.State', (), False),
    Listing('triangles-cubic', 'Triangles, by the cubic', 432, records.ContactSearch, 'triangle_impact.procedure', 'triangle_impact.searches.CubicState', (), False),
    Listing('triangles-inclusion', 'Triangles, by inclusion', 434, records.ContactSearch, 'triangle_impact.procedure', 'triangle_impact.searches.InclusionState', (), False),
    Listing('slide-none', 'Slide: None', 440, records.SlideMethod, 'edges.procedure', 'edges.steps.State', (), False),
    Listing('slide-box2d', 'Slide: Box2D, ghost vertices', 441, records.SlideMethod, 'edges.procedure', 'edges.steps.State', (), False),
    Listing('slide-jolt-active', 'Slide: Jolt, active edges', 442, records.SlideMethod, 'edges.procedure', 'edges.steps.State', (), False),
    Listing('slide-jolt-removal', 'Slide: Jolt, internal edge removal', 443, records.SlideMethod, 'edges.procedure', 'edges.steps.State', (), False),
    Listing('slide-bullet', 'Slide: Bullet, adjusted normals', 444, records.SlideMethod, 'edges.procedure', 'edges.steps.State', (), False),
    Listing('slide-box3d', 'Slide: Box3D, triangle sort', 445, records.SlideMethod, 'edges.procedure', 'edges.steps.State', (), False),
    Listing('slide-greatest', 'Slide: Greatest overlap first', 446, records.SlideMethod, 'edges.procedure', 'edges.steps.State', (), False),
    Listing('impulses', 'Impulses of the tick', 460, records.SolverMethod, 'impulses.procedure', 'impulses.records.State', (), False),
    Listing('reported', 'Run of an engine, as reported', 510, records.ReportedRun, 'iterations.procedure', 'iterations.steps.State', (), False),
    Listing('construct', 'Construct A − B', 610, records.DifferenceConstruction, 'construction.procedure', 'construction.steps.State', (), False),
]
