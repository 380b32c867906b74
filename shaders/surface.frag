#version 330
#include "emit.glsl"
// What needs the line of sight: gloss, and the density of a translucent shell.
in vec3 eye;
centroid in vec3 normal;
centroid in vec3 front;
centroid in vec3 back;
flat in float thickness;

const vec3 GLOSS = vec3(0.52, 0.66, 0.54);  // where it comes from: the key light
// A thin shell looks at most this many times as thick where the line of sight grazes it.
const float THICKEST = 4.0;

float power32(float x) {
    float x2 = x * x, x4 = x2 * x2, x8 = x4 * x4, x16 = x8 * x8;
    return x16 * x16;
}

void main() {
    vec3 to_eye = normalize(-eye);
    // Not by the sign of the cosine: beside a silhouette the normal that the middle of the pixel gets may point away.
    float side = gl_FrontFacing ? 1.0 : -1.0;
    float cosine = max(side * dot(normalize(normal), to_eye), 1.0 / THICKEST);
    float gloss = 0.14 * power32(max(side * dot(normal, normalize(GLOSS + to_eye)), 0.0));
    vec3 lit = sqrt(max(gl_FrontFacing ? front : back, 0.0));  // from linear light, see surface.vert
    // Beer–Lambert for a thin shell: the path through it grows by 1 / cosine, so a silhouette is denser.
    float shell = thickness / cosine;
    float opacity = 1.0 - exp(-shell);
    emit(vec4(lit * opacity + gloss, opacity), shell, -eye.z);
}
