// node rapier.cjs PACKAGE answers lines of JSON with Rapier's contact of two shapes:
// {a, b: {kind, rounding, sizes, points, faces}, poses: [[[x, y, z], [x, y, z, w]], …]}.
const rapier = require(process.argv[2]);
const {createInterface} = require("readline");

const vector = ([x, y, z]) => ({x, y, z});
const quaternion = ([x, y, z, w]) => ({x, y, z, w});
const numbers = ({x, y, z}) => [x, y, z].map(String);

const BUILDERS = {
  box: ({sizes}) => ["Cuboid", ...sizes],
  sphere: ({sizes}) => ["Ball", ...sizes],
  capsule: ({sizes}) => ["Capsule", ...sizes],
  cylinder: ({sizes}) => ["Cylinder", ...sizes],
  cone: ({sizes}) => ["Cone", ...sizes],
  segment: ({points}) => ["Segment", ...points.map(vector)],
  triangle: ({points}) => ["Triangle", ...points.map(vector)],
  hull: ({points, faces}) => ["ConvexPolyhedron", new Float32Array(points.flat()), new Uint32Array(faces.flat())],
};

function build(shape) {
  const [name, ...sizes] = BUILDERS[shape.kind](shape);
  return shape.rounding > 0 ? new rapier[`Round${name}`](...sizes, shape.rounding) : new rapier[name](...sizes);
}

function answer({a, b, poses}) {
  const shapes = [a, b].map(build);
  const [first, second] = poses.map(([position, rotation]) => [vector(position), quaternion(rotation)]);
  const contact = shapes[0].contactShape(...first, shapes[1], ...second, 3e38);
  return contact && {distance: String(contact.distance), normal: numbers(contact.normal1)};
}

rapier.init().then(() => {
  console.log(JSON.stringify(rapier.version()));
  createInterface({input: process.stdin}).on("line", (line) => {
    let said;
    try {
      said = answer(JSON.parse(line));
    } catch (failure) {
      said = {failure: String(failure.message ?? failure)};
    }
    console.log(JSON.stringify(said));
    if (said?.failure) process.exit(1);
  });
});
