#version 330
// Darkens the ground by the shadow, faded towards the border of the patch so that the border is invisible.
uniform sampler2D shadow;
uniform float darkness;
in vec2 place;
out vec4 out_color;

void main() {
    vec2 rim = smoothstep(0.0, 0.08, 0.5 - abs(place - 0.5));
    float alpha = darkness * min(texture(shadow, place).r, 1.0) * rim.x * rim.y;
    if (alpha <= 0.002) discard;
    out_color = vec4(0.0, 0.0, 0.0, alpha);
}
