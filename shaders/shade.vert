#version 330
#include "frame.glsl"
// The patch of ground that receives the shadow.
uniform vec3 center;  // relative to the anchor
uniform mat3 upright; // takes the ground's axes to the world's
uniform float half_side;
out vec2 place;       // 0…1

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    place = corner * 0.5 + 0.5;
    gl_Position = projection * (view * vec4(center + upright * vec3(corner.x, 0.0, corner.y) * half_side, 1.0));
}
