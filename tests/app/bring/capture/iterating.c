/* Records iterations: of pairs that are kept, of one that is refused, of one that has none, too many of them, and those of
   EPA, MPR and SAT. */

#define GJKSCOPE_CAPTURE_IMPLEMENTATION
#include "gjkscope_capture.h"

typedef gjkcap_real real;

static void iterate(int tick, int count) {
    real points[12] = {0}, direction[3] = {1, 0, 0};
    int i;
    for (i = 0; i < count; i++) {
        points[0] = (real)tick, points[1] = (real)i;
        GJKSCOPE_ITERATION(i % 4 + 1, points, i ? points : 0, points, direction, i ? direction : 0);
    }
}

static void search(void) {
    real face[9] = {1, 1, 1, -1, -1, 1, -1, 1, -1}, inner[3], d[3] = {0, 1, 0}, half = (real)0.5;
    inner[0] = half, inner[1] = inner[2] = -half;
    GJKSCOPE_FACE(face), GJKSCOPE_FACE(face), GJKSCOPE_POLYTOPE(0);
    GJKSCOPE_FACE(face), GJKSCOPE_EXPANDED(face), GJKSCOPE_POLYTOPE(d);
    GJKSCOPE_PORTAL(4, face, inner, d); /* too many: not recorded */
    GJKSCOPE_PORTAL(3, face, inner, d);
    GJKSCOPE_AXIS(d, half);
}

static void ask(int tick, gjkcap_shape shape) {
    GJKSCOPE_PAIR(tick, 1, 2, shape, gjkcap_turned(0, 0, 0, 0, 0, 0, 1), gjkcap_sphere(1),
                  gjkcap_turned(4, 0, 0, 0, 0, 0, 1), gjkcap_verdict(GJKCAP_SEPARATED));
}

int main(void) {
    int tick;
    iterate(0, 3), ask(0, gjkcap_sphere(1));
    ask(1, gjkcap_sphere(1)); /* none */
    iterate(2, 2), ask(2, 0); /* refused: the shape did not fit */
    iterate(3, 1), ask(3, gjkcap_sphere(1));
    if (gjkscope_dump("few.gjkcap", 0) < 0) return 2;
    for (tick = 4; tick < 100; tick++) iterate(tick, 5), ask(tick, gjkcap_sphere(1));
    if (gjkscope_dump("many.gjkcap", 0) < 0) return 2;
    search(), ask(100, gjkcap_sphere(1));
    return gjkscope_dump("searches.gjkcap", 1) < 0;
}
