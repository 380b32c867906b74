"""Triangle meshes in code: what is a mesh to the engine stays a mesh, and what is a hull to it becomes a hull."""

import pytest

from gjkscope.app.bring.notations.importing import import_text
from gjkscope.engine import Hull, Mesh, Shape

VERTICES = ((0, 0, 0), (1, 0, 0), (0, 0, 1), (1, 0, 1), (0.5, -1, 0.5))
FACES = ((0, 1, 4), (1, 3, 4), (3, 2, 4), (2, 0, 4))
POINTS = str([list(vertex) for vertex in VERTICES])
TRIANGLES = str([list(face) for face in FACES])
FLAT_POINTS, FLAT_TRIANGLES = (str([x for row in rows for x in row]) for rows in (VERTICES, FACES))
BRACES, TRIPLES = (text.replace("[", "{").replace("]", "}") for text in (POINTS, TRIANGLES))


def imported(text: str) -> Shape:
    shape: Shape = import_text(text).scene.bodies[0].shape
    return shape


@pytest.mark.parametrize(
    "text",
    [
        f"import trimesh\na = trimesh.Trimesh(vertices={POINTS}, faces={TRIANGLES})\n"
        "b = trimesh.creation.icosphere(radius=0.5)",
        f"import fcl\nm = fcl.BVHModel()\nm.beginModel(5, 4)\n"
        f"m.addSubModel({POINTS}, {TRIANGLES})\nm.endModel()\nb = fcl.Sphere(0.2)",
        f"import coal\nm = coal.BVHModelOBBRSS()\nm.addVertices({POINTS})\n"
        f"m.addTriangles({TRIANGLES})\nb = coal.Sphere(0.2)",
        f"import pybullet as p\na = p.createCollisionShape(p.GEOM_MESH, vertices={POINTS}, indices={FLAT_TRIANGLES})\n"
        "b = p.createCollisionShape(p.GEOM_SPHERE, radius=0.2)",
        f"const a = RAPIER.ColliderDesc.trimesh(new Float32Array({FLAT_POINTS}), new Uint32Array({FLAT_TRIANGLES}));\n"
        "const b = RAPIER.ColliderDesc.ball(0.2);",
        f"const a = new CANNON.Trimesh({FLAT_POINTS}, {FLAT_TRIANGLES});\nconst b = new CANNON.Sphere(0.2);",
        f"std::vector<fcl::Vector3d> vertices = {BRACES};\nstd::vector<fcl::Triangle> triangles = {TRIPLES};\n"
        "auto a = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();\na->addSubModel(vertices, triangles);\n"
        "fcl::CollisionObjectd b(std::make_shared<fcl::Sphered>(0.2));",
        "VertexList vertices = { Float3(0,0,0), Float3(1,0,0), Float3(0,0,1), Float3(1,0,1), Float3(0.5f,-1,0.5f) };\n"
        "IndexedTriangleList indices = { IndexedTriangle(0,1,4,0), IndexedTriangle(1,3,4,0), IndexedTriangle(3,2,4), "
        "IndexedTriangle(2,0,4) };\nMeshShapeSettings a(vertices, indices);\nSphereShape b(0.2f);",
    ],
    ids=["trimesh", "python-fcl", "coal", "pybullet", "rapier.js", "cannon-es", "FCL", "Jolt"],
)
def test_a_triangle_mesh_stays_a_mesh(text: str) -> None:
    shape = imported(text)
    assert isinstance(shape, Mesh)
    assert (shape.vertices, shape.faces) == (VERTICES, FACES)


def test_bullet_adds_triangles_one_by_one() -> None:
    corners = [[f"btVector3({x}, {y}, {z})" for x, y, z in (VERTICES[i] for i in face)] for face in FACES]
    added = "".join(f"mesh->addTriangle({', '.join(triangle)});\n" for triangle in corners)
    shape = imported(
        f"btTriangleMesh* mesh = new btTriangleMesh();\n{added}"
        "btBvhTriangleMeshShape* a = new btBvhTriangleMeshShape(mesh, true);\n"
        "btSphereShape* b = new btSphereShape(0.2);"
    )
    assert isinstance(shape, Mesh)
    assert shape.faces == ((0, 1, 2), (3, 4, 5), (6, 7, 8), (9, 10, 11))
    assert [shape.vertices[i] for i in range(12)] == [VERTICES[i] for face in FACES for i in face]


@pytest.mark.parametrize(
    "text",
    [
        f"import pybullet as p\na = p.createCollisionShape(p.GEOM_MESH, vertices={POINTS})\n"
        "b = p.createCollisionShape(p.GEOM_SPHERE, radius=0.2)",
        f"const a = RAPIER.ColliderDesc.convexHull(new Float32Array({FLAT_POINTS}));\n"
        "const b = RAPIER.ColliderDesc.ball(0.2);",
        f"import distance3d\na = ConvexHullVertices(np.array({POINTS}))\nb = Sphere(np.array([0, 2, 0]), 0.2)",
    ],
    ids=["pybullet", "rapier.js", "distance3d"],
)
def test_what_an_engine_takes_as_a_hull_is_a_hull(text: str) -> None:
    shape = imported(text)
    assert isinstance(shape, Hull)
    assert sorted(shape.vertices) == sorted(VERTICES)
