#version 330
#include "emit.glsl"
// The view-dependent part of surface shading: gloss, and the density of a translucent shell.
in vec3 eye;
centroid in vec3 normal;
centroid in vec3 front;
centroid in vec3 back;
flat in vec2 thickness;
flat in vec2 gloss;
flat in vec4 opening;

const vec3 GLOSS = vec3(0.52, 0.66, 0.54);  // direction of the key light
// The maximum factor by which a thin shell appears thicker at grazing angles.
const float THICKEST = 4.0;

// The opening that a shell has where it is in front of the focus: nearly clear inside a soft border, and a rim.
const float CLEAR = 0.12;           // the density left
const float FULL = 0.45;            // the soft border begins here; squared distance in squared radii
const float SHARPNESS = 22.0;       // of the rim; its half width is about radius / (2 SHARPNESS)
const float RIM_DENSITY = 0.45;

float power32(float x) {
    float x2 = x * x, x4 = x2 * x2, x8 = x4 * x4, x16 = x8 * x8;
    return x16 * x16;
}

void main() {
    vec3 to_eye = normalize(-eye);
    // Not the sign of the cosine: near a silhouette the interpolated normal may point away from the eye.
    float side = gl_FrontFacing ? 1.0 : -1.0;
    float cosine = max(side * dot(normalize(normal), to_eye), 1.0 / THICKEST);
    float shine = (gl_FrontFacing ? gloss.x : gloss.y) * power32(max(side * dot(normal, normalize(GLOSS + to_eye)), 0.0));
    vec3 lit = sqrt(max(gl_FrontFacing ? front : back, 0.0));  // inverse of to_linear in surface.vert
    // Beer–Lambert law for a thin shell: the path through it grows with 1 / cosine, so silhouettes are denser.
    float shell = (gl_FrontFacing ? thickness.x : thickness.y) / cosine;
    if (-eye.z < opening.z) {
        vec2 away = gl_FragCoord.xy - opening.xy;
        float from = dot(away, away) * opening.w;
        float left = mix(CLEAR, 1.0, clamp((from - FULL) / (1.0 - FULL), 0.0, 1.0));
        shell = shell * left + RIM_DENSITY * max(1.0 - SHARPNESS * abs(from - 1.0), 0.0);
        shine *= left;
    }
    float opacity = 1.0 - exp(-shell);
    emit(vec4(lit * opacity + shine, opacity), shell, -eye.z);
}
