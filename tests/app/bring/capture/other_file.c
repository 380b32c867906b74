/* The header in a second file, without the implementation. */

#include "gjkscope_capture.h"

void record_from_another_file(void);

void record_from_another_file(void) {
    gjkcap_real corners[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    gjkcap_real columns[16] = {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1};
    gjkcap_real rotation[9] = {0, -1, 0, 1, 0, 0, 0, 0, 1}; /* the same, by rows */
    gjkcap_answer answer = gjkcap_verdict(GJKCAP_SEPARATED);
    GJKSCOPE_PAIR(1000, 8, 9, gjkcap_hull(corners, 4, 0), gjkcap_columns(columns), gjkcap_box(1, 2, 3),
                  gjkcap_turned(0, 0, 0, 0, 0, 0, 1), answer);
    GJKSCOPE_PAIR(1000, 8, 9, gjkcap_capsule(1, 2, 2), gjkcap_placed(columns + 12, rotation), gjkcap_ellipsoid(1, 2, 3),
                  gjkcap_turned(0, 0, 0, 0, 0, 0, 1), gjkcap_nothing());
}
