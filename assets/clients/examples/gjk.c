/* A small GJK with planted bugs, which shows how to supply your own iterations to gjkscope:

       cc -shared -fPIC -I.. -o libgjk.so gjk.c -lm
       gjkscope query boards.json --engines ./libgjk.so

   -DGJK_BUG=N chooses the bug:

       0  none.  Faces that are nearly parallel or nearly touch still cost it digits
       1  keeps the wrong edge of a triangle (the default).  Shows on a few per cent of the pairs of boxes or hulls that
          are turned against each other, such as boards.json; never on upright boxes, spheres or capsules.
       2  returns the wrong corner of a box.  Shows on most pairs with a box, but only a quarter of the answers are wrong,
          such as that of boards.json with B at 1.5, -0.2, 0.3.
       3  stops too early.  Shows on pairs that need several iterations, most of all on boxes that are turned against
          each other, such as boards.json with B at 0.5, 1.5, 0.5.

   It runs on the cores of spheres, capsules and rounded shapes.  Of pairs whose cores overlap it knows no depth, as it
   has no EPA, so it answers with the verdict alone. */

#include "gjkscope_solver.h"

#include <math.h>
#include <string.h>

#ifndef GJK_BUG
#define GJK_BUG 1
#endif

enum { MOST_STEPS = 20 };

#if GJK_BUG == 3
static const double PROGRESS = 1e-1;
#else
static const double PROGRESS = 1e-12; /* of the squared distance: what a further step must gain */
#endif

static const double ROUNDING = 1e-13; /* of coordinates: hundreds of roundings of a double */

typedef struct vertex {
    double point[3], a[3], b[3];
} vertex;

typedef struct simplex {
    vertex v[4];
    double weight[4]; /* of the closest point */
    int size;
} simplex;

void (*gjkscope_on_iteration)(const gjkscope_iteration *);

/* --- vectors --- */

static double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void sub(double *to, const double *a, const double *b) {
    to[0] = a[0] - b[0], to[1] = a[1] - b[1], to[2] = a[2] - b[2];
}

static void cross(double *to, const double *a, const double *b) {
    to[0] = a[1] * b[2] - a[2] * b[1], to[1] = a[2] * b[0] - a[0] * b[2], to[2] = a[0] * b[1] - a[1] * b[0];
}

/* --- support --- */

static double radius_of(const gjkscope_shape *shape) {
    int is_round = shape->kind == GJKSCOPE_SPHERE || shape->kind == GJKSCOPE_CAPSULE;
    return shape->rounding + (is_round ? shape->size[0] : 0);
}

/* The point of a shape's core that is furthest along d, in the frame of the shape. */
static void local_support(double *to, const gjkscope_shape *shape, const double *d) {
    int i, best = 0;
    to[0] = to[1] = to[2] = 0;
    if (shape->kind == GJKSCOPE_BOX) {
        for (i = 0; i < 3; i++) to[i] = d[i] < 0 ? -shape->size[i] : shape->size[i];
#if GJK_BUG == 2
        if (fabs(d[1]) < 0.3 * sqrt(dot(d, d))) to[1] = shape->size[1]; /* should have the sign of d[1] */
#endif
    }
    if (shape->kind == GJKSCOPE_CAPSULE) to[shape->axis] = d[shape->axis] < 0 ? -shape->size[1] : shape->size[1];
    if (shape->kind == GJKSCOPE_HULL) {
        for (i = 1; i < shape->vertex_count; i++)
            if (dot(d, shape->vertices + 3 * i) > dot(d, shape->vertices + 3 * best)) best = i;
        memcpy(to, shape->vertices + 3 * best, 3 * sizeof *to);
    }
}

static void world_support(double *to, const gjkscope_shape *shape, const double *pose, const double *d) {
    double local[3], turned[3];
    int i;
    for (i = 0; i < 3; i++) turned[i] = pose[i] * d[0] + pose[4 + i] * d[1] + pose[8 + i] * d[2];
    local_support(local, shape, turned);
    for (i = 0; i < 3; i++) to[i] = dot(pose + 4 * i, local) + pose[4 * i + 3];
}

/* The point of A - B that is furthest along d. */
static vertex difference_support(const gjkscope_pair *pair, const double *d) {
    vertex found;
    double back[3];
    back[0] = -d[0], back[1] = -d[1], back[2] = -d[2];
    world_support(found.a, &pair->a, pair->pose_a, d);
    world_support(found.b, &pair->b, pair->pose_b, back);
    sub(found.point, found.a, found.b);
    return found;
}

/* --- simplices: each of these keeps the vertices of the feature that is nearest to the origin --- */

static void keep(simplex *s, int count, int i, int j, int k, double wi, double wj, double wk) {
    vertex v[3];
    v[0] = s->v[i], v[1] = s->v[j], v[2] = s->v[k];
    memcpy(s->v, v, sizeof v);
    s->weight[0] = wi, s->weight[1] = wj, s->weight[2] = wk;
    s->size = count;
}

static void keep_edge(simplex *s, int i, int j) {
    double edge[3], t;
    sub(edge, s->v[j].point, s->v[i].point);
    t = -dot(s->v[i].point, edge) / dot(edge, edge);
    if (t <= 0)
        keep(s, 1, i, i, i, 1, 0, 0);
    else if (t >= 1)
        keep(s, 1, j, j, j, 1, 0, 0);
    else
        keep(s, 2, i, j, j, 1 - t, t, 0);
}

static void reduce_triangle(simplex *s) {
    const double *a = s->v[0].point, *b = s->v[1].point, *c = s->v[2].point;
    double ab[3], ac[3], d1, d2, d3, d4, d5, d6, va, vb, vc;
    sub(ab, b, a), sub(ac, c, a);
    d1 = -dot(ab, a), d2 = -dot(ac, a), d3 = -dot(ab, b), d4 = -dot(ac, b), d5 = -dot(ab, c), d6 = -dot(ac, c);
    va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
    if (d1 <= 0 && d2 <= 0)
        keep(s, 1, 0, 0, 0, 1, 0, 0);
    else if (d3 >= 0 && d4 <= d3)
        keep(s, 1, 1, 1, 1, 1, 0, 0);
    else if (d6 >= 0 && d5 <= d6)
        keep(s, 1, 2, 2, 2, 1, 0, 0);
    else if (vc <= 0 && d1 >= 0 && d3 <= 0)
        keep_edge(s, 0, 1);
    else if (vb <= 0 && d2 >= 0 && d6 <= 0)
        keep_edge(s, 0, 2);
    else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
#if GJK_BUG == 1
        keep_edge(s, 0, 2); /* should be 1, 2 */
#else
        keep_edge(s, 1, 2);
#endif
    else
        keep(s, 3, 0, 1, 2, va / (va + vb + vc), vb / (va + vb + vc), vc / (va + vb + vc));
}

static void closest(double *to, const simplex *s) {
    int i, k;
    to[0] = to[1] = to[2] = 0;
    for (i = 0; i < s->size; i++)
        for (k = 0; k < 3; k++) to[k] += s->weight[i] * s->v[i].point[k];
}

/* Returns 1 if the origin is inside. */
static int reduce_tetrahedron(simplex *s) {
    static const int faces[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
    simplex best = *s;
    double least = INFINITY;
    int i, is_inside = 1;
    for (i = 0; i < 4; i++) {
        const double *p = s->v[faces[i][0]].point;
        double u[3], v[3], w[3], normal[3], point[3];
        simplex face;
        sub(u, s->v[faces[i][1]].point, p), sub(v, s->v[faces[i][2]].point, p), sub(w, s->v[faces[i][3]].point, p);
        cross(normal, u, v);
        if (-dot(normal, p) * dot(normal, w) > 0) continue; /* the origin is on the inner side */
        is_inside = 0;
        face = *s;
        keep(&face, 3, faces[i][0], faces[i][1], faces[i][2], 0, 0, 0);
        reduce_triangle(&face);
        closest(point, &face);
        if (dot(point, point) < least) least = dot(point, point), best = face;
    }
    if (!is_inside) *s = best;
    return is_inside;
}

/* --- GJK --- */

static void show(const simplex *s, const double *direction, const double *point) {
    gjkscope_iteration shown;
    int i;
    if (!gjkscope_on_iteration) return;
    memset(&shown, 0, sizeof shown);
    shown.vertex_count = s->size;
    for (i = 0; i < s->size; i++) {
        memcpy(shown.points[i], s->v[i].point, sizeof shown.points[i]);
        memcpy(shown.points_a[i], s->v[i].a, sizeof shown.points_a[i]);
        memcpy(shown.points_b[i], s->v[i].b, sizeof shown.points_b[i]);
    }
    memcpy(shown.direction, direction, sizeof shown.direction);
    memcpy(shown.closest, point, sizeof shown.closest);
    gjkscope_on_iteration(&shown);
}

static int is_known(const simplex *s, const vertex *found) {
    int i;
    for (i = 0; i < s->size; i++)
        if (!memcmp(s->v[i].point, found->point, sizeof found->point)) return 1;
    return 0;
}

static void finish(const simplex *s, const double *point, const gjkscope_pair *pair, gjkscope_answer *answer) {
    double length = sqrt(dot(point, point)), radius_a = radius_of(&pair->a), radius_b = radius_of(&pair->b);
    int i, k;
    answer->signed_distance = length - radius_a - radius_b;
    for (k = 0; k < 3; k++) {
        answer->normal[k] = -point[k] / length;
        answer->witness_a[k] = radius_a * answer->normal[k];
        answer->witness_b[k] = -radius_b * answer->normal[k];
        for (i = 0; i < s->size; i++) {
            answer->witness_a[k] += s->weight[i] * s->v[i].a[k];
            answer->witness_b[k] += s->weight[i] * s->v[i].b[k];
        }
    }
}

/* Whether the closest point of A - B is the origin, up to the rounding of the points that it is made of. */
static int is_origin(const simplex *s, const double *point) {
    double largest = 0;
    int i;
    for (i = 0; i < s->size; i++) largest = fmax(largest, fmax(dot(s->v[i].a, s->v[i].a), dot(s->v[i].b, s->v[i].b)));
    return dot(point, point) <= ROUNDING * ROUNDING * largest;
}

/* The cores share a point. */
static int overlap(gjkscope_answer *answer) {
    answer->verdict = GJKSCOPE_PENETRATING;
    return 0;
}

static int is_supported(int kind) {
    return kind == GJKSCOPE_SPHERE || kind == GJKSCOPE_BOX || kind == GJKSCOPE_CAPSULE || kind == GJKSCOPE_HULL;
}

int gjkscope_solve(const gjkscope_pair *pair, gjkscope_answer *answer) {
    double direction[3], point[3];
    simplex s;
    int i, step;
    if (!is_supported(pair->a.kind) || !is_supported(pair->b.kind)) return 1;
    for (i = 0; i < 3; i++) direction[i] = pair->pose_b[4 * i + 3] - pair->pose_a[4 * i + 3];
    if (dot(direction, direction) == 0) direction[0] = 1;
    memset(&s, 0, sizeof s);
    s.v[0] = difference_support(pair, direction), s.weight[0] = 1, s.size = 1;
    closest(point, &s);
    show(&s, direction, point);
    for (step = 1; step < MOST_STEPS && !is_origin(&s, point); step++) {
        double squared = dot(point, point);
        vertex found;
        for (i = 0; i < 3; i++) direction[i] = -point[i];
        found = difference_support(pair, direction);
        if (squared - dot(point, found.point) <= PROGRESS * squared || is_known(&s, &found)) {
            show(&s, direction, point);
            finish(&s, point, pair, answer);
            return 0;
        }
        s.v[s.size++] = found;
        if (s.size == 2) keep_edge(&s, 0, 1);
        else if (s.size == 3) reduce_triangle(&s);
        else if (reduce_tetrahedron(&s)) return overlap(answer);
        closest(point, &s);
        show(&s, direction, point);
    }
    if (is_origin(&s, point)) return overlap(answer);
    finish(&s, point, pair, answer);
    return 0;
}
