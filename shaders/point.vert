#version 330
#include "frame.glsl"
#include "halo.glsl"
// Expands a point to a camera-facing quad.
in vec3 in_position;  // relative to the anchor
in vec4 in_color;
in vec2 in_point;     // diameter in pixels at 100 %, style

flat out vec4 color;
flat out vec2 center;  // pixels
flat out float radius;
flat out int style;
flat out float depth;

const float LIFT = 3.0;

void main() {
    vec3 eye = (view * vec4(in_position, 1.0)).xyz;
    if (eye.z > -near_plane()) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }
    color = in_color;
    center = to_pixels(eye);
    radius = 0.5 * in_point.x * ui_scale;
    style = int(in_point.y);
    depth = -eye.z;
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    gl_Position = on_screen(center + corner * (radius + RIM * ui_scale + 1.0), eye, LIFT * radius);
}
