/**
 * Cuts the person out of a photo for the evaluation. Any enlargement is allowed, because the photos of the evaluation
 * are small.
 */

import type { CutStroke } from '../../src/domain/goods/cut-strokes.ts';
import { type IdPhotoSize, oneInch } from '../../src/domain/goods/id-photo.ts';
import { type CutOut, cutOutPipeline } from '../../src/imaging/id-photo/cut-out.ts';
import { mattingSizeOf } from '../../src/imaging/id-photo/matting-size.ts';
import type { Refused } from '../../src/imaging/refused.ts';

export async function cutOut(
  sourceFile: string,
  size: IdPhotoSize = oneInch,
  matteSize = mattingSizeOf(size, 2),
  strokes?: readonly CutStroke[],
): Promise<CutOut | Refused> {
  const enlargementMax = Number.POSITIVE_INFINITY;
  const request = {
    sourceFile,
    size,
    matteSize,
    mattingNet: null,
    enlargementMax,
    ...(strokes && { strokes }),
  };
  const result = await cutOutPipeline.run(request);
  return result.kind === 'refused' ? result : result.values;
}
