/* C++11 wrapper of gjkscope_capture.h: takes the vectors, quaternions, matrices and containers that you have.

       #include "gjkscope_capture.hpp"          (in one source file, after #define GJKSCOPE_CAPTURE_IMPLEMENTATION)

       gjkscope::pair(tick, body_a.id, body_b.id,
                      gjkscope::box(half_extents), gjkscope::frame(position, orientation),
                      gjkscope::sphere(radius), gjkscope::rows(matrix),
                      gjkscope::distance(gap).normal(n).witnesses(on_a, on_b));

   A vector is anything with x, y, z or x(), y(), z() or [0], [1], [2]: glm, Eigen, btVector3, PxVec3, JPH::Vec3, b3Vec3,
   std::array, arrays, pointers.  A quaternion is anything with x, y, z, w or x() ... w() or GetX() ... GetW() or a vector
   v and a scalar s; four numbers without names are x, y, z, w.

   Hulls are copied and hashed; keep the returned shape next to yours:

       static const gjkscope::shape rock = gjkscope::hull(points);        any container of vectors

   So are meshes, which are recorded as their triangles and not as their hull:

       static const gjkscope::shape terrain = gjkscope::mesh(points, indices);      three indices for each triangle

   A recording is a file that is complete after each second, and when the program ends:

       gjkscope::recording file("run.gjkcap");
       for (...) { step(); file.tick(tick); }

   To watch the pairs live (gjkscope listen, or File > Connect in the window):

       gjkscope::connection listener;                             127.0.0.1, port 14557
       for (...) { step(); listener.stream(); }

   With -DGJKCAP_ITERATIONS=4096, at the end of each iteration of your own GJK, before the pair:

       gjkscope::iteration(gjkscope::simplex(points).witnesses(points_a, points_b).direction(d).closest(p));

   Without GJKSCOPE_CAPTURE all functions are empty and inline; their arguments are evaluated unless the compiler sees
   that they have no effect.  GJKSCOPE_PAIR takes the same arguments and then does not evaluate them. */

#ifndef GJKSCOPE_CAPTURE_HPP
#define GJKSCOPE_CAPTURE_HPP

#include "gjkscope_capture.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace gjkscope {

using real = gjkcap_real;
using shape = gjkcap_shape;

#ifdef GJKSCOPE_CAPTURE
constexpr bool enabled = true;
#else
constexpr bool enabled = false;
#endif

enum class axis { x = 0, y = 1, z = 2 };

namespace detail {

/* Overloads with a higher rank are preferred, if they compile for the type. */
template <int N> struct rank : rank<N - 1> {};
template <> struct rank<0> {};

template <class V> auto read3(const V &v, real *to, rank<3>) -> decltype(static_cast<real>(v.x + v.y + v.z), void()) {
    to[0] = static_cast<real>(v.x), to[1] = static_cast<real>(v.y), to[2] = static_cast<real>(v.z);
}
template <class V>
auto read3(const V &v, real *to, rank<2>) -> decltype(static_cast<real>(v.x() + v.y() + v.z()), void()) {
    to[0] = static_cast<real>(v.x()), to[1] = static_cast<real>(v.y()), to[2] = static_cast<real>(v.z());
}
template <class V> auto read3(const V &v, real *to, rank<1>) -> decltype(static_cast<real>(v[0u]), void()) {
    for (unsigned i = 0; i < 3; i++) to[i] = static_cast<real>(v[i]);
}

template <class Q>
auto read4(const Q &q, real *to, rank<5>) -> decltype(static_cast<real>(q.x + q.y + q.z + q.w), void()) {
    read3(q, to, rank<3>()), to[3] = static_cast<real>(q.w);
}
template <class Q>
auto read4(const Q &q, real *to, rank<4>) -> decltype(static_cast<real>(q.x() + q.y() + q.z() + q.w()), void()) {
    read3(q, to, rank<2>()), to[3] = static_cast<real>(q.w());
}
template <class Q> auto read4(const Q &q, real *to, rank<3>) -> decltype(static_cast<real>(q.GetW()), void()) {
    to[0] = static_cast<real>(q.GetX()), to[1] = static_cast<real>(q.GetY());
    to[2] = static_cast<real>(q.GetZ()), to[3] = static_cast<real>(q.GetW());
}
template <class Q> auto read4(const Q &q, real *to, rank<2>) -> decltype(static_cast<real>(q.s + q.v.x), void()) {
    read3(q.v, to, rank<3>()), to[3] = static_cast<real>(q.s);
}
template <class Q> auto read4(const Q &q, real *to, rank<1>) -> decltype(static_cast<real>(q[0u]), void()) {
    for (unsigned i = 0; i < 4; i++) to[i] = static_cast<real>(q[i]);
}

/* Entry (row, column) of a matrix that is called, nested (`outer` first), or flat with the given stride. */
template <class M>
auto entry(const M &m, unsigned row, unsigned column, bool, unsigned, rank<2>) -> decltype(static_cast<real>(m(0, 0))) {
    return static_cast<real>(m(static_cast<int>(row), static_cast<int>(column)));
}
template <class M>
auto entry(const M &m, unsigned row, unsigned column, bool by_rows, unsigned, rank<1>)
    -> decltype(static_cast<real>(m[0u][0u])) {
    return static_cast<real>(by_rows ? m[row][column] : m[column][row]);
}
template <class M>
auto entry(const M &m, unsigned row, unsigned column, bool by_rows, unsigned stride, rank<0>)
    -> decltype(static_cast<real>(m[0u])) {
    return static_cast<real>(by_rows ? m[stride * row + column] : m[stride * column + row]);
}

/* How many numbers a flat 3x3 matrix has: 12 if its rows are padded, as ODE's dMatrix3.  Pointers point to 9. */
template <class M> struct flat_count { enum { value = sizeof(M) / sizeof(std::declval<const M &>()[0u]) }; };
template <class T> struct flat_count<T *> { enum { value = 9 }; };
template <class T, std::size_t N> struct flat_count<T[N]> { enum { value = N }; };

template <class M> auto rotation_entry(const M &m, unsigned row, unsigned column, bool by_rows, rank<1>)
    -> decltype(entry(m, row, column, by_rows, 3, rank<2>()), static_cast<real>(m[0u])) {
    return entry(m, row, column, by_rows, static_cast<int>(flat_count<M>::value) < 12 ? 3 : 4, rank<2>());
}
template <class M> real rotation_entry(const M &m, unsigned row, unsigned column, bool by_rows, rank<0>) {
    return entry(m, row, column, by_rows, 3, rank<2>());
}

template <class T, bool IsPointer> struct number { static std::uint64_t of(T id) { return static_cast<std::uint64_t>(id); } };
template <class T> struct number<T, true> {
    static std::uint64_t of(T id) { return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(id)); }
};

inline shape make(int kind, axis along, double p, double q, double r, double rounding) {
#ifdef GJKSCOPE_CAPTURE
    return gjkcap_sized(kind, static_cast<int>(along), p, q, r, 0, rounding);
#else
    return (void)kind, (void)along, (void)p, (void)q, (void)r, (void)rounding, shape(0);
#endif
}

} /* namespace detail */

/* --- vectors, quaternions, transforms --- */

struct vector {
    real numbers[3];
    vector(double x, double y, double z) : numbers{static_cast<real>(x), static_cast<real>(y), static_cast<real>(z)} {}
    template <class V> vector(const V &v) { detail::read3(v, numbers, detail::rank<3>()); }
};

struct quaternion {
    real numbers[4];
    quaternion(double x, double y, double z, double w)
        : numbers{static_cast<real>(x), static_cast<real>(y), static_cast<real>(z), static_cast<real>(w)} {}
    template <class Q> quaternion(const Q &q) { detail::read4(q, numbers, detail::rank<5>()); }
};

/* At a position, without a rotation or with one. */
inline gjkcap_frame frame(const vector &p, const quaternion &q = quaternion(0, 0, 0, 1)) {
    return gjkcap_turned(p.numbers[0], p.numbers[1], p.numbers[2], q.numbers[0], q.numbers[1], q.numbers[2], q.numbers[3]);
}

/* From a 3x4 or 4x4 matrix for column vectors: `rows` if it is stored row by row or called as m(row, column), `columns`
   if it is stored column by column (glm, OpenGL, PxMat44). */
template <class M> gjkcap_frame rows(const M &matrix) {
    real numbers[12];
    for (unsigned i = 0; i < 12; i++) numbers[i] = detail::entry(matrix, i / 4, i % 4, true, 4, detail::rank<2>());
    return gjkcap_rows(numbers);
}
template <class M> gjkcap_frame columns(const M &matrix) {
    real numbers[12];
    for (unsigned i = 0; i < 12; i++) numbers[i] = detail::entry(matrix, i / 4, i % 4, false, 4, detail::rank<2>());
    return gjkcap_rows(numbers);
}

/* From a 3x3 rotation and a position: rows(transform.getBasis(), transform.getOrigin()). */
template <class M> gjkcap_frame rows(const M &rotation, const vector &position) {
    real numbers[12];
    for (unsigned i = 0; i < 12; i++)
        numbers[i] = i % 4 == 3 ? position.numbers[i / 4]
                                : detail::rotation_entry(rotation, i / 4, i % 4, true, detail::rank<1>());
    return gjkcap_rows(numbers);
}
template <class M> gjkcap_frame columns(const M &rotation, const vector &position) {
    real numbers[12];
    for (unsigned i = 0; i < 12; i++)
        numbers[i] = i % 4 == 3 ? position.numbers[i / 4]
                                : detail::rotation_entry(rotation, i / 4, i % 4, false, detail::rank<1>());
    return gjkcap_rows(numbers);
}

/* --- answers --- */

/* What the engine answered; parts are added: distance(gap).normal(n).witnesses(a, b). */
struct answer : gjkcap_answer {
    answer() : gjkcap_answer(gjkcap_nothing()) {}
    answer &normal(const vector &from_a_to_b) { return put(gjkcap_answer::normal, from_a_to_b, GJKCAP_NORMAL); }
    answer &witness_on_a(const vector &p) { return put(gjkcap_answer::witness_a, p, GJKCAP_WITNESS_A); }
    answer &witness_on_b(const vector &p) { return put(gjkcap_answer::witness_b, p, GJKCAP_WITNESS_B); }
    answer &witnesses(const vector &on_a, const vector &on_b) { return witness_on_a(on_a).witness_on_b(on_b); }
    answer &overlap(bool yes) {
        given |= GJKCAP_VERDICT, verdict = yes ? GJKCAP_PENETRATING : GJKCAP_SEPARATED;
        return *this;
    }

private:
    answer &put(real *to, const vector &v, std::uint32_t part) {
        to[0] = v.numbers[0], to[1] = v.numbers[1], to[2] = v.numbers[2], given |= part;
        return *this;
    }
};

/* > 0: the gap; < 0: minus the penetration depth. */
inline answer distance(double signed_distance) {
    answer found;
    found.given = GJKCAP_DISTANCE, found.signed_distance = static_cast<real>(signed_distance);
    return found;
}
/* The penetration depth, > 0 if they overlap. */
inline answer depth(double penetration) { return distance(-penetration); }
/* Whether they overlap, and nothing else. */
inline answer overlap(bool yes) { return answer().overlap(yes); }

/* --- shapes; half heights of capsules are those between the centres of the caps; rounding is a radius all around --- */

inline shape point(double rounding = 0) { return detail::make(0, axis::y, 0, 0, 0, rounding); }
inline shape sphere(double radius) { return detail::make(3, axis::y, radius, 0, 0, 0); }
inline shape box(const vector &half, double rounding = 0) {
    return detail::make(4, axis::y, static_cast<double>(half.numbers[0]), static_cast<double>(half.numbers[1]),
                        static_cast<double>(half.numbers[2]), rounding);
}
inline shape box(double hx, double hy, double hz) { return detail::make(4, axis::y, hx, hy, hz, 0); }
inline shape capsule(double radius, double half_height, axis along = axis::y) {
    return detail::make(5, along, radius, half_height, 0, 0);
}
inline shape cylinder(double radius, double half_height, axis along = axis::y, double rounding = 0) {
    return detail::make(6, along, radius, half_height, 0, rounding);
}
inline shape cone(double radius, double half_height, axis along = axis::y, double rounding = 0) {
    return detail::make(7, along, radius, half_height, 0, rounding);
}
inline shape ellipsoid(const vector &radii) {
    return detail::make(8, axis::y, static_cast<double>(radii.numbers[0]), static_cast<double>(radii.numbers[1]),
                        static_cast<double>(radii.numbers[2]), 0);
}

/* The convex hull of the vectors from `first` up to `last`. */
template <class Iterator> shape hull(Iterator first, Iterator last, double rounding = 0) {
#ifdef GJKSCOPE_CAPTURE
    std::vector<real> numbers;
    for (; first != last; ++first) {
        const vector corner(*first);
        numbers.insert(numbers.end(), corner.numbers, corner.numbers + 3);
    }
    return gjkcap_hull(numbers.data(), static_cast<std::uint32_t>(numbers.size() / 3), rounding);
#else
    return (void)first, (void)last, (void)rounding, shape(0);
#endif
}
/* The convex hull of the vectors in a container or an array. */
template <class Container> auto hull(const Container &points, double rounding = 0) -> decltype(std::begin(points), shape()) {
    return hull(std::begin(points), std::end(points), rounding);
}
/* The convex hull of `count` vectors. */
template <class V> shape hull(const V *points, std::size_t count) { return hull(points, points + count, 0.0); }

/* The triangles of a mesh, not its hull: a container of vectors, and one of indices, three for each triangle,
   counter-clockwise as seen from outside. */
template <class Points, class Indices> shape mesh(const Points &points, const Indices &indices) {
#ifdef GJKSCOPE_CAPTURE
    std::vector<real> numbers;
    for (const auto &point : points) {
        const vector corner(point);
        numbers.insert(numbers.end(), corner.numbers, corner.numbers + 3);
    }
    std::vector<std::uint32_t> corners;
    for (const auto index : indices) corners.push_back(static_cast<std::uint32_t>(index));
    return gjkcap_mesh(numbers.data(), static_cast<std::uint32_t>(numbers.size() / 3), corners.data(),
                       static_cast<std::uint32_t>(corners.size() / 3));
#else
    return (void)points, (void)indices, shape(0);
#endif
}

/* --- recording --- */

/* Ids are integers, enumerators or pointers. */
template <class IdA, class IdB>
void pair(std::uint64_t tick, IdA id_a, IdB id_b, shape a, const gjkcap_frame &frame_a, shape b, const gjkcap_frame &frame_b,
          const gjkcap_answer &said) {
    GJKSCOPE_PAIR(tick, (detail::number<IdA, std::is_pointer<IdA>::value>::of(id_a)),
                  (detail::number<IdB, std::is_pointer<IdB>::value>::of(id_b)), a, frame_a, b, frame_b, said);
}

/* Writes the last ticks, or everything that is kept if `ticks` is 0; returns the number of pairs, or -1 if the file cannot
   be written. */
inline std::int64_t dump(const std::string &path, std::uint64_t ticks = 0) { return gjkscope_dump(path.c_str(), ticks); }

/* Writes all pairs to a file: every `interval` ticks, and when it ends. */
class recording {
public:
    explicit recording(std::string path, std::uint64_t interval = 60) : path_(std::move(path)), interval_(interval) {}
    recording(const recording &) = delete;
    recording &operator=(const recording &) = delete;
    ~recording() { write(); }

    /* To be called at the end of each tick. */
    void tick(std::uint64_t number) {
        if (enabled && (number < last_ || number - last_ >= interval_)) last_ = number, write();
    }
    /* Whether all writes have succeeded. */
    bool good() const { return good_; }

private:
    void write() { good_ = gjkscope_append(path_.c_str()) >= 0 && good_; }

    std::string path_;
    std::uint64_t interval_, last_ = 0;
    bool good_ = true;
};

/* The simplex at the end of an iteration, 0 to 4 points of A - B = { a - b }, with optional parts:
   simplex(points).witnesses(points_a, points_b).direction(d), or simplex().add(w0, a0, b0).add(w1, a1, b1). */
class simplex {
public:
    simplex() = default;
    /* A container or an array of vectors. */
    template <class Container> explicit simplex(const Container &points) { count_ = put(points_, points); }
    /* `count` vectors. */
    template <class V> simplex(const V *points, std::size_t count) { count_ = put(points_, points, points + count); }

    simplex &add(const vector &point) { return with(point, nullptr, nullptr); }
    simplex &add(const vector &point, const vector &a, const vector &b) { return with(point, &a, &b); }
    /* The points of A and B that the points are made of: two containers or arrays. */
    template <class Container> simplex &witnesses(const Container &points_a, const Container &points_b) {
        witnesses_ = put(points_a_, points_a) == count_ && put(points_b_, points_b) == count_ ? count_ : 0;
        return *this;
    }
    template <class V> simplex &witnesses(const V *points_a, const V *points_b) {
        put(points_a_, points_a, points_a + count_), put(points_b_, points_b, points_b + count_);
        witnesses_ = count_;
        return *this;
    }
    /* That the iteration searched. */
    simplex &direction(const vector &d) { return one(direction_, d, has_direction_); }
    /* The point of the simplex that is nearest to the origin. */
    simplex &closest(const vector &p) { return one(closest_, p, has_closest_); }

    void record() const {
        const bool has_witnesses = count_ > 0 && witnesses_ == count_;
        GJKSCOPE_ITERATION(count_, points_, has_witnesses ? points_a_ : nullptr, has_witnesses ? points_b_ : nullptr,
                           has_direction_ ? direction_ : nullptr, has_closest_ ? closest_ : nullptr);
        (void)has_witnesses;
    }
    void record_face() const { GJKSCOPE_FACE(points_); }
    void record_expanded() const { GJKSCOPE_EXPANDED(points_); }
    void record_portal(const vector &interior) const {
        GJKSCOPE_PORTAL(count_, points_, interior.numbers, has_direction_ ? direction_ : nullptr);
        (void)interior;
    }

private:
    static void put(real *to, int place, const vector &v) {
        for (int i = 0; place < 4 && i < 3; i++) to[3 * place + i] = v.numbers[i];
    }
    template <class Iterator> static int put(real *to, Iterator first, Iterator last) {
        int count = 0;
        for (; first != last && count < 5; ++first) put(to, count++, vector(*first));
        return count; /* 5: too many, which is not recorded */
    }
    template <class Container> static auto put(real *to, const Container &points) -> decltype(std::begin(points), int()) {
        return put(to, std::begin(points), std::end(points));
    }
    simplex &with(const vector &point, const vector *a, const vector *b) {
        put(points_, count_, point);
        if (a && b) put(points_a_, count_, *a), put(points_b_, count_, *b), witnesses_++;
        if (count_ < 5) count_++;
        return *this;
    }
    simplex &one(real *to, const vector &v, bool &has) {
        put(to, 0, v), has = true;
        return *this;
    }

    real points_[12] = {}, points_a_[12] = {}, points_b_[12] = {}, direction_[3] = {}, closest_[3] = {};
    int count_ = 0, witnesses_ = 0;
    bool has_direction_ = false, has_closest_ = false;
};

/* Records an iteration; the next pair of the thread takes it. */
inline void iteration(const simplex &at_its_end) { at_its_end.record(); }

/* EPA: a face of the polytope at the end of an iteration, the face that it expanded, and then the iteration itself. */
inline void face(const vector &p, const vector &q, const vector &r) { simplex().add(p).add(q).add(r).record_face(); }
inline void expanded(const vector &p, const vector &q, const vector &r) {
    simplex().add(p).add(q).add(r).record_expanded();
}
inline void polytope(const vector &direction) {
    GJKSCOPE_POLYTOPE(direction.numbers);
    (void)direction;
}

/* MPR: the portal, 0 to 3 points, and the point inside A - B where the ray begins. */
inline void portal(const simplex &corners, const vector &interior) { corners.record_portal(interior); }

/* SAT: the signed distance along a unit vector, below 0 for an overlap. */
inline void axis(const vector &direction, real separation) {
    GJKSCOPE_AXIS(direction.numbers, separation);
    (void)direction, (void)separation;
}

/* Sends pairs to a gjkscope that listens, and never waits for it: see gjkscope_connect.  One per program. */
class connection {
public:
    explicit connection(const std::string &address = "127.0.0.1", int port = 14557)
        : good_(gjkscope_connect(address.c_str(), port) == 0) {}
    connection(const connection &) = delete;
    connection &operator=(const connection &) = delete;
    ~connection() { gjkscope_disconnect(); }

    /* To be called at the end of each tick.  Returns the number of pairs sent, or -1 while nothing listens. */
    std::int64_t stream() { return gjkscope_stream(); }
    /* Whether it is an IPv4 address and a port. */
    bool good() const { return good_; }

private:
    bool good_;
};

/* In a thread that ends before the program: its memory may then be used by another thread. */
struct thread_scope {
    thread_scope() = default;
    thread_scope(const thread_scope &) = delete;
    thread_scope &operator=(const thread_scope &) = delete;
    ~thread_scope() { gjkscope_thread_ends(); }
};

} /* namespace gjkscope */

#endif
