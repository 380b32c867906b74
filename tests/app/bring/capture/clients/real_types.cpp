/* The same pose in the types of glm, Eigen and Bullet. */

#define GJKSCOPE_CAPTURE_IMPLEMENTATION
#include "gjkscope_capture.hpp"

#include <Eigen/Geometry>
#include <LinearMath/btTransform.h>
#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

namespace {

void ask(const gjkcap_frame &frame) {
    gjkscope::pair(1, 1, 2, gjkscope::sphere(1), gjkscope::frame(glm::vec3(0)), gjkscope::cone(0.5, 1), frame,
                   gjkscope::overlap(false));
}

} // namespace

int main() {
    const float angle = 0.7f;
    const glm::vec3 axis = glm::normalize(glm::vec3(1, 2, 3)), position(9, 0.25f, -0.5f);
    const glm::quat turn = glm::angleAxis(angle, axis);
    const glm::mat4 whole = glm::translate(glm::mat4(1), position) * glm::mat4_cast(turn);
    const Eigen::Vector3f eigen_axis(axis.x, axis.y, axis.z), eigen_position(9, 0.25f, -0.5f);
    const Eigen::Quaternionf eigen_turn(Eigen::AngleAxisf(angle, eigen_axis));
    const Eigen::Isometry3f isometry = Eigen::Translation3f(eigen_position) * eigen_turn;
    const Eigen::Matrix<double, 4, 4, Eigen::RowMajor> by_rows = isometry.matrix().cast<double>();
    const btTransform bullet(btQuaternion(btVector3(axis.x, axis.y, axis.z), angle), btVector3(9, 0.25f, -0.5f));
    ask(gjkscope::frame(position, turn)), ask(gjkscope::columns(whole)), ask(gjkscope::columns(glm::mat3(whole), position));
    ask(gjkscope::frame(eigen_position, eigen_turn)), ask(gjkscope::rows(isometry)), ask(gjkscope::rows(by_rows));
    ask(gjkscope::rows(isometry.linear(), isometry.translation()));
    ask(gjkscope::frame(bullet.getOrigin(), bullet.getRotation()));
    ask(gjkscope::rows(bullet.getBasis(), bullet.getOrigin()));
    return gjkscope::dump("types.gjkcap") == 9 ? 0 : 1;
}
