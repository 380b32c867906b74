#version 330
#include "frame.glsl"
// Surfaces under three soft lights that go with the camera, seen from both sides.
in vec3 in_position;  // relative to the anchor
in vec3 in_normal;
in vec4 in_color;
out vec3 eye;
centroid out vec3 normal;
centroid out vec3 front;  // the colour as lit from outside
centroid out vec3 back;   // and from inside
flat out float thickness;  // absorbance along the normal

const vec3 KEY = vec3(0.42, 0.68, 0.60);    // from above right
const vec3 FILL = vec3(-0.78, 0.05, 0.62);  // from the left
const vec3 RIM = vec3(-0.25, 0.45, -0.86);  // from behind, to set silhouettes off the ground

// Light that wraps around: softer than Lambert's law, with no hard terminator.
float wrapped(vec3 n, vec3 light) {
    float half_lambert = dot(n, light) * 0.5 + 0.5;
    return half_lambert * half_lambert;
}

vec3 shade(vec3 base, vec3 n) {
    float sky = dot(n, normalize(view[1].xyz)) * 0.5 + 0.5;
    vec3 light = vec3(0.26 + 0.14 * sky)
        + 0.60 * wrapped(n, KEY) * vec3(1.0, 0.98, 0.94)
        + 0.28 * wrapped(n, FILL) * vec3(0.86, 0.93, 1.0);
    return base * light + 0.10 * pow(max(dot(n, RIM) + 0.35, 0.0), 2.0) * vec3(0.9, 0.95, 1.0);
}

void main() {
    vec4 position = view * vec4(in_position, 1.0);
    eye = position.xyz;
    normal = mat3(view) * in_normal;
    front = shade(in_color.rgb, normal);
    back = shade(in_color.rgb, -normal);
    thickness = -log(max(1.0 - in_color.a, 1e-4));
    gl_Position = projection * position;
}
