#version 330
#include "frame.glsl"
// A horizontal square of ground around the camera's target.
uniform mat4 from_center;  // world minus the square's centre → eye space
uniform mat3 upright;      // takes the ground's axes to the world's
uniform float reach;       // half the side of the square, metres
out vec2 offset;           // from the centre, metres

void main() {
    offset = (vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0) * reach;
    gl_Position = projection * (from_center * vec4(upright * vec3(offset.x, 0.0, offset.y), 1.0));
}
