/**
 * The ID photo: finds the one person in a photo, levels and cuts out the head by measure, and puts it on a
 * flat background. Runs inside the image child process. The steps stand in order below, one file each.
 *
 * What is wrong with the picture is an outcome (`refused`); it throws only when the attempt itself failed,
 * e.g. for a missing file or a full disk.
 */

import sharp from 'sharp';
import { backgroundRgb } from '../domain/goods/id-photo.ts';
import type { IdPhotoTask, ImageOutcome } from '../usecases/ports/image-work.ts';
import type { Point } from './faces.ts';
import { canvasOf, cutEdgeShare } from './id-photo/canvas.ts';
import { compose } from './id-photo/compose.ts';
import { decodePhoto } from './id-photo/decode-photo.ts';
import { findPerson } from './id-photo/find-person.ts';
import { finerPhoto } from './id-photo/finer-photo.ts';
import { frameHead } from './id-photo/frame-head.ts';
import { personMask } from './id-photo/person-mask.ts';
import { judgeCut } from './id-photo/quality-gate.ts';
import { refused } from './id-photo/refused.ts';
import { writePhoto } from './id-photo/write-photo.ts';
import { foregroundColours } from './matting/foreground.ts';
import { matte } from './matting/matte.ts';
import { windowPoint } from './pyramid.ts';

// One thread a picture: pictures are made side by side, and each thread costs memory.
sharp.concurrency(1);
sharp.cache(false);

/** Matting works at this many times the sold size: hair is finer than a pixel of the sold picture. */
const workingScale = 2;
/** Enough for a head that fills a fifth of the photo's height at the working size. */
const longSidePxMax = 2000;
/** A few pixels of a sleeve at the edge do not show; a straight cut through a shoulder does. */
const cutEdgeShareMax = 0.04;

export async function makeIdPhoto(
  task: IdPhotoTask,
  onProgress: (fraction: number) => void,
): Promise<ImageOutcome> {
  const decoded = await decodePhoto(task.sourceFile, longSidePxMax);
  if (decoded.kind === 'refused') return decoded;
  onProgress(0.15);

  const person = await findPerson(decoded.photo);
  if (person.kind === 'refused') return person;
  const { face } = person;
  onProgress(0.25);

  const { originalLongSidePx } = decoded;
  const originalScale = originalLongSidePx / Math.max(decoded.photo.width, decoded.photo.height);
  const head = await frameHead(person.pyramid, face, task, originalScale);
  if (head.kind === 'refused') return head;

  const size = { width: task.widthPx * workingScale, height: task.heightPx * workingScale };
  const coarse = { ...person, framing: head.framing, originalLongSidePx };
  const finer = await finerPhoto(task.sourceFile, coarse, size.height);
  if (finer.kind === 'refused') return finer;
  const { pyramid, framing } = finer;

  const { image, inside } = canvasOf(pyramid, framing, size);
  const { mask, spread } = await personMask(pyramid, framing, size);
  if (cutEdgeShare(mask, inside) > cutEdgeShareMax) return refused('face_cut_off');
  for (let i = 0; i < mask.data.length; i++) if (inside.data[i] === 0) mask.data[i] = 0;
  onProgress(0.35);

  const onCanvas = (point: Point) => {
    const { u, v } = windowPoint(head.framing, point);
    return { x: u * size.width, y: v * size.height };
  };
  const chinRow = onCanvas(face.chin).y;
  const { alpha } = matte(image, mask, { chinRow });
  onProgress(0.75);

  const outline = face.outline.map(onCanvas);
  const verdict = judgeCut({ alpha, mask, spread, face: { outline, chinRow } });
  if (verdict !== undefined) return verdict;

  const colours = foregroundColours(image, alpha);
  const pixels = await compose(colours, alpha, { ...task, backgroundRgb: backgroundRgb[task.background] });
  onProgress(0.95);
  await writePhoto({ ...task, pixels }, task.targetFile);
  onProgress(1);
  const { widthPx, heightPx } = task;
  return { kind: 'made', size: { widthPx, heightPx }, contentType: 'image/jpeg' };
}
