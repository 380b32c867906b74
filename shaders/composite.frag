#version 330
// Adds the light of translucent surfaces to the ground that DIM has darkened, by what the ground's alpha lacks to 1.
// That is the mean of what each of its samples lacks, so edges stay smooth; what was painted over it since has taken
// away its share.
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
