#version 330
// Adds the light of translucent surfaces to the background that they dim; see emit.glsl.
uniform sampler2D light;  // sum of weighted light, sum of weights
out vec4 out_color;

#if defined(SINGLE)

// The background has one sample per pixel and is dimmed here, by blending.
uniform sampler2D layers;

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec4 sum = texelFetch(light, pixel, 0);
    if (sum.a <= 0.0) discard;
    float opacity = 1.0 - exp(-texelFetch(layers, pixel, 0).a);
    out_color = vec4(sum.rgb / sum.a * opacity, opacity);
}

#else

// DIM has already dimmed the background, and the light fills its alpha up to 1.  After the resolve, the missing alpha
// is the mean over the samples, so edges stay smooth; marks painted since then have taken their share.
void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec4 sum = texelFetch(light, pixel, 0);
    if (sum.a <= 0.0) {
        // A surface that covers some samples of this pixel but not its centre covers the centre of a neighbour.
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
