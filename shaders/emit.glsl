// The last step of each fragment shader, in its variants.
//
// COLOR paints, and so does HALO, see halo.glsl; DEPTH lays down the depth of what COLOR painted with soft edges.
//
// Translucent surfaces go through three variants, none of which depends on the order in which they are drawn.  Over
// a ground G, layers of colour c and opacity α give  G · Π (1 − α)  +  Σ c · α · T,  where T, the transmittance of
// all layers before this one, is exp(−absorbance before it), with absorbance −ln(1 − α).  Only T needs sorting.
//   LAYERS  finds at each pixel the nearest and the furthest layer and the sum of all absorbance;
//   LIGHT   takes the absorbance to grow linearly between the two, and adds up c · α · T and, to divide by, α · T;
//   DIM     multiplies the ground, sample by sample, by the product, and leaves that in its alpha for composite.frag.
// That is exact for the first and the last layer, hence for any convex shape and any two layers, and monotone
// between: nothing pops when shapes pass through each other.  It is weighted blended transparency (McGuire and
// Bavoil, JCGT 2013) with a measured weight in place of a guessed one.
//
// SINGLE, beside LAYERS or LIGHT, tells that the ground has one sample a pixel: then its depth is tested before the
// shader runs, and composite.frag does the work of DIM.
//
// VEILED paints lines and points among translucent surfaces, fainter by those before them.

// One layer hides at most this much: the logarithm of 0 is not finite.
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

// By more than the depth changes from the middle of the pixel to a sample: a surface that lies on a solid one is seen.
bool hidden() {
    float between = 0.5 * fwidth(gl_FragCoord.z);
    return gl_FragCoord.z - between > texelFetch(solid_depth, ivec2(gl_FragCoord.xy), 0).r;
}

#endif
#endif
#if defined(LIGHT) || defined(VEILED)

uniform sampler2D layers;

// Of all layers before `depth`.  `own` and `part` of all absorbance, namely this layer itself, are not before it.
float transmittance(float depth, float own, float part) {
    vec4 all = texelFetch(layers, ivec2(gl_FragCoord.xy), 0);
    float nearest = -all.x, span = all.y - nearest;
    float position = span > 0.0 ? clamp((depth - nearest) / span, 0.0, 1.0) : 0.0;
    return exp(-position * max(all.a * (1.0 - part) - own, 0.0));
}

#endif

// For all variants: `color` is premultiplied, and `depth` the distance along the line of sight.

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

out vec4 out_light;  // all added

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

// A line on the furthest surface is not behind that surface, which is taken for half of all: right for a convex
// shape, and a little too clear for several.
void emit(vec4 color, float absorbance, float depth) {
    out_color = color * transmittance(depth, 0.0, 0.5);
}

#endif
