/**
 * Functions that make one property of a photo worse, for `degradations.ts`. They use no code of the measures, so that
 * a fault in that code cannot hide itself.
 */

import sharp, { type Sharp } from 'sharp';
import type { FaceView } from '../../src/imaging/measures/face-view.ts';
import type { RgbBytes } from '../../src/imaging/pixels/plane.ts';

const byte = (value: number) => Math.round(Math.min(255, Math.max(0, value)));

type PixelOf = (c: number, value: number, x: number, y: number) => number;

/** Applies `pixel` to each channel of each pixel separately. */
export function mapped(photo: RgbBytes, pixel: PixelOf): RgbBytes {
  const { width, height, data } = photo;
  const out = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i++) {
    const p = Math.floor(i / 3);
    out[i] = byte(pixel(i % 3, data[i] ?? 0, p % width, Math.floor(p / width)));
  }
  return { width, height, data: out };
}

/**
 * Moves pixels: `from` returns for each pixel of the result the place in the photo from which it is read, with
 * bilinear interpolation.
 */
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

export async function throughSharp(photo: RgbBytes, change: (image: Sharp) => Sharp): Promise<RgbBytes> {
  const { width, height, data } = photo;
  const image = change(sharp(data, { raw: { width, height, channels: 3 } }));
  const { data: out, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: out };
}

export async function throughJpeg(photo: RgbBytes, quality: number): Promise<RgbBytes> {
  const { width, height, data } = photo;
  const jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();
  const out = await sharp(jpeg).raw().toBuffer();
  return { width, height, data: out };
}

/** Keeps the size of the photo and moves or scales its content. */
export function framed(photo: RgbBytes, { scale = 1, dx = 0, dy = 0 }): RgbBytes {
  const [cx, cy] = [photo.width / 2, photo.height / 2];
  return warped(photo, (x, y) => [(x - dx - cx) / scale + cx, (y - dy - cy) / scale + cy]);
}

/** Turns the face as if it were painted on a cylinder, about the vertical or the horizontal axis. */
export function turnedFace({ photo, face }: FaceView, degrees: number, axis: 'yaw' | 'pitch'): RgbBytes {
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
export function openMouth({ photo, face, points }: FaceView, share: number): RgbBytes {
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
export function loweredLids({ photo, points, face }: FaceView, share: number): RgbBytes {
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

/** Covers the eyes with hair or a patch, from the middle of the forehead downwards. */
export function coveredEyes({ photo, face }: FaceView, share: number): RgbBytes {
  const top = face.eyes.y - 0.45 * face.eyeToChin;
  const bottom = top + share * 0.75 * face.eyeToChin;
  const xs = face.outline.map(({ x }) => x);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  return mapped(photo, (_, value, x, y) =>
    y > top && y < bottom && x > left && x < right ? 25 + 0.1 * value : value,
  );
}

/** Pulls the corners of the mouth outwards. */
export function smiled({ photo, points, face }: FaceView, share: number): RgbBytes {
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

export async function secondPerson({ photo, face }: FaceView, share: number): Promise<RgbBytes> {
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
export const noise = (x: number, y: number) =>
  ((((x * 7919) ^ (y * 104_729)) * 2_654_435_761) >>> 16) / 32_768 - 1;
