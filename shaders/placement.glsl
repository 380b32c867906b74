// Placements: transforms from local frames to the world minus the anchor, each as three rows of a matrix.
#if defined(GL_ES)

uniform vec4 rows[3];  // web pages draw shape by shape, and the number of the placement is 0

#else

const int MOST_PLACEMENTS = 340;  // OpenGL guarantees 16 KiB per block; must equal app.renderer.placements.MOST

layout(std140) uniform Placements {
    vec4 rows[3 * MOST_PLACEMENTS];
};

#endif

vec3 turned(vec3 direction, float placement) {
    int row = 3 * int(placement);
    return vec3(dot(rows[row].xyz, direction), dot(rows[row + 1].xyz, direction), dot(rows[row + 2].xyz, direction));
}

vec3 placed(vec3 place, float placement) {
    int row = 3 * int(placement);
    return turned(place, placement) + vec3(rows[row].w, rows[row + 1].w, rows[row + 2].w);
}
