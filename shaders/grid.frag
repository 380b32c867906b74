#version 330
// The ground grid: lines of three decades, and the world's axes in it.  As the camera moves away the finest lines
// fade out and the next decade takes over, so that nothing jumps when the cell size changes.  Line coverage from screen
// derivatives, after Ben Golus, The best darn grid shader (yet), 2023.
uniform vec3 ink;
uniform vec3 second_axis;  // the colour of the world axis that runs along the ground beside x
uniform float reach;
uniform float cell;      // side of the fine cells, metres
uniform vec2 phase;      // position of the centre within a coarsest cell, in fine cells
uniform float fineness;  // 0…1: opacity of the finest lines
uniform vec2 origin;     // the world's origin relative to the centre, metres
uniform float line_width;  // pixels
in vec2 offset;
out vec4 out_color;

const float DECADE = 10.0;
const float MINOR = 0.45;  // opacity of fine lines relative to coarse ones
const vec3 X_AXIS = vec3(0.78, 0.32, 0.34);

// Coverage of lines at integer values of `at`; they fade out where cells shrink to a few pixels.
float lines(vec2 at, vec2 per_pixel) {
    vec2 pixels = abs(fract(at - 0.5) - 0.5) / per_pixel;
    vec2 cover = clamp(0.5 + 0.5 * line_width - pixels, 0.0, 1.0) * (1.0 - smoothstep(0.08, 0.35, per_pixel));
    return max(cover.x, cover.y);
}

void main() {
    float fade = clamp(1.0 - dot(offset, offset) / (reach * reach), 0.0, 1.0);
    vec2 metres = vec2(length(vec2(dFdx(offset.x), dFdy(offset.x))), length(vec2(dFdx(offset.y), dFdy(offset.y))));
    vec2 at = offset / cell + phase, per_pixel = metres / cell;
    float grid = MINOR * fineness * lines(at, per_pixel);
    grid = max(grid, mix(MINOR, 1.0, fineness) * lines(at / DECADE, per_pixel / DECADE));
    grid = max(grid, lines(at / (DECADE * DECADE), per_pixel / (DECADE * DECADE)));
    vec2 axes = clamp(0.5 + line_width - abs(offset - origin) / metres, 0.0, 1.0);  // x = 0 is the second axis

    float alpha = max(grid * 0.30, max(axes.x, axes.y) * 0.65) * fade * fade * fade;
    if (alpha <= 0.0) discard;
    vec3 color = mix(mix(ink, second_axis, axes.x), X_AXIS, axes.y);
    out_color = vec4(color * alpha, alpha);
}
