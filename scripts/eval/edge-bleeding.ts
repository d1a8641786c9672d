/**
 * How far colour bleeds over edges of large photos, apart from what the net guesses: true colours at the size of its
 * answers are carried onto pixels and measured against the truth.
 */

import sharp from 'sharp';
import { greyOf, labOf, loadPhoto, mean } from '../../bench/colour-scores.ts';
import { type ChromaPlanes, linesOf } from '../../src/imaging/colourise/chroma-lines.ts';
import { paintChroma } from '../../src/imaging/colourise/chroma-to-pixels.ts';
import { lightnessOf, paintRow } from '../../src/imaging/colourise/lab.ts';
import { guideOf } from '../../src/imaging/make-colourised.ts';
import { emptyPlane, type Plane, type RgbBytes, resizePlane } from '../../src/imaging/plane.ts';

const enlargedShortSidePx = 3000;
/** The side at which the colouriser's net answers. */
const netSidePx = 64;
/** Every n-th pixel in both directions is looked at. */
const stridePx = 4;
/** A step of L, over twice this share of the shorter side, that counts as an edge. */
const edgeStepL = 18;
const reachShare = 12 / 3000;

interface Errors {
  readonly atEdges: number;
  readonly elsewhere: number;
}

/** `isEnlarged`: to 12 megapixels, which blurs every edge; else photos are taken as large as they are. */
export async function evalEdgeBleeding(files: readonly string[], isEnlarged: boolean): Promise<void> {
  const carried: Errors[] = [];
  const plain: Errors[] = [];
  for (const file of files) {
    const truth = await loadPhoto(file, isEnlarged ? enlargedShortSidePx : await shortSideOf(file));
    const coarse = coarseChroma(truth);
    const image = greyOf(truth);
    paintChroma(image, linesOf(guideOf(image), coarse));
    carried.push(errorsOf(truth, (p) => labOf(image.data, 3 * p)));
    const merely = greyOf(truth);
    paintEnlarged(merely, coarse);
    plain.push(errorsOf(truth, (p) => labOf(merely.data, 3 * p)));
  }
  const told = (rows: readonly Errors[]) =>
    `${mean(rows.map((row) => row.atEdges)).toFixed(2)} at edges, ${mean(rows.map((row) => row.elsewhere)).toFixed(2)} elsewhere`;
  const size = isEnlarged ? 'enlarged to 12 megapixels' : 'as large as they are';
  console.log(`${files.length} photos ${size}, ab error with true coarse colours:`);
  console.log(`  carried along edges (ours)  ${told(carried)}`);
  console.log(`  merely enlarged             ${told(plain)}`);
}

async function shortSideOf(file: string): Promise<number> {
  const { width, height } = await sharp(file).metadata();
  return Math.min(width, height);
}

function coarseChroma(truth: RgbBytes): { a: Plane; b: Plane } {
  const scale = netSidePx / Math.min(truth.width, truth.height);
  const [width, height] = [Math.round(truth.width * scale), Math.round(truth.height * scale)];
  const a = emptyPlane(width, height);
  const b = emptyPlane(width, height);
  const counts = new Float32Array(width * height);
  for (let y = 0; y < truth.height; y += stridePx) {
    for (let x = 0; x < truth.width; x += stridePx) {
      const target =
        Math.min(height - 1, Math.floor(y * scale)) * width + Math.min(width - 1, Math.floor(x * scale));
      const [ca, cb] = labOf(truth.data, 3 * (y * truth.width + x));
      a.data[target] = (a.data[target] ?? 0) + ca;
      b.data[target] = (b.data[target] ?? 0) + cb;
      counts[target] = (counts[target] ?? 0) + 1;
    }
  }
  for (let i = 0; i < counts.length; i++) {
    a.data[i] = (a.data[i] ?? 0) / (counts[i] ?? 1);
    b.data[i] = (b.data[i] ?? 0) / (counts[i] ?? 1);
  }
  return { a, b };
}

/** In place, keeping luminance as the colouriser does, so that the two differ only in how colour gets to pixels. */
function paintEnlarged(image: RgbBytes, coarse: ChromaPlanes): void {
  const { width, height } = image;
  const quarters = [coarse.a, coarse.b].map((plane) =>
    resizePlane(plane, Math.ceil(width / stridePx), Math.ceil(height / stridePx)),
  );
  const rows = quarters.map(() => new Float32Array(width));
  const [a, b] = rows;
  if (a === undefined || b === undefined) throw new Error('Two chroma planes expected');
  for (let y = 0; y < height; y++) {
    for (const [k, quarter] of quarters.entries()) {
      const from = Math.floor(y / stridePx) * quarter.width;
      for (let x = 0; x < width; x++) {
        rows[k]?.fill(quarter.data[from + Math.floor(x / stridePx)] ?? 0, x, x + 1);
      }
    }
    paintRow(image.data, y * width, width, a, b);
  }
}

function errorsOf(
  truth: RgbBytes,
  chromaAt: (pixel: number) => readonly [number, number, ...number[]],
): Errors {
  const { width, height } = truth;
  const reachPx = Math.max(1, Math.round(reachShare * Math.min(width, height)));
  const lightness = new Float32Array(width * height);
  lightnessOf(truth.data, 0, width * height, lightness);
  let [edge, edges, flat, flats] = [0, 0, 0, 0];
  for (let y = reachPx; y < height - reachPx; y += stridePx) {
    for (let x = reachPx; x < width - reachPx; x += stridePx) {
      const p = y * width + x;
      const step = Math.max(
        Math.abs((lightness[p + reachPx] ?? 0) - (lightness[p - reachPx] ?? 0)),
        Math.abs((lightness[p + reachPx * width] ?? 0) - (lightness[p - reachPx * width] ?? 0)),
      );
      const [a, b] = chromaAt(p);
      const [trueA, trueB] = labOf(truth.data, 3 * p);
      const error = Math.hypot(a - trueA, b - trueB);
      if (step > edgeStepL) {
        edge += error;
        edges++;
      } else {
        flat += error;
        flats++;
      }
    }
  }
  return { atEdges: edge / Math.max(1, edges), elsewhere: flat / Math.max(1, flats) };
}
