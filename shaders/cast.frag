#version 330
// Blended by maximum: opacity, where the shapes end, and where they begin (negative).
in float height;
in float opacity;
out vec4 out_cast;

void main() {
    out_cast = vec4(opacity, height, -height, 1.0);
}
