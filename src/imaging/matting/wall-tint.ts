/**
 * Takes the tint of a coloured wall out of the rim of the person. Fine hair lets the wall shine through, and a coloured
 * wall tints the hair beside it; on a new background this is a coloured line around the head. Only the tint changes,
 * not the luma and not alpha.
 */

import { type LocalColours, localColours } from '../pixels/local-colours.ts';
import { boxFilter, emptyPlane, type Plane, type RgbImage } from '../pixels/plane.ts';

/** The lengths are for a picture of this width. For other widths, they are scaled in proportion. */
const tunedWidthPx = 590;
/** How wide the rim is that can have the tint of the wall. */
const rimPx = 16;
/** The colours of the wall and of the person are means over squares of this radius. */
const meanRadiusPx = 24;
/** The side of the cells in which these means are computed, which takes a tenth of the time of means around each pixel. */
const cellPx = 4;
const [wallMax, personMin] = [0.02, 0.98];
/** Below this share of the square, wall or person is not near. Sums that should be 0 are below it after rounding. */
const densityMin = 1e-4;
/** Where the person covers less of the square around a pixel than this, the pixel is in the rim. */
const innerShare = 0.999;
/**
 * From the first difference between the tints of wall and person on, a tint is removed, and from the second on the whole
 * of it. A tint is the difference of red, green and blue from the luma.
 */
const [differenceFrom, differenceFull] = [0.12, 0.24];

/** @returns the picture itself if the wall has no tint of its own anywhere, else a copy. */
export function withoutWallTint(image: RgbImage, alpha: Plane): RgbImage {
  const { width, height } = alpha;
  const scale = width / tunedWidthPx;
  const rim = Math.max(1, Math.round(rimPx * scale));
  const tints = tintsOf(
    ...meansOf(image, alpha, {
      rim: Math.ceil(rim / cellPx),
      mean: Math.max(1, Math.round((meanRadiusPx * scale) / cellPx)),
    }),
  );
  if (tints.strength.every((strength) => strength === 0)) return image;
  const opaque = emptyPlane(width, height);
  for (let i = 0; i < opaque.data.length; i++) opaque.data[i] = (alpha.data[i] ?? 0) > 0.5 ? 1 : 0;
  // About a half at the edge of the person, and 1 from the inner end of the rim on.
  const near = boxFilter(opaque, rim).data;
  const data = Float32Array.from(image.data);
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.trunc(y / cellPx) * cellsFor(width);
    for (let x = 0; x < width; x++, i++) {
      const share = near[i] ?? 0;
      const opacity = alpha.data[i] ?? 0;
      if (opacity <= wallMax || share >= innerShare) continue;
      // Towards the inner end of the rim, less is removed, so that no line shows where the rim ends.
      const nearness = Math.min(1, 4 * (1 - share));
      removeTint(data, i, tints, row + Math.trunc(x / cellPx), { opacity, nearness });
    }
  }
  return { width, height, data };
}

/** The cells of a picture. */
interface Cells {
  /** The mean of the pixels that count, for each cell. */
  readonly colours: RgbImage;
  /** The share of the cell's pixels that count. */
  readonly share: Plane;
}

const cellsFor = (side: number) => Math.ceil(side / cellPx);

/** @returns the means of the wall, and those of the person inside the rim, for each cell. The radii are in cells. */
function meansOf(
  image: RgbImage,
  alpha: Plane,
  radii: { readonly rim: number; readonly mean: number },
): [LocalColours, LocalColours] {
  const [wall, person] = [cellsOf(image, alpha, 0, wallMax), cellsOf(image, alpha, personMin, 1)];
  const opaque = boxFilter(person.share, radii.rim).data;
  for (let cell = 0; cell < opaque.length; cell++)
    if ((opaque[cell] ?? 0) < innerShare) person.share.data[cell] = 0;
  return [
    localColours(wall.colours, wall.share, radii.mean),
    localColours(person.colours, person.share, radii.mean),
  ];
}

/** The pixels whose alpha is in a range count. */
function cellsOf({ width, height, data }: RgbImage, alpha: Plane, lowest: number, highest: number): Cells {
  const share = emptyPlane(cellsFor(width), cellsFor(height));
  const colours = new Float32Array(3 * share.data.length);
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.trunc(y / cellPx) * share.width;
    for (let x = 0; x < width; x++, i++) {
      const a = alpha.data[i] ?? 0;
      if (a < lowest || a > highest) continue;
      const cell = row + Math.trunc(x / cellPx);
      for (let c = 0; c < 3; c++)
        colours[3 * cell + c] = (colours[3 * cell + c] ?? 0) + (data[3 * i + c] ?? 0);
      share.data[cell] = (share.data[cell] ?? 0) + 1;
    }
  }
  for (let cell = 0; cell < share.data.length; cell++) {
    const count = Math.max(1, share.data[cell] ?? 0);
    for (let c = 0; c < 3; c++) colours[3 * cell + c] = (colours[3 * cell + c] ?? 0) / count;
    share.data[cell] = (share.data[cell] ?? 0) / (cellPx * cellPx);
  }
  return { colours: { width: share.width, height: share.height, data: colours }, share };
}

/** For each cell: the tint of the person, and the wall's tint minus it, as three values each. */
interface CellTints {
  readonly person: Float32Array;
  readonly more: Float32Array;
  /** How much of the tint is removed, 0–1. 0 where no wall or no person is near. */
  readonly strength: Float32Array;
}

function tintsOf(wall: LocalColours, person: LocalColours): CellTints {
  const cells = wall.density.length;
  const tints = {
    person: new Float32Array(3 * cells),
    more: new Float32Array(3 * cells),
    strength: new Float32Array(cells),
  };
  for (let cell = 0; cell < cells; cell++) {
    if ((wall.density[cell] ?? 0) < densityMin || (person.density[cell] ?? 0) < densityMin) continue;
    const [theirs, own] = [tintAt(wall, cell), tintAt(person, cell)];
    const more = theirs.map((value, channel) => value - (own[channel] ?? 0));
    tints.person.set(own, 3 * cell);
    tints.more.set(more, 3 * cell);
    const share = (Math.hypot(...more) - differenceFrom) / (differenceFull - differenceFrom);
    tints.strength[cell] = Math.min(1, Math.max(0, share));
  }
  return tints;
}

function tintAt({ red, green, blue }: LocalColours, cell: number): number[] {
  const [r, g, b] = [red[cell] ?? 0, green[cell] ?? 0, blue[cell] ?? 0];
  const luma = lumaOf(r, g, b);
  return [r - luma, g - luma, b - luma];
}

const lumaOf = (r: number, g: number, b: number) => 0.299 * r + 0.587 * g + 0.114 * b;

/**
 * Removes the part of the pixel's tint that points from the person's tint to the wall's tint, less the part that alpha
 * accounts for: the estimate of the foreground removes that part later.
 */
function removeTint(
  rgb: Float32Array,
  i: number,
  tints: CellTints,
  cell: number,
  { opacity, nearness }: { readonly opacity: number; readonly nearness: number },
): void {
  const strength = tints.strength[cell] ?? 0;
  if (strength === 0) return;
  const [r, g, b] = [rgb[3 * i] ?? 0, rgb[3 * i + 1] ?? 0, rgb[3 * i + 2] ?? 0];
  const luma = lumaOf(r, g, b);
  const [mr, mg, mb] = [
    tints.more[3 * cell] ?? 0,
    tints.more[3 * cell + 1] ?? 0,
    tints.more[3 * cell + 2] ?? 0,
  ];
  const along =
    ((r - luma - (tints.person[3 * cell] ?? 0)) * mr +
      (g - luma - (tints.person[3 * cell + 1] ?? 0)) * mg +
      (b - luma - (tints.person[3 * cell + 2] ?? 0)) * mb) /
    (mr * mr + mg * mg + mb * mb);
  const removed = Math.max(0, Math.min(1, along) - (1 - opacity)) * strength * nearness;
  rgb[3 * i] = clamped(r - removed * mr);
  rgb[3 * i + 1] = clamped(g - removed * mg);
  rgb[3 * i + 2] = clamped(b - removed * mb);
}

const clamped = (value: number) => Math.min(1, Math.max(0, value));
