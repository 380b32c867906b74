#version 330
#include "frame.glsl"
in vec3 in_position;  // relative to the anchor
in vec3 in_normal;
in vec4 in_color;
out vec3 eye;
out vec3 normal;
flat out vec4 color;

void main() {
    vec4 position = view * vec4(in_position, 1.0);
    eye = position.xyz;
    normal = mat3(view) * in_normal;
    color = in_color;
    gl_Position = projection * position;
}
