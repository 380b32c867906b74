// Marks on top have a thin rim that sets them off from any background: dark around bright colours, bright around dark.
// HALO draws the rims, below the marks themselves.

#if defined(HALO)
const float RIM = 1.5;  // pixels at 100 %
#else
const float RIM = 0.0;
#endif
const float RIM_OPACITY = 0.75;
const float DARK = 0.22;  // luma below which a colour counts as dark

// The part of a pixel covered by a shape whose outline is `distance` pixels away (negative inside).
float coverage(float distance) {
    return clamp(0.5 - distance, 0.0, 1.0);
}

vec3 rim_color(vec4 color) {
    return dot(color.rgb, vec3(0.299, 0.587, 0.114)) < DARK ? vec3(0.96) : vec3(0.07, 0.08, 0.09);
}

// A faded shape has a faded rim, which does not show through the shape.
float rim_alpha(vec4 color, float distance, float pixels) {
    return RIM_OPACITY * color.a * coverage(distance - pixels) * (1.0 - (1.0 - color.a) * coverage(distance));
}

// The premultiplied colour of a shape, or of its rim, at a pixel at that distance from the outline.
vec4 cut(vec4 color, float distance) {
#if defined(HALO)
    float alpha = rim_alpha(color, distance, RIM * ui_scale);
    return vec4(rim_color(color) * alpha, alpha);
#else
    float alpha = color.a * coverage(distance);
    return vec4(color.rgb * alpha, alpha);
#endif
}
