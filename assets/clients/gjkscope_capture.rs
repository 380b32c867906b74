//! Records the pairs of shapes that an engine is asked about, and what it answered, for `gjkscope scan FILE.gjkcap`,
//! which finds the wrong answers.  One module, no dependencies, no unsafe code; Rust 2021, 1.63 or later.
//!
//! 1. Copy this file into `src/`, and add `mod gjkscope_capture;` to `main.rs` or `lib.rs`.
//! 2. In `Cargo.toml`: `[features]` and `gjkscope = []`.  Run with `--features gjkscope`; without it, `pair` is an empty
//!    inline function, and `gjkscope_pair!` does not evaluate its arguments.
//! 3. After each query (parry and rapier with nalgebra; with glam, vectors and quaternions convert as they are):
//!
//! ```ignore
//! use crate::gjkscope_capture::{dump, gjkscope_pair, Answer, Axis, Frame, Shape};
//!
//! gjkscope_pair!(
//!     tick, id_a, id_b,
//!     &Shape::cuboid(a.half_extents), Frame::new(pos_a.translation, pos_a.rotation.coords),
//!     &Shape::capsule(b.radius, b.half_height(), Axis::Y), Frame::new(pos_b.translation, pos_b.rotation.coords),
//!     Answer::distance(contact.dist).normal(*contact.normal1).witnesses(contact.point1, contact.point2),
//! );
//! dump("bad.gjkcap", 60)?; // the last 60 ticks; 0: all that is kept.  Or append("run.gjkcap") once per second
//! ```
//!
//! 4. To watch the pairs live (`gjkscope listen`, or File > Connect in the window):
//!
//! ```ignore
//! connect("127.0.0.1:14557".parse()?); // once; it does not matter which program starts first
//! stream(); // after each tick: sends what is new, and never waits
//! disconnect(); // at the end
//! ```
//!
//! 5. Optional: at the end of each iteration of your own GJK, before the pair (`points` are the 0 to 4 points of A - B):
//!
//! ```ignore
//! gjkscope_iteration!(Iteration::new(points).witnesses(points_a, points_b).direction(d).closest(p));
//! ```
//!
//! or of your own EPA (each face, the expanded one, then the iteration), MPR or SAT:
//!
//! ```ignore
//! gjkscope_iteration!(Iteration::face([p, q, r]));
//! gjkscope_iteration!(Iteration::expanded([p, q, r]));
//! gjkscope_iteration!(Iteration::polytope().direction(d));
//! gjkscope_iteration!(Iteration::portal([p, q, r], interior).direction(d));
//! gjkscope_iteration!(Iteration::axis(d, separation));
//! ```
//!
//! Lengths are in metres.  Points and normals are in world coordinates, normals point from A to B.  `f32` and `f64` are
//! recorded with their bits.  `Shape::hull` and `Shape::mesh` copy and hash their vertices: keep the result next to your
//! shape.
//!
//! Each thread has a ring of its last `SLOTS` pairs and `ITERATIONS` iterations behind a lock of its own, which nobody
//! waits for except during a dump, or while `stream` copies pairs.  Memory grows to these numbers per thread, and with the
//! number of different shapes.

#![forbid(unsafe_code)]
#![allow(dead_code, unused_macros, unused_imports)] // a program needs only some of it

use std::cell::RefCell;
use std::collections::{HashMap, HashSet, VecDeque};
use std::fs::{File, OpenOptions};
use std::hash::{BuildHasherDefault, Hasher};
use std::io::{ErrorKind, Read, Result, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::mpsc::{channel, Receiver, TryRecvError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Whether pairs are recorded.
pub const ENABLED: bool = cfg!(feature = "gjkscope");
/// How many pairs each thread keeps.
pub const SLOTS: usize = 16384;
/// How many iterations each thread keeps.
pub const ITERATIONS: usize = 4096;

const LARGEST_RECORD: usize = 8 + 344; // bytes of an iteration in double precision

// --- numbers ---

/// `f32` or `f64`.
pub trait Real: Copy {
    const RECORD: u32; // its type and length in files
    const LENGTH: usize;
    const SIZE: u8;
    const ZERO: Self;
    #[doc(hidden)]
    fn put(self, to: &mut Slot);
    fn wide(self) -> f64;
}

impl Real for f32 {
    const RECORD: u32 = 2;
    const LENGTH: usize = 184;
    const SIZE: u8 = 4;
    const ZERO: Self = 0.0;
    fn put(self, to: &mut Slot) {
        to.put(&self.to_le_bytes());
    }
    fn wide(self) -> f64 {
        f64::from(self)
    }
}

impl Real for f64 {
    const RECORD: u32 = 3;
    const LENGTH: usize = 320;
    const SIZE: u8 = 8;
    const ZERO: Self = 0.0;
    fn put(self, to: &mut Slot) {
        to.put(&self.to_le_bytes());
    }
    fn wide(self) -> f64 {
        self
    }
}

// --- shapes ---

/// The axis of a capsule, cylinder or cone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    X = 0,
    Y = 1,
    Z = 2,
}

/// A shape.  Half heights of capsules are those between the centres of the caps.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    key: u64,
    kind: u16,
    axis: Axis,
    numbers: [f64; 5], // sizes and rounding
    vertices: Option<Arc<[[f64; 3]]>>,
    triangles: Option<Arc<[[u32; 3]]>>,
}

impl Shape {
    fn new(
        kind: u16,
        axis: Axis,
        numbers: [f64; 5],
        vertices: Option<Arc<[[f64; 3]]>>,
        triangles: Option<Arc<[[u32; 3]]>>,
    ) -> Shape {
        let mut key = 0;
        if ENABLED {
            let all = numbers.iter().chain(vertices.iter().flat_map(|v| v.iter().flatten()));
            let indices = triangles.iter().flat_map(|t| t.iter().flatten()).map(|index| u64::from(*index));
            let words = all.map(|number| number.to_bits()).chain(indices);
            let count = vertices.as_ref().map_or(0, |v| v.len() as u64);
            key = words.fold(mixed(u64::from(kind) + 1, count << 8 | axis as u64), mixed);
            key = (key ^ (key >> 32)).max(1); // 0 is not a key
        }
        Shape { key, kind, axis, numbers, vertices, triangles }
    }

    fn sized(kind: u16, axis: Axis, sizes: &[f64], rounding: f64) -> Shape {
        let mut numbers = [0.0; 5];
        numbers[..sizes.len()].copy_from_slice(sizes);
        numbers[4] = rounding;
        Shape::new(kind, axis, numbers, None, None)
    }

    /// As in the file.
    fn record(&self) -> Vec<u8> {
        let vertices = self.vertices.as_deref().unwrap_or(&[]);
        let triangles = self.triangles.as_deref().unwrap_or(&[]);
        let length = 64 + 24 * vertices.len() + (12 * triangles.len()).next_multiple_of(8);
        let mut to = Vec::with_capacity(8 + length);
        to.extend_from_slice(&1u32.to_le_bytes());
        to.extend_from_slice(&(length as u32).to_le_bytes());
        to.extend_from_slice(&self.key.to_le_bytes());
        to.extend_from_slice(&self.kind.to_le_bytes());
        to.extend_from_slice(&[self.axis as u8, 0]);
        for count in [vertices.len() as u32, triangles.len() as u32, 0] {
            to.extend_from_slice(&count.to_le_bytes());
        }
        for number in self.numbers.iter().chain(vertices.iter().flatten()) {
            to.extend_from_slice(&number.to_le_bytes());
        }
        for index in triangles.iter().flatten() {
            to.extend_from_slice(&index.to_le_bytes());
        }
        to.resize(8 + length, 0);
        to
    }

    pub fn ball<R: Real>(radius: R) -> Shape {
        Shape::sized(3, Axis::Y, &[radius.wide()], 0.0)
    }
    pub fn cuboid<R: Real>(half_extents: impl Into<[R; 3]>) -> Shape {
        Shape::rounded_cuboid(half_extents, R::ZERO)
    }
    /// `radius` is added all around.
    pub fn rounded_cuboid<R: Real>(half_extents: impl Into<[R; 3]>, radius: R) -> Shape {
        Shape::sized(4, Axis::Y, &half_extents.into().map(R::wide), radius.wide())
    }
    pub fn capsule<R: Real>(radius: R, half_height: R, axis: Axis) -> Shape {
        Shape::sized(5, axis, &[radius.wide(), half_height.wide()], 0.0)
    }
    pub fn cylinder<R: Real>(radius: R, half_height: R, axis: Axis) -> Shape {
        Shape::sized(6, axis, &[radius.wide(), half_height.wide()], 0.0)
    }
    pub fn cone<R: Real>(radius: R, half_height: R, axis: Axis) -> Shape {
        Shape::sized(7, axis, &[radius.wide(), half_height.wide()], 0.0)
    }
    pub fn ellipsoid<R: Real>(radii: impl Into<[R; 3]>) -> Shape {
        Shape::sized(8, Axis::Y, &radii.into().map(R::wide), 0.0)
    }
    /// The convex hull of at least one vertex.  With two vertices and a radius: a capsule between any two points.
    pub fn hull<R: Real, V: Into<[R; 3]>>(vertices: impl IntoIterator<Item = V>, radius: R) -> Shape {
        let vertices: Vec<_> = vertices.into_iter().map(|vertex| vertex.into().map(R::wide)).collect();
        Shape::new(9, Axis::Y, [0.0, 0.0, 0.0, 0.0, radius.wide()], Some(vertices.into()), None)
    }
    /// The triangles of a mesh, not its hull: three vertex numbers each, counter-clockwise as seen from outside.
    pub fn mesh<R: Real, V: Into<[R; 3]>>(
        vertices: impl IntoIterator<Item = V>,
        triangles: impl IntoIterator<Item = [u32; 3]>,
    ) -> Shape {
        let vertices: Vec<_> = vertices.into_iter().map(|vertex| vertex.into().map(R::wide)).collect();
        let triangles: Vec<_> = triangles.into_iter().collect();
        Shape::new(10, Axis::Y, [0.0; 5], Some(vertices.into()), Some(triangles.into()))
    }
}

fn mixed(hash: u64, word: u64) -> u64 {
    let hash = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    hash ^ (hash >> 29)
}

/// Keys are hashes already.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }
    fn write_u64(&mut self, word: u64) {
        self.0 ^= word;
    }
    fn finish(&self) -> u64 {
        self.0
    }
}

type Shapes = HashMap<u64, Vec<u8>, BuildHasherDefault<KeyHasher>>;
type Keys = HashSet<u64, BuildHasherDefault<KeyHasher>>;

// --- transforms and answers ---

/// From the frame of a shape to the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame<R> {
    kind: u8,
    numbers: [R; 12],
}

impl<R: Real> Frame<R> {
    /// A position, and a quaternion x, y, z, w.
    pub fn new(position: impl Into<[R; 3]>, quaternion: impl Into<[R; 4]>) -> Frame<R> {
        let mut numbers = [R::ZERO; 12];
        numbers[..3].copy_from_slice(&position.into());
        numbers[3..7].copy_from_slice(&quaternion.into());
        Frame { kind: 1, numbers }
    }
    /// A 4x4 matrix for column vectors, as its columns: nalgebra's `Matrix4::into()`, glam's `to_cols_array_2d()`.
    pub fn columns(matrix: impl Into<[[R; 4]; 4]>) -> Frame<R> {
        let m = matrix.into();
        Frame { kind: 0, numbers: std::array::from_fn(|i| m[i % 4][i / 4]) }
    }
}

/// What the engine answered; parts that are not given are not judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer<R> {
    given: u32,
    verdict: u8,
    signed_distance: R,
    vectors: [[R; 3]; 3], // normal, witness on A, witness on B
}

impl<R: Real> Answer<R> {
    /// The pair is recorded, but not judged.
    pub fn nothing() -> Answer<R> {
        Answer { given: 0, verdict: 0, signed_distance: R::ZERO, vectors: [[R::ZERO; 3]; 3] }
    }
    /// > 0: the gap; < 0: minus the penetration depth.
    pub fn distance(signed_distance: R) -> Answer<R> {
        Answer { given: 1, signed_distance, ..Answer::nothing() }
    }
    /// Whether they overlap, and nothing else.
    pub fn overlap(yes: bool) -> Answer<R> {
        Answer { given: 16, verdict: if yes { 2 } else { 0 }, ..Answer::nothing() }
    }
    /// From A to B.
    pub fn normal(self, normal: impl Into<[R; 3]>) -> Answer<R> {
        self.with(0, normal.into())
    }
    /// The nearest, or deepest, points on A and B.
    pub fn witnesses(self, on_a: impl Into<[R; 3]>, on_b: impl Into<[R; 3]>) -> Answer<R> {
        self.with(1, on_a.into()).with(2, on_b.into())
    }
    fn with(mut self, place: usize, vector: [R; 3]) -> Answer<R> {
        self.vectors[place] = vector;
        self.given |= 2 << place;
        self
    }
}

// --- iterations ---

/// What an iteration of GJK has at its end, in world coordinates of A - B = { a - b }.  If you work on B - A, negate all
/// vectors and exchange the points of A and B.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Iteration<R> {
    count: usize, // 5: too many
    given: u8,
    kind: u8, // 0 GJK, 1 a face, 2 the expanded face, 3 EPA, 4 MPR, 5 SAT
    points: [[[R; 3]; 4]; 3], // of A - B, A and B
    vectors: [[R; 3]; 2],     // direction, closest point
}

impl<R: Real> Iteration<R> {
    /// The simplex: 0 to 4 points of A - B.  With more, the iteration is not recorded.
    pub fn new<V: Into<[R; 3]>>(points: impl IntoIterator<Item = V>) -> Iteration<R> {
        let mut new = Iteration { count: 0, given: 0, kind: 0, points: [[[R::ZERO; 3]; 4]; 3], vectors: [[R::ZERO; 3]; 2] };
        new.count = new.fill(0, points);
        new
    }
    /// EPA: a face of the polytope at the end of the iteration that is recorded next by `Iteration::polytope`.
    pub fn face<V: Into<[R; 3]>>(corners: impl IntoIterator<Item = V>) -> Iteration<R> {
        Iteration::new(corners).cornered(1)
    }
    /// EPA: the face of the polytope before that the iteration expanded.
    pub fn expanded<V: Into<[R; 3]>>(corners: impl IntoIterator<Item = V>) -> Iteration<R> {
        Iteration::new(corners).cornered(2)
    }
    /// EPA: an iteration, after its faces.
    pub fn polytope() -> Iteration<R> {
        Iteration { kind: 3, ..Iteration::new::<[R; 3]>([]) }
    }
    /// MPR: the portal, 0 to 3 points, and the point inside A - B where the ray begins.
    pub fn portal<V: Into<[R; 3]>>(corners: impl IntoIterator<Item = V>, interior: V) -> Iteration<R> {
        let mut new = Iteration { kind: 4, ..Iteration::new(corners) };
        if new.count > 3 {
            new.count = 5;
        }
        new.points[0][3] = interior.into();
        new
    }
    /// SAT: the signed distance along a unit vector, below 0 for an overlap.
    pub fn axis<V: Into<[R; 3]>>(direction: V, separation: R) -> Iteration<R> {
        let new = Iteration { kind: 5, ..Iteration::new::<[R; 3]>([]) };
        new.direction(direction).closest([separation, R::ZERO, R::ZERO])
    }
    /// The points of A and B that the points are made of.
    pub fn witnesses<V: Into<[R; 3]>>(
        mut self,
        points_a: impl IntoIterator<Item = V>,
        points_b: impl IntoIterator<Item = V>,
    ) -> Iteration<R> {
        if self.fill(1, points_a) == self.count && self.fill(2, points_b) == self.count {
            self.given |= 4;
        }
        self
    }
    /// That the iteration searched.
    pub fn direction(mut self, direction: impl Into<[R; 3]>) -> Iteration<R> {
        self.vectors[0] = direction.into();
        self.given |= 1;
        self
    }
    /// The point of the simplex that is nearest to the origin.
    pub fn closest(mut self, point: impl Into<[R; 3]>) -> Iteration<R> {
        self.vectors[1] = point.into();
        self.given |= 2;
        self
    }
    fn cornered(self, kind: u8) -> Iteration<R> {
        Iteration { kind, count: if self.count == 3 { 3 } else { 5 }, ..self }
    }
    fn fill<V: Into<[R; 3]>>(&mut self, which: usize, points: impl IntoIterator<Item = V>) -> usize {
        let mut count = 0;
        for point in points.into_iter().take(5) {
            if count < 4 {
                self.points[which][count] = point.into();
            }
            count += 1;
        }
        count
    }
}

/// Records an iteration; the next pair of the thread takes it.
#[inline]
pub fn iteration<R: Real>(at_its_end: Iteration<R>) {
    if ENABLED {
        OWN.with(|own| locked(own).iterate(&at_its_end));
    }
}

/// As `iteration`, but does not evaluate its argument without the feature.
macro_rules! gjkscope_iteration {
    ($iteration:expr $(,)?) => {
        if $crate::gjkscope_capture::ENABLED {
            $crate::gjkscope_capture::iteration($iteration)
        }
    };
}
pub(crate) use gjkscope_iteration;

// --- recording ---

/// A record as in the file.
pub struct Slot {
    tick: u64, // of iterations: the number of their pair
    length: usize,
    bytes: [u8; LARGEST_RECORD],
}

impl Slot {
    fn new() -> Slot {
        Slot { tick: 0, length: 0, bytes: [0; LARGEST_RECORD] }
    }
    fn record(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
    fn word(&self, at: usize) -> u64 {
        u64::from_le_bytes(std::array::from_fn(|i| self.bytes[at + i]))
    }
    fn put(&mut self, bytes: &[u8]) {
        self.bytes[self.length..self.length + bytes.len()].copy_from_slice(bytes);
        self.length += bytes.len();
    }
}

struct Ring {
    thread: u8,
    written: usize,  // pairs since the start
    appended: usize, // of them, those that `append` has written or given up
    streamed: usize, // of them, those that `stream` has sent or given up
    pairs: Vec<Slot>,
    iterations: VecDeque<Slot>,
    next_iteration: u32, // number of the next one of the pair that is not recorded yet
    shapes: Shapes, // records by key
}

static RINGS: Mutex<Vec<Arc<Mutex<Ring>>>> = Mutex::new(Vec::new());

thread_local! {
    static OWN: Arc<Mutex<Ring>> = new_ring();
}

fn new_ring() -> Arc<Mutex<Ring>> {
    let mut rings = locked(&RINGS);
    let ring = Ring {
        thread: rings.len() as u8,
        written: 0,
        appended: 0,
        streamed: 0,
        pairs: Vec::new(),
        iterations: VecDeque::new(),
        next_iteration: 0,
        shapes: Shapes::default(),
    };
    rings.push(Arc::new(Mutex::new(ring)));
    rings[rings.len() - 1].clone()
}

/// The contents, also after a thread has panicked: records are complete at all times.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Records a pair.  `tick` is the number of the simulation step.
#[inline]
#[allow(clippy::too_many_arguments)]
pub fn pair<R: Real>(
    tick: u64,
    id_a: u64,
    id_b: u64,
    a: &Shape,
    frame_a: Frame<R>,
    b: &Shape,
    frame_b: Frame<R>,
    answer: Answer<R>,
) {
    if ENABLED {
        OWN.with(|own| locked(own).record(tick, [id_a, id_b], [a, b], [frame_a, frame_b], &answer));
    }
}

/// As `pair`, but does not evaluate its arguments without the feature.
macro_rules! gjkscope_pair {
    ($($argument:expr),+ $(,)?) => {
        if $crate::gjkscope_capture::ENABLED {
            $crate::gjkscope_capture::pair($($argument),+)
        }
    };
}
pub(crate) use gjkscope_pair;

impl Ring {
    fn record<R: Real>(&mut self, tick: u64, ids: [u64; 2], shapes: [&Shape; 2], frames: [Frame<R>; 2], answer: &Answer<R>) {
        let place = self.written % SLOTS;
        if self.pairs.len() == place {
            self.pairs.push(Slot::new());
        }
        let to = &mut self.pairs[place];
        to.tick = tick;
        to.length = 0;
        to.put(&R::RECORD.to_le_bytes());
        to.put(&(R::LENGTH as u32).to_le_bytes());
        for word in [tick, ids[0], ids[1], shapes[0].key, shapes[1].key] {
            to.put(&word.to_le_bytes());
        }
        to.put(&answer.given.to_le_bytes());
        to.put(&[answer.verdict, frames[0].kind, frames[1].kind, self.thread]);
        let numbers = frames[0].numbers.iter().chain(&frames[1].numbers).chain([&answer.signed_distance]);
        for number in numbers.chain(answer.vectors.iter().flatten()) {
            number.put(to);
        }
        for shape in shapes {
            self.shapes.entry(shape.key).or_insert_with(|| shape.record());
        }
        self.written += 1;
        self.next_iteration = 0;
    }

    fn iterate<R: Real>(&mut self, at_its_end: &Iteration<R>) {
        if at_its_end.count > 4 {
            return;
        }
        let mut to = if self.iterations.len() < ITERATIONS { None } else { self.iterations.pop_front() }.unwrap_or_else(Slot::new);
        to.tick = self.written as u64;
        to.length = 0;
        to.put(&6u32.to_le_bytes());
        to.put(&(8 + 42 * u32::from(R::SIZE)).to_le_bytes());
        to.put(&[at_its_end.count as u8, at_its_end.given, R::SIZE, at_its_end.kind]);
        to.put(&self.next_iteration.to_le_bytes());
        for number in at_its_end.points.iter().flatten().chain(&at_its_end.vectors).flatten() {
            number.put(&mut to);
        }
        self.iterations.push_back(to);
        self.next_iteration += 1;
    }

    /// The records of the iterations of a pair, if none of them was overwritten.
    fn put_iterations(&self, pair: usize, to: &mut Vec<u8>) {
        let first = self.iterations.partition_point(|slot| slot.tick < pair as u64);
        let of_pair = || self.iterations.range(first..).take_while(|slot| slot.tick == pair as u64);
        if of_pair().next().map_or(true, |slot| slot.word(8) >> 32 == 0) {
            of_pair().for_each(|slot| to.extend_from_slice(slot.record()));
        }
    }

    /// Appends pairs from `streamed` up to `end`, with the shapes that are not in `known`, while there is room.
    fn put_new(&mut self, end: usize, known: &mut Keys, to: &mut Vec<u8>) -> u64 {
        let mut pairs = 0;
        while self.streamed < end && to.len() < BUFFER {
            let slot = &self.pairs[self.streamed % SLOTS];
            for key in [slot.word(32), slot.word(40)] {
                if known.insert(key) {
                    to.extend_from_slice(&self.shapes[&key]);
                }
            }
            self.put_iterations(self.streamed, to);
            to.extend_from_slice(slot.record());
            self.streamed += 1;
            pairs += 1;
        }
        pairs
    }

    /// The records of pairs from number `from`, with ticks from `first`.
    fn put(&self, from: usize, first: u64, to: &mut Vec<u8>) -> u64 {
        let mut count = 0;
        for i in from..self.written {
            let slot = &self.pairs[i % SLOTS];
            if slot.tick >= first {
                self.put_iterations(i, to);
                to.extend_from_slice(slot.record());
                count += 1;
            }
        }
        count
    }

    fn oldest(&self) -> usize {
        self.written.saturating_sub(SLOTS)
    }

    fn last_tick(&self) -> u64 {
        if self.written == 0 { 0 } else { self.pairs[(self.written - 1) % SLOTS].tick }
    }
}

// --- files ---

fn header() -> Vec<u8> {
    let mut bytes = b"\x89GJKCAP\n\x01\0\0\0\x20\0\0\0".to_vec();
    bytes.resize(32, 0);
    bytes
}

fn put_loss(overwritten: u64, to: &mut Vec<u8>) {
    if overwritten > 0 {
        for word in [4 | 16 << 32, overwritten, 0] {
            to.extend_from_slice(&u64::to_le_bytes(word));
        }
    }
}

/// Writes the last ticks, or all that is kept if `ticks` is 0; returns the number of pairs.
pub fn dump(path: impl AsRef<Path>, ticks: u64) -> Result<u64> {
    if !ENABLED {
        return Ok(0);
    }
    let rings = locked(&RINGS).clone();
    let last = rings.iter().map(|ring| locked(ring).last_tick()).max().unwrap_or(0);
    let first = if ticks == 0 { 0 } else { (last + 1).saturating_sub(ticks) };
    let (mut bytes, mut pairs, mut overwritten) = (header(), 0, 0);
    let mut shapes = Shapes::default();
    for ring in &rings {
        let ring = locked(ring);
        pairs += ring.put(ring.oldest(), first, &mut bytes);
        overwritten += if ticks == 0 { ring.oldest() as u64 } else { 0 };
        shapes.extend(ring.shapes.iter().map(|(key, record)| (*key, record.clone())));
    }
    for record in shapes.values() {
        bytes.extend_from_slice(record);
    }
    put_loss(overwritten, &mut bytes);
    File::create(path)?.write_all(&bytes)?;
    Ok(pairs)
}

/// Writes everything since the last call; the first call replaces the file.  Returns the number of pairs.
pub fn append(path: impl AsRef<Path>) -> Result<u64> {
    static WRITTEN: Mutex<Option<HashSet<u64>>> = Mutex::new(None); // the shapes
    if !ENABLED {
        return Ok(0);
    }
    let mut known = locked(&WRITTEN);
    let is_first = known.is_none();
    let mut file = OpenOptions::new().create(true).write(true).append(!is_first).truncate(is_first).open(path)?;
    let known = known.get_or_insert_with(HashSet::new);
    let (mut bytes, mut pairs, mut overwritten) = (if is_first { header() } else { Vec::new() }, 0, 0);
    let rings = locked(&RINGS).clone();
    for ring in &rings {
        let mut ring = locked(ring);
        let from = ring.appended.max(ring.oldest());
        overwritten += (from - ring.appended) as u64;
        pairs += ring.put(from, 0, &mut bytes);
        ring.appended = ring.written;
        for (key, record) in &ring.shapes {
            if known.insert(*key) {
                bytes.extend_from_slice(record);
            }
        }
    }
    put_loss(overwritten, &mut bytes);
    file.write_all(&bytes)?;
    Ok(pairs)
}

/// Calls `dump` when a thread panics, before the hook that is installed.
pub fn dump_on_panic(path: impl AsRef<Path> + Send + Sync + 'static, ticks: u64) {
    if ENABLED {
        let next = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if let Err(fault) = dump(&path, ticks) {
                eprintln!("{}: {fault}", path.as_ref().display());
            }
            next(info);
        }));
    }
}

// --- live: gjkcap.md, "Streams" ---

const RETRY: Duration = Duration::from_secs(1); // between two attempts to connect
const LINGER: Duration = Duration::from_millis(200); // that `disconnect` may wait
const BUFFER: usize = 131_072; // bytes that are copied from the rings before they are sent
const LONGEST_REPLY: usize = 512; // the header of the listener, and its refusal

enum State {
    Closed,
    Waiting(Instant),                         // until then
    Connecting(Receiver<Result<TcpStream>>), // a thread does it, as it may take long
    Greeting(TcpStream),                      // the header of the listener is not read yet
    Open(TcpStream),
}

struct Live {
    address: SocketAddr,
    state: State,
    reply: Vec<u8>,
    buffer: Vec<u8>,
    shapes: Keys, // that are sent
    overwritten: u64,
    is_behind: bool, // whether the last call could not send everything
}

static LIVE: Mutex<Option<Live>> = Mutex::new(None);

/// Sends pairs to a gjkscope that listens, usually at 127.0.0.1:14557.  It does not wait: `stream` connects, once a second
/// until it succeeds, and again if the connection is lost.  Pairs from before the connection are not sent.  If gjkscope
/// refuses the connection, a line on standard error says why.
pub fn connect(address: SocketAddr) {
    if ENABLED {
        let mut live = Live {
            address,
            state: State::Waiting(Instant::now()),
            reply: Vec::new(),
            buffer: Vec::new(),
            shapes: Keys::default(),
            overwritten: 0,
            is_behind: false,
        };
        live.advance();
        *locked(&LIVE) = Some(live);
    }
}

/// Sends the pairs since its last call.  Never waits: what the listener does not take stays in the rings, until it is
/// overwritten; that is counted, and shown there.  Returns the number of pairs sent, or `None` while there is no
/// connection.  Call it from one thread; a second one gets `Some(0)` at once.
pub fn stream() -> Option<u64> {
    if !ENABLED {
        return None;
    }
    match LIVE.try_lock() {
        Ok(mut live) => live.as_mut()?.advance(),
        Err(TryLockError::Poisoned(live)) => live.into_inner().as_mut()?.advance(),
        Err(TryLockError::WouldBlock) => Some(0),
    }
}

/// Sends what is left, for at most 0.2 s, and closes the connection.
pub fn disconnect() {
    if let (true, Some(mut live)) = (ENABLED, locked(&LIVE).take()) {
        let until = Instant::now() + LINGER;
        live.advance();
        while matches!(live.state, State::Open(_)) && live.is_behind && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(1));
            live.advance();
        }
        if live.buffer.is_empty() && matches!(live.state, State::Open(_)) {
            live.buffer.extend_from_slice(&[0; 8]); // a record of type 0
            live.flush();
        }
    }
}

impl Live {
    fn advance(&mut self) -> Option<u64> {
        match &self.state {
            State::Waiting(until) if Instant::now() >= *until => self.open(),
            State::Connecting(found) => match found.try_recv() {
                Ok(Ok(socket)) => self.begin(socket),
                Ok(Err(_)) | Err(TryRecvError::Disconnected) => self.lose(),
                Err(TryRecvError::Empty) => {}
            },
            _ => {}
        }
        self.receive();
        match self.state {
            State::Greeting(_) => self.flush(),
            State::Open(_) => {
                let pairs = self.send_new();
                return if let State::Open(_) = self.state { Some(pairs) } else { None };
            }
            _ => false,
        };
        None
    }

    fn open(&mut self) {
        let (sender, receiver) = channel();
        let address = self.address;
        std::thread::spawn(move || sender.send(TcpStream::connect(address)));
        self.state = State::Connecting(receiver);
    }

    fn lose(&mut self) {
        self.state = State::Waiting(Instant::now() + RETRY);
    }

    fn begin(&mut self, socket: TcpStream) {
        if socket.set_nonblocking(true).is_err() || socket.set_nodelay(true).is_err() {
            return self.lose();
        }
        self.buffer = header();
        self.reply.clear();
        self.shapes.clear();
        self.overwritten = 0;
        self.is_behind = false;
        for ring in locked(&RINGS).iter() {
            let mut ring = locked(ring);
            ring.streamed = ring.written;
        }
        self.state = State::Greeting(socket);
    }

    // --- what the listener says ---

    fn receive(&mut self) {
        let (State::Greeting(socket) | State::Open(socket)) = &mut self.state else { return };
        let mut bytes = [0; LONGEST_REPLY];
        match socket.read(&mut bytes) {
            Ok(0) => {
                self.check();
                if !matches!(self.state, State::Closed) {
                    self.lose(); // the listener has ended
                }
            }
            Ok(count) => {
                self.reply.extend_from_slice(&bytes[..count]);
                self.check();
            }
            Err(fault) if is_temporary(fault.kind()) => {}
            Err(_) => self.lose(),
        }
    }

    fn check(&mut self) {
        if self.reply.len() < 32 {
            return;
        }
        let major = u16::from_le_bytes([self.reply[8], self.reply[9]]);
        if !self.reply.starts_with(b"\x89GJKCAP\n") {
            self.give_up("is not a gjkscope that listens");
        } else if major != 1 {
            self.give_up(&format!(
                "needs another gjkscope_capture.rs: this one writes version 1 of .gjkcap, it reads version {major}"
            ));
        } else if let State::Greeting(_) = self.state {
            if let State::Greeting(socket) = std::mem::replace(&mut self.state, State::Closed) {
                self.state = State::Open(socket);
            }
        }
        self.check_refusal();
    }

    fn check_refusal(&mut self) {
        if matches!(self.state, State::Closed) || self.reply.len() < 40 {
            return;
        }
        let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|i| self.reply[at + i]));
        let end = 40 + (word(36) as usize).min(LONGEST_REPLY);
        if word(32) != 8 {
            self.give_up("is not a gjkscope that listens");
        } else if self.reply.len() >= end {
            let why = String::from_utf8_lossy(&self.reply[40..end]);
            let why: String = why.trim_end_matches('\0').chars().map(|c| if c.is_control() { '?' } else { c }).collect();
            self.give_up(&why);
        }
    }

    /// Says why there will be no connection.
    fn give_up(&mut self, why: &str) {
        eprintln!("gjkscope: {} {why}", self.address);
        self.state = State::Closed;
    }

    // --- sending ---

    /// Sends what the socket takes; returns whether the buffer is empty then.
    fn flush(&mut self) -> bool {
        let (State::Greeting(socket) | State::Open(socket)) = &mut self.state else { return false };
        let mut done = 0;
        let mut is_lost = false;
        while done < self.buffer.len() {
            match socket.write(&self.buffer[done..]) {
                Ok(count) => done += count,
                Err(fault) if is_temporary(fault.kind()) => break,
                Err(_) => {
                    is_lost = true;
                    break;
                }
            }
        }
        self.buffer.drain(..done);
        if is_lost {
            self.receive(); // it may say why
            if !matches!(self.state, State::Closed) {
                self.lose();
            }
            return false;
        }
        self.buffer.is_empty()
    }

    fn send_new(&mut self) -> u64 {
        let rings = locked(&RINGS).clone();
        let ends: Vec<_> = rings.iter().map(|ring| self.skip_overwritten(&mut locked(ring))).collect();
        if !self.flush() {
            return 0;
        }
        self.remark();
        self.is_behind = true;
        let mut pairs = 0;
        for (ring, end) in rings.iter().zip(ends) {
            loop {
                let mut ring = locked(ring);
                self.skip_overwritten(&mut ring);
                pairs += ring.put_new(end, &mut self.shapes, &mut self.buffer);
                if ring.streamed >= end {
                    break;
                }
                drop(ring);
                if !self.flush() {
                    return pairs;
                }
            }
        }
        self.is_behind = !self.flush();
        pairs
    }

    /// Returns the number of pairs that are written.
    fn skip_overwritten(&mut self, ring: &mut Ring) -> usize {
        let from = ring.streamed.max(ring.oldest());
        self.overwritten += (from - ring.streamed) as u64;
        ring.streamed = from;
        ring.written
    }

    /// When these pairs are sent, and how many are missing.
    fn remark(&mut self) {
        if !self.is_behind {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_micros() as u64);
            for word in [7 | 8 << 32, now] {
                self.buffer.extend_from_slice(&u64::to_le_bytes(word));
            }
        }
        put_loss(std::mem::take(&mut self.overwritten), &mut self.buffer);
    }
}

fn is_temporary(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::WouldBlock | ErrorKind::Interrupted)
}
