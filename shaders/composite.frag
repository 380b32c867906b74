#version 330
// Lays the gathered translucent layers over the solid picture.
uniform sampler2DMS light;   // sum of premultiplied light, product of transmittances
uniform sampler2DMS weight;  // what the sum of the weights came to
uniform int samples;
out vec4 out_color;

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec4 gathered = vec4(0.0);
    float total = 0.0;
    for (int i = 0; i < samples; i++) {
        gathered += texelFetch(light, pixel, i);
        total += texelFetch(weight, pixel, i).r;
    }
    if (total <= 0.0) discard;
    float opacity = 1.0 - gathered.a / float(samples);
    out_color = vec4(gathered.rgb / total * opacity, opacity);
}
