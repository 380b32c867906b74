#version 330
#include "frame.glsl"
#include "emit.glsl"
// Surfaces under three soft lights that go with the camera, seen from both sides.
in vec3 eye;
in vec3 normal;
flat in vec4 color;

const vec3 KEY = vec3(0.42, 0.68, 0.60);    // from above right
const vec3 FILL = vec3(-0.78, 0.05, 0.62);  // from the left
const vec3 RIM = vec3(-0.25, 0.45, -0.86);  // from behind, to set silhouettes off the ground
// A thin shell looks at most this many times as thick where the line of sight grazes it.
const float THICKEST = 4.0;

// Light that wraps around: softer than Lambert's law, with no hard terminator.
float wrapped(vec3 n, vec3 light) {
    float half_lambert = dot(n, light) * 0.5 + 0.5;
    return half_lambert * half_lambert;
}

vec3 shade(vec3 base, vec3 n) {
    float sky = dot(n, normalize(view[1].xyz)) * 0.5 + 0.5;
    vec3 light = vec3(0.18 + 0.16 * sky)
        + 0.72 * wrapped(n, KEY) * vec3(1.0, 0.98, 0.94)
        + 0.22 * wrapped(n, FILL) * vec3(0.86, 0.93, 1.0);
    return base * light + 0.10 * pow(max(dot(n, RIM) + 0.35, 0.0), 2.0) * vec3(0.9, 0.95, 1.0);
}

void main() {
    vec3 to_eye = normalize(-eye);
    vec3 n = normalize(normal);
    if (dot(n, to_eye) < 0.0) n = -n;
    float gloss = 0.20 * pow(max(dot(n, normalize(KEY + to_eye)), 0.0), 40.0);
    // Beer–Lambert for a thin shell: the path through it grows by 1 / cosine, so a silhouette is denser.
    float alpha = 1.0 - pow(1.0 - color.a, min(1.0 / dot(n, to_eye), THICKEST));
    alpha = mix(alpha, 1.0, gloss);
    emit(vec4(min(shade(color.rgb, n) + gloss, 1.0) * alpha, alpha), -eye.z);
}
