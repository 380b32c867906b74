/* Records the iterations of gjk.c, a GJK with a planted bug, while one board passes another:

       cc -DGJKSCOPE_CAPTURE -DGJKCAP_DOUBLE -DGJKCAP_ITERATIONS=4096 -I.. -o gjk_capture gjk_capture.c -lm
       ./gjk_capture && gjkscope scan boards.gjkcap -o found

   and then opens the worst pair with `gjkscope found/0001-*.json`. */

#define GJKSCOPE_CAPTURE_IMPLEMENTATION
#include "gjkscope_capture.h"

#include "gjk.c"

#include <stdio.h>

enum { TICKS = 240 };

static void record_iteration(const gjkscope_iteration *shown) {
    GJKSCOPE_ITERATION(shown->vertex_count, shown->points[0], shown->points_a[0], shown->points_b[0], shown->direction,
                       shown->closest);
}

int main(void) {
    static const double turned[16] = {0.350649350649350, -0.51948051948051943, 0.77922077922077926, 1.5,
                                      0.77922077922077926, 0.62337662337662336, 0.064935064935064929, -0.5,
                                      -0.51948051948051943, 0.58441558441558439, 0.62337662337662336, 0,
                                      0, 0, 0, 1};
    static const double unturned[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    gjkscope_pair pair;
    int tick, asked = 0;
    memset(&pair, 0, sizeof pair);
    pair.a.kind = pair.b.kind = GJKSCOPE_BOX;
    pair.a.size[0] = pair.a.size[1] = pair.b.size[0] = pair.b.size[1] = 0.25;
    pair.a.size[2] = pair.b.size[2] = 1;
    memcpy(pair.pose_a, unturned, sizeof unturned);
    memcpy(pair.pose_b, turned, sizeof turned);
    gjkscope_on_iteration = record_iteration;
    for (tick = 0; tick < TICKS; tick++) {
        gjkscope_answer answer;
        gjkcap_answer kept = gjkcap_nothing(); /* a pair that gjk.c refuses is recorded, too */
        memset(&answer, 0, sizeof answer);
        pair.pose_b[11] = (tick - TICKS / 2) * 0.02;
        if (gjkscope_solve(&pair, &answer) == 0) {
            kept = answer.verdict == GJKSCOPE_PENETRATING
                       ? gjkcap_verdict(GJKCAP_PENETRATING)
                       : gjkcap_contact(answer.signed_distance, answer.normal, answer.witness_a, answer.witness_b);
            asked++;
        }
        GJKSCOPE_PAIR(tick, 1, 2, gjkcap_box(0.25, 0.25, 1), gjkcap_rows(pair.pose_a), gjkcap_box(0.25, 0.25, 1),
                      gjkcap_rows(pair.pose_b), kept);
    }
    printf("%d answers\n", asked);
    return gjkscope_dump("boards.gjkcap", 0) < 0;
}
