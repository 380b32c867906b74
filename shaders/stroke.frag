#version 330
#include "frame.glsl"
#include "emit.glsl"
#include "halo.glsl"
// Lines with round ends, dashes and arrows, by their distance to the outline in pixels.
uniform float halo;
flat in vec4 color;
flat in vec2 start;
flat in vec2 axis;
flat in vec3 line;
flat in vec4 head;
flat in float base_seen;
in float inverse_depth;

float shaft_distance(vec2 p) {
    float d = length(vec2(p.x - clamp(p.x, 0.0, line.x), p.y)) - line.y;
    float dash = line.z;
    if (dash > 0.0) {
        float phase = mod(p.x + 0.5 * dash, 2.0 * dash) - dash;  // −dash…dash around the middle of dash and gap
        d = max(d, 0.5 * dash - abs(phase));
    }
    return d;
}

// The silhouette of a cone: a triangle and the ellipse of its base.
float cone_distance(vec2 p) {
    vec2 flank = normalize(vec2(head.z, head.y - head.x));
    return max(dot(vec2(p.x - head.y, abs(p.y)), flank), head.x - p.x);
}

float base_distance(vec2 p) {
    vec2 radii = max(head.wz, vec2(0.5));
    vec2 q = vec2(p.x - head.x, p.y) / radii;
    float k = length(q);
    return k > 0.0 ? (k - 1.0) * k / length(q / radii) : -min(radii.x, radii.y);
}

// Lights the head as the cone it stands for, from above left, and its base as the dark underside.
vec3 head_shade(vec2 p, vec3 base) {
    if (base_seen > 0.5 && base_distance(p) < 0.0) return base * 0.72;
    float half_width = head.z * clamp((head.y - p.x) / max(head.y - head.x, 1e-3), 0.05, 1.0);
    vec2 across = vec2(-axis.y, axis.x) * clamp(p.y / half_width, -1.0, 1.0);
    return base * (0.92 + 0.16 * dot(across, normalize(vec2(-0.4, 0.9))));
}

void main() {
    vec2 offset = gl_FragCoord.xy - start;
    vec2 p = vec2(dot(offset, axis), dot(offset, vec2(-axis.y, axis.x)));
    float d = shaft_distance(p);
    vec4 paint = color;
    if (head.z > 0.0) {
        float d_head = min(cone_distance(p), base_distance(p));
        if (d_head < 0.0) paint.rgb = head_shade(p, color.rgb);
        d = min(d, d_head);
    }
    if (halo > 0.0) paint = halo_color(color);
    float alpha = paint.a * coverage(d - halo * ui_scale);
    if (alpha <= 0.0) discard;
    emit(vec4(paint.rgb * alpha, alpha), absorbance_of(alpha), 1.0 / inverse_depth);
}
