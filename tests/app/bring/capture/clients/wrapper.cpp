/* The C++ wrapper with every kind of vector, quaternion and matrix; each pair of balls is recorded with a right answer. */

#define GJKSCOPE_CAPTURE_IMPLEMENTATION
#include "gjkscope_capture.hpp"

#include <array>
#include <chrono>
#include <cstdio>
#include <initializer_list>
#include <list>
#include <thread>

namespace {

struct Members { double x, y, z; };
struct Methods {
    float numbers[4];
    float x() const { return numbers[0]; }
    float y() const { return numbers[1]; }
    float z() const { return numbers[2]; }
    float w() const { return numbers[3]; }
};
struct Getters {
    float numbers[4];
    float GetX() const { return numbers[0]; }
    float GetY() const { return numbers[1]; }
    float GetZ() const { return numbers[2]; }
    float GetW() const { return numbers[3]; }
};
struct ScalarFirst { double w, x, y, z; };
struct Parts { Members v; double s; };
struct Called { /* stored column by column */
    double numbers[16];
    double operator()(int row, int column) const { return numbers[4 * column + row]; }
};
struct Rows {
    std::array<float, 4> rows[3];
    const std::array<float, 4> &operator[](int row) const { return rows[row]; }
};
enum class Id { ball = 7 };

/* A quarter turn about z, then a move to (5, 0, 0): B is a capsule along its x axis, which becomes y. */
const double turned[16] = {0, -1, 0, 5, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
const double h = 0.70710678118654752;
std::uint64_t id;

void ask(const gjkcap_frame &frame) {
    const std::array<double, 3> normal{{1, 0, 0}};
    const float on_a[] = {1, 0, 0};
    id++;
    gjkscope::pair(id / 10, Id::ball, id, gjkscope::sphere(1), gjkscope::frame(Members{0, 0, 0}),
                   gjkscope::capsule(0.5, 2, gjkscope::axis::x), frame,
                   gjkscope::distance(3.5).normal(normal).witnesses(on_a, Methods{{4.5f, 0, 0, 0}}));
}

void ask_in_all_notations() {
    const Members position = {5, 0, 0};
    const double quaternion[] = {0, 0, h, h};
    const float corner = static_cast<float>(h);
    for (const gjkcap_frame &frame : {gjkscope::frame(position, ScalarFirst{h, 0, 0, h}),
                                      gjkscope::frame(position, Parts{{0, 0, h}, h}),
                                      gjkscope::frame(position, Methods{{0, 0, corner, corner}}),
                                      gjkscope::frame({5, 0, 0}, Getters{{0, 0, corner, corner}}),
                                      gjkscope::frame(position, quaternion)})
        ask(frame);
    std::array<double, 16> columns;
    float nested[4][4];
    Called called;
    Rows three = {};
    for (unsigned i = 0; i < 4; i++)
        for (unsigned j = 0; j < 4; j++) {
            columns[4 * j + i] = called.numbers[4 * j + i] = turned[4 * i + j];
            nested[i][j] = static_cast<float>(turned[4 * i + j]);
            if (i < 3) three.rows[i][j] = nested[i][j];
        }
    const double nine[9] = {0, -1, 0, 1, 0, 0, 0, 0, 1}, padded[12] = {0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0};
    const double nine_by_columns[9] = {0, 1, 0, -1, 0, 0, 0, 0, 1};
    ask(gjkscope::rows(turned)), ask(gjkscope::rows(&turned[0])), ask(gjkscope::columns(columns));
    ask(gjkscope::rows(nested)), ask(gjkscope::rows(called)), ask(gjkscope::rows(three));
    ask(gjkscope::rows(nine, position)), ask(gjkscope::rows(padded, position));
    ask(gjkscope::columns(nine_by_columns, position)), ask(gjkscope::rows(three, position));
}

template <class Container> void ask_hull(const Container &corners, double rounding) {
    const int body = 0;
    gjkscope::pair(100, &body, ++id, gjkscope::hull(corners, rounding), gjkscope::frame(Members{0, 0, 0}),
                   gjkscope::box(Members{1, 1, 1}), gjkscope::frame(Members{0, -3, 0}),
                   gjkscope::distance(2 - rounding).witness_on_b(Members{0.25, -2, 0.25}));
}

void ask_hulls() {
    const double corners[][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    std::list<Members> list;
    std::vector<std::array<float, 3>> vector;
    for (const auto &c : corners) {
        list.push_back({c[0], c[1], c[2]});
        vector.push_back({{static_cast<float>(c[0]), static_cast<float>(c[1]), static_cast<float>(c[2])}});
    }
    ask_hull(corners, 0), ask_hull(list, 0.5), ask_hull(vector, 0);
    gjkscope::pair(101, 1, 2, gjkscope::hull(vector.data(), vector.size()), gjkscope::frame(Members{0, 0, 0}),
                   gjkscope::cylinder(1, 1, gjkscope::axis::y, 0.25), gjkscope::frame(Members{0, -3, 0}),
                   gjkscope::depth(-1.75));
    gjkscope::pair(101, 1, 2, gjkscope::point(0.5), gjkscope::frame(Members{0, 0, 0}), gjkscope::ellipsoid(Members{1, 2, 3}),
                   gjkscope::frame(Members{0, 2, 0}), gjkscope::overlap(true));
    gjkscope::pair(101, 1, 2, gjkscope::cone(1, 1), gjkscope::frame(Members{0, 0, 0}), gjkscope::box({1, 1, 1}, 0.5),
                   gjkscope::frame(Members{0, 3, 0}), gjkscope::overlap(false));
}

/* In all notations: the vertex says which pair and iteration it belongs to. */
void ask_with_iterations() {
    const double on_a[][3] = {{1, 0, 0}, {0, 1, 0}}, on_b[][3] = {{4.5, 0, 0}, {4.5, 1, 0}}, points[][3] = {{-3.5, 0, 0}, {-4.5, 0, 0}};
    const std::vector<Members> vertices = {{-3.5, 0, 0}}, too_many(5, Members{0, 0, 0});
    gjkscope::iteration(gjkscope::simplex(vertices).direction(Members{1, 0, 0}));
    gjkscope::iteration(gjkscope::simplex(too_many));
    gjkscope::iteration(gjkscope::simplex(points).witnesses(on_a, on_b).closest(points[0]));
    gjkscope::iteration(gjkscope::simplex(points, 2).witnesses(&on_a[0], &on_b[0]));
    gjkscope::iteration(gjkscope::simplex().add(points[0], on_a[0], on_b[0]).add(points[1], on_a[1], on_b[1]));
    gjkscope::iteration(gjkscope::simplex().add(points[0], on_a[0], on_b[0]).add(points[1]));
    gjkscope::face(points[0], points[1], on_a[1]), gjkscope::expanded(on_a[0], on_a[1], points[0]);
    gjkscope::polytope(Members{1, 0, 0});
    gjkscope::portal(gjkscope::simplex(points).direction(on_a[1]), Members{1, 0, 0});
    gjkscope::axis(Members{0, 1, 0}, 2);
    gjkscope::pair(102, 1, 2, gjkscope::sphere(1), gjkscope::frame(Members{0, 0, 0}), gjkscope::sphere(1.5),
                   gjkscope::frame(Members{6, 0, 0}), gjkscope::distance(3.5));
}

/* Until the listener has taken a pair, but not for ever. */
void stream(int port) {
    gjkscope::connection listener("127.0.0.1", port);
    for (int i = 0; i < 2000 && listener.stream() < 0 && gjkscope::enabled; i++)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ask_with_iterations();
}

} // namespace

int main(int count, char **words) {
    if (count > 1) return stream(std::stoi(words[1])), 0;
    if (gjkscope::connection("nowhere").good() == gjkscope::enabled) return 5;
    gjkscope::recording file("run.gjkcap", 2);
    ask_in_all_notations(), file.tick(2);
    std::thread([] {
        gjkscope::thread_scope scope;
        ask_hulls();
    }).join();
    if (gjkscope::dump("/nonexistent/last.gjkcap") != (gjkscope::enabled ? -1 : 0)) return 2;
    if (gjkscope::dump("last.gjkcap", 2) != (gjkscope::enabled ? 6 : 0)) return 3;
    gjkscope::recording unwritable("/nonexistent/run.gjkcap");
    unwritable.tick(60);
    return unwritable.good() == !gjkscope::enabled && file.good() ? 0 : 4;
}
