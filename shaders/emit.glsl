// The last step of each fragment shader, in several variants.
//
// COLOR and HALO (see halo.glsl) paint; DEPTH writes the depth of marks that COLOR painted with soft edges.
//
// Translucent surfaces are drawn with three order-independent variants.  Over a background G, layers of colour c and
// opacity α give  G · Π (1 − α)  +  Σ c · α · T,  where the transmittance T of all layers in front of this one is
// exp(−absorbance in front), with absorbance −ln(1 − α).  Only T depends on the order.
//   LAYERS  finds the nearest and furthest layer and the total absorbance at each pixel;
//   LIGHT   assumes that absorbance grows linearly between the two, and sums c · α · T and the weights α · T;
//   DIM     multiplies the background, per sample, by the product, and stores that in alpha for composite.frag.
// This is exact for the first and last layers, hence for any convex shape and any two layers, and monotone in
// between: nothing pops when shapes pass through each other.  It is weighted blended order-independent transparency
// (McGuire and Bavoil, JCGT 2013) with a measured weight instead of a heuristic one.
//
// SINGLE, with LAYERS or LIGHT, means that the background has one sample per pixel: the depth test then replaces the
// comparison in the shader, and composite.frag does the work of DIM.
//
// VEILED paints lines and points among translucent surfaces, attenuated by the layers in front of them.

// The maximum opacity of a layer, as the logarithm of 0 is not finite.
const float MOST_OPAQUE = 0.99;

float absorbance_of(float alpha) {
    return -log(1.0 - min(alpha, MOST_OPAQUE));
}

#if defined(LAYERS) || defined(LIGHT)

#if defined(SINGLE)

bool hidden() {
    return false;
}

#else

uniform sampler2DMS solid_depth;

// Of a depth, 16 steps of the depth buffer: the same point, transformed on the GPU and before, differs by less.
const float ROUNDING = 1e-6;

// The tolerance is the change of depth from the pixel's centre to a sample, so that a surface on a solid one is seen.
bool hidden() {
    float between = 0.5 * fwidth(gl_FragCoord.z) + ROUNDING;
    return gl_FragCoord.z - between > texelFetch(solid_depth, ivec2(gl_FragCoord.xy), 0).r;
}

#endif
#endif
#if defined(LIGHT) || defined(VEILED)

uniform sampler2D layers;

// The transmittance of all layers in front of `depth`.  The layer itself, given as an absorbance `own` or as a fraction
// `part` of the total, is excluded.
float transmittance(float depth, float own, float part) {
    vec4 all = texelFetch(layers, ivec2(gl_FragCoord.xy), 0);
    float nearest = -all.x, span = all.y - nearest;
    float position = span > 0.0 ? clamp((depth - nearest) / span, 0.0, 1.0) : 0.0;
    return exp(-position * max(all.a * (1.0 - part) - own, 0.0));
}

#endif

// In all variants `color` is premultiplied, and `depth` is the distance along the viewing direction.

#if defined(COLOR) || defined(HALO)

out vec4 out_color;

void emit(vec4 color, float absorbance, float depth) {
    out_color = color;
}

#elif defined(DEPTH)

void emit(vec4 color, float absorbance, float depth) {
    if (color.a < 0.5) discard;
}

#elif defined(LAYERS)

out vec4 out_layers;  // −nearest, furthest (blended by maximum), 0, absorbance (added)

void emit(vec4 color, float absorbance, float depth) {
    if (hidden()) discard;
    out_layers = vec4(-depth, depth, 0.0, absorbance);
}

#elif defined(LIGHT)

out vec4 out_light;  // all channels are summed

void emit(vec4 color, float absorbance, float depth) {
    if (hidden()) discard;
    out_light = color * transmittance(depth, absorbance, 0.0);
}

#elif defined(DIM)

out vec4 out_color;

void emit(vec4 color, float absorbance, float depth) {
    out_color = vec4(0.0, 0.0, 0.0, color.a);
}

#elif defined(VEILED)

out vec4 out_color;

// A line on the furthest surface is not behind that surface.  Its part of the total absorbance is underestimated, so
// that the far edges of a shell are about half as strong as the near ones: edges of one strength can be read both ways.
const float FURTHEST_PART = 0.2;

void emit(vec4 color, float absorbance, float depth) {
    out_color = color * transmittance(depth, 0.0, FURTHEST_PART);
}

#endif
