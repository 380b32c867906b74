#version 330
#include "frame.glsl"
#include "placement.glsl"
#include "halo.glsl"
// Expands a line (with ARROW, an arrow) to a camera-facing quad, out of which the fragment shader cuts the outline.
in vec3 in_start;
in vec3 in_end;
in vec4 in_color;
flat out vec4 color;
flat out vec2 start;  // pixels
flat out vec2 axis;   // unit vector along the stroke, in screen space
flat out vec3 line;   // length to the end or to the base of the head, half width, dash
out float inverse_depth;
#if defined(ARROW)
in float in_width;         // pixels at 100 %
flat out vec4 head;        // position of base and tip along the axis, half width, half depth of the base's ellipse
flat out float base_seen;  // 1 if the arrow points away, so that the base of its head is visible
#else
in vec3 in_stroke;  // width and dash (0: solid) in pixels at 100 %; placement
#endif

// The size of the head in shaft widths, and the maximum fraction of the arrow's length that it takes.
const float HEAD_LENGTH = 5.0;
const float HEAD_HALF_WIDTH = 1.5 + 0.35;  // in all, slightly more than three times the shaft, because of the bevel
const float LONGEST_HEAD = 0.6;
const float LIFT = 3.0;

// Clips a point behind the near plane to that plane, along the segment.
vec3 clipped(vec3 point, vec3 other, float limit) {
    return point.z <= limit ? point : mix(point, other, (point.z - limit) / (point.z - other.z));
}

void main() {
#if defined(ARROW)
    const float placement = 0.0, dash = 0.0;
    float width = in_width * ui_scale;
#else
    float width = in_stroke.x * ui_scale, dash = in_stroke.y * ui_scale, placement = in_stroke.z;
#endif
    vec3 a = (view * vec4(placed(in_start, placement), 1.0)).xyz;
    vec3 b = (view * vec4(placed(in_end, placement), 1.0)).xyz;
    float limit = -1.001 * near_plane();
    if (a.z > limit && b.z > limit) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }
    vec3 tail = clipped(a, b, limit), tip = clipped(b, a, limit);
    start = to_pixels(tail);
    vec2 end = to_pixels(tip);
    float length_ = distance(start, end);
    axis = length_ > 0.0 ? (end - start) / length_ : vec2(1.0, 0.0);
    color = in_color;

    line = vec3(length_, width * 0.5, dash);
    float widest = width * 0.5;
#if defined(ARROW)
    vec3 direction = tip - tail;
    float reach = length(direction);
    float pixel = pixel_size(-tip.z);
    float head_length = min(HEAD_LENGTH * width * pixel, LONGEST_HEAD * reach);
    vec3 base = tip - (reach > 0.0 ? direction / reach : vec3(0.0)) * head_length;
    float half_width = head_length / pixel * HEAD_HALF_WIDTH / HEAD_LENGTH;
    float facing = reach > 0.0 ? dot(direction / reach, normalize(-base)) : 0.0;
    float at = distance(start, to_pixels(base));
    line = vec3(at, min(line.y, half_width * 0.5), dash);
    head = vec4(at, length_, half_width, half_width * abs(facing));
    base_seen = facing < 0.0 ? 1.0 : 0.0;
    widest = max(widest, half_width);
#endif

    bool at_end = (gl_VertexID & 1) == 1;
    float margin = widest + RIM * ui_scale * 3.0 + 1.0;
    vec2 across = vec2(-axis.y, axis.x) * ((gl_VertexID >> 1) == 1 ? margin : -margin);
    vec2 corner = (at_end ? end + axis * margin : start - axis * margin) + across;
    vec3 eye = at_end ? tip : tail;
    inverse_depth = -1.0 / eye.z;
    gl_Position = on_screen(corner, eye, LIFT * width * 0.5);
}
