/* Records balls and boxes from two threads, through shared code in another file, and writes captures. */

#define GJKSCOPE_CAPTURE_IMPLEMENTATION
#include "gjkscope_capture.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef gjkcap_real real;

void record_from_another_file(void);

enum { PAIRS = 6000, PER_TICK = 50 };

/* Two balls: the answer is right, except about pair 5003 of the second thread. */
static void ask(int thread, int i) {
    real radius = (real)(0.25 + (i % 8) * 0.125), gap = (real)(i % 16) * (real)0.0625 - (real)0.25;
    real matrix[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, normal[3] = {1, 0, 0};
    real on_a[3] = {0, 0, 0}, on_b[3] = {0, 0, 0};
    matrix[3] = radius + 1 + gap, on_a[0] = radius, on_b[0] = radius + gap;
    GJKSCOPE_PAIR(i / PER_TICK, thread, i, gjkcap_sphere(radius), gjkcap_turned(0, 0, 0, 0, 0, 0, 1), gjkcap_sphere(1),
                  gjkcap_rows(matrix), gjkcap_contact(thread == 1 && i == 5003 ? gap + 1 : gap, normal, on_a, on_b));
}

static void *work(void *argument) {
    int thread = *(int *)argument, i;
    for (i = 0; i < PAIRS; i++) ask(thread, i);
    gjkscope_thread_ends();
    return NULL;
}

static void run(void) {
    pthread_t threads[2];
    int numbers[2] = {0, 1}, i;
    for (i = 0; i < 2; i++)
        if (pthread_create(&threads[i], NULL, work, &numbers[i]) != 0) abort();
    for (i = 0; i < 20; i++)
        if (gjkscope_dump("during.gjkcap", 0) < 0) abort(); /* while the threads write */
    for (i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}

int main(int count, char **words) {
    run();
    if (gjkscope_append("all.gjkcap") < 0) return 2;
    ask(0, 77);
    record_from_another_file();
    if (gjkscope_append("all.gjkcap") != 3) return 3;
    if (gjkscope_dump("last.gjkcap", 2) < 0) return 4;
    if (gjkscope_dump("/nonexistent/last.gjkcap", 2) != -1) return 5;
    if (count > 1 && words[1][0] == 'c') {
        gjkscope_dump_on_crash("crash.gjkcap", 1);
        abort();
    }
    return 0;
}
