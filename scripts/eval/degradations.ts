/**
 * One synthetic degradation for each measure of `src/imaging/measures/`: it makes one property of a photo worse, step
 * by step, so that the measure must follow. The tests and `npm run eval -- measures` use the same degradations.
 */

import sharp, { type Sharp } from 'sharp';
import { isBackground } from '../../src/imaging/measures/background-pixels.ts';
import { backgroundUniformity } from '../../src/imaging/measures/background-uniformity.ts';
import { compression } from '../../src/imaging/measures/compression.ts';
import { dynamicRange } from '../../src/imaging/measures/dynamic-range.ts';
import { mouthWidth } from '../../src/imaging/measures/expression.ts';
import { eyesOpen } from '../../src/imaging/measures/eyes-open.ts';
import { eyesVisible } from '../../src/imaging/measures/eyes-visible.ts';
import type { FaceView } from '../../src/imaging/measures/face-view.ts';
import { pitch, roll, yaw } from '../../src/imaging/measures/head-pose.ts';
import { headPlace } from '../../src/imaging/measures/head-size.ts';
import { illuminationUniformity } from '../../src/imaging/measures/illumination-uniformity.ts';
import { interEyeDistance } from '../../src/imaging/measures/inter-eye-distance.ts';
import { luminanceMean } from '../../src/imaging/measures/luminance-mean.ts';
import { luminanceVariance } from '../../src/imaging/measures/luminance-variance.ts';
import { mouthOpening } from '../../src/imaging/measures/mouth-closed.ts';
import { naturalColour } from '../../src/imaging/measures/natural-colour.ts';
import { overExposure } from '../../src/imaging/measures/over-exposure.ts';
import { sharpness } from '../../src/imaging/measures/sharpness.ts';
import { secondFace } from '../../src/imaging/measures/single-face.ts';
import { underExposure } from '../../src/imaging/measures/under-exposure.ts';
import type { RgbBytes } from '../../src/imaging/pixels/plane.ts';

// The image tasks disable the decoders for buffers, which these pictures of our own need.
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });

export interface Degradation {
  readonly name: string;
  readonly what: string;
  readonly measure: (view: FaceView) => number;
  /** Whether the measure rises or falls as the photo gets worse. */
  readonly direction: 'rises' | 'falls';
  readonly levels: readonly number[];
  readonly degrade: (view: FaceView, level: number) => RgbBytes | Promise<RgbBytes>;
}

const steps = (from: number, to: number, count = 7) =>
  Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));

const byte = (value: number) => Math.round(Math.min(255, Math.max(0, value)));

type PixelOf = (c: number, value: number, x: number, y: number) => number;

/** Changes each channel by itself. */
function mapped(photo: RgbBytes, pixel: PixelOf): RgbBytes {
  const { width, height, data } = photo;
  const out = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i++) {
    const p = Math.floor(i / 3);
    out[i] = byte(pixel(i % 3, data[i] ?? 0, p % width, Math.floor(p / width)));
  }
  return { width, height, data: out };
}

/** Moves pixels: each pixel of the result is read, bilinearly, where `from` says. */
function warped(photo: RgbBytes, from: (x: number, y: number) => readonly [number, number]): RgbBytes {
  const { width, height, data } = photo;
  const out = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [sx, sy] = from(x, y);
      const cx = Math.min(width - 1.001, Math.max(0, sx));
      const cy = Math.min(height - 1.001, Math.max(0, sy));
      const [x0, y0] = [Math.floor(cx), Math.floor(cy)];
      const at = (dx: number, dy: number, c: number) => data[3 * ((y0 + dy) * width + x0 + dx) + c] ?? 0;
      for (let c = 0; c < 3; c++) {
        const top = at(0, 0, c) * (1 - cx + x0) + at(1, 0, c) * (cx - x0);
        const bottom = at(0, 1, c) * (1 - cx + x0) + at(1, 1, c) * (cx - x0);
        out[3 * (y * width + x) + c] = byte(top * (1 - cy + y0) + bottom * (cy - y0));
      }
    }
  }
  return { width, height, data: out };
}

async function throughSharp(photo: RgbBytes, change: (image: Sharp) => Sharp): Promise<RgbBytes> {
  const { width, height, data } = photo;
  const image = change(sharp(data, { raw: { width, height, channels: 3 } }));
  const { data: out, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: out };
}

async function throughJpeg(photo: RgbBytes, quality: number): Promise<RgbBytes> {
  const { width, height, data } = photo;
  const jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();
  const out = await sharp(jpeg).raw().toBuffer();
  return { width, height, data: out };
}

/** Keeps the size of the photo and moves or scales its content. */
function framed(photo: RgbBytes, { scale = 1, dx = 0, dy = 0 }): RgbBytes {
  const [cx, cy] = [photo.width / 2, photo.height / 2];
  return warped(photo, (x, y) => [(x - dx - cx) / scale + cx, (y - dy - cy) / scale + cy]);
}

/** Turns the face as if it were painted on a cylinder, about the vertical or the horizontal axis. */
function turnedFace({ photo, face }: FaceView, degrees: number, axis: 'yaw' | 'pitch'): RgbBytes {
  const [cx, cy] = [face.eyes.x, (face.eyes.y + face.chin.y) / 2];
  const radius = 1.9 * face.eyeToChin;
  const angle = (degrees * Math.PI) / 180;
  return warped(photo, (x, y) => {
    const across = (axis === 'yaw' ? x - cx : y - cy) / radius;
    const along = (axis === 'yaw' ? y - cy : x - cx) / radius;
    if (across ** 2 + along ** 2 >= 1) return [x, y];
    // The turn fades towards the edge, so that the hair and the wall stay where they are.
    const fade = 1 - across ** 2 - along ** 2;
    const source = radius * Math.sin(Math.asin(across) - angle * fade);
    return axis === 'yaw' ? [cx + source, y] : [x, cy + source];
  });
}

/** Opens the mouth: the lower lip and the chin move down, and the gap is dark. */
function openMouth({ photo, face, points }: FaceView, share: number): RgbBytes {
  const [upper, lower, right, left] = [points[13], points[14], points[61], points[291]];
  if (!upper || !lower || !right || !left) return photo;
  const middle = (upper.y + lower.y) / 2;
  const gap = share * face.eyeToChin;
  const halfWidth = (left.x - right.x) / 2;
  const reach = 0.8 * face.eyeToChin;
  const centre = (left.x + right.x) / 2;
  const opening = (x: number) => gap * Math.max(0, 1 - ((x - centre) / (1.15 * halfWidth)) ** 2);
  const moved = warped(photo, (x, y) => {
    const below = y - middle;
    if (below <= 0) return [x, y];
    const shift = opening(x) * Math.max(0, 1 - below / (reach + gap));
    return [x, y - shift];
  });
  return mapped(moved, (_, value, x, y) =>
    y > middle && y < middle + opening(x) * 0.9 ? 0.25 * value : value,
  );
}

/** Covers the eyes from above with the colour of the skin below them, as lids do. */
function loweredLids({ photo, points, face }: FaceView, share: number): RgbBytes {
  const eyes = [
    [33, 133, 159, 145, 230],
    [362, 263, 386, 374, 450],
  ] as const;
  const { width, height } = photo;
  const data = Uint8Array.from(photo.data);
  for (const [outer, inner, top, bottom, skin] of eyes) {
    const [a, b, up, down, below] = [points[outer], points[inner], points[top], points[bottom], points[skin]];
    if (!a || !b || !up || !down || !below) continue;
    const margin = 0.05 * face.eyeToChin;
    const source = 3 * (Math.round(below.y) * width + Math.round(below.x));
    const last = up.y - margin + share * (down.y - up.y + 2 * margin);
    for (let y = Math.floor(up.y - margin); y < last; y++) {
      for (let x = Math.floor(Math.min(a.x, b.x) - margin); x < Math.max(a.x, b.x) + margin; x++) {
        for (let c = 0; c < 3; c++) data[3 * (y * width + x) + c] = photo.data[source + c] ?? 0;
      }
    }
  }
  return { width, height, data };
}

/** Hair or a patch in front of the eyes, from the middle of the forehead downwards. */
function coveredEyes({ photo, face }: FaceView, share: number): RgbBytes {
  const top = face.eyes.y - 0.45 * face.eyeToChin;
  const bottom = top + share * 0.75 * face.eyeToChin;
  const xs = face.outline.map(({ x }) => x);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  return mapped(photo, (_, value, x, y) =>
    y > top && y < bottom && x > left && x < right ? 25 + 0.1 * value : value,
  );
}

/** Pulls the corners of the mouth outwards. */
function smiled({ photo, points, face }: FaceView, share: number): RgbBytes {
  const [right, left, middle] = [points[61], points[291], points[13]];
  if (!right || !left || !middle) return photo;
  const reach = 0.55 * face.eyeToChin;
  return warped(photo, (x, y) => {
    const height = Math.max(0, 1 - Math.abs(y - middle.y) / reach);
    const u = (x - middle.x) / (1.7 * (left.x - right.x));
    if (Math.abs(u) >= 1) return [x, y];
    return [middle.x + (x - middle.x) * (1 - share * height * (1 - u ** 2)), y];
  });
}

async function secondPerson({ photo, face }: FaceView, share: number): Promise<RgbBytes> {
  const { width, height, data } = photo;
  if (share === 0) return photo;
  const side = Math.round(2.4 * face.eyeToChin);
  const left = Math.max(0, Math.round(face.eyes.x - side / 2));
  const top = Math.max(0, Math.round(face.eyes.y - side / 2));
  const small = await sharp(data, { raw: { width, height, channels: 3 } })
    .extract({ left, top, width: Math.min(side, width - left), height: Math.min(side, height - top) })
    .resize(Math.round(side * share))
    .png()
    .toBuffer();
  const extended = await sharp(data, { raw: { width, height, channels: 3 } })
    .extend({ right: side, background: '#bbbbbb' })
    .png()
    .toBuffer();
  const { data: out, info } = await sharp(extended)
    .composite([{ input: small, left: width, top: Math.round(height / 4) }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: out };
}

/** Noise that is the same in every run. */
const noise = (x: number, y: number) => ((((x * 7919) ^ (y * 104_729)) * 2_654_435_761) >>> 16) / 32_768 - 1;

export const degradations: readonly Degradation[] = [
  {
    name: 'background uniformity',
    what: 'texture on the wall',
    measure: backgroundUniformity,
    direction: 'rises',
    levels: steps(0, 40),
    degrade: (view, level) =>
      mapped(view.photo, (_, value, x, y) =>
        isBackground(view, x, y) ? value + level * noise(x >> 2, y >> 2) : value,
      ),
  },
  {
    name: 'illumination uniformity',
    what: 'light from one side',
    measure: illuminationUniformity,
    direction: 'falls',
    levels: steps(0, 0.6),
    degrade: ({ photo, face }, level) =>
      mapped(photo, (_, value, x) => {
        const side = Math.min(1, Math.max(-1, (x - face.eyes.x) / face.eyeToChin));
        return value * (1 - level * (0.5 + 0.5 * side));
      }),
  },
  {
    name: 'luminance mean',
    what: 'less light',
    measure: luminanceMean,
    direction: 'falls',
    levels: steps(1, 0.15),
    degrade: ({ photo }, level) => mapped(photo, (_, value) => level * value),
  },
  {
    name: 'luminance variance',
    what: 'less contrast',
    measure: luminanceVariance,
    direction: 'falls',
    levels: steps(1, 0.1),
    degrade: ({ photo }, level) => mapped(photo, (_, value) => 128 + level * (value - 128)),
  },
  {
    name: 'under-exposure',
    what: 'shadows that drown',
    measure: underExposure,
    direction: 'rises',
    levels: steps(0, 150),
    degrade: ({ photo }, level) => mapped(photo, (_, value) => value - level),
  },
  {
    name: 'over-exposure',
    what: 'highlights that clip',
    measure: overExposure,
    direction: 'rises',
    levels: steps(1, 1.8),
    degrade: ({ photo }, level) => mapped(photo, (_, value) => level * value),
  },
  {
    name: 'dynamic range',
    what: 'fewer levels of grey',
    measure: dynamicRange,
    direction: 'falls',
    levels: steps(1, 0.08),
    degrade: ({ photo }, level) => mapped(photo, (_, value) => 90 + level * (value - 90)),
  },
  {
    name: 'natural colour',
    what: 'blue light',
    measure: naturalColour,
    direction: 'rises',
    levels: steps(0.15, 0.8),
    degrade: ({ photo }, level) =>
      mapped(photo, (c, value) => value * (c === 2 ? 1 + level : 1 - 0.5 * level)),
  },
  {
    name: 'sharpness',
    what: 'blur',
    measure: sharpness,
    direction: 'falls',
    levels: steps(0.4, 6),
    degrade: ({ photo }, level) => throughSharp(photo, (image) => image.blur(level)),
  },
  {
    name: 'compression',
    what: 'a lower quality of JPEG',
    measure: compression,
    direction: 'rises',
    levels: [95, 80, 60, 40, 20, 12, 6],
    degrade: ({ photo }, level) => throughJpeg(photo, level),
  },
  {
    name: 'single face',
    what: 'a second face that grows',
    measure: secondFace,
    direction: 'rises',
    levels: steps(0.3, 0.95),
    degrade: secondPerson,
  },
  {
    name: 'eyes open',
    what: 'lids that come down',
    measure: eyesOpen,
    direction: 'falls',
    levels: steps(0.1, 1),
    degrade: loweredLids,
  },
  {
    name: 'mouth closed',
    what: 'a mouth that opens',
    measure: mouthOpening,
    direction: 'rises',
    levels: steps(0, 0.35),
    degrade: openMouth,
  },
  {
    name: 'eyes visible',
    what: 'hair in front of the eyes',
    measure: eyesVisible,
    direction: 'falls',
    levels: steps(0, 0.75),
    degrade: coveredEyes,
  },
  {
    name: 'inter-eye distance',
    what: 'fewer pixels',
    measure: interEyeDistance,
    direction: 'falls',
    levels: steps(1, 0.3),
    degrade: ({ photo }, level) =>
      throughSharp(photo, (image) => image.resize(Math.round(photo.width * level))),
  },
  {
    name: 'head size',
    what: 'a smaller head',
    measure: (view) => headPlace(view).hairToChin,
    direction: 'falls',
    levels: steps(1, 0.5),
    degrade: ({ photo }, level) => framed(photo, { scale: level }),
  },
  ...(
    [
      ['left', 'a face that moves to the left', -1, 0],
      ['right', 'a face that moves to the right', 1, 0],
      ['above', 'a face that moves up', 0, -1],
      ['below', 'a face that moves down', 0, 1],
    ] as const
  ).map(
    ([side, what, dx, dy]): Degradation => ({
      name: `margin ${side}`,
      what,
      measure: (view) => headPlace(view)[side],
      direction: 'falls',
      levels: steps(0, 0.12),
      degrade: ({ photo }, level) =>
        framed(photo, { scale: 0.8, dx: dx * level * photo.width, dy: dy * level * photo.height }),
    }),
  ),
  {
    name: 'yaw',
    what: 'a head that turns',
    measure: (view) => yaw(view),
    direction: 'rises',
    levels: steps(-24, 24),
    degrade: (view, level) => turnedFace(view, level, 'yaw'),
  },
  {
    name: 'pitch',
    what: 'a head that nods',
    measure: (view) => pitch(view),
    direction: 'rises',
    levels: steps(-18, 18),
    degrade: (view, level) => turnedFace(view, level, 'pitch'),
  },
  {
    name: 'roll',
    what: 'a head that leans',
    measure: roll,
    direction: 'rises',
    levels: steps(-15, 15),
    degrade: ({ photo }, level) =>
      throughSharp(photo, (image) => image.rotate(level, { background: '#bbbbbb' })),
  },
  {
    name: 'neutral expression',
    what: 'corners of the mouth pulled outwards',
    measure: mouthWidth,
    direction: 'rises',
    levels: steps(0, 0.35),
    degrade: smiled,
  },
];

/** Spearman's rank correlation of two lists of equal length; ties share their mean rank. */
export function spearman(a: readonly number[], b: readonly number[]): number {
  const [ra, rb] = [ranks(a), ranks(b)];
  const middle = (a.length - 1) / 2;
  let [both, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [(ra[i] ?? 0) - middle, (rb[i] ?? 0) - middle];
    both += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa === 0 || bb === 0 ? 0 : both / Math.sqrt(aa * bb);
}

function ranks(values: readonly number[]): number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length;
    const equal = values.filter((other) => other === value).length;
    return below + (equal - 1) / 2;
  });
}
