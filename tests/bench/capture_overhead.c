/* How much processor time recording a pair takes: gcc -O2 -DGJKSCOPE_CAPTURE -Iassets/clients tests/bench/capture_overhead.c */

#define _POSIX_C_SOURCE 199309L
#define GJKSCOPE_CAPTURE_IMPLEMENTATION
#include "gjkscope_capture.h"

#include <stdio.h>
#include <time.h>

enum { PAIRS = 20000000, HULL = 32 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void report(const char *what, double begin) {
    printf("%-48s %6.1f ns per pair\n", what, (now() - begin) / PAIRS);
}

int main(void) {
    gjkcap_real matrix[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    gjkcap_real vertices[3 * HULL], normal[3] = {1, 0, 0}, point[3] = {0, 0, 0};
    gjkcap_shape box = gjkcap_box(1, 2, 3), ball = gjkcap_sphere(1);
    double begin;
    int i, j;
    for (i = 0; i < 3 * HULL; i++) vertices[i] = (gjkcap_real)(i * i % 97);
    for (i = 0; i < 3; i++) {
        begin = now();
        for (j = 0; j < PAIRS; j++) {
            matrix[3] = (gjkcap_real)j;
            GJKSCOPE_PAIR(j / 500, j, j + 1, box, gjkcap_rows(matrix), ball, gjkcap_rows(matrix),
                          gjkcap_contact(matrix[3], normal, point, point));
        }
        report("shapes made once", begin);
    }
    begin = now();
    for (j = 0; j < PAIRS; j++)
        GJKSCOPE_PAIR(j / 500, j, j + 1, gjkcap_box(1, 2, 3), gjkcap_rows(matrix), gjkcap_sphere(1),
                      gjkcap_rows(matrix), gjkcap_contact(matrix[3], normal, point, point));
    report("a box and a ball named for each pair", begin);
    begin = now();
    for (j = 0; j < PAIRS; j++)
        GJKSCOPE_PAIR(j / 500, j, j + 1, gjkcap_hull(vertices, HULL, 0), gjkcap_rows(matrix), ball,
                      gjkcap_rows(matrix), gjkcap_contact(matrix[3], normal, point, point));
    report("a hull of 32 vertices named for each pair", begin);
#ifdef GJKCAP_ITERATIONS
    begin = now();
    for (j = 0; j < PAIRS; j++) GJKSCOPE_ITERATION(3, vertices, vertices, vertices, normal, point);
    report("an iteration with all its parts (per iteration)", begin);
#endif
    return 0;
}
