/**
 * Makes the ID photos of one source for many documents with the functions of the service, and computes once what
 * several documents share: the face, the judgement of the cut-out in the crop of a one-inch photo, and the cut-out of
 * documents with the same pixels and the same bands of the head.
 */

import { usualSourceTypes } from '../../src/domain/goods/ai-label.ts';
import type { PhotoSpec } from '../../src/domain/goods/photo-details.ts';
import { encodeWithin } from '../../src/imaging/codecs/write-print-jpeg.ts';
import { type Face, facePipeline, mattePipeline } from '../../src/imaging/id-photo/cut-out.ts';
import { judgeAsOneInch, judgeBeside, type OneInchJudgement } from '../../src/imaging/id-photo/judge-cut.ts';
import { mattingSizeOf } from '../../src/imaging/id-photo/matting-size.ts';
import { backgroundColoursOf, printEnlargementMax } from '../../src/imaging/id-photo/pipeline.ts';
import { checkFace } from '../../src/imaging/id-photo/steps/check-face.ts';
import { composite } from '../../src/imaging/id-photo/steps/composite.ts';
import { checkEnlargement, cropHead, type HeadCrop } from '../../src/imaging/id-photo/steps/crop-head.ts';
import { cropPhoto } from '../../src/imaging/id-photo/steps/crop-photo.ts';
import { estimateForeground, type Foreground } from '../../src/imaging/id-photo/steps/estimate-foreground.ts';

export interface NotMade {
  readonly reason: string;
  /**
   * Whether the check before payment refuses the photo for the same reason, because it runs the same functions with
   * the same values. False: the check must be run.
   */
  readonly isSettled: boolean;
}

export type SharedPhoto = (spec: PhotoSpec) => Promise<{ readonly jpeg: Uint8Array } | NotMade>;

/** A value for each key, computed when it is first asked for. */
function shared<Value>(): (key: unknown, compute: () => Promise<Value>) => Promise<Value> {
  const values = new Map<string, Promise<Value>>();
  return (key, compute) => {
    const text = JSON.stringify(key);
    const value = values.get(text) ?? compute();
    values.set(text, value);
    return value;
  };
}

export async function openSharedPhoto(sourceFile: string): Promise<SharedPhoto> {
  const result = await facePipeline.run({ sourceFile });
  if (result.kind === 'refused') return async () => ({ reason: result.refusal, isSettled: true });
  const photo = { ...result.values, sourceFile, mattingNet: null, enlargementMax: printEnlargementMax };
  const files = shared<Awaited<ReturnType<SharedPhoto>>>();
  const cuts = shared<Foreground | NotMade>();
  const judgements = shared<OneInchJudgement>();
  return ({ size, background, fileWindow }) =>
    files([size, background, fileWindow], async () => {
      const cropped = croppedHead(photo, size, background === 'photographed');
      if ('reason' in cropped) return cropped;
      const { headCrop } = cropped;
      if (background === 'photographed') {
        const plain = await cropPhoto(photo, headCrop, size);
        if ('refusal' in plain) return { reason: plain.refusal, isSettled: true };
        // The check encodes the same pixels with the same labels.
        return fileOf({ ...size, pixels: plain.pixels, sourceType: null }, fileWindow, true);
      }
      const { dpi: _, ...geometry } = size;
      const cut = await cuts(geometry, async () => {
        const judged = await judgements('one inch', () => judgeAsOneInch(photo, null));
        // If the check reaches the judgement, it computes the same one; otherwise it has refused the photo before.
        if (judged !== null && 'refusal' in judged.verdict) {
          return { reason: judged.verdict.refusal, isSettled: true };
        }
        const matte = await mattePipeline.run({
          ...photo,
          size,
          matteSize: mattingSizeOf(size, 2),
          headCrop,
        });
        if (matte.kind === 'refused') return { reason: matte.refusal, isSettled: false };
        const verdict = await judgeBeside({ ...photo, ...matte.values }, judged);
        if ('refusal' in verdict) return { reason: verdict.refusal, isSettled: false };
        const { image, alpha, detail, cropFace } = matte.values;
        return estimateForeground({ image, alpha }, detail, size, cropFace.outline);
      });
      if ('reason' in cut) return cut;
      const pixels = await composite(cut, { ...size, ...backgroundColoursOf(background) });
      return fileOf({ ...size, pixels, sourceType: usualSourceTypes.idPhoto }, fileWindow, false);
    });
}

function croppedHead(
  photo: Face,
  size: PhotoSpec['size'],
  isCropOnly: boolean,
): { readonly headCrop: HeadCrop } | NotMade {
  const cropped = cropHead(photo, size, isCropOnly);
  if ('refusal' in cropped) return { reason: cropped.refusal, isSettled: true };
  const { headCrop } = cropped;
  for (const check of [checkEnlargement(headCrop, printEnlargementMax), checkFace(photo.faceQuality)]) {
    if ('refusal' in check) return { reason: String(check.refusal), isSettled: true };
  }
  return cropped;
}

async function fileOf(
  picture: Parameters<typeof encodeWithin>[0],
  fileWindow: PhotoSpec['fileWindow'],
  isSettled: boolean,
): Promise<{ readonly jpeg: Uint8Array } | NotMade> {
  const jpeg = await encodeWithin(picture, fileWindow);
  return jpeg === null ? { reason: 'file_size_impossible', isSettled } : { jpeg };
}
