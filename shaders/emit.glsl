// The last step of each fragment shader, in five variants.  COLOR paints; DEPTH lays down the depth of what COLOR
// painted with soft edges; translucent things go through LAYERS, DIM and LIGHT.
//
// Over a ground G, layers of colour c and opacity α give  G · Π (1 − α)  +  Σ c · α · T,  where T, the transmittance
// of all layers before this one, is exp(−absorbance before it) with absorbance −ln(1 − α).  The product is free of
// any order, and DIM takes it; T is what needs sorting.  LAYERS therefore measures at each pixel the nearest and the
// furthest layer, the sum of all absorbance, and its mean depth, none of which depends on an order, and LIGHT takes
// the absorbance to grow between the two as a power of the depth that has that mean.  That is exact for the first
// and the last layer, hence for any convex shape and any two layers, and monotone between: nothing pops when shapes
// pass through each other, and the picture does not depend on the order in which things are drawn.
// In the spirit of weighted blended (McGuire and Bavoil, JCGT 2013) and moment-based transparency (Münstermann et
// al., I3D 2018), with fewer moments and exact ends.

// One layer hides at most this much: the logarithm of 0 is not finite.
const float MOST_OPAQUE = 0.99;

float absorbance_of(float alpha) {
    return -log(1.0 - min(alpha, MOST_OPAQUE));
}

#if defined(COLOR)

out vec4 out_color;

// `color` is premultiplied; `depth` is the distance along the line of sight.
void emit(vec4 color, float absorbance, float depth) {
    out_color = color;
}

#elif defined(DEPTH)

void emit(vec4 color, float absorbance, float depth) {
    if (color.a < 0.5) discard;
}

#elif defined(LAYERS)

uniform sampler2DMS solid_depth;
layout(location = 0) out vec4 out_extent;  // −nearest, furthest (each blended by maximum); absorbance (added)
layout(location = 1) out vec4 out_moment;  // absorbance · depth (added)

void emit(vec4 color, float absorbance, float depth) {
    if (gl_FragCoord.z > texelFetch(solid_depth, ivec2(gl_FragCoord.xy), 0).r) discard;
    out_extent = vec4(-depth, depth, 0.0, absorbance);
    out_moment = vec4(0.0, 0.0, 0.0, absorbance * depth);
}

#elif defined(DIM)

out vec4 out_color;

void emit(vec4 color, float absorbance, float depth) {
    out_color = vec4(0.0, 0.0, 0.0, min(color.a, MOST_OPAQUE));
}

#elif defined(LIGHT)

uniform sampler2D extent;
uniform sampler2D moment;
out vec4 out_color;

// The mean of t over a density that grows like tᵞ is γ / (γ + 1); kept off the ends, where γ is 0 or infinite.
float exponent(float mean) {
    float m = clamp(mean, 0.05, 0.95);
    return m / (1.0 - m);
}

void emit(vec4 color, float absorbance, float depth) {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec4 all = texelFetch(extent, pixel, 0);
    float nearest = -all.x, span = all.y - nearest;
    float transmittance = 1.0;
    if (span > 0.0 && depth > nearest) {
        float mean = (texelFetch(moment, pixel, 0).a / all.a - nearest) / span;
        float others = max(all.a - absorbance, 0.0);
        transmittance = exp(-others * pow(min((depth - nearest) / span, 1.0), exponent(mean)));
    }
    out_color = vec4(color.rgb * transmittance, 0.0);
}

#endif
