/* Records the pairs of shapes that an engine is asked about, and what it answers, for

       gjkscope scan FILE.gjkcap

   which finds the wrong answers.  C99 and C++11, GCC or Clang; no dependencies.

   1. In one source file:        #define GJKSCOPE_CAPTURE_IMPLEMENTATION
      wherever pairs are asked:  #include "gjkscope_capture.h"
   2. Compile everything with    -DGJKSCOPE_CAPTURE
      Without it, the macros below generate no code, and do not evaluate their arguments.
   3. After each query:

       GJKSCOPE_PAIR(tick, body_a->id, body_b->id,
                     gjkcap_box(hx, hy, hz), gjkcap_turned(px, py, pz, qx, qy, qz, qw),
                     gjkcap_sphere(radius), gjkcap_rows(matrix),
                     gjkcap_contact(signed_distance, normal, point_on_a, point_on_b));

   4. gjkscope_dump("bad.gjkcap", 60) writes the last 60 ticks; 0 writes all that is kept.  Call it when you like: on
      a key, in an assertion, where (gap > 1e-3).  gjkscope_dump_on_crash("bad.gjkcap", 60) does so on a signal.
      gjkscope_append("run.gjkcap"), called now and then, writes everything since its last call instead.

   5. To watch the pairs live (gjkscope listen, or File > Connect in the window):

       gjkscope_connect("127.0.0.1", 14557);  once; it does not matter which program starts first
       gjkscope_stream();                     after each tick: sends what is new, and never waits
       gjkscope_disconnect();                 at the end

   6. Optional: with -DGJKCAP_ITERATIONS=4096, at the end of each iteration of your own GJK,

       GJKSCOPE_ITERATION(vertex_count, points, points_a, points_b, direction, closest);

   records the simplex (0 to 4 points of A - B, 3 numbers each), and, if they are not NULL, the points of A and B that
   they are made of, the direction that was searched, and the point of the simplex nearest to the origin.  The next
   GJKSCOPE_PAIR of the thread takes them; dumps and streams keep them with their pair.  World coordinates of
   A - B = { a - b }: if you work on B - A, negate all vectors and exchange points_a and points_b.  gjkscope then shows
   your iterations beside those of a correct GJK.  Of other searches,

       GJKSCOPE_FACE(points); ... GJKSCOPE_EXPANDED(points); GJKSCOPE_POLYTOPE(direction);   EPA
       GJKSCOPE_PORTAL(vertex_count, points, interior, direction);                           MPR
       GJKSCOPE_AXIS(direction, separation);                                                 SAT

   record each face of the polytope at the end of an iteration (3 points of A - B), the face of the polytope before that
   was expanded, and then the iteration with the direction that it searched (or NULL); the portal (0 to 3 points) and the
   interior point where the ray begins; and the signed distance along a unit vector, below 0 for an overlap.

   Lengths are in metres.  Space is right-handed.  Points and normals are in world coordinates.

   Each thread has a ring of the last GJKCAP_SLOTS pairs, so that threads do not wait for each other.  All memory is
   static: GJKCAP_THREADS * GJKCAP_SLOTS * 192 bytes (328 in double precision) and GJKCAP_SHAPE_BYTES; nothing is ever
   allocated, and pages that are not used cost nothing.  Pairs that do not fit are counted, and gjkscope shows the count.
   GJKCAP_ITERATIONS, a power of two, is the number of the last iterations that each thread keeps; they take
   GJKCAP_THREADS * GJKCAP_ITERATIONS * 192 bytes (360 in double precision), and nothing if it is not defined.

   Dumping and streaming do not stop the other threads: pairs that are overwritten meanwhile are left out.  A dump uses
   only open, write and close, so it may be called in a signal handler, but not by two threads at once. */

#ifndef GJKSCOPE_CAPTURE_H
#define GJKSCOPE_CAPTURE_H

#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Define GJKCAP_DOUBLE for engines that compute in double precision. */
#ifdef GJKCAP_DOUBLE
typedef double gjkcap_real;
#define GJKCAP_NAME(name) name##_f64 /* mixing precisions is then an error of the linker */
#else
typedef float gjkcap_real;
#define GJKCAP_NAME(name) name##_f32
#endif

/* A recorded shape.  Keep it next to the engine's shape if making it for each pair takes too long (hulls). */
typedef uint64_t gjkcap_shape;

/* From the frame of a shape to the world. */
typedef struct gjkcap_frame {
    uint32_t kind; /* 0: rows of a matrix; 1: position and quaternion */
    gjkcap_real numbers[12];
} gjkcap_frame;

enum { GJKCAP_DISTANCE = 1, GJKCAP_NORMAL = 2, GJKCAP_WITNESS_A = 4, GJKCAP_WITNESS_B = 8, GJKCAP_VERDICT = 16 };
enum { GJKCAP_SEPARATED = 0, GJKCAP_TOUCHING = 1, GJKCAP_PENETRATING = 2, GJKCAP_UNDECIDED = 3 };

/* What the engine answered; `given` says which parts. */
typedef struct gjkcap_answer {
    uint32_t given;              /* a sum of GJKCAP_DISTANCE, ... */
    uint32_t verdict;            /* GJKCAP_SEPARATED, ... */
    gjkcap_real signed_distance; /* > 0: the gap; < 0: minus the penetration depth */
    gjkcap_real normal[3];       /* from A to B */
    gjkcap_real witness_a[3];    /* the nearest, or deepest, point on A */
    gjkcap_real witness_b[3];
} gjkcap_answer;

/* --- transforms --- */

/* From a 3x4 or 4x4 matrix for column vectors, row by row: the position is in numbers 3, 7 and 11. */
static inline gjkcap_frame gjkcap_rows(const gjkcap_real *matrix) {
    gjkcap_frame frame;
    frame.kind = 0;
    memcpy(frame.numbers, matrix, sizeof frame.numbers);
    return frame;
}

/* From a 4x4 matrix for column vectors, column by column, as in OpenGL: the position is in numbers 12, 13 and 14. */
static inline gjkcap_frame gjkcap_columns(const gjkcap_real *matrix) {
    gjkcap_frame frame;
    int i;
    frame.kind = 0;
    for (i = 0; i < 12; i++) frame.numbers[i] = matrix[4 * (i % 4) + i / 4];
    return frame;
}

/* From a position and a 3x3 rotation for column vectors, row by row. */
static inline gjkcap_frame gjkcap_placed(const gjkcap_real *position, const gjkcap_real *rotation) {
    gjkcap_frame frame;
    int i;
    frame.kind = 0;
    for (i = 0; i < 12; i++) frame.numbers[i] = i % 4 == 3 ? position[i / 4] : rotation[3 * (i / 4) + i % 4];
    return frame;
}

/* From a position and a quaternion. */
static inline gjkcap_frame gjkcap_turned(gjkcap_real x, gjkcap_real y, gjkcap_real z, gjkcap_real qx, gjkcap_real qy,
                                         gjkcap_real qz, gjkcap_real qw) {
    gjkcap_frame frame;
    memset(&frame, 0, sizeof frame);
    frame.kind = 1;
    frame.numbers[0] = x, frame.numbers[1] = y, frame.numbers[2] = z;
    frame.numbers[3] = qx, frame.numbers[4] = qy, frame.numbers[5] = qz, frame.numbers[6] = qw;
    return frame;
}

/* --- answers --- */

/* No answer: the pair is recorded, but not judged.  Fill in what the engine knows, and add it to `given`. */
static inline gjkcap_answer gjkcap_nothing(void) {
    gjkcap_answer answer;
    memset(&answer, 0, sizeof answer);
    return answer;
}

/* Whether they overlap, and nothing else. */
static inline gjkcap_answer gjkcap_verdict(int verdict) {
    gjkcap_answer answer = gjkcap_nothing();
    answer.given = GJKCAP_VERDICT;
    answer.verdict = (uint32_t)verdict;
    return answer;
}

/* The signed distance, normal and points; those that are NULL are not given. */
static inline gjkcap_answer gjkcap_contact(gjkcap_real signed_distance, const gjkcap_real *normal,
                                           const gjkcap_real *witness_a, const gjkcap_real *witness_b) {
    gjkcap_answer answer = gjkcap_nothing();
    answer.given = GJKCAP_DISTANCE;
    answer.signed_distance = signed_distance;
    if (normal) memcpy(answer.normal, normal, sizeof answer.normal), answer.given |= GJKCAP_NORMAL;
    if (witness_a) memcpy(answer.witness_a, witness_a, sizeof answer.witness_a), answer.given |= GJKCAP_WITNESS_A;
    if (witness_b) memcpy(answer.witness_b, witness_b, sizeof answer.witness_b), answer.given |= GJKCAP_WITNESS_B;
    return answer;
}

/* --- recording --- */

#ifdef GJKSCOPE_CAPTURE

/* kind, axis: see gjkcap.md; size: 4 numbers.  Returns 0 if there is no room: its pairs are then counted as lost. */
gjkcap_shape GJKCAP_NAME(gjkcap_make)(int kind, int axis, const double *size, double rounding,
                                      const gjkcap_real *vertices, uint32_t vertex_count, const uint32_t *indices,
                                      uint32_t triangle_count);
void GJKCAP_NAME(gjkcap_record)(uint64_t tick, uint64_t id_a, uint64_t id_b, gjkcap_shape a, gjkcap_frame frame_a,
                                gjkcap_shape b, gjkcap_frame frame_b, gjkcap_answer answer);

static inline gjkcap_shape gjkcap_sized(int kind, int axis, double p, double q, double r, double s, double rounding) {
    double size[4];
    size[0] = p, size[1] = q, size[2] = r, size[3] = s;
    return GJKCAP_NAME(gjkcap_make)(kind, axis, size, rounding, 0, 0, 0, 0);
}

#define GJKSCOPE_PAIR(tick, id_a, id_b, shape_a, transform_a, shape_b, transform_b, answer)                        \
    GJKCAP_NAME(gjkcap_record)                                                                                     \
    ((uint64_t)(tick), (uint64_t)(id_a), (uint64_t)(id_b), shape_a, transform_a, shape_b, transform_b, answer)

#ifdef GJKCAP_ITERATIONS
/* Kinds of records: 0 GJK, 1 a face, 2 the expanded face, 3 EPA, 4 MPR with the interior point as `closest`. */
void GJKCAP_NAME(gjkcap_iterate)(int kind, int vertex_count, const gjkcap_real *points, const gjkcap_real *points_a,
                                 const gjkcap_real *points_b, const gjkcap_real *direction,
                                 const gjkcap_real *closest);
void GJKCAP_NAME(gjkcap_iterate_axis)(const gjkcap_real *direction, gjkcap_real separation);
#define GJKSCOPE_ITERATION(vertex_count, points, points_a, points_b, direction, closest) \
    GJKCAP_NAME(gjkcap_iterate)(0, vertex_count, points, points_a, points_b, direction, closest)
#define GJKSCOPE_FACE(points) GJKCAP_NAME(gjkcap_iterate)(1, 3, points, 0, 0, 0, 0)
#define GJKSCOPE_EXPANDED(points) GJKCAP_NAME(gjkcap_iterate)(2, 3, points, 0, 0, 0, 0)
#define GJKSCOPE_POLYTOPE(direction) GJKCAP_NAME(gjkcap_iterate)(3, 0, 0, 0, 0, direction, 0)
#define GJKSCOPE_PORTAL(vertex_count, points, interior, direction) \
    GJKCAP_NAME(gjkcap_iterate)(4, vertex_count, points, 0, 0, direction, interior)
#define GJKSCOPE_AXIS(direction, separation) GJKCAP_NAME(gjkcap_iterate_axis)(direction, separation)
#endif

/* Axis: 0, 1 or 2 for x, y or z.  Half heights of capsules are those between the centres of the caps. */
#define gjkcap_point(radius) gjkcap_sized(0, 1, 0, 0, 0, 0, radius)
#define gjkcap_sphere(radius) gjkcap_sized(3, 1, radius, 0, 0, 0, 0)
#define gjkcap_box(hx, hy, hz) gjkcap_sized(4, 1, hx, hy, hz, 0, 0)
#define gjkcap_rounded_box(hx, hy, hz, rounding) gjkcap_sized(4, 1, hx, hy, hz, 0, rounding)
#define gjkcap_capsule(radius, half_height, axis) gjkcap_sized(5, axis, radius, half_height, 0, 0, 0)
#define gjkcap_cylinder(radius, half_height, axis) gjkcap_sized(6, axis, radius, half_height, 0, 0, 0)
#define gjkcap_cone(radius, half_height, axis) gjkcap_sized(7, axis, radius, half_height, 0, 0, 0)
#define gjkcap_ellipsoid(rx, ry, rz) gjkcap_sized(8, 1, rx, ry, rz, 0, 0)
#define gjkcap_triangle(vertices) gjkcap_hull(vertices, 3, 0)
#define gjkcap_hull(vertices, count, rounding) GJKCAP_NAME(gjkcap_make)(9, 1, 0, rounding, vertices, count, 0, 0)
/* A triangle mesh, not its hull: 3 indices (uint32_t) for each triangle, counter-clockwise as seen from outside. */
#define gjkcap_mesh(vertices, vertex_count, indices, triangle_count) \
    GJKCAP_NAME(gjkcap_make)(10, 1, 0, 0, vertices, vertex_count, indices, triangle_count)

/* These return the number of pairs written, or -1 if the file cannot be written (errno says why). */
int64_t GJKCAP_NAME(gjkcap_write_ticks)(const char *path, uint64_t ticks);
int64_t GJKCAP_NAME(gjkcap_write_new)(const char *path);
void GJKCAP_NAME(gjkcap_watch_signals)(const char *path, uint64_t ticks);
void GJKCAP_NAME(gjkcap_release)(void);

/* Live: see "live" below. */
int GJKCAP_NAME(gjkcap_connect)(const char *address, int port);
int64_t GJKCAP_NAME(gjkcap_stream)(void);
void GJKCAP_NAME(gjkcap_disconnect)(void);

/* Sends pairs to a gjkscope that listens on an IPv4 address, usually "127.0.0.1", and a port, usually 14557.  Returns
   0, or -1 if that is no address.  It does not wait: gjkscope_stream connects, once a second until it succeeds, and
   again if the connection is lost.  Pairs from before the connection are not sent.  POSIX only. */
#define gjkscope_connect(address, port) GJKCAP_NAME(gjkcap_connect)(address, port)
/* Sends the pairs since its last call, each after its iterations.  Never waits: what the listener does not take stays in
   the rings until it is overwritten; that is counted, and shown there.  Returns the number of pairs sent, or -1 while there is no
   connection.  Call it from one thread; a second one returns 0 at once. */
#define gjkscope_stream() GJKCAP_NAME(gjkcap_stream)()
/* Sends what is left, for at most 0.2 s, and closes the connection. */
#define gjkscope_disconnect() GJKCAP_NAME(gjkcap_disconnect)()

#define gjkscope_dump(path, ticks) GJKCAP_NAME(gjkcap_write_ticks)(path, ticks)
#define gjkscope_append(path) GJKCAP_NAME(gjkcap_write_new)(path) /* one file per run; the first call replaces it */
#define gjkscope_dump_on_crash(path, ticks) GJKCAP_NAME(gjkcap_watch_signals)(path, ticks)
#define gjkscope_thread_ends() GJKCAP_NAME(gjkcap_release)() /* optional: its ring may be used by another thread */

#else /* no code; sizeof marks variables as used without evaluating them */

/* What the functions return; a plain number would be a statement without effect, which compilers warn about. */
static inline int64_t gjkcap_off(int64_t value) { return value; }
static inline int gjkcap_not_connected(void) { return 0; }

#define GJKSCOPE_PAIR(tick, id_a, id_b, shape_a, transform_a, shape_b, transform_b, answer)                        \
    ((void)sizeof(tick), (void)sizeof(id_a), (void)sizeof(id_b), (void)sizeof(shape_a), (void)sizeof(transform_a), \
     (void)sizeof(shape_b), (void)sizeof(transform_b), (void)sizeof(answer))
#define GJKCAP_IGNORED(a, b, c, d) \
    ((void)sizeof(a), (void)sizeof(b), (void)sizeof(c), (void)sizeof(d), (gjkcap_shape)0)
#define gjkcap_point(radius) GJKCAP_IGNORED(radius, 0, 0, 0)
#define gjkcap_sphere(radius) GJKCAP_IGNORED(radius, 0, 0, 0)
#define gjkcap_box(hx, hy, hz) GJKCAP_IGNORED(hx, hy, hz, 0)
#define gjkcap_rounded_box(hx, hy, hz, rounding) GJKCAP_IGNORED(hx, hy, hz, rounding)
#define gjkcap_capsule(radius, half_height, axis) GJKCAP_IGNORED(radius, half_height, axis, 0)
#define gjkcap_cylinder(radius, half_height, axis) GJKCAP_IGNORED(radius, half_height, axis, 0)
#define gjkcap_cone(radius, half_height, axis) GJKCAP_IGNORED(radius, half_height, axis, 0)
#define gjkcap_ellipsoid(rx, ry, rz) GJKCAP_IGNORED(rx, ry, rz, 0)
#define gjkcap_triangle(vertices) GJKCAP_IGNORED(vertices, 0, 0, 0)
#define gjkcap_hull(vertices, count, rounding) GJKCAP_IGNORED(vertices, count, rounding, 0)
#define gjkcap_mesh(vertices, vertex_count, indices, triangle_count) \
    GJKCAP_IGNORED(vertices, vertex_count, indices, triangle_count)
#define gjkscope_dump(path, ticks) ((void)sizeof(path), (void)sizeof(ticks), gjkcap_off(0))
#define gjkscope_append(path) ((void)sizeof(path), gjkcap_off(0))
#define gjkscope_dump_on_crash(path, ticks) ((void)sizeof(path), (void)sizeof(ticks))
#define gjkscope_thread_ends() ((void)0)
#define gjkscope_connect(address, port) ((void)sizeof(address), (void)sizeof(port), gjkcap_not_connected())
#define gjkscope_stream() gjkcap_off(-1)
#define gjkscope_disconnect() ((void)0)

#endif

#ifndef GJKSCOPE_ITERATION
#define GJKSCOPE_ITERATION(vertex_count, points, points_a, points_b, direction, closest)               \
    ((void)sizeof(vertex_count), (void)sizeof(points), (void)sizeof(points_a), (void)sizeof(points_b), \
     (void)sizeof(direction), (void)sizeof(closest))
#define GJKSCOPE_FACE(points) ((void)sizeof(points))
#define GJKSCOPE_EXPANDED(points) ((void)sizeof(points))
#define GJKSCOPE_POLYTOPE(direction) ((void)sizeof(direction))
#define GJKSCOPE_PORTAL(vertex_count, points, interior, direction) \
    ((void)sizeof(vertex_count), (void)sizeof(points), (void)sizeof(interior), (void)sizeof(direction))
#define GJKSCOPE_AXIS(direction, separation) ((void)sizeof(direction), (void)sizeof(separation))
#endif

#ifdef __cplusplus
}
#endif

#endif /* GJKSCOPE_CAPTURE_H */

#if defined(GJKSCOPE_CAPTURE) && defined(GJKSCOPE_CAPTURE_IMPLEMENTATION) && !defined(GJKCAP_IMPLEMENTED)
#define GJKCAP_IMPLEMENTED

#if !defined(__GNUC__) && !defined(__clang__)
#error "gjkscope_capture.h needs GCC or Clang (on Windows: clang-cl)"
#endif
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "gjkscope_capture.h needs a little-endian processor"
#endif

#include <fcntl.h>
#include <signal.h>
#ifdef _WIN32
#include <io.h>
#else
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
#endif

#ifndef GJKCAP_THREADS
#define GJKCAP_THREADS 16
#endif
#ifndef GJKCAP_SLOTS
#define GJKCAP_SLOTS 16384 /* pairs per thread: a power of two */
#endif
#ifndef GJKCAP_SHAPES
#define GJKCAP_SHAPES 16384 /* entries of the table of shapes: a power of two; three quarters of them are used */
#endif
#ifndef GJKCAP_SHAPE_BYTES
#define GJKCAP_SHAPE_BYTES 8388608
#endif
#ifndef GJKCAP_ENGINE
#define GJKCAP_ENGINE "" /* the name of the engine and its version, which is shown with its answers: "MyEngine 1.2" */
#endif
#define GJKCAP_BATCH 64 /* pairs that are copied from a ring before they are written */
#ifdef GJKCAP_ITERATIONS
#define GJKCAP_STREAM_BYTES 524288 /* pairs with their iterations that are copied from the rings before they are sent */
#else
#define GJKCAP_STREAM_BYTES 131072
#endif
#ifndef GJKCAP_COMPLAIN /* what to do with a line that says why gjkscope refuses the connection */
#define GJKCAP_COMPLAIN(line) fprintf(stderr, "gjkscope: %s\n", line)
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef char gjkcap_slots_is_a_power_of_two[(GJKCAP_SLOTS & (GJKCAP_SLOTS - 1)) == 0 ? 1 : -1];
typedef char gjkcap_shapes_is_a_power_of_two[(GJKCAP_SHAPES & (GJKCAP_SHAPES - 1)) == 0 ? 1 : -1];

/* A record as in the file. */
typedef struct gjkcap_slot {
    uint32_t type, length;
    uint64_t tick, id_a, id_b, shape_a, shape_b;
    uint32_t given;
    uint8_t verdict, frame_a, frame_b, thread;
    gjkcap_real transform_a[12], transform_b[12], signed_distance, normal[3], witness_a[3], witness_b[3];
} gjkcap_slot;

typedef struct gjkcap_ring {
    uint64_t written;  /* pairs since the start; published after the slot is complete */
    uint64_t appended; /* pairs that gjkscope_append has written or given up */
    uint64_t streamed; /* pairs that gjkscope_stream has sent or given up */
    uint32_t taken;
    gjkcap_slot slots[GJKCAP_SLOTS];
} gjkcap_ring;

#ifdef GJKCAP_ITERATIONS
typedef char gjkcap_iterations_is_a_power_of_two[(GJKCAP_ITERATIONS & (GJKCAP_ITERATIONS - 1)) == 0 ? 1 : -1];

enum { GJKCAP_DIRECTION = 1, GJKCAP_CLOSEST = 2, GJKCAP_WITNESSES = 4, GJKCAP_FORGOTTEN = 255 };
enum { GJKCAP_MPR = 4, GJKCAP_SAT = 5 };

/* A record as in the file. */
typedef struct gjkcap_iteration_slot {
    uint32_t type, length;
    uint8_t vertex_count, given, real_size, kind;
    uint32_t number;
    gjkcap_real points[12], points_a[12], points_b[12], direction[3], closest[3];
} gjkcap_iteration_slot;

typedef struct gjkcap_iteration_ring {
    uint64_t written;  /* iterations since the start; published after the slot is complete */
    uint64_t streamed; /* iterations that gjkscope_stream has sent or given up */
    uint64_t pairs[GJKCAP_ITERATIONS]; /* which pair of the thread each belongs to, in ascending order */
    gjkcap_iteration_slot slots[GJKCAP_ITERATIONS];
} gjkcap_iteration_ring;

static gjkcap_iteration_ring gjkcap_iteration_rings[GJKCAP_THREADS]; /* next to gjkcap_rings */
#endif

typedef struct gjkcap_header {
    char magic[8];
    uint16_t major, minor;
    uint32_t size;
    uint64_t reserved[2];
} gjkcap_header;

typedef struct gjkcap_loss {
    uint32_t type, length;
    uint64_t overwritten, refused;
} gjkcap_loss;

typedef struct gjkcap_shape_head {
    uint32_t type, length;
    uint64_t key;
    uint16_t kind;
    uint8_t axis, reserved;
    uint32_t vertices, faces, also_reserved;
    double size[4], rounding;
} gjkcap_shape_head;

static gjkcap_ring gjkcap_rings[GJKCAP_THREADS];
static __thread gjkcap_ring *gjkcap_own;
static uint64_t gjkcap_refused;

static uint64_t gjkcap_keys[GJKCAP_SHAPES];
static uint64_t gjkcap_pool[GJKCAP_SHAPE_BYTES / 8]; /* records as in the file */
static uint64_t gjkcap_pool_used;                    /* bytes */
static uint64_t gjkcap_pool_appended;
static uint32_t gjkcap_pool_count, gjkcap_pool_lock;

static gjkcap_slot gjkcap_batch[GJKCAP_BATCH];
static char gjkcap_crash_path[1024];
static uint64_t gjkcap_crash_ticks;

/* --- shapes --- */

static uint64_t gjkcap_mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    return hash ^ (hash >> 29);
}

static uint64_t gjkcap_mix_double(uint64_t hash, double number) {
    uint64_t word;
    memcpy(&word, &number, sizeof word);
    return gjkcap_mix(hash, word);
}

static void gjkcap_store_shape(const gjkcap_shape_head *head, const gjkcap_real *vertices, const uint32_t *indices) {
    unsigned char *to = (unsigned char *)gjkcap_pool + gjkcap_pool_used;
    uint32_t i;
    memcpy(to, head, sizeof *head);
    for (i = 0; i < 3 * head->vertices; i++) {
        double number = (double)vertices[i];
        memcpy(to + sizeof *head + 8 * (uint64_t)i, &number, sizeof number);
    }
    if (head->faces) memcpy(to + sizeof *head + 24 * (uint64_t)head->vertices, indices, 12 * (size_t)head->faces);
    __atomic_store_n(&gjkcap_pool_used, gjkcap_pool_used + 8 + head->length, __ATOMIC_RELEASE);
}

/* Finds the entry of a key: the key itself, or 0 where it belongs. */
static uint64_t *gjkcap_entry(uint64_t key) {
    uint64_t i = key & (GJKCAP_SHAPES - 1), found;
    while ((found = __atomic_load_n(&gjkcap_keys[i], __ATOMIC_ACQUIRE)) != 0 && found != key)
        i = (i + 1) & (GJKCAP_SHAPES - 1);
    return &gjkcap_keys[i];
}

static gjkcap_shape gjkcap_add_shape(const gjkcap_shape_head *head, const gjkcap_real *vertices,
                                     const uint32_t *indices) {
    gjkcap_shape key = head->key;
    uint64_t *entry;
    while (__atomic_exchange_n(&gjkcap_pool_lock, 1u, __ATOMIC_ACQUIRE)) {
    }
    entry = gjkcap_entry(key); /* another thread may have added it meanwhile */
    if (*entry != key) {
        if (gjkcap_pool_count >= GJKCAP_SHAPES / 4 * 3 ||
            gjkcap_pool_used + 8 + head->length > sizeof gjkcap_pool) {
            key = 0;
        } else {
            gjkcap_store_shape(head, vertices, indices);
            gjkcap_pool_count++;
            __atomic_store_n(entry, key, __ATOMIC_RELEASE);
        }
    }
    __atomic_store_n(&gjkcap_pool_lock, 0u, __ATOMIC_RELEASE);
    return key;
}

gjkcap_shape GJKCAP_NAME(gjkcap_make)(int kind, int axis, const double *size, double rounding,
                                      const gjkcap_real *vertices, uint32_t vertex_count, const uint32_t *indices,
                                      uint32_t triangle_count) {
    gjkcap_shape_head head;
    uint64_t hash = gjkcap_mix((uint64_t)kind + 1, ((uint64_t)vertex_count << 8) + (uint64_t)axis);
    uint32_t i;
    if (vertex_count > 1000000u || triangle_count > 2000000u) return 0; /* records are limited to 64 MiB */
    for (i = 0; size && i < 4; i++) hash = gjkcap_mix_double(hash, size[i]);
    for (i = 0; i < 3 * vertex_count; i++) hash = gjkcap_mix_double(hash, (double)vertices[i]);
    for (i = 0; i < 3 * triangle_count; i++) hash = gjkcap_mix(hash, indices[i]);
    hash = gjkcap_mix_double(hash, rounding);
    hash ^= hash >> 32;
    if (hash == 0) hash = 1;
    if (*gjkcap_entry(hash) == hash) return hash;
    memset(&head, 0, sizeof head);
    head.type = 1, head.length = (uint32_t)sizeof head - 8 + 24 * vertex_count + (12 * triangle_count + 7) / 8 * 8;
    head.key = hash, head.kind = (uint16_t)kind, head.axis = (uint8_t)axis;
    head.vertices = vertex_count, head.faces = triangle_count, head.rounding = rounding;
    if (size) memcpy(head.size, size, sizeof head.size);
    return gjkcap_add_shape(&head, vertices, indices);
}

/* --- pairs --- */

static gjkcap_ring *gjkcap_take_ring(void) {
    int i;
    for (i = 0; i < GJKCAP_THREADS && !gjkcap_own; i++)
        if (!__atomic_exchange_n(&gjkcap_rings[i].taken, 1u, __ATOMIC_ACQUIRE)) gjkcap_own = &gjkcap_rings[i];
    return gjkcap_own;
}

void GJKCAP_NAME(gjkcap_release)(void) {
    if (gjkcap_own) __atomic_store_n(&gjkcap_own->taken, 0u, __ATOMIC_RELEASE);
    gjkcap_own = 0;
}

#ifdef GJKCAP_ITERATIONS

static gjkcap_iteration_slot *gjkcap_last_iteration(gjkcap_iteration_ring *ring, uint64_t back) {
    return &ring->slots[(ring->written - back) & (GJKCAP_ITERATIONS - 1)];
}

void GJKCAP_NAME(gjkcap_iterate)(int kind, int vertex_count, const gjkcap_real *points, const gjkcap_real *points_a,
                                 const gjkcap_real *points_b, const gjkcap_real *direction,
                                 const gjkcap_real *closest) {
    gjkcap_ring *pairs = gjkcap_own ? gjkcap_own : gjkcap_take_ring();
    gjkcap_iteration_ring *ring;
    gjkcap_iteration_slot *slot;
    uint64_t place;
    size_t size;
    int follows;
    if (!pairs || vertex_count < 0 || vertex_count > (kind == GJKCAP_MPR ? 3 : 4)) return;
    ring = &gjkcap_iteration_rings[pairs - gjkcap_rings];
    follows = ring->written > 0 && ring->pairs[(ring->written - 1) & (GJKCAP_ITERATIONS - 1)] == pairs->written &&
              gjkcap_last_iteration(ring, 1)->vertex_count != GJKCAP_FORGOTTEN;
    place = ring->written & (GJKCAP_ITERATIONS - 1);
    slot = &ring->slots[place];
    size = 3 * (size_t)vertex_count * sizeof(gjkcap_real);
    ring->pairs[place] = pairs->written;
    memset(slot, 0, sizeof *slot);
    slot->type = 6, slot->length = (uint32_t)sizeof *slot - 8;
    slot->vertex_count = (uint8_t)vertex_count, slot->real_size = sizeof(gjkcap_real), slot->kind = (uint8_t)kind;
    slot->number = follows ? gjkcap_last_iteration(ring, 1)->number + 1 : 0;
    if (size) memcpy(slot->points, points, size);
    if (points_a && points_b) {
        memcpy(slot->points_a, points_a, size), memcpy(slot->points_b, points_b, size);
        slot->given = GJKCAP_WITNESSES;
    }
    if (direction) memcpy(slot->direction, direction, sizeof slot->direction), slot->given |= GJKCAP_DIRECTION;
    if (closest && kind == GJKCAP_MPR)
        memcpy(slot->points + 9, closest, 3 * sizeof(gjkcap_real));
    else if (closest)
        memcpy(slot->closest, closest, sizeof slot->closest), slot->given |= GJKCAP_CLOSEST;
    __atomic_store_n(&ring->written, ring->written + 1, __ATOMIC_RELEASE);
}

void GJKCAP_NAME(gjkcap_iterate_axis)(const gjkcap_real *direction, gjkcap_real separation) {
    gjkcap_real first[3] = {0, 0, 0};
    first[0] = separation;
    GJKCAP_NAME(gjkcap_iterate)(GJKCAP_SAT, 0, 0, 0, 0, direction, first);
}

/* The pair is not recorded: the next one must not take its iterations. */
static void gjkcap_forget_iterations(const gjkcap_ring *pairs) {
    gjkcap_iteration_ring *ring = &gjkcap_iteration_rings[pairs - gjkcap_rings];
    uint64_t back;
    for (back = 1; back <= ring->written && back <= GJKCAP_ITERATIONS; back++) {
        if (ring->pairs[(ring->written - back) & (GJKCAP_ITERATIONS - 1)] != pairs->written) return;
        gjkcap_last_iteration(ring, back)->vertex_count = GJKCAP_FORGOTTEN;
    }
}

#endif

void GJKCAP_NAME(gjkcap_record)(uint64_t tick, uint64_t id_a, uint64_t id_b, gjkcap_shape a, gjkcap_frame frame_a,
                                gjkcap_shape b, gjkcap_frame frame_b, gjkcap_answer answer) {
    gjkcap_ring *ring = gjkcap_own ? gjkcap_own : gjkcap_take_ring();
    gjkcap_slot *slot;
    if (!ring || !a || !b) {
#ifdef GJKCAP_ITERATIONS
        if (ring) gjkcap_forget_iterations(ring);
#endif
        __atomic_fetch_add(&gjkcap_refused, 1u, __ATOMIC_RELAXED);
        return;
    }
    slot = &ring->slots[ring->written & (GJKCAP_SLOTS - 1)];
    slot->type = sizeof(gjkcap_real) == 4 ? 2 : 3, slot->length = (uint32_t)sizeof *slot - 8;
    slot->tick = tick, slot->id_a = id_a, slot->id_b = id_b, slot->shape_a = a, slot->shape_b = b;
    slot->given = answer.given, slot->verdict = (uint8_t)answer.verdict;
    slot->frame_a = (uint8_t)frame_a.kind, slot->frame_b = (uint8_t)frame_b.kind;
    slot->thread = (uint8_t)(ring - gjkcap_rings);
    memcpy(slot->transform_a, frame_a.numbers, sizeof slot->transform_a);
    memcpy(slot->transform_b, frame_b.numbers, sizeof slot->transform_b);
    slot->signed_distance = answer.signed_distance;
    memcpy(slot->normal, answer.normal, sizeof slot->normal);
    memcpy(slot->witness_a, answer.witness_a, sizeof slot->witness_a);
    memcpy(slot->witness_b, answer.witness_b, sizeof slot->witness_b);
    __atomic_store_n(&ring->written, ring->written + 1, __ATOMIC_RELEASE);
}

/* --- files --- */

static int gjkcap_put(int file, const void *data, uint64_t size) {
    const char *at = (const char *)data;
    while (size > 0) {
        long done = (long)write(file, at, size > 1048576u ? 1048576u : (unsigned)size);
        if (done <= 0) return 0;
        at += done, size -= (uint64_t)done;
    }
    return 1;
}

/* The header, and the name of the engine. */
static uint64_t gjkcap_preamble(unsigned char *to) {
    gjkcap_header header;
    uint32_t name[2] = {5, (sizeof GJKCAP_ENGINE + 6) / 8 * 8};
    memset(&header, 0, sizeof header);
    memcpy(header.magic, "\x89GJKCAP\n", 8);
    header.major = 1, header.size = sizeof header;
    memcpy(to, &header, sizeof header);
    if (name[1] == 0) return sizeof header;
    memset(to + sizeof header, 0, 8 + name[1]);
    memcpy(to + sizeof header, name, sizeof name);
    memcpy(to + sizeof header + 8, GJKCAP_ENGINE, sizeof GJKCAP_ENGINE - 1);
    return sizeof header + 8 + name[1];
}

static int gjkcap_put_header(int file) {
    unsigned char preamble[sizeof(gjkcap_header) + 16 + sizeof GJKCAP_ENGINE];
    return gjkcap_put(file, preamble, gjkcap_preamble(preamble));
}

static int gjkcap_put_loss(int file, uint64_t overwritten, uint64_t refused) {
    gjkcap_loss loss;
    loss.type = 4, loss.length = 16, loss.overwritten = overwritten, loss.refused = refused;
    return overwritten + refused == 0 || gjkcap_put(file, &loss, sizeof loss);
}

/* Writes the shapes from byte *from of the pool on, and sets *from to their end. */
static int gjkcap_put_shapes(int file, uint64_t *from) {
    uint64_t used = __atomic_load_n(&gjkcap_pool_used, __ATOMIC_ACQUIRE), begin = *from;
    *from = used;
    return gjkcap_put(file, (char *)gjkcap_pool + begin, used - begin);
}

#ifdef GJKCAP_ITERATIONS

/* Writes the iterations of pair `pair` of a thread, from *next on, except those that are overwritten meanwhile. */
static int gjkcap_put_iterations(int file, const gjkcap_iteration_ring *ring, uint64_t pair, uint64_t *next) {
    uint64_t written = __atomic_load_n(&ring->written, __ATOMIC_ACQUIRE);
    uint64_t oldest = written >= GJKCAP_ITERATIONS ? written - GJKCAP_ITERATIONS + 1 : 0;
    if (*next < oldest) *next = oldest;
    for (; *next < written; ++*next) {
        uint64_t place = *next & (GJKCAP_ITERATIONS - 1), of = ring->pairs[place];
        gjkcap_iteration_slot slot = ring->slots[place];
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
        if (*next + GJKCAP_ITERATIONS <= __atomic_load_n(&ring->written, __ATOMIC_RELAXED)) continue;
        if (of > pair) return 1;
        if (of == pair && slot.vertex_count != GJKCAP_FORGOTTEN && !gjkcap_put(file, &slot, sizeof slot)) return 0;
    }
    return 1;
}

/* Writes pairs that were copied from a ring, each after its iterations. */
static int gjkcap_put_batch(int file, const gjkcap_ring *ring, const uint64_t *numbers, uint64_t count,
                            uint64_t *next) {
    const gjkcap_iteration_ring *iterations = &gjkcap_iteration_rings[ring - gjkcap_rings];
    uint64_t i;
    if (!__atomic_load_n(&iterations->written, __ATOMIC_ACQUIRE))
        return gjkcap_put(file, gjkcap_batch, count * sizeof gjkcap_batch[0]);
    for (i = 0; i < count; i++)
        if (!gjkcap_put_iterations(file, iterations, numbers[i], next) ||
            !gjkcap_put(file, &gjkcap_batch[i], sizeof gjkcap_batch[0]))
            return 0;
    return 1;
}

#endif

/* Writes pairs [from, to) of a ring with ticks >= first_tick, except those that are overwritten meanwhile. */
static int gjkcap_put_pairs(int file, gjkcap_ring *ring, uint64_t from, uint64_t to, uint64_t first_tick,
                            int64_t *pairs, uint64_t *overwritten) {
#ifdef GJKCAP_ITERATIONS
    uint64_t numbers[GJKCAP_BATCH], next = 0;
#endif
    while (from < to) {
        uint64_t count = to - from < GJKCAP_BATCH ? to - from : GJKCAP_BATCH, i, kept = 0, safe;
        for (i = 0; i < count; i++) gjkcap_batch[i] = ring->slots[(from + i) & (GJKCAP_SLOTS - 1)];
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
        /* The slot of pair `written` may be half written: it is that of pair written - GJKCAP_SLOTS. */
        safe = __atomic_load_n(&ring->written, __ATOMIC_RELAXED) + 1;
        safe = safe > GJKCAP_SLOTS ? safe - GJKCAP_SLOTS : 0;
        for (i = 0; i < count; i++) {
            if (from + i < safe)
                ++*overwritten;
            else if (gjkcap_batch[i].tick >= first_tick) {
#ifdef GJKCAP_ITERATIONS
                numbers[kept] = from + i;
#endif
                gjkcap_batch[kept++] = gjkcap_batch[i];
            }
        }
#ifdef GJKCAP_ITERATIONS
        if (!gjkcap_put_batch(file, ring, numbers, kept, &next)) return 0;
#else
        if (!gjkcap_put(file, gjkcap_batch, kept * sizeof gjkcap_batch[0])) return 0;
#endif
        *pairs += (int64_t)kept, from += count;
    }
    return 1;
}

static uint64_t gjkcap_last_tick(void) {
    uint64_t last = 0;
    int i;
    for (i = 0; i < GJKCAP_THREADS; i++) {
        uint64_t written = __atomic_load_n(&gjkcap_rings[i].written, __ATOMIC_ACQUIRE);
        uint64_t tick = written ? gjkcap_rings[i].slots[(written - 1) & (GJKCAP_SLOTS - 1)].tick : 0;
        if (tick > last) last = tick;
    }
    return last;
}

static int gjkcap_open(const char *path, int flags) {
#ifdef _WIN32
    return _open(path, _O_WRONLY | _O_CREAT | _O_BINARY | flags, 0600);
#else
    return open(path, O_WRONLY | O_CREAT | flags, 0644);
#endif
}

int64_t GJKCAP_NAME(gjkcap_write_ticks)(const char *path, uint64_t ticks) {
    uint64_t last = gjkcap_last_tick(), first = ticks && last >= ticks ? last - ticks + 1 : 0, overwritten = 0;
    uint64_t shapes = 0;
    int64_t pairs = 0;
    int file = gjkcap_open(path, O_TRUNC), i, good;
    if (file < 0) return -1;
    good = gjkcap_put_header(file) && gjkcap_put_shapes(file, &shapes); /* first: the file may be cut off */
    for (i = 0; i < GJKCAP_THREADS && good; i++) {
        uint64_t to = __atomic_load_n(&gjkcap_rings[i].written, __ATOMIC_ACQUIRE);
        uint64_t from = to >= GJKCAP_SLOTS ? to - GJKCAP_SLOTS + 1 : 0; /* the oldest may be half overwritten */
        if (!ticks) overwritten += from; /* a dump of some ticks does not miss what came before them */
        good = gjkcap_put_pairs(file, &gjkcap_rings[i], from, to, first, &pairs, &overwritten);
    }
    good = good && gjkcap_put_shapes(file, &shapes); /* those that were added meanwhile, which pairs may have */
    good = good && gjkcap_put_loss(file, overwritten, __atomic_load_n(&gjkcap_refused, __ATOMIC_RELAXED));
    return close(file) == 0 && good ? pairs : -1;
}

int64_t GJKCAP_NAME(gjkcap_write_new)(const char *path) {
    static int begun;
    static uint64_t refused_before;
    uint64_t overwritten = 0, refused = __atomic_load_n(&gjkcap_refused, __ATOMIC_RELAXED);
    int64_t pairs = 0;
    int file = gjkcap_open(path, begun ? O_APPEND : O_TRUNC), i, good;
    if (file < 0) return -1;
    good = begun || gjkcap_put_header(file);
    good = good && gjkcap_put_shapes(file, &gjkcap_pool_appended);
    begun = 1;
    for (i = 0; i < GJKCAP_THREADS && good; i++) {
        gjkcap_ring *ring = &gjkcap_rings[i];
        uint64_t to = __atomic_load_n(&ring->written, __ATOMIC_ACQUIRE), from = ring->appended;
        uint64_t oldest = to >= GJKCAP_SLOTS ? to - GJKCAP_SLOTS + 1 : 0;
        if (from < oldest) overwritten += oldest - from, from = oldest;
        good = gjkcap_put_pairs(file, ring, from, to, 0, &pairs, &overwritten);
        ring->appended = to;
    }
    good = good && gjkcap_put_shapes(file, &gjkcap_pool_appended);
    good = good && gjkcap_put_loss(file, overwritten, refused - refused_before);
    refused_before = refused;
    return close(file) == 0 && good ? pairs : -1;
}

/* --- live: gjkcap.md, "Streams" --- */

#ifdef _WIN32

int GJKCAP_NAME(gjkcap_connect)(const char *address, int port) {
    (void)address, (void)port;
    return -1;
}

int64_t GJKCAP_NAME(gjkcap_stream)(void) { return -1; }

void GJKCAP_NAME(gjkcap_disconnect)(void) {}

#else

#ifdef MSG_NOSIGNAL
#define GJKCAP_NO_SIGNAL MSG_NOSIGNAL /* a listener that has ended must not end this program, too */
#else
#define GJKCAP_NO_SIGNAL 0 /* macOS: SO_NOSIGPIPE does it */
#endif

#ifndef GJKCAP_RETRY
#define GJKCAP_RETRY 1000000 /* microseconds between two attempts to connect */
#endif
#define GJKCAP_LINGER 200000 /* microseconds that gjkscope_disconnect may wait */
enum { GJKCAP_CLOSED, GJKCAP_WAITING, GJKCAP_CONNECTING, GJKCAP_GREETING, GJKCAP_OPEN };

typedef struct gjkcap_time {
    uint32_t type, length;
    uint64_t microseconds;
} gjkcap_time;

static struct gjkcap_live {
    uint32_t lock;
    int state, file;
    struct sockaddr_in address;
    uint64_t retry_at;    /* microseconds since 1970 */
    uint64_t shapes_sent; /* bytes of the pool */
    uint64_t refused;     /* gjkcap_refused, when it was last sent */
    uint64_t overwritten; /* pairs that were lost since the last record of type 4 */
    int is_behind;        /* whether the last call could not send everything */
    unsigned received;
    union {
        gjkcap_header header;
        char bytes[512]; /* the header of the listener, and its refusal */
    } reply;
    uint64_t begin, end; /* of the part of the buffer that is not sent yet */
    uint64_t buffer[GJKCAP_STREAM_BYTES / 8];
} gjkcap_live;

static uint64_t gjkcap_now(void) {
    struct timeval now;
    gettimeofday(&now, 0);
    return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_usec;
}

static void gjkcap_close(int next_state) {
    if (gjkcap_live.state >= GJKCAP_CONNECTING) close(gjkcap_live.file);
    gjkcap_live.state = next_state;
    gjkcap_live.retry_at = gjkcap_now() + GJKCAP_RETRY;
}

/* Says why there will be no connection. */
static void gjkcap_give_up(const char *why, unsigned number) {
    char address[INET_ADDRSTRLEN] = "", line[640];
    inet_ntop(AF_INET, &gjkcap_live.address.sin_addr, address, sizeof address);
    snprintf(line, sizeof line, "%s:%d %s", address, (int)ntohs(gjkcap_live.address.sin_port), why);
    if (number) snprintf(line + strlen(line), sizeof line - strlen(line), " %u", number);
    GJKCAP_COMPLAIN(line);
    gjkcap_close(GJKCAP_CLOSED);
}

/* --- what the listener says --- */

static void gjkcap_check_header(void) {
    const gjkcap_header *header = &gjkcap_live.reply.header;
    if (memcmp(header->magic, "\x89GJKCAP\n", 8) != 0)
        gjkcap_give_up("is not a gjkscope that listens", 0);
    else if (header->major != 1)
        gjkcap_give_up("needs another gjkscope_capture.h: this one writes version 1 of .gjkcap, it reads version",
                       header->major);
    else
        gjkcap_live.state = GJKCAP_OPEN;
}

static void gjkcap_check_refusal(void) {
    uint32_t head[2];
    char why[sizeof gjkcap_live.reply];
    unsigned i;
    memcpy(head, gjkcap_live.reply.bytes + sizeof(gjkcap_header), sizeof head);
    if (gjkcap_live.received < sizeof(gjkcap_header) + 8 + head[1] &&
        gjkcap_live.received < sizeof gjkcap_live.reply)
        return;
    if (head[0] != 8) {
        gjkcap_give_up("is not a gjkscope that listens", 0);
        return;
    }
    memset(why, 0, sizeof why);
    for (i = 0; i < head[1] && sizeof(gjkcap_header) + 8 + i < gjkcap_live.received; i++) {
        char letter = gjkcap_live.reply.bytes[sizeof(gjkcap_header) + 8 + i];
        why[i] = letter != 0 && (unsigned char)letter < ' ' ? '?' : letter; /* nothing that a terminal would obey */
    }
    gjkcap_give_up(why, 0);
}

static void gjkcap_receive(void) {
    long got = (long)recv(gjkcap_live.file, gjkcap_live.reply.bytes + gjkcap_live.received,
                          sizeof gjkcap_live.reply - gjkcap_live.received, 0);
    if (got < 0) {
        if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) gjkcap_close(GJKCAP_WAITING);
        return;
    }
    gjkcap_live.received += (unsigned)got;
    if (gjkcap_live.state == GJKCAP_GREETING && gjkcap_live.received >= sizeof(gjkcap_header)) gjkcap_check_header();
    if (gjkcap_live.state == GJKCAP_OPEN && gjkcap_live.received >= sizeof(gjkcap_header) + 8) gjkcap_check_refusal();
    if (got == 0 && gjkcap_live.state >= GJKCAP_GREETING) gjkcap_close(GJKCAP_WAITING); /* the listener has ended */
}

/* --- connecting --- */

static void gjkcap_begin(void) {
    int i;
    gjkcap_live.begin = 0, gjkcap_live.end = gjkcap_preamble((unsigned char *)gjkcap_live.buffer);
    gjkcap_live.received = 0, gjkcap_live.is_behind = 0;
    gjkcap_live.shapes_sent = gjkcap_live.overwritten = 0;
    gjkcap_live.refused = __atomic_load_n(&gjkcap_refused, __ATOMIC_RELAXED);
    for (i = 0; i < GJKCAP_THREADS; i++)
        gjkcap_rings[i].streamed = __atomic_load_n(&gjkcap_rings[i].written, __ATOMIC_ACQUIRE);
    gjkcap_live.state = GJKCAP_GREETING;
}

static void gjkcap_open_socket(void) {
    int yes = 1;
    gjkcap_live.file = socket(AF_INET, SOCK_STREAM, 0);
    if (gjkcap_live.file < 0) return;
    gjkcap_live.state = GJKCAP_CONNECTING;
    fcntl(gjkcap_live.file, F_SETFD, FD_CLOEXEC);
    fcntl(gjkcap_live.file, F_SETFL, O_NONBLOCK);
    setsockopt(gjkcap_live.file, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
#ifdef SO_NOSIGPIPE
    setsockopt(gjkcap_live.file, SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
    if (connect(gjkcap_live.file, (const struct sockaddr *)&gjkcap_live.address, sizeof gjkcap_live.address) == 0)
        gjkcap_begin();
    else if (errno != EINPROGRESS)
        gjkcap_close(GJKCAP_WAITING);
}

static void gjkcap_await(void) {
    struct pollfd ready;
    int fault = 0;
    socklen_t size = sizeof fault;
    ready.fd = gjkcap_live.file, ready.events = POLLOUT, ready.revents = 0;
    if (poll(&ready, 1, 0) <= 0) return;
    if (getsockopt(gjkcap_live.file, SOL_SOCKET, SO_ERROR, &fault, &size) == 0 && fault == 0)
        gjkcap_begin();
    else
        gjkcap_close(GJKCAP_WAITING);
}

/* --- sending --- */

/* Sends what the socket takes; returns the number of bytes. */
static uint64_t gjkcap_send(const void *data, uint64_t size) {
    long done;
    if (size == 0 || gjkcap_live.state < GJKCAP_GREETING) return 0;
    done = (long)send(gjkcap_live.file, data, size, GJKCAP_NO_SIGNAL);
    if (done >= 0) return (uint64_t)done;
    if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
        gjkcap_receive(); /* it may say why */
        if (gjkcap_live.state >= GJKCAP_GREETING) gjkcap_close(GJKCAP_WAITING);
    }
    return 0;
}

/* Returns whether the buffer is empty then. */
static int gjkcap_flush(void) {
    gjkcap_live.begin += gjkcap_send((const char *)gjkcap_live.buffer + gjkcap_live.begin,
                                     gjkcap_live.end - gjkcap_live.begin);
    if (gjkcap_live.begin < gjkcap_live.end) return 0;
    gjkcap_live.begin = gjkcap_live.end = 0;
    return 1;
}

static void gjkcap_enqueue(const void *record, uint64_t size) {
    memcpy((char *)gjkcap_live.buffer + gjkcap_live.end, record, size);
    gjkcap_live.end += size;
}

/* When these pairs are sent, and how many are missing. */
static void gjkcap_enqueue_remarks(void) {
    uint64_t refused = __atomic_load_n(&gjkcap_refused, __ATOMIC_RELAXED);
    if (!gjkcap_live.is_behind) {
        gjkcap_time time;
        time.type = 7, time.length = 8, time.microseconds = gjkcap_now();
        gjkcap_enqueue(&time, sizeof time);
    }
    if (gjkcap_live.overwritten || refused != gjkcap_live.refused) {
        gjkcap_loss loss;
        loss.type = 4, loss.length = 16, loss.overwritten = gjkcap_live.overwritten;
        loss.refused = refused - gjkcap_live.refused;
        gjkcap_enqueue(&loss, sizeof loss);
        gjkcap_live.overwritten = 0, gjkcap_live.refused = refused;
    }
}

/* Shapes are sent straight from the pool, which only grows; the buffer must be empty. */
static int gjkcap_send_shapes(uint64_t to) {
    gjkcap_live.shapes_sent += gjkcap_send((const char *)gjkcap_pool + gjkcap_live.shapes_sent,
                                           to - gjkcap_live.shapes_sent);
    return gjkcap_live.shapes_sent == to;
}

#ifdef GJKCAP_ITERATIONS

enum { GJKCAP_INCOMPLETE = -1, GJKCAP_TOO_LARGE = -2 };

/* Appends the iterations of pair `pair` of a thread to the buffer, and leaves room for the pair. */
static int gjkcap_enqueue_iterations(gjkcap_iteration_ring *ring, uint64_t pair) {
    uint64_t written = __atomic_load_n(&ring->written, __ATOMIC_ACQUIRE), begin = gjkcap_live.end, next;
    uint64_t oldest = written >= GJKCAP_ITERATIONS ? written - GJKCAP_ITERATIONS + 1 : 0;
    int status = 0;
    if (ring->streamed < oldest) ring->streamed = oldest;
    while (ring->streamed < written && ring->pairs[ring->streamed & (GJKCAP_ITERATIONS - 1)] < pair) ring->streamed++;
    for (next = ring->streamed; next < written && status != GJKCAP_TOO_LARGE; next++) {
        const gjkcap_iteration_slot *slot = &ring->slots[next & (GJKCAP_ITERATIONS - 1)];
        if (ring->pairs[next & (GJKCAP_ITERATIONS - 1)] != pair) break;
        if (slot->vertex_count == GJKCAP_FORGOTTEN) continue;
        if (gjkcap_live.end == begin && slot->number != 0) status = GJKCAP_INCOMPLETE;
        if (gjkcap_live.end + sizeof *slot + sizeof(gjkcap_slot) > GJKCAP_STREAM_BYTES)
            status = GJKCAP_TOO_LARGE;
        else
            gjkcap_enqueue(slot, sizeof *slot);
    }
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    if (next > ring->streamed && ring->streamed + GJKCAP_ITERATIONS <= __atomic_load_n(&ring->written, __ATOMIC_RELAXED))
        status = GJKCAP_INCOMPLETE; /* overwritten meanwhile */
    if (status) gjkcap_live.end = begin;
    return status;
}

/* Appends pairs of a ring, up to pair `to`, each after its iterations, to the buffer while there is room.  Nothing is
   sent of a pair that is overwritten, and no iterations of which some are missing. */
static int64_t gjkcap_enqueue_pairs(gjkcap_ring *ring, uint64_t to) {
    int64_t pairs = 0;
    for (; ring->streamed < to; ring->streamed++) {
        uint64_t begin = gjkcap_live.end;
        if (begin + sizeof(gjkcap_slot) > GJKCAP_STREAM_BYTES) break;
        if (gjkcap_enqueue_iterations(&gjkcap_iteration_rings[ring - gjkcap_rings], ring->streamed) ==
                GJKCAP_TOO_LARGE &&
            begin > 0)
            break; /* there is more room after the buffer is sent; the iterations are left out if that is too little */
        gjkcap_enqueue(&ring->slots[ring->streamed & (GJKCAP_SLOTS - 1)], sizeof(gjkcap_slot));
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
        if (ring->streamed + GJKCAP_SLOTS <= __atomic_load_n(&ring->written, __ATOMIC_RELAXED))
            gjkcap_live.overwritten++, gjkcap_live.end = begin; /* as in gjkcap_put_pairs */
        else
            pairs++;
    }
    return pairs;
}

#else

/* Appends pairs of a ring, up to pair `to`, to the buffer while there is room. */
static int64_t gjkcap_enqueue_pairs(gjkcap_ring *ring, uint64_t to) {
    uint64_t from = ring->streamed, room = (GJKCAP_STREAM_BYTES - gjkcap_live.end) / sizeof(gjkcap_slot);
    uint64_t count = to - from < room ? to - from : room, safe, torn, i;
    char *at = (char *)gjkcap_live.buffer + gjkcap_live.end;
    for (i = 0; i < count; i++)
        memcpy(at + i * sizeof(gjkcap_slot), &ring->slots[(from + i) & (GJKCAP_SLOTS - 1)], sizeof(gjkcap_slot));
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    safe = __atomic_load_n(&ring->written, __ATOMIC_RELAXED) + 1; /* as in gjkcap_put_pairs */
    safe = safe > GJKCAP_SLOTS ? safe - GJKCAP_SLOTS : 0;
    torn = safe <= from ? 0 : safe - from < count ? safe - from : count;
    memmove(at, at + torn * sizeof(gjkcap_slot), (count - torn) * sizeof(gjkcap_slot));
    gjkcap_live.overwritten += torn, gjkcap_live.end += (count - torn) * sizeof(gjkcap_slot);
    ring->streamed = from + count;
    return (int64_t)(count - torn);
}

#endif

static int64_t gjkcap_send_new(void) {
    uint64_t to[GJKCAP_THREADS], shapes;
    int64_t pairs = 0;
    int i;
    for (i = 0; i < GJKCAP_THREADS; i++) {
        uint64_t oldest;
        to[i] = __atomic_load_n(&gjkcap_rings[i].written, __ATOMIC_ACQUIRE);
        oldest = to[i] >= GJKCAP_SLOTS ? to[i] - GJKCAP_SLOTS + 1 : 0;
        if (gjkcap_rings[i].streamed < oldest) {
            gjkcap_live.overwritten += oldest - gjkcap_rings[i].streamed;
            gjkcap_rings[i].streamed = oldest;
        }
    }
    shapes = __atomic_load_n(&gjkcap_pool_used, __ATOMIC_ACQUIRE); /* all shapes of these pairs: they are sent first */
    if (!gjkcap_flush()) return 0;
    if (!gjkcap_send_shapes(shapes)) return 0;
    gjkcap_enqueue_remarks();
    gjkcap_live.is_behind = 1;
    for (i = 0; i < GJKCAP_THREADS; i++) {
        while (gjkcap_rings[i].streamed < to[i]) {
            pairs += gjkcap_enqueue_pairs(&gjkcap_rings[i], to[i]);
            if (gjkcap_rings[i].streamed < to[i] && !gjkcap_flush()) return pairs; /* the buffer is full */
        }
    }
    gjkcap_live.is_behind = !gjkcap_flush();
    return pairs;
}

static int64_t gjkcap_advance(void) {
    if (gjkcap_live.state == GJKCAP_WAITING && gjkcap_now() >= gjkcap_live.retry_at) gjkcap_open_socket();
    if (gjkcap_live.state == GJKCAP_CONNECTING) gjkcap_await();
    if (gjkcap_live.state >= GJKCAP_GREETING) gjkcap_receive();
    if (gjkcap_live.state == GJKCAP_GREETING) gjkcap_flush();
    if (gjkcap_live.state == GJKCAP_OPEN) {
        int64_t pairs = gjkcap_send_new();
        return gjkcap_live.state == GJKCAP_OPEN ? pairs : -1;
    }
    return -1;
}

static void gjkcap_lock_live(void) {
    while (__atomic_exchange_n(&gjkcap_live.lock, 1u, __ATOMIC_ACQUIRE)) {
    }
}

static void gjkcap_unlock_live(void) { __atomic_store_n(&gjkcap_live.lock, 0u, __ATOMIC_RELEASE); }

int GJKCAP_NAME(gjkcap_connect)(const char *address, int port) {
    int good;
    gjkcap_lock_live();
    gjkcap_close(GJKCAP_CLOSED);
    memset(&gjkcap_live.address, 0, sizeof gjkcap_live.address);
    gjkcap_live.address.sin_family = AF_INET;
    gjkcap_live.address.sin_port = htons((uint16_t)port);
    good = port > 0 && port < 65536 && inet_pton(AF_INET, address, &gjkcap_live.address.sin_addr) == 1;
    if (good) {
        gjkcap_live.state = GJKCAP_WAITING, gjkcap_live.retry_at = 0;
        gjkcap_advance();
    }
    gjkcap_unlock_live();
    return good ? 0 : -1;
}

int64_t GJKCAP_NAME(gjkcap_stream)(void) {
    int64_t pairs;
    if (__atomic_exchange_n(&gjkcap_live.lock, 1u, __ATOMIC_ACQUIRE)) return 0;
    pairs = gjkcap_advance();
    gjkcap_unlock_live();
    return pairs;
}

void GJKCAP_NAME(gjkcap_disconnect)(void) {
    static const char last[8] = {0}; /* a record of type 0 */
    uint64_t until = gjkcap_now() + GJKCAP_LINGER;
    gjkcap_lock_live();
    gjkcap_advance();
    while (gjkcap_live.state == GJKCAP_OPEN && gjkcap_live.is_behind && gjkcap_now() < until) {
        struct pollfd ready;
        ready.fd = gjkcap_live.file, ready.events = POLLOUT, ready.revents = 0;
        poll(&ready, 1, 10);
        gjkcap_advance();
    }
    if (gjkcap_live.state == GJKCAP_OPEN && gjkcap_live.begin == gjkcap_live.end) gjkcap_send(last, sizeof last);
    gjkcap_close(GJKCAP_CLOSED);
    gjkcap_unlock_live();
}

#endif /* _WIN32 */

/* --- signals --- */

static void gjkcap_on_signal(int number) {
    signal(number, SIG_DFL); /* first: a fault in here must not come back */
    GJKCAP_NAME(gjkcap_write_ticks)(gjkcap_crash_path, gjkcap_crash_ticks);
    raise(number);
}

void GJKCAP_NAME(gjkcap_watch_signals)(const char *path, uint64_t ticks) {
    static const int numbers[] = {SIGABRT, SIGFPE, SIGILL, SIGSEGV, SIGTERM};
    unsigned i;
    strncpy(gjkcap_crash_path, path, sizeof gjkcap_crash_path - 1);
    gjkcap_crash_ticks = ticks;
    for (i = 0; i < sizeof numbers / sizeof numbers[0]; i++) signal(numbers[i], gjkcap_on_signal);
}

#ifdef __cplusplus
}
#endif

#endif
