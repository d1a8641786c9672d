/**
 * Writes films that Chromium shows as its camera: the portrait of a woman at several distances. A film is an MJPEG
 * file, which is a sequence of JPEG files.
 */

import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { portrait } from '../imaging/portraits.ts';

export const filmSize = { width: 640, height: 480 } as const;

/** In pixels of the portrait: the point in the middle between the eyes, and the distance from there to the chin. */
const eyes = { x: 372, y: 275 } as const;
const eyesToChin = 155;
const portraitSize = { width: 625, height: 800 } as const;
const ground = '#bbb';
/** A red stripe at the left edge of the film, by which a test sees whether a photo is mirrored. */
const mark = { width: 24, height: 480, channels: 3, background: '#f00' } as const;

export interface Pose {
  /** `x` and `y` are the point in the middle between the eyes, in pixels of the film. */
  readonly x: number;
  readonly y: number;
  /** The distance from the eyes to the chin, in pixels of the film. */
  readonly eyesToChin: number;
  readonly rollDegrees?: number;
  /** The factor by which the brightness of the film is multiplied; 1 by default. */
  readonly light?: number;
}

/** Returns the portrait in the size and at the angle of the pose, and the position of its eyes. */
async function posed({ eyesToChin: length, rollDegrees = 0 }: Pose) {
  const scale = length / eyesToChin;
  const [width, height] = [Math.round(portraitSize.width * scale), Math.round(portraitSize.height * scale)];
  const { data, info } = await portrait()
    .resize(width, height)
    .rotate(rollDegrees, { background: ground })
    .png()
    .toBuffer({ resolveWithObject: true });
  const roll = (rollDegrees * Math.PI) / 180;
  const [x, y] = [eyes.x * scale - width / 2, eyes.y * scale - height / 2];
  return {
    picture: data,
    size: info,
    x: info.width / 2 + x * Math.cos(roll) - y * Math.sin(roll),
    y: info.height / 2 + x * Math.sin(roll) + y * Math.cos(roll),
  };
}

/** One picture of the film, as a JPEG file. */
export async function filmPicture(pose: Pose): Promise<Buffer> {
  const { width, height } = filmSize;
  const { picture, size, x, y } = await posed(pose);
  const [left, top] = [Math.round(pose.x - x), Math.round(pose.y - y)];
  const cut = { left: Math.max(0, -left), top: Math.max(0, -top) };
  const shown = await sharp(picture)
    .extract({
      ...cut,
      width: Math.min(size.width - cut.left, width - Math.max(0, left)),
      height: Math.min(size.height - cut.top, height - Math.max(0, top)),
    })
    .toBuffer();
  const whole = await sharp({ create: { ...filmSize, channels: 3, background: ground } })
    .composite([
      { input: shown, left: Math.max(0, left), top: Math.max(0, top) },
      { input: { create: mark }, left: 0, top: 0 },
    ])
    .png()
    .toBuffer();
  const { light = 1 } = pose;
  return sharp(whole).linear(light, 0).jpeg({ quality: 90 }).toBuffer();
}

const picturesPerSecond = 30;

/** Writes a film that shows each pose for its `seconds`. Chromium repeats the film. */
export async function writeFilm(
  file: string,
  poses: readonly (readonly [seconds: number, pose: Pose])[],
): Promise<void> {
  const parts = await Promise.all(
    poses.map(async ([seconds, pose]) => {
      const picture = await filmPicture(pose);
      return Array.from({ length: seconds * picturesPerSecond }, () => picture);
    }),
  );
  await writeFile(file, Buffer.concat(parts.flat()));
}
