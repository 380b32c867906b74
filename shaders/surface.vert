#version 330
#include "frame.glsl"
#include "placement.glsl"
// Lights two-sided surfaces with three soft lights attached to the camera, and ambient light from the sky.
in vec3 in_position;
in vec3 in_normal;
in vec4 in_color;
in vec2 in_part;  // placement; 1 if it casts a shadow, plus 2 if it is a shell
out vec3 eye;
centroid out vec3 normal;
centroid out vec3 front;  // linear colour lit from outside
centroid out vec3 back;   // linear colour lit from inside
flat out vec2 thickness;  // absorbance along the normal, seen from outside and from inside
flat out vec2 gloss;      // strength of the gloss, likewise
flat out vec4 opening;    // its centre in pixels, the depth down to which it reaches, and 1 / radius²

const vec3 KEY = vec3(0.52, 0.66, 0.54);    // from above right, warm
const vec3 FILL = vec3(-0.78, 0.05, 0.62);  // from the left, cool
const vec3 RIM = vec3(-0.25, 0.45, -0.86);  // from behind, to set silhouettes off the background
const vec3 SKY = vec3(0.40, 0.42, 0.45), EARTH = vec3(0.17, 0.165, 0.16);  // ambient light from above and below
const float GLOSSINESS = 0.14;
const float OPENING = 58.0;  // radius of the opening around the focus in front of it; pixels at 100 %
const float WRAP = 0.3;  // wraps light around past Lambert's law, to avoid a hard terminator

// A square approximates the sRGB curve to within a few percent and is cheap; surface.frag applies the inverse.
vec3 to_linear(vec3 color) {
    return color * color;
}

float wrapped(vec3 n, vec3 light) {
    return max(dot(n, light) + WRAP, 0.0) / (1.0 + WRAP);
}

// All lights sum to 1 on a face that faces the key light, so there a surface shows its own colour.
vec3 shade(vec3 base, vec3 n) {
    vec3 light = mix(EARTH, SKY, dot(n, normalize(view[1].xyz)) * 0.5 + 0.5)
        + 0.60 * wrapped(n, KEY) * vec3(1.0, 0.985, 0.96)
        + 0.10 * wrapped(n, FILL) * vec3(0.90, 0.96, 1.0);
    float rim = max(dot(n, RIM) + 0.35, 0.0);
    return base * light + 0.05 * rim * rim;
}

void main() {
    vec4 position = view * vec4(placed(in_position, in_part.x), 1.0);
    eye = position.xyz;
    normal = mat3(view) * turned(in_normal, in_part.x) / length(view[0].xyz);
    vec3 base = to_linear(in_color.rgb);
    front = shade(base, normal);
    back = shade(base, -normal);
    bool is_shell = in_part.y > 1.5;
    if (is_shell) back *= shell.z;
    thickness = -log(max(1.0 - in_color.a, 1e-4)) * (is_shell ? shell.xy : vec2(1.0));
    gloss = GLOSSINESS * (is_shell ? vec2(shell.x, 0.0) : vec2(1.0));  // else the thin side would be white
    float radius = OPENING * ui_scale;
    opening = vec4(to_pixels(focus.xyz) - corner, is_shell ? -focus.z * focus.w : 0.0, 1.0 / (radius * radius));
    gl_Position = projection * position;
}
