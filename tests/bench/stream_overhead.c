/* What streaming costs an engine: 500 pairs per tick, 60 ticks per second, one of 150,000 answers wrong.

       gcc -O2 -DGJKSCOPE_CAPTURE -Iassets/clients tests/bench/stream_overhead.c -lm -o stream_overhead
       gjkscope listen --once &  ./stream_overhead 14557

   Another port measures it without a listener; after kill -STOP of the listener, with one that does not read. */

#define _POSIX_C_SOURCE 200809L
#define GJKSCOPE_CAPTURE_IMPLEMENTATION
#include "gjkscope_capture.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

enum { TICKS = 900, PAIRS = 500, RATE = 60, WRONG = 137 };

static double now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void wait_until(double moment) {
    double left = moment - now(CLOCK_MONOTONIC);
    struct timespec time;
    if (left <= 0) return;
    time.tv_sec = (time_t)left, time.tv_nsec = (long)((left - (double)time.tv_sec) * 1e9);
    nanosleep(&time, NULL);
}

/* A ball above a box; one in 150,000 answers is wrong. */
static void ask(int tick, int i) {
    gjkcap_real radius = (gjkcap_real)(0.25 + (i % 8) * 0.125), x = (gjkcap_real)(3 * (i % 25));
    gjkcap_real z = (gjkcap_real)(3 * (i / 25)), y = (gjkcap_real)(1.6 + radius + 0.5 * sin(0.05 * tick + i));
    gjkcap_real gap = y - radius - 1, normal[3] = {0, -1, 0}, on_a[3], on_b[3];
    on_a[0] = on_b[0] = x, on_a[1] = y - radius, on_b[1] = 1, on_a[2] = on_b[2] = z;
    GJKSCOPE_PAIR(tick, 1000 + i, i, gjkcap_sphere(radius), gjkcap_turned(x, y, z, 0, 0, 0, 1), gjkcap_box(1, 1, 1),
                  gjkcap_turned(x, 0, z, 0, 0, 0, 1),
                  gjkcap_contact(tick % 300 == 250 && i == WRONG ? gap + 1 : gap, normal, on_a, on_b));
}

int main(int count, char **words) {
    double processor = 0, worst = 0, sum = 0, next = now(CLOCK_MONOTONIC);
    long long sent = 0;
    int tick, i;
    gjkscope_connect("127.0.0.1", count > 1 ? atoi(words[1]) : 14557);
    for (tick = 0; tick < TICKS; tick++) {
        double begin, used;
        int64_t done;
        for (i = 0; i < PAIRS; i++) ask(tick, i);
        begin = now(CLOCK_MONOTONIC), used = now(CLOCK_THREAD_CPUTIME_ID);
        done = gjkscope_stream();
        processor += now(CLOCK_THREAD_CPUTIME_ID) - used, begin = now(CLOCK_MONOTONIC) - begin;
        sum += begin, worst = begin > worst ? begin : worst, sent += done > 0 ? done : 0;
        wait_until(next += 1.0 / RATE);
    }
    gjkscope_disconnect();
    printf("%d pairs, %lld sent; per pair: %.0f ns of processor time; per tick: %.0f us, at most %.0f us\n", TICKS * PAIRS,
           sent, processor * 1e9 / TICKS / PAIRS, sum * 1e6 / TICKS, worst * 1e6);
    return 0;
}
