// All that pages need for 2D scenes whose steps and A − B they draw themselves (`inplane.js`).

import { fillInPlane } from "./inplane.js";
import { boundsOfCores, DRAWERS, PLAIN } from "./livesteps.js";
import { drawPlaneEpaInDifference, drawPlaneEpaInWorld, drawPlaneGjkInDifference, drawPlaneGjkInWorld } from "./planemarks.js";
import { coreLoop, differenceLoop, drawPlaneDifference } from "./planeoutline.js";
import { planeEpaChanges, planeEpaHeadline, planeEpaSentence } from "./planewords.js";
import { vertexTable } from "./stepwords.js";

/** @type {Record<string, import("./livesteps.js").StepDrawer>} */
export const PLANE_DRAWERS = {
  gjk: { ...DRAWERS.gjk, world: drawPlaneGjkInWorld, difference: drawPlaneGjkInDifference },
  epa: {
    ...PLAIN,
    world: drawPlaneEpaInWorld,
    difference: drawPlaneEpaInDifference,
    headline: planeEpaHeadline,
    sentence: planeEpaSentence,
    changes: planeEpaChanges,
    bounds: boundsOfCores,
    tables: (step, words) => [vertexTable("polygon", step.polygon, null, words)],
    seeksDepth: true,
  },
};

fillInPlane({ drawers: PLANE_DRAWERS, coreLoop, differenceLoop, drawDifference: drawPlaneDifference });
