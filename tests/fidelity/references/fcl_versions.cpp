// FCL's signed distance of two placed shapes, with libccd, of a version of FCL that is given as its headers.
// g++ -shared -fPIC -DIS_SIGNED=1 …: `fcl_0_6_0.py` compiles it.
#include <cstring>
#include <exception>
#include <memory>
#include <vector>

#include "fcl/geometry/shape/box.h"
#include "fcl/geometry/shape/capsule.h"
#include "fcl/geometry/shape/cone.h"
#include "fcl/geometry/shape/convex.h"
#include "fcl/geometry/shape/cylinder.h"
#include "fcl/geometry/shape/ellipsoid.h"
#include "fcl/geometry/shape/sphere.h"
#include "fcl/narrowphase/detail/convexity_based_algorithm/gjk_libccd.h"

using namespace fcl;

enum Kind { BOX, SPHERE, CAPSULE, CYLINDER, CONE, ELLIPSOID, HULL, TRIANGLE };

struct Placed {
  int kind;
  int count;               // of the vertices of a hull
  const double* sizes;     // the arguments of the constructor, or the vertices
  const double* rotation;  // by rows
  const double* position;
};

namespace {

const unsigned ITERATIONS = 1000;  // `max_distance_iterations`
const double TOLERANCE = 1e-6;     // `distance_tolerance`

struct Object {
  std::shared_ptr<void> shape;
  void* object;
  ccd_support_fn support;
  void (*free)(void*);
};

template <typename Shape>
Object made(std::shared_ptr<Shape> shape, const Transform3<double>& pose) {
  using Maker = detail::GJKInitializer<double, Shape>;
  return {shape, Maker::createGJKObject(*shape, pose), Maker::getSupportFunction(), &Maker::deleteGJKObject};
}

// With one face only, so that FCL looks at all vertices in their order.
std::shared_ptr<Convex<double>> convex(const double* numbers, int count) {
  auto points = std::make_shared<std::vector<Vector3<double>>>();
  for (int i = 0; i < count; i++) points->emplace_back(numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]);
#ifdef CONVEX_OF_PLANES
  static int polygon[] = {3, 0, 1, 2};
  static Vector3<double> normal(0, 0, 1);
  static double distance = 0;
  auto* made = new Convex<double>(&normal, &distance, 1, points->data(), count, polygon);
  made->points = points->data();  // its constructor assigns the argument to itself
  return std::shared_ptr<Convex<double>>(made, [points](Convex<double>* old) { delete old; });
#else
  auto faces = std::make_shared<const std::vector<int>>(std::vector<int>{3, 0, 1, 2});
  return std::make_shared<Convex<double>>(points, 1, faces);
#endif
}

Object object(const Placed& placed) {
  Transform3<double> pose = Transform3<double>::Identity();
  for (int i = 0; i < 9; i++) pose.linear()(i / 3, i % 3) = placed.rotation[i];
  pose.translation() = Vector3<double>(placed.position[0], placed.position[1], placed.position[2]);
  const double* s = placed.sizes;
  switch (placed.kind) {
    case BOX: return made(std::make_shared<Box<double>>(s[0], s[1], s[2]), pose);
    case SPHERE: return made(std::make_shared<Sphere<double>>(s[0]), pose);
    case CAPSULE: return made(std::make_shared<Capsule<double>>(s[0], s[1]), pose);
    case CYLINDER: return made(std::make_shared<Cylinder<double>>(s[0], s[1]), pose);
    case CONE: return made(std::make_shared<Cone<double>>(s[0], s[1]), pose);
    case ELLIPSOID: return made(std::make_shared<Ellipsoid<double>>(s[0], s[1], s[2]), pose);
    default: return made(convex(s, placed.count), pose);
  }
}

}  // namespace

// Whether FCL answers; else the message has what it throws.
extern "C" bool fcl_distance(const Placed* a, const Placed* b, double* distance, char* message, size_t size) {
  Object first = object(*a), second = object(*b);
  bool answers = true;
  try {
    auto* query = IS_SIGNED ? &detail::GJKSignedDistance<double> : &detail::GJKDistance<double>;
    query(first.object, first.support, second.object, second.support, ITERATIONS, TOLERANCE, distance, nullptr,
          nullptr);
  } catch (const std::exception& failure) {
    answers = false;
    std::strncpy(message, failure.what(), size - 1);
  }
  first.free(first.object), second.free(second.object);
  return answers;
}
