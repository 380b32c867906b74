#version 330
#include "frame.glsl"
// A vertical gradient, dithered because eight bits would show banding.
uniform vec3 top;
uniform vec3 bottom;
in vec2 place;
out vec4 out_color;

// Interleaved gradient noise (Jimenez 2014): a fixed pattern, so that rendering is deterministic.
float noise(vec2 pixel) {
    return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}

void main() {
    out_color = vec4(mix(bottom, top, place.y) + (noise(gl_FragCoord.xy + corner) - 0.5) / 255.0, 1.0);
}
