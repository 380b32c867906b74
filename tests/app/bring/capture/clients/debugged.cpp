/* A program that a debugger stops at `stop`: a pair of shapes in the types of many engines, and a capture in memory. */

#define GJKSCOPE_CAPTURE_IMPLEMENTATION
#include "gjkscope_capture.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

/* The layouts of public engines and libraries, as far as the commands read them. */
struct btVector3 { float m_floats[4]; };
struct btMatrix3x3 { btVector3 m_el[3]; };
struct btTransform { btMatrix3x3 m_basis; btVector3 m_origin; };
struct btQuaternion { float m_floats[4]; };
template <class T> struct btAlignedObjectArray { int m_size, m_capacity; T *m_data; bool m_ownsMemory; };
struct btCollisionShape {
    virtual ~btCollisionShape() {}
    int m_shapeType = 0;
};
struct btConvexInternalShape : btCollisionShape {
    btVector3 m_localScaling = {{1, 1, 1, 0}}, m_implicitShapeDimensions = {{0.96f, 0.46f, 0.21f, 0}};
    float m_collisionMargin = 0.04f;
};
struct btBoxShape : btConvexInternalShape {};
struct btConvexHullShape : btConvexInternalShape { btAlignedObjectArray<btVector3> m_unscaledPoints; };
struct b3Vec3 { float x, y, z; };
struct b3Quat { b3Vec3 v; float s; };
struct b3Transform { b3Vec3 p; b3Quat q; };
struct b3Sphere { b3Vec3 center; float radius; };
struct b3Capsule { b3Vec3 center1, center2; float radius; };
namespace JPH {
struct Vec3 { union { float mVector __attribute__((vector_size(16))); float mF32[4]; }; };
struct Quat { struct { float mVector __attribute__((vector_size(16))); } mValue; };
struct Mat44 { struct { float mVector __attribute__((vector_size(16))); } mCol[4]; };
struct CapsuleShape { float mRadius, mHalfHeightOfCylinder; };
struct Body { Vec3 mPosition; Quat mRotation; const void *mShape; };
} // namespace JPH
namespace glm {
template <int N, class T> struct vec { union { T x, r; }; union { T y, g; }; union { T z, b; }; };
template <class T> struct qua { T w, x, y, z; };
template <int C, int R, class T> struct mat { T value[C][R]; };
} // namespace glm
namespace Eigen {
template <class T, int N> struct plain_array { T array[N]; };
template <class T, int N> struct DenseStorage { plain_array<T, N> m_data; };
template <class T> struct EigenBase {};
template <class T, int N> struct PlainObjectBase : EigenBase<T> { DenseStorage<T, N> m_storage; };
template <class T, int R, int C, int Options, int MaxR, int MaxC> struct Matrix : PlainObjectBase<T, R * C> {};
template <class T, int Dim, int Mode, int Options> struct Transform { Matrix<T, 4, 4, 0, 4, 4> m_matrix; };
template <class T, int Options> struct Quaternion { Matrix<T, 4, 1, 0, 4, 1> m_coeffs; };
} // namespace Eigen

static void stop(void) {}

int main() {
    const float h = std::sqrt(0.5f);
    /* A quarter turn about z at (5, 6, 7) */
    float rows[16] = {0, -1, 0, 5, 1, 0, 0, 6, 0, 0, 1, 7, 0, 0, 0, 1}, columns[4][4] = {};
    float *flat_rows = rows;
    float position[3] = {5, 6, 7}, quaternion[4] = {0, 0, h, h}, wxyz[4] = {h, 0, 0, h};
    float transposed[3][3] = {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}};
    double rotation[9] = {0, -1, 0, 1, 0, 0, 0, 0, 1}, padded[12] = {0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0};
    double seven[7] = {5, 6, 7, 0, 0, 0.5, 0.5}, unturned[16] = {0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    btTransform bullet = {{{{{0, -1, 0, 9}}, {{1, 0, 0, 9}}, {{0, 0, 1, 9}}}}, {{5, 6, 7, 9}}};
    btQuaternion bullet_quaternion = {{0, 0, h, h}};
    b3Transform box3d = {{5, 6, 7}, {{0, 0, h}, h}};
    JPH::Body jolt;
    JPH::Mat44 jolt_matrix;
    glm::vec<3, float> glm_position;
    glm::qua<float> glm_quaternion = {h, 0, 0, h};
    glm::mat<4, 4, float> glm_matrix;
    Eigen::Transform<double, 3, 1, 0> eigen;
    Eigen::Quaternion<double, 0> eigen_quaternion;
    Eigen::Matrix<double, 3, 1, 0, 3, 1> eigen_position;
    glm_position.x = 5, glm_position.y = 6, glm_position.z = 7;
    for (int i = 0; i < 4; i++) {
        jolt.mPosition.mF32[i] = i < 3 ? position[i] : position[2], jolt.mRotation.mValue.mVector[i] = quaternion[i];
        eigen_quaternion.m_coeffs.m_storage.m_data.array[i] = quaternion[i];
        if (i < 3) eigen_position.m_storage.m_data.array[i] = position[i];
        for (int j = 0; j < 4; j++) {
            columns[j][i] = glm_matrix.value[j][i] = jolt_matrix.mCol[j].mVector[i] = rows[4 * i + j];
            eigen.m_matrix.m_storage.m_data.array[4 * j + i] = rows[4 * i + j];
        }
    }

    /* Shapes */
    float corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, *flat = corners[0];
    int count = 4;
    std::vector<std::array<double, 3>> container = {{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}};
    btVector3 points[4] = {{{0, 0, 0, 0}}, {{1, 0, 0, 0}}, {{0, 1, 0, 0}}, {{0, 0, 1, 0}}}, *some = points;
    btBoxShape bullet_box;
    btConvexHullShape bullet_hull;
    bullet_hull.m_unscaledPoints.m_size = 4, bullet_hull.m_unscaledPoints.m_data = points;
    btCollisionShape *shape = &bullet_box, *other = &bullet_hull, *nothing = nullptr;
    b3Vec3 half = {1, 0.5f, 0.25f};
    b3Sphere offset_ball = {{1, 0, 0}, 0.5f};
    b3Capsule box3d_capsule = {{0, 0, 0}, {1, 0, 0}, 0.5f};
    JPH::CapsuleShape jolt_capsule = {0.5f, 2};
    jolt.mShape = &jolt_capsule;
    float scaled[16] = {2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1}, broken[3] = {0, NAN, 0};

    gjkcap_frame frame = gjkcap_rows(rows), turned = gjkcap_turned(5, 6, 7, 0, 0, h, h);
    gjkcap_shape recorded = gjkcap_hull(corners[0], 4, 0), ball = gjkcap_sphere(0.5), rod = gjkcap_capsule(0.5, 2, 0);
    float normal[3] = {1, 0, 0};
    gjkcap_answer answer = gjkcap_contact(0.25f, normal, nullptr, nullptr);
    for (int i = 0; i < 700; i++) {
        const float vertex[3] = {float(i), 0, 0};
        for (int j = 0; j < 3; j++) GJKSCOPE_ITERATION(1, vertex, nullptr, nullptr, normal, nullptr);
        if (i == 698) GJKSCOPE_PAIR(i / 10, i, 1, 0, frame, ball, turned, answer); /* refused */
        GJKSCOPE_PAIR(i / 10, i, 1, recorded, frame, ball, turned, answer);
    }
    GJKSCOPE_PAIR(70, 1, 2, ball, frame, rod, turned, answer);
    stop();
    if (count == 0) std::abort();
    return jolt.mShape && shape && other && some && flat && nothing == nullptr && !container.empty() && scaled[0] > broken[0] &&
                   half.x > offset_ball.radius - box3d_capsule.radius && wxyz[0] > 0 && flat_rows && transposed[0][1] > 0 && rotation[8] > 0 && padded[10] > 0 &&
                   seven[0] > 0 && unturned[0] > -1 && bullet.m_origin.m_floats[0] > 0 && box3d.p.x > 0 &&
                   glm_quaternion.w > 0 && bullet_quaternion.m_floats[3] > 0
               ? 0
               : 1;
}
