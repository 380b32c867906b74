#version 330
// What casts a shadow, as seen from the ground: x to the right, z up.
in vec3 in_place;  // in half sides of the patch, y above the ground
in float in_opacity;
out float height;
out float opacity;

void main() {
    height = in_place.y;
    opacity = in_opacity;
    gl_Position = vec4(in_place.xz, 0.0, 1.0);
}
