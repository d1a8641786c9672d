/**
 * Makes the ID photos of one source for many documents with the functions of the service, and computes once what
 * several documents share: the face, the judgement of the cut-out in the crop of a one-inch photo, and the cut-out of
 * documents with the same pixels and the same bands of the head.
 */

import { usualSourceTypes } from '../../src/domain/goods/ai-label.ts';
import type { PhotoSpec } from '../../src/domain/goods/photo-details.ts';
import { encodeWithin } from '../../src/imaging/codecs/write-print-jpeg.ts';
import { cropAgain } from '../../src/imaging/id-photo/crop-again.ts';
import { type Face, facePipeline, mattePipeline } from '../../src/imaging/id-photo/cut-out.ts';
import { judgeAsOneInch, judgeBeside, type OneInchJudgement } from '../../src/imaging/id-photo/judge-cut.ts';
import { mattingSizeOf } from '../../src/imaging/id-photo/matting-size.ts';
import { backgroundColoursOf, printEnlargementMax } from '../../src/imaging/id-photo/pipeline.ts';
import { checkFace } from '../../src/imaging/id-photo/steps/check-face.ts';
import { composite } from '../../src/imaging/id-photo/steps/composite.ts';
import { checkEnlargement, cropHead, type HeadCrop } from '../../src/imaging/id-photo/steps/crop-head.ts';
import { cropPhoto } from '../../src/imaging/id-photo/steps/crop-photo.ts';
import { estimateForeground, type Foreground } from '../../src/imaging/id-photo/steps/estimate-foreground.ts';
import { smoothOutline } from '../../src/imaging/id-photo/steps/smooth-outline.ts';
import { refused } from '../../src/imaging/refused.ts';

export interface NotMade {
  readonly reason: string;
  /**
   * Whether the check before payment refuses the photo for the same reason, because it runs the same functions with
   * the same values. False: the check must be run.
   */
  readonly isSettled: boolean;
}

export interface MadeFile {
  readonly jpeg: Uint8Array;
  /** Whether the file shows the second crop, which follows from the measures of the first file. */
  readonly isCroppedAgain: boolean;
}

export type SharedPhoto = (spec: PhotoSpec) => Promise<MadeFile | NotMade>;

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
  const cutOf = (headCrop: HeadCrop, size: PhotoSpec['size']) => {
    const { widthPx, heightPx } = size;
    return cuts([headCrop, widthPx, heightPx], async () => {
      const judged = await judgements('one inch', () => judgeAsOneInch(photo, null));
      // If the check reaches the judgement, it computes the same one; otherwise it has refused the photo before.
      if (judged !== null && 'refusal' in judged.verdict) {
        return { reason: judged.verdict.refusal, isSettled: true };
      }
      const matte = await mattePipeline.run({ ...photo, size, matteSize: mattingSizeOf(size, 2), headCrop });
      if (matte.kind === 'refused') return { reason: matte.refusal, isSettled: false };
      const verdict = await judgeBeside({ ...photo, ...matte.values }, judged);
      if ('refusal' in verdict) return { reason: verdict.refusal, isSettled: false };
      const { image, alpha, detail, cropFace } = matte.values;
      const foreground = estimateForeground({ image, alpha }, detail, size, cropFace.outline);
      return { ...foreground, alpha: smoothOutline(foreground.alpha) };
    });
  };
  const made = async (headCrop: HeadCrop, { size, background, fileWindow }: PhotoSpec) => {
    if (background === 'photographed') {
      const plain = await cropPhoto(photo, headCrop, size);
      if ('refusal' in plain) return { reason: plain.refusal, isSettled: true };
      // The check encodes the same pixels with the same labels.
      return fileOf({ ...size, pixels: plain.pixels, sourceType: null }, fileWindow, true);
    }
    const cut = await cutOf(headCrop, size);
    if ('reason' in cut) return cut;
    const pixels = await composite(cut, { ...size, ...backgroundColoursOf(background) });
    return fileOf({ ...size, pixels, sourceType: usualSourceTypes.idPhoto }, fileWindow, false);
  };
  return (spec) => {
    const { size, background, fileWindow } = spec;
    return files([size, background, fileWindow], async () => {
      const isCropOnly = background === 'photographed';
      const cropped = croppedHead(photo, size, isCropOnly);
      if ('reason' in cropped) return cropped;
      const first = await made(cropped.headCrop, spec);
      if ('reason' in first) return first;
      const remake = async (headCrop: HeadCrop) => {
        const file = await made(headCrop, spec);
        return 'reason' in file
          ? refused('rule_missed') // The first file is kept, whatever the reason is.
          : ({ kind: 'done', values: { ...file, headCrop } } as const);
      };
      const { best } = await cropAgain({ ...first, ...cropped }, { ...photo, size, isCropOnly }, remake);
      return { jpeg: best.jpeg, isCroppedAgain: best.headCrop !== cropped.headCrop };
    });
  };
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
