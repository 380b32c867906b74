// node rapier.cjs PACKAGE answers lines of JSON with Rapier's contact of two shapes: {a, b: {kind, sizes, points, faces}, poses: [[x, y, z], [x, y, z, w]]}.
const rapier = require(process.argv[2]);
const {createInterface} = require("readline");

const vector = ([x, y, z]) => ({x, y, z});
const quaternion = ([x, y, z, w]) => ({x, y, z, w});
const numbers = ({x, y, z}) => [x, y, z].map(String);

const BUILDERS = {
  box: ({sizes}) => new rapier.Cuboid(...sizes),
  sphere: ({sizes}) => new rapier.Ball(...sizes),
  capsule: ({sizes}) => new rapier.Capsule(...sizes),
  cylinder: ({sizes}) => new rapier.Cylinder(...sizes),
  cone: ({sizes}) => new rapier.Cone(...sizes),
  triangle: ({points}) => new rapier.Triangle(...points.map(vector)),
  hull: ({points, faces}) => new rapier.ConvexPolyhedron(new Float32Array(points.flat()), new Uint32Array(faces.flat())),
};

function answer({a, b, poses}) {
  const shapes = [a, b].map((shape) => BUILDERS[shape.kind](shape));
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
