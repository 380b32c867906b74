#version 330
// Copies a picture with one sample per pixel to all samples of a canvas.
uniform sampler2D picture;
out vec4 out_color;

void main() {
    out_color = texelFetch(picture, ivec2(gl_FragCoord.xy), 0);
}
