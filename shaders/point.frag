#version 330
#include "frame.glsl"
#include "emit.glsl"
#include "halo.glsl"
// Draws discs, rings and the cross-hair by the signed distance to their outline, in pixels.
flat in vec4 color;
flat in vec2 center;
flat in float radius;
flat in int style;
flat in float depth;

const int RING = 1, CROSSHAIR = 2, BROKEN_CROSSHAIR = 3;  // app.drawing.drawlist.PointStyle

float ring_distance(vec2 p, float outer, float width) {
    return abs(length(p) - (outer - 0.5 * width)) - 0.5 * width;
}

// A ring, whole or broken, four ticks through it, and a dot at the exact position.
float crosshair_distance(vec2 p) {
    float width = max(0.16 * radius, 1.4 * ui_scale);
    vec2 q = abs(p);
    q = q.x > q.y ? q : q.yx;  // by symmetry, only one tick is computed
    float tick = max(abs(q.x - 0.72 * radius) - 0.28 * radius, q.y - 0.5 * width);
    float dot_ = length(p) - 0.75 * width;
    float ring = ring_distance(p, 0.66 * radius, width);
    // Of a broken ring, only the parts near the diagonals are left, which the symmetry has turned onto one.
    if (style == BROKEN_CROSSHAIR) ring = max(ring, (q.x - q.y) * 0.7071 - 0.24 * radius);
    return min(min(ring, tick), dot_);
}

float outline_distance(vec2 p) {
    if (style == RING) return ring_distance(p, radius, max(0.22 * radius, 1.5 * ui_scale));
    if (style >= CROSSHAIR) return crosshair_distance(p);
    return length(p) - radius;
}

void main() {
    vec4 paint = cut(color, outline_distance(gl_FragCoord.xy + corner - center));
    if (paint.a <= 0.0) discard;
    emit(paint, absorbance_of(paint.a), depth);
}
