#version 330
// Blended by maximum: opacity, the highest point, and the negated lowest point of the shapes.
in float height;
in float opacity;
out vec4 out_cast;

void main() {
    out_cast = vec4(opacity, height, -height, 1.0);
}
