#version 330
// One pass of a separable blur whose width depends on the height of the shadow caster: each pixel spreads its own
// darkness over its neighbours.  The first pass reads the output of cast.frag, the second (darkness, darkness · width).
uniform sampler2D source;
out vec4 out_shadow;

const int REACH = 14;                              // pixels to either side
const float NARROWEST = 0.9, WIDEST = 6.5;         // standard deviations, pixels
const float FROM_GAP = 0.30, FROM_BODY = 0.12;    // width per gap below a shape, and per height of the shape

#if defined(ALONG_X)

const ivec2 STEP = ivec2(1, 0);

vec2 darkness_and_width(vec4 above) {
    float gap = max(-above.z, 0.0), body = max(above.y - gap, 0.0);
    float width = (FROM_GAP * gap + FROM_BODY * body) * 0.5 * float(textureSize(source, 0).x);
    float darkness = 1.0 - (1.0 - above.x) * (1.0 - above.x);  // light passes both sides of a translucent shape
    return vec2(darkness, clamp(width, NARROWEST, WIDEST));
}

#else

const ivec2 STEP = ivec2(0, 1);

vec2 darkness_and_width(vec4 blurred) {
    // Where the darkness is almost 0, the width is lost to half-float precision.
    return vec2(blurred.x, blurred.x > 0.0 ? clamp(blurred.y / blurred.x, NARROWEST, WIDEST) : NARROWEST);
}

#endif

void main() {
    ivec2 here = ivec2(gl_FragCoord.xy), last = textureSize(source, 0) - 1;
    vec2 sum = vec2(0.0);
    for (int i = -REACH; i <= REACH; i++) {
        vec2 other = darkness_and_width(texelFetch(source, clamp(here + i * STEP, ivec2(0), last), 0));
        float share = other.x * exp(-0.5 * float(i * i) / (other.y * other.y)) / (other.y * 2.5066);
        sum += share * vec2(1.0, other.y);
    }
    out_shadow = vec4(sum, 0.0, 1.0);
}
