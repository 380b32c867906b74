#version 330
// Lays the light of translucent surfaces over the ground.  The blending mixes the two, sample by sample, by the
// transmittance that DIM left in the alpha of the ground, so that edges stay smooth.
uniform sampler2D light;  // sum of the weighted light, sum of the weights
out vec4 out_color;

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec4 sum = texelFetch(light, pixel, 0);
    if (sum.a <= 0.0) {
        // A surface that covers some samples of this pixel but not its middle covers the middle of a neighbour.
        ivec2 last = textureSize(light, 0) - 1;
        sum = texelFetch(light, ivec2(max(pixel.x - 1, 0), pixel.y), 0)
            + texelFetch(light, ivec2(min(pixel.x + 1, last.x), pixel.y), 0)
            + texelFetch(light, ivec2(pixel.x, max(pixel.y - 1, 0)), 0)
            + texelFetch(light, ivec2(pixel.x, min(pixel.y + 1, last.y)), 0);
    }
    if (sum.a <= 0.0) discard;
    out_color = vec4(sum.rgb / sum.a, 1.0);
}
