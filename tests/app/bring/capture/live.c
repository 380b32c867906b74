/* Streams pairs to a listener: live PORT TICKS.  Two threads record; a third streams, as an engine's loop does. */

#define GJKCAP_ENGINE "live.c"
#define GJKSCOPE_CAPTURE_IMPLEMENTATION
#include "gjkscope_capture.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { PER_TICK = 50 };

static int ticks;

/* The vertices say what they belong to. */
static void iterate(int thread, int i) {
    gjkcap_real vertex[3];
    int iteration;
    for (iteration = 0; iteration < i % 5; iteration++) {
        vertex[0] = (gjkcap_real)thread, vertex[1] = (gjkcap_real)i, vertex[2] = (gjkcap_real)iteration;
        GJKSCOPE_ITERATION(1, vertex, NULL, NULL, vertex, NULL);
    }
}

/* A ball and a box, 0.5 apart. */
static void ask(int thread, int i) {
    gjkcap_real radius = (gjkcap_real)(0.25 + (i % 8) * 0.125), normal[3] = {1, 0, 0};
    GJKSCOPE_PAIR(i / PER_TICK, thread, i, gjkcap_sphere(radius), gjkcap_turned(-radius, 0, 0, 0, 0, 0, 1),
                  gjkcap_box(1, 2, 3), gjkcap_turned((gjkcap_real)1.5, 0, 0, 0, 0, 0, 1),
                  gjkcap_contact((gjkcap_real)0.5, normal, NULL, NULL));
}

static void *work(void *argument) {
    int thread = *(int *)argument, tick, i;
    for (tick = 0; tick < ticks; tick++) {
        for (i = 0; i < PER_TICK; i++) iterate(thread, tick * PER_TICK + i), ask(thread, tick * PER_TICK + i);
        poll(NULL, 0, 1);
    }
    return NULL;
}

int main(int count, char **words) {
    pthread_t threads[2];
    int numbers[2] = {0, 1}, i;
    long long sent = 0, done;
    if (count < 3) { /* results may be ignored, also when the macros are no code */
        gjkscope_connect("127.0.0.1", 1);
        gjkscope_stream();
        gjkscope_disconnect();
        gjkscope_append("live.gjkcap");
        gjkscope_dump("live.gjkcap", 1);
        return 2;
    }
    ticks = atoi(words[2]);
    if (gjkscope_connect("nowhere", 1) != -1 || gjkscope_connect("127.0.0.1", 65536) != -1) return 3;
    if (gjkscope_connect("127.0.0.1", atoi(words[1])) != 0) return 4;
    for (i = 0; i < 2; i++)
        if (pthread_create(&threads[i], NULL, work, &numbers[i]) != 0) return 5;
    for (i = 0; i < ticks; i++) {
        done = gjkscope_stream();
        if (done > 0) sent += done;
        poll(NULL, 0, 1);
    }
    for (i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    gjkscope_disconnect();
    printf("%lld\n", sent);
    return 0;
}
