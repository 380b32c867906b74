#version 330
#include "emit.glsl"
// The view-dependent part of surface shading: gloss, and the density of a translucent shell.
in vec3 eye;
centroid in vec3 normal;
centroid in vec3 front;
centroid in vec3 back;
flat in float thickness;

const vec3 GLOSS = vec3(0.52, 0.66, 0.54);  // direction of the key light
// The maximum factor by which a thin shell appears thicker at grazing angles.
const float THICKEST = 4.0;

float power32(float x) {
    float x2 = x * x, x4 = x2 * x2, x8 = x4 * x4, x16 = x8 * x8;
    return x16 * x16;
}

void main() {
    vec3 to_eye = normalize(-eye);
    // Not the sign of the cosine: near a silhouette the interpolated normal may point away from the eye.
    float side = gl_FrontFacing ? 1.0 : -1.0;
    float cosine = max(side * dot(normalize(normal), to_eye), 1.0 / THICKEST);
    float gloss = 0.14 * power32(max(side * dot(normal, normalize(GLOSS + to_eye)), 0.0));
    vec3 lit = sqrt(max(gl_FrontFacing ? front : back, 0.0));  // inverse of to_linear in surface.vert
    // Beer–Lambert law for a thin shell: the path through it grows with 1 / cosine, so silhouettes are denser.
    float shell = thickness / cosine;
    float opacity = 1.0 - exp(-shell);
    emit(vec4(lit * opacity + gloss, opacity), shell, -eye.z);
}
