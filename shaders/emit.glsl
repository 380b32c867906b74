// The last step of each fragment shader, in four variants.  COLOR paints; DEPTH lays down the depth of what COLOR
// painted with soft edges; translucent things go through LAYERS and GATHER.
//
// The true weight of a layer is the transmittance of all layers before it, exp(−absorbance before it), which needs
// sorting.  LAYERS finds, at each pixel, the nearest and the furthest layer and the absorbance of all, none of which
// depends on an order.  GATHER then takes the absorbance to grow linearly between the two.  That is exact for the
// first and the last layer, so for any convex shape and any two layers, and monotone in depth for those between:
// nothing pops when shapes pass through each other.  Derived from weighted blended transparency (McGuire and Bavoil,
// JCGT 2013), with a measured weight in place of a guessed one.

// One layer hides at most this much: the logarithm of 0 is not finite.
const float MOST_OPAQUE = 0.99;

float absorbance(float alpha) {
    return -log(1.0 - min(alpha, MOST_OPAQUE));
}

#if defined(COLOR)

out vec4 out_color;

// `color` is premultiplied; `depth` is the distance along the line of sight.
void emit(vec4 color, float depth) {
    out_color = color;
}

#elif defined(DEPTH)

void emit(vec4 color, float depth) {
    if (color.a < 0.5) discard;
}

#elif defined(LAYERS)

uniform sampler2DMS solid_depth;
out vec4 out_layers;  // −nearest, furthest (blended by maximum), 0, absorbance (added)

void emit(vec4 color, float depth) {
    if (gl_FragCoord.z > texelFetch(solid_depth, ivec2(gl_FragCoord.xy), 0).r) discard;
    out_layers = vec4(-depth, depth, 0.0, absorbance(color.a));
}

#elif defined(GATHER)

uniform sampler2D layers;
layout(location = 0) out vec4 out_color;    // light (added), transmittance (multiplied)
layout(location = 1) out float out_weight;  // added

void emit(vec4 color, float depth) {
    vec4 all = texelFetch(layers, ivec2(gl_FragCoord.xy), 0);
    float span = all.y + all.x;
    float position = span > 0.0 ? clamp((depth + all.x) / span, 0.0, 1.0) : 0.0;
    float others = max(all.a - absorbance(color.a), 0.0);
    float transmittance = exp(-position * others);
    out_color = vec4(color.rgb * transmittance, min(color.a, MOST_OPAQUE));
    out_weight = color.a * transmittance;
}

#endif
