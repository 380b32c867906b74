#version 330
// One triangle that covers the screen.
out vec2 place;  // 0…1, from the bottom left

void main() {
    place = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0;
    gl_Position = vec4(place * 2.0 - 1.0, 0.0, 1.0);
}
