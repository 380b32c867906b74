#version 330
// Puts the light of translucent surfaces on the ground that they dim, see emit.glsl.
uniform sampler2D light;  // sum of the weighted light, sum of the weights
out vec4 out_color;

#if defined(SINGLE)

// The ground has one sample a pixel, and is dimmed here, by the blending.
uniform sampler2D layers;

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec4 sum = texelFetch(light, pixel, 0);
    if (sum.a <= 0.0) discard;
    float opacity = 1.0 - exp(-texelFetch(layers, pixel, 0).a);
    out_color = vec4(sum.rgb / sum.a * opacity, opacity);
}

#else

// DIM has dimmed it, and the light fills up what the ground's alpha lacks to 1.  That is the mean of what each of its
// samples lacks, so edges stay smooth; what was painted over it since has taken away its share.
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

#endif
