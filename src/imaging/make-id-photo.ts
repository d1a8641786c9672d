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
import { type CutPerson, cutPerson } from './id-photo/cut-person.ts';
import { type MattingNet, openMattingNet } from './id-photo/matting-net.ts';
import { judgeCut } from './id-photo/quality-gate.ts';
import { writePhoto } from './id-photo/write-photo.ts';
import { enlargeAlpha, enlargeColours } from './matting/enlarge-cut.ts';
import { foregroundColours, separateLayers } from './matting/foreground.ts';
import type { MattingNetFile } from './protocol.ts';
import { sampleFraming } from './pyramid.ts';

// One thread a picture: pictures are made side by side, and each thread costs memory.
sharp.concurrency(1);
sharp.cache(false);

export interface IdPhotoOptions {
  /** The operator's own matting net; null or absent: the nets that come with the service. */
  readonly mattingNet?: MattingNetFile | null;
}

export async function makeIdPhoto(
  task: IdPhotoTask,
  onProgress: (fraction: number) => void,
  options: IdPhotoOptions = {},
): Promise<ImageOutcome> {
  const { size, background } = task;
  const mattingNet = await mattingNetOf(options.mattingNet ?? null);
  const cut = await cutPerson(task.sourceFile, size, { workingScale: 2, mattingNet, onProgress });
  if (cut.kind === 'refused') return cut;
  const verdict = judgeCut(cut);
  if (verdict !== undefined) return verdict;

  const { colours, alpha, outline } = personAlone(cut, size);
  if (task.isCorrected) correctLight(colours, alpha, outline);
  const pixels = await compose(colours, alpha, { ...size, backgroundRgb: backgroundRgb[background] });
  onProgress(0.95);
  await writePhoto({ ...size, pixels }, task.targetFile);
  onProgress(1);
  const { widthPx, heightPx } = size;
  return { kind: 'made', size: { widthPx, heightPx }, contentType: 'image/jpeg' };
}

/** The person's colours, alpha and outline, at the size of the matte or, if that is larger, as large as is sold. */
function personAlone(cut: CutPerson, { widthPx: width, heightPx: height }: IdPhotoSize) {
  const { image, alpha, finer, face } = cut;
  if (image.width >= width) return { colours: foregroundColours(image, alpha), alpha, outline: face.outline };
  const colours = sampleFraming(finer.pyramid, finer.framing, { width, height }, { outside: 'repeat' });
  const enlarged = enlargeAlpha(cut, colours);
  enlargeColours(separateLayers(image, alpha), enlarged, colours);
  const outline = face.outline.map(({ x, y }) => ({
    x: (x * width) / image.width,
    y: (y * height) / image.height,
  }));
  return { colours, alpha: enlarged, outline };
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
