#version 330
// The mean of a pixel's samples.
uniform sampler2DMS canvas;
out vec4 out_color;

const int SAMPLES = 4;  // as in app/view/renderer/view.py

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec4 sum = texelFetch(canvas, pixel, 0);
    for (int i = 1; i < SAMPLES; i++) sum += texelFetch(canvas, pixel, i);
    out_color = sum / float(SAMPLES);
}
