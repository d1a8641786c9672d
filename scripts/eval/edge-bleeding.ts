/**
 * Measures how far colour extends beyond the edges of objects in large photos, independently of the neural network.
 * The true colours, reduced to the resolution of the network's predictions, are upsampled and compared with the
 * original.
 */

import sharp from 'sharp';
import { greyOf, labOf, loadPhoto, mean } from '../../bench/colour-scores.ts';
import { guideLightness } from '../../src/imaging/colourise/steps/guide-lightness.ts';
import { paintChroma } from '../../src/imaging/colourise/steps/paint-chroma.ts';
import { type ChromaPlanes, fitChromaLines } from '../../src/imaging/pixels/chroma-lines.ts';
import { lightnessOf, paintRow } from '../../src/imaging/pixels/lab.ts';
import { emptyPlane, type Plane, type RgbBytes, resizePlane } from '../../src/imaging/pixels/plane.ts';

const enlargedShortSidePx = 3000;
/** The shorter side of the neural network's predictions. */
const netSidePx = 64;
/** The distance between measured pixels, in both directions. */
const stridePx = 4;
/**
 * A place counts as an edge if the lightness L changes by more than this within a distance of 2 · `reachShare` ·
 * shorter side.
 */
const edgeStepL = 18;
const reachShare = 12 / 3000;

interface Errors {
  readonly atEdges: number;
  readonly elsewhere: number;
}

/** `isEnlarged`: photos are enlarged to 12 megapixels, which blurs every edge; otherwise they keep their size. */
export async function evalEdgeBleeding(files: readonly string[], isEnlarged: boolean): Promise<void> {
  const upsampled: Errors[] = [];
  const interpolated: Errors[] = [];
  for (const file of files) {
    const truth = await loadPhoto(file, isEnlarged ? enlargedShortSidePx : await shortSideOf(file));
    const coarse = coarseChroma(truth);
    const image = greyOf(truth);
    paintChroma(image, fitChromaLines(guideLightness(image), coarse));
    upsampled.push(errorsOf(truth, (p) => labOf(image.data, 3 * p)));
    const plain = greyOf(truth);
    paintInterpolated(plain, coarse);
    interpolated.push(errorsOf(truth, (p) => labOf(plain.data, 3 * p)));
  }
  const errors = (rows: readonly Errors[]) =>
    `${mean(rows.map((row) => row.atEdges)).toFixed(2)} at edges, ${mean(rows.map((row) => row.elsewhere)).toFixed(2)} elsewhere`;
  const size = isEnlarged ? 'enlarged to 12 megapixels' : 'at their own size';
  console.log(`${files.length} photos ${size}, ab error with true coarse colours:`);
  console.log(`  fitted to lightness (ours)  ${errors(upsampled)}`);
  console.log(`  interpolated                ${errors(interpolated)}`);
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

/**
 * Colours `image` itself with interpolated chroma and keeps the luminance, so that the result differs from the
 * service's only in how the chroma is upsampled.
 */
function paintInterpolated(image: RgbBytes, coarse: ChromaPlanes): void {
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
