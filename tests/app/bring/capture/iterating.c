/* Records iterations: of pairs that are kept, of one that is refused, of one that has none, and too many of them. */

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
    return gjkscope_dump("many.gjkcap", 0) < 0;
}
