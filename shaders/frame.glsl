// The uniforms shared by all passes of a picture, and the transform from eye space to the screen.
layout(std140) uniform Frame {
    mat4 view;        // world minus anchor → eye space, whose unit is the metre, or in web pages the camera's distance
    mat4 projection;  // eye → clip space
    vec2 viewport;    // pixels
    vec2 corner;      // pixels: lower left of the drawn part within the viewport
    float ui_scale;   // pixels per pixel at 100 %
    vec3 shell;       // see `ShellLook` in frame.py
    vec4 focus;       // eye space: a point seen through shells; its fourth component is 1, or 0 if there is none
};

bool orthographic() {
    return projection[3][3] > 0.5;
}

// The size of a pixel at a depth, metres.
float pixel_size(float depth) {
    return (orthographic() ? 1.0 : depth) * 2.0 / (projection[1][1] * viewport.y);
}

float near_plane() {
    return (projection[3][2] + projection[3][3]) / (projection[2][2] - 1.0 + projection[3][3]);
}

// Eye space to pixels from the bottom left.
vec2 to_pixels(vec3 eye) {
    vec4 clip = projection * vec4(eye, 1.0);
    return (clip.xy / clip.w * 0.5 + 0.5) * viewport;
}

// A mark is lifted by at most this fraction of its distance to the eye, however large it is in a small view.
const float MOST_LIFTED = 0.25;

// The clip position of a pixel with the depth of `eye`, moved `lift` pixels nearer so that a line or point on a surface
// is not clipped by the part of that surface that slopes towards the camera.
vec4 on_screen(vec2 pixels, vec3 eye, float lift) {
    float depth = abs(eye.z);
    float z = max(depth - min(lift * pixel_size(depth), MOST_LIFTED * depth), near_plane());
    vec4 clip = projection * vec4(0.0, 0.0, -z, 1.0);
    return vec4(pixels / viewport * 2.0 - 1.0, clip.z / clip.w, 1.0);
}
