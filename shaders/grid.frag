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
vec4 lines(vec4 at, vec4 per_pixel) {
    vec4 pixels = abs(fract(at - 0.5) - 0.5) / per_pixel;
    return clamp(0.5 + 0.5 * line_width - pixels, 0.0, 1.0) * (1.0 - smoothstep(0.08, 0.35, per_pixel));
}

void main() {
    float fade = clamp(1.0 - dot(offset, offset) / (reach * reach), 0.0, 1.0);
    vec2 metres = vec2(length(vec2(dFdx(offset.x), dFdy(offset.x))), length(vec2(dFdx(offset.y), dFdy(offset.y))));
    vec2 at = offset / cell + phase;
    vec4 cover = lines(vec4(at, at / COARSE), vec4(metres, metres / COARSE) / cell);
    float grid = max(max(cover.x, cover.y) * 0.45 * fineness, max(cover.z, cover.w));
    vec2 axes = clamp(0.5 + line_width - abs(offset - origin) / metres, 0.0, 1.0);  // x = 0 is the z axis

    float alpha = max(grid * 0.30, max(axes.x, axes.y) * 0.65) * fade * fade * fade;
    if (alpha <= 0.0) discard;
    vec3 color = mix(mix(ink, Z_AXIS, axes.x), X_AXIS, axes.y);
    out_color = vec4(color * alpha, alpha);
}
