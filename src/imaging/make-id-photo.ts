/**
 * The ID photo: finds the one person in a photo, levels and cuts out the head by measure, and puts it on a
 * flat background. Runs inside the image child process. The steps stand in `id-photo/`, one file each.
 *
 * What is wrong with the picture is an outcome (`refused`); it throws only when the attempt itself failed,
 * e.g. for a missing file or a full disk.
 */

import sharp from 'sharp';
import { backgroundRgb, type IdPhotoSize } from '../domain/goods/id-photo.ts';
import type { IdPhotoTask, ImageOutcome } from '../usecases/ports/image-work.ts';
import { compose } from './id-photo/compose.ts';
import { correctLight } from './id-photo/correct-light.ts';
import { cutPerson } from './id-photo/cut-person.ts';
import { type MattingNet, openMattingNet } from './id-photo/matting-net.ts';
import { judgeCut } from './id-photo/quality-gate.ts';
import { writePhoto } from './id-photo/write-photo.ts';
import { foregroundColours } from './matting/foreground.ts';
import type { MattingNetFile } from './protocol.ts';

// One thread a picture: pictures are made side by side, and each thread costs memory.
sharp.concurrency(1);
sharp.cache(false);

/** Matting costs and holds by the pixel: sizes above this are worked on as large as they are sold. */
const workingPixelsMax = 1_100_000;

export interface IdPhotoOptions {
  /** The operator's own matting net; null or absent: the nets that come with the service. */
  readonly mattingNet?: MattingNetFile | null;
}

export function workingScaleOf({ widthPx, heightPx }: IdPhotoSize): 1 | 2 {
  return 4 * widthPx * heightPx <= workingPixelsMax ? 2 : 1;
}

export async function makeIdPhoto(
  task: IdPhotoTask,
  onProgress: (fraction: number) => void,
  options: IdPhotoOptions = {},
): Promise<ImageOutcome> {
  const { size, background } = task;
  const mattingNet = await mattingNetOf(options.mattingNet ?? null);
  const workingScale = workingScaleOf(size);
  const cut = await cutPerson(task.sourceFile, size, { workingScale, mattingNet, onProgress });
  if (cut.kind === 'refused') return cut;
  const verdict = judgeCut(cut);
  if (verdict !== undefined) return verdict;

  const colours = foregroundColours(cut.image, cut.alpha);
  if (task.isCorrected) correctLight(colours, cut.alpha, cut.face.outline);
  const pixels = await compose(colours, cut.alpha, { ...size, backgroundRgb: backgroundRgb[background] });
  onProgress(0.95);
  await writePhoto({ ...size, pixels }, task.targetFile);
  onProgress(1);
  const { widthPx, heightPx } = size;
  return { kind: 'made', size: { widthPx, heightPx }, contentType: 'image/jpeg' };
}

/** A child works with one net for its whole life. */
const openNets = new Map<string, Promise<MattingNet>>();

export async function mattingNetOf(given: MattingNetFile | null): Promise<MattingNet | null> {
  if (given === null) return null;
  const { file, kind } = given;
  const opened = openNets.get(file) ?? openMattingNet(file, kind);
  openNets.set(file, opened);
  return opened;
}
