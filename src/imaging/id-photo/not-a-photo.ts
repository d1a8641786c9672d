/**
 * Finds faces that are not photos of a person: drawings and smooth sculptures by the share of the face without any
 * change of colour, and screens by the lines of their pixels. `scripts/eval/not-a-photo.ts` prints how many are found.
 */

import type { PhotoWarning } from '../../domain/goods/photo-check.ts';
import { faceSquare, type MeasuredFace } from '../nets/face-mesh.ts';
import { fillPolygon } from '../pixels/polygon.ts';
import { cropPoint, type Pyramid, sampleCrop } from '../pixels/pyramid.ts';

/** Side of the squares in which the face is examined, in pixels. */
const sidePx = 128;
/** Side of the level square around the face, in eye-to-chin distances. */
const squareLengths = 2.2;

/** Good photos have at most 0.05, drawings with areas of one colour at least 0.11. */
const flatShareMax = 0.1;
/** A smaller face would be enlarged, and between enlarged pixels colours change little. */
const flatEyeToChinMinPx = 45;
/** Neighbours have the same colour if no channel differs by more than this (0–1). */
const sameColour = 0.3 / 255;
/** Darker and lighter areas may be underexposed or clipped, and are flat in photos, too. */
const luminanceRange = [0.12, 0.96] as const;

/** Good photos have at most 5.3; photos of a screen on which its pixels can be seen have 20 and more. */
const linePeakMax = 8;
/** With a smaller face, the square would contain clothes, whose stripes also are lines. */
const lineEyeToChinMinPx = 64;
/** Lines per square. Fewer could be wrinkles, and more are noise. */
const lineCounts = { from: 10, to: 59 } as const;
/** JPEG's blocks make lines at the multiples of this. */
const blockLines = sidePx / 8;
/** The strength of a frequency is compared with the median of its neighbours up to this distance, without the nearest two. */
const neighbours = { nearest: 3, furthest: 8 } as const;

export function notAPhoto(pyramid: Pyramid, face: MeasuredFace): PhotoWarning[] {
  const isFlat = face.eyeToChin >= flatEyeToChinMinPx && flatShare(pyramid, face) > flatShareMax;
  const isScreen = !isFlat && face.eyeToChin >= lineEyeToChinMinPx && linePeak(pyramid, face) > linePeakMax;
  return isFlat || isScreen ? ['not_a_photo'] : [];
}

/** The share of the face's pixels that have the same colour as the next pixel to the right and below. */
export function flatShare(pyramid: Pyramid, face: MeasuredFace): number {
  const square = faceSquare(face, squareLengths);
  const { data } = sampleCrop(pyramid, square, { width: sidePx, height: sidePx }, { outside: 'repeat' });
  const outline = face.outline.map((point) => {
    const { u, v } = cropPoint(square, point);
    return { x: u * sidePx, y: v * sidePx };
  });
  const inside = fillPolygon(outline, sidePx, sidePx).data;
  let [flat, count] = [0, 0];
  for (let i = 0; i < inside.length - sidePx; i++) {
    if (inside[i] === 0) continue;
    count++;
    const value = luminanceOf(data, i);
    if (value < luminanceRange[0] || value > luminanceRange[1]) continue;
    if (isSameColour(data, i, i + 1) && isSameColour(data, i, i + sidePx)) flat++;
  }
  return count === 0 ? 0 : flat / count;
}

/**
 * The strength of the strongest regular lines, horizontal or vertical, compared with that of lines that are a little
 * closer or further apart. The middle of the face is examined in the pixels of the photo, because shrinking would
 * remove the lines.
 */
export function linePeak({ levels }: Pyramid, { eyes, chin }: MeasuredFace): number {
  const photo = levels[0];
  const left = Math.round(eyes.x + (chin.x - eyes.x) / 3 - sidePx / 2);
  const top = Math.round(eyes.y + (chin.y - eyes.y) / 3 - sidePx / 2);
  if (left < 0 || top < 0 || left + sidePx > photo.width || top + sidePx > photo.height) return 0;
  const luminance = new Float32Array(sidePx * sidePx);
  for (let y = 0, i = 0; y < sidePx; y++) {
    for (let x = 0; x < sidePx; x++, i++) {
      luminance[i] = luminanceOf(photo.data, (top + y) * photo.width + left + x);
    }
  }
  const rows = spectrum(luminance, sidePx, 1);
  const columns = spectrum(luminance, 1, sidePx);
  return Math.max(highestPeak(rows), highestPeak(columns));
}

/**
 * The power of each number of waves per line, summed over all lines.
 * @param lineStep the distance of two lines in `values`; `step` is that of two pixels of a line.
 */
function spectrum(values: Float32Array, lineStep: number, step: number): Float64Array {
  const power = new Float64Array(sidePx / 2);
  const bends = new Float64Array(sidePx);
  for (let line = 0; line < sidePx; line++) {
    for (let at = 1, i = line * lineStep + step; at < sidePx - 1; at++, i += step) {
      // Second differences raise fine lines to the strength of coarse shapes, and the window fades out both ends.
      const bend = 2 * (values[i] ?? 0) - (values[i - step] ?? 0) - (values[i + step] ?? 0);
      bends[at] = bend * (0.5 - 0.5 * (waves[at] ?? 0));
    }
    for (let count = lineCounts.from - neighbours.furthest; count < power.length; count++) {
      let even = 0;
      let odd = 0;
      for (let at = 1, phase = count; at < sidePx - 1; at++, phase += count) {
        even += (bends[at] ?? 0) * (waves[phase % sidePx] ?? 0);
        odd += (bends[at] ?? 0) * (waves[(phase + sidePx / 4) % sidePx] ?? 0);
      }
      power[count] = (power[count] ?? 0) + even * even + odd * odd;
    }
  }
  return power;
}

/** One wave: the cosine at each pixel of a line. */
const waves: Float64Array = Float64Array.from({ length: sidePx }, (_, at) =>
  Math.cos((2 * Math.PI * at) / sidePx),
);

function highestPeak(power: Float64Array): number {
  let highest = 0;
  for (let count = lineCounts.from; count <= lineCounts.to; count++) {
    const fromBlock = (count + 1) % blockLines;
    if (fromBlock <= 2) continue;
    const around = power.filter((_, other) => {
      const distance = Math.abs(other - count);
      return distance >= neighbours.nearest && distance <= neighbours.furthest && other > 0;
    });
    const usual = around.sort()[around.length >> 1] ?? 0;
    if (usual > 0) highest = Math.max(highest, (power[count] ?? 0) / usual);
  }
  return highest;
}

function luminanceOf(rgb: Float32Array | Uint8Array, pixel: number): number {
  return (
    0.299 * (rgb[3 * pixel] ?? 0) + 0.587 * (rgb[3 * pixel + 1] ?? 0) + 0.114 * (rgb[3 * pixel + 2] ?? 0)
  );
}

function isSameColour(rgb: Float32Array, one: number, other: number): boolean {
  for (const channel of [0, 1, 2]) {
    const difference = (rgb[3 * one + channel] ?? 0) - (rgb[3 * other + channel] ?? 0);
    if (Math.abs(difference) > sameColour) return false;
  }
  return true;
}
