/* A ball in the hole of a frame, recorded as a mesh by the C header and by its C++ wrapper; writes meshes.gjkcap. */

#define GJKSCOPE_CAPTURE_IMPLEMENTATION
#define GJKCAP_ENGINE "meshes 1.0"
#include "gjkscope_capture.hpp"

#include <array>
#include <vector>

int main() {
    const float flat[] = {-2, -2, 0, -2, 2, 0, -1, -2, 0, -1, 2, 0, 1, -2, 0, 1, 2, 0, 2, -2, 0, 2, 2, 0};
    const std::uint32_t corners[] = {0, 2, 1, 1, 2, 3, 4, 6, 5, 5, 6, 7};
    std::vector<std::array<double, 3>> points;
    for (int i = 0; i < 8; i++) points.push_back({{double(flat[3 * i]), double(flat[3 * i + 1]), double(flat[3 * i + 2])}});
    const std::vector<unsigned short> indices(corners, corners + 12);
    const gjkscope::shape frame = gjkscope::mesh(points, indices), same = gjkcap_mesh(flat, 8, corners, 4);
    const gjkscope::shape strip = gjkcap_mesh(flat, 8, corners, 2), odd = gjkcap_mesh(flat, 8, corners, 3);
    const gjkscope::vector zero(0, 0, 0);
    int id = 0;
    for (const gjkscope::shape mesh : {frame, same, strip, odd, gjkscope::hull(points)})
        gjkscope::pair(1, 0, ++id, mesh, gjkscope::frame(zero), gjkscope::sphere(0.25), gjkscope::frame(zero), gjkscope::distance(0.75));
    return gjkscope::dump("meshes.gjkcap") == 5 || !gjkscope::enabled ? 0 : 1;
}
