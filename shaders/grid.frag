#version 330
// The ground: lines of two decades, the finer of which fades in as the camera comes closer, and the world's x and z
// axes.  Line coverage from screen derivatives, after Ben Golus, The best darn grid shader (yet), 2023.
uniform vec3 ink;
uniform float reach;
uniform float cell;      // side of the fine cells, metres
uniform vec2 phase;      // of the centre within a coarse cell, in fine cells
uniform float fineness;  // 0…1: how much of the fine lines is seen
uniform vec2 origin;     // the world's origin relative to the centre, metres
uniform float line_width;  // pixels
in vec2 offset;
out vec4 out_color;

const float COARSE = 10.0;  // fine cells in a coarse one
const vec3 X_AXIS = vec3(0.78, 0.32, 0.34), Z_AXIS = vec3(0.30, 0.48, 0.80);

// Coverage of lines at whole numbers of `at`; they fade out where cells shrink to a few pixels.
vec2 lines(vec2 at, vec2 per_pixel) {
    vec2 pixels = abs(fract(at - 0.5) - 0.5) / per_pixel;
    return clamp(0.5 + 0.5 * line_width - pixels, 0.0, 1.0) * (1.0 - smoothstep(0.08, 0.35, per_pixel));
}

void main() {
    vec2 at = offset / cell + phase;
    vec2 per_pixel = vec2(length(vec2(dFdx(offset.x), dFdy(offset.x))), length(vec2(dFdx(offset.y), dFdy(offset.y))));
    vec2 fine = lines(at, per_pixel / cell) * fineness;
    vec2 coarse = lines(at / COARSE, per_pixel / cell / COARSE);
    float cover = max(max(fine.x, fine.y) * 0.45, max(coarse.x, coarse.y));
    vec2 axes = clamp(0.5 + line_width - abs(offset - origin) / per_pixel, 0.0, 1.0);  // x = 0 is the z axis

    // Out with distance.
    float fade = 1.0 - smoothstep(0.15, 1.0, length(offset) / reach);
    vec3 color = mix(mix(ink, Z_AXIS, axes.x), X_AXIS, axes.y);
    float alpha = max(cover * 0.30, max(axes.x, axes.y) * 0.65) * fade * fade;
    out_color = vec4(color * alpha, alpha);
}
