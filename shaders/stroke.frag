#version 330
#include "frame.glsl"
#include "emit.glsl"
#include "halo.glsl"
// Draws lines with round caps and dashes, and arrows, by the signed distance to their outline, in pixels.
flat in vec4 color;
flat in vec2 start;
flat in vec2 axis;
flat in vec3 line;
in float inverse_depth;
#if defined(ARROW)
flat in vec4 head;
flat in float base_seen;
#endif

float shaft_distance(vec2 p) {
    float d = length(vec2(p.x - clamp(p.x, 0.0, line.x), p.y)) - line.y;
    float dash = line.z;
    if (dash > 0.0) {
        float phase = mod(p.x + 0.5 * dash, 2.0 * dash) - dash;  // relative to the centre of the dash
        d = max(d, abs(phase) - 0.5 * dash);
    }
    return d;
}

#if defined(ARROW)

// The silhouette of a cone is a triangle and the ellipse of its base.  The triangle is after Inigo Quilez, 2D distance
// functions, isosceles triangle, with the apex at the tip and the base behind it.
float cone_distance(vec2 p) {
    vec2 corner = vec2(head.z, head.y - head.x);
    p = vec2(abs(p.y), head.y - p.x);
    vec2 to_flank = p - corner * clamp(dot(p, corner) / dot(corner, corner), 0.0, 1.0);
    vec2 to_base = p - corner * vec2(clamp(p.x / corner.x, 0.0, 1.0), 1.0);
    float outside = max(p.x * corner.y - p.y * corner.x, p.y - corner.y);
    return sign(outside) * sqrt(min(dot(to_flank, to_flank), dot(to_base, to_base)));
}

// First-order distance to the ellipse.  It overshoots the ends of a thin ellipse, so it is clamped by the bounding box.
float base_distance(vec2 p) {
    vec2 radii = max(head.wz, vec2(0.5));
    p.x -= head.x;
    vec2 q = p / radii, beyond = abs(p) - radii;
    float k = length(q);
    float d = k > 0.0 ? (k - 1.0) * k / length(q / radii) : -min(radii.x, radii.y);
    return max(d, max(beyond.x, beyond.y));
}

// Shades the head like a cone lit from above left, with a darker base.
vec3 head_shade(vec2 p, vec3 base) {
    if (base_seen > 0.5 && base_distance(p) < 0.0) return base * 0.72;
    float half_width = head.z * clamp((head.y - p.x) / max(head.y - head.x, 1e-3), 0.05, 1.0);
    vec2 across = vec2(-axis.y, axis.x) * clamp(p.y / half_width, -1.0, 1.0);
    return base * (0.92 + 0.16 * dot(across, normalize(vec2(-0.4, 0.9))));
}

#endif

void main() {
    vec2 offset = gl_FragCoord.xy + corner - start;
    vec2 p = vec2(dot(offset, axis), dot(offset, vec2(-axis.y, axis.x)));
    float d = shaft_distance(p);
    vec4 paint = color;
#if defined(ARROW)
    if (head.z > 0.0) {
        float d_head = min(cone_distance(p), base_distance(p));
        if (d_head < 0.0) paint.rgb = head_shade(p, color.rgb);
        d = min(d, d_head);
    }
#endif
    paint = cut(paint, d);
    if (paint.a <= 0.0) discard;
    emit(paint, absorbance_of(paint.a), 1.0 / inverse_depth);
}
