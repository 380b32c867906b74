//! Balls, boxes and hulls from two threads in both precisions; all answers are right but one.

mod gjkscope_capture;
use gjkscope_capture::{append, connect, disconnect, dump, dump_on_panic, gjkscope_iteration, gjkscope_pair, stream};
use gjkscope_capture::{Answer, Axis, Frame, Iteration, Shape, ENABLED};
use std::time::Duration;

const PAIRS: u64 = 20_000;

#[derive(Clone, Copy)]
struct Vector(f32, f32, f32);
impl From<Vector> for [f32; 3] {
    fn from(v: Vector) -> Self {
        [v.0, v.1, v.2]
    }
}

fn ask(thread: u64, i: u64) {
    let gap = (i % 16) as f32 * 0.0625 - 0.25;
    let said = if thread == 1 && i == PAIRS - 3 { gap + 1.0 } else { gap };
    gjkscope_pair!(
        i / 50,
        thread,
        i,
        &Shape::ball(0.5f32),
        Frame::new(Vector(0.0, 0.0, 0.0), [0.0, 0.0, 0.0, 1.0]),
        &Shape::cuboid([1.0f32, 2.0, 3.0]),
        Frame::new([1.5 + gap, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]),
        Answer::distance(said).normal([1.0, 0.0, 0.0]).witnesses([0.5, 0.0, 0.0], [0.5 + gap, 0.0, 0.0]),
    );
}

/// In double precision, with matrices: the capsule is turned from x to y.
fn ask_others() {
    let columns = [[0.0, 1.0, 0.0, 0.0], [-1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [5.0, 6.0, 7.0, 1.0]];
    let still = Frame::new([0.0; 3], [0.0, 0.0, 0.0, 1.0]);
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0f64]];
    let hull = Shape::hull(corners, 0.5);
    gjkscope_pair!(1000, 8, 9, &hull, still, &Shape::capsule(0.5, 2.0, Axis::X), Frame::columns(columns), Answer::overlap(false));
    gjkscope_pair!(1000, 8, 9, &Shape::cylinder(1.0, 2.0, Axis::Z), still, &Shape::cone(1.0, 2.0, Axis::Y), still, Answer::overlap(true));
    gjkscope_pair!(1000, 8, 9, &Shape::ellipsoid([1.0, 2.0, 3.0]), still, &Shape::rounded_cuboid([1.0; 3], 0.5), still, Answer::nothing());
    let mesh = Shape::mesh(corners, [[0, 1, 2], [0, 3, 1], [1, 3, 2]]);
    gjkscope_pair!(1000, 8, 9, &mesh, still, &Shape::ball(0.5), still, Answer::nothing());
}

/// Two threads record pairs after 0 to 4 iterations, whose vertices say what they belong to; this one streams.
fn stream_to(port: &str, ticks: u64) {
    connect(format!("127.0.0.1:{port}").parse().unwrap());
    let pause = || std::thread::sleep(Duration::from_millis(1));
    let record = move |thread: u64| {
        for tick in 0..ticks {
            for i in 50 * tick..50 * tick + 50 {
                for number in 0..i % 5 {
                    let vertex = [thread as f32, i as f32, number as f32];
                    gjkscope_iteration!(Iteration::new([Vector(0.0, 0.0, 0.0); 5]));
                    gjkscope_iteration!(Iteration::new([vertex]).direction(vertex));
                }
                ask(thread, i);
            }
            pause();
        }
    };
    let threads: Vec<_> = (0..2).map(|thread| std::thread::spawn(move || record(thread))).collect();
    while threads.iter().any(|thread| !thread.is_finished()) {
        stream();
        pause();
    }
    let points = [[-3.0, 0.0, 0.0f64], [-4.0, 0.0, 0.0]];
    gjkscope_iteration!(Iteration::new(points).witnesses([[1.0, 0.0, 0.0]; 2], [[4.0, 0.0, 0.0], [5.0, 0.0, 0.0]]).closest(points[0]));
    let (corner, up) = ([0.0, 1.0, 0.0f64], [0.0, 1.0, 0.0]);
    gjkscope_iteration!(Iteration::face(points)); // not three: not recorded
    gjkscope_iteration!(Iteration::face([points[0], points[1], corner]));
    gjkscope_iteration!(Iteration::expanded([corner, points[0], points[1]]));
    gjkscope_iteration!(Iteration::polytope().direction(up));
    gjkscope_iteration!(Iteration::portal(points, corner));
    gjkscope_iteration!(Iteration::axis(up, -0.5));
    ask_others();
    disconnect();
}

fn main() {
    let words: Vec<_> = std::env::args().collect();
    if words.len() > 1 {
        return stream_to(&words[1], words[2].parse().unwrap());
    }
    let threads: Vec<_> = (0..2).map(|thread| std::thread::spawn(move || (0..PAIRS).for_each(|i| ask(thread, i)))).collect();
    dump("during.gjkcap", 0).unwrap(); // while the threads record
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    append("all.gjkcap").unwrap();
    ask_others();
    assert_eq!(append("all.gjkcap").unwrap(), if ENABLED { 4 } else { 0 });
    assert_eq!(dump("last.gjkcap", 1).unwrap(), if ENABLED { 4 } else { 0 });
    assert_eq!(dump("/nonexistent/last.gjkcap", 1).is_err(), ENABLED);
    let start = std::time::Instant::now();
    (0..PAIRS).for_each(|i| ask(2, i));
    println!("{:.0}", start.elapsed().as_nanos() as f64 / PAIRS as f64);
    dump_on_panic("panic.gjkcap", 1001);
    let _ = std::thread::spawn(|| panic!("planned")).join();
}
