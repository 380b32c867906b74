#version 330
#include "placement.glsl"
// Projects the shadow casters onto the ground: x to the right, z up.
in vec3 in_position;
in vec4 in_color;
in vec2 in_part;  // placement; flags as in surface.vert
uniform vec3 center;      // of the patch of ground, relative to the anchor
uniform mat3 upright;     // takes the ground's axes to the world's
uniform float half_side;  // half the side of the patch, metres
out float height;         // above the ground, in half sides
out float opacity;

void main() {
    vec3 place = transpose(upright) * (placed(in_position, in_part.x) - center) / half_side;
    height = place.y;
    opacity = in_color.a;
    gl_Position = mod(in_part.y, 2.0) > 0.5 ? vec4(place.xz, 0.0, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}
