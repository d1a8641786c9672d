/** The steps of a restoration, in order. The picture keeps its size, unless the order asks for an enlargement. */

import { canEnlarge } from '../../domain/goods/restore-good.ts';
import { type LabelledFile, readWholePhoto, writeLabelledJpeg } from '../codecs/whole-photo.ts';
import { paintPipeline } from '../colourise/pipeline.ts';
import type { ColourNet } from '../nets/colour-net.ts';
import { findDamage } from '../nets/damage-net.ts';
import { enlargeTwice } from '../nets/enlarge-net.ts';
import { passed, pipeline } from '../pipeline.ts';
import { threshold } from '../pixels/morphology.ts';
import type { RgbBytes } from '../pixels/plane.ts';
import { refused } from '../refused.ts';
import { chooseDamage } from './steps/choose-damage.ts';
import { fillLightness } from './steps/fill-lightness.ts';
import { fillTint } from './steps/fill-tint.ts';
import { findFeatures } from './steps/find-features.ts';
import { liftStains } from './steps/lift-stains.ts';
import { mend } from './steps/mend.ts';
import { restoreGrey } from './steps/restore-grey.ts';
import { shrinkForDamage } from './steps/shrink-for-damage.ts';

/** A picture in memory, which is changed in place. */
export interface RestoreInMemoryRequest {
  readonly image: RgbBytes;
  /** The net that colourises the mended picture; null: it is not colourised. */
  readonly colourNet: ColourNet | null;
  readonly isEnlarged: boolean;
}

export const restoreInMemory = pipeline<RestoreInMemoryRequest>()
  .step('check the enlargement', ({ image, isEnlarged }) =>
    isEnlarged && !canEnlarge({ widthPx: image.width, heightPx: image.height })
      ? refused('too_large_to_enlarge')
      : passed,
  )
  .step('shrink the lightness', ({ image }) => ({ lightness: shrinkForDamage(image) }))
  .step(
    'find damage',
    async ({ lightness }, onProgress) => ({ certainty: await findDamage(lightness, onProgress) }),
    0.45,
  )
  .step('find eyes and mouths', async ({ lightness }) => ({ features: await findFeatures(lightness) }), 0.55)
  .step('choose what is mended', ({ lightness, certainty, features }) => ({
    opacity: chooseDamage(lightness, certainty, features),
  }))
  .step('find the tint of what is missing', ({ image, opacity }) => ({ tint: fillTint(image, opacity) }))
  .step('fill the damage', ({ lightness, opacity }) => {
    const hole = threshold(opacity, 0);
    return { hole, repaired: fillLightness(lightness, hole) };
  })
  .step('lift stains', ({ lightness, hole, repaired }) => ({
    repaired: liftStains(lightness, hole, repaired),
  }))
  .step('mend', ({ image, opacity, repaired, tint }) => ({
    image: mend(image, { opacity, repaired, tint }),
  }))
  .step(
    'enlarge',
    async ({ image, isEnlarged }, onProgress) =>
      isEnlarged ? { image: await enlargeTwice(image, onProgress) } : passed,
    0.8,
  )
  .step(
    'colourise, or restore the tones',
    async ({ image, colourNet: net }, onProgress) => {
      if (net === null) return { image: restoreGrey(image) };
      const painted = await paintPipeline.run({ image, net }, onProgress);
      return painted.kind === 'refused' ? painted : { image: painted.values.image };
    },
    0.9,
  );

export interface RestoreRequest extends LabelledFile {
  readonly sourceFile: string;
  readonly colourNet: ColourNet | null;
  readonly isEnlarged: boolean;
}

/** All steps from the file of a photo to the restored photo in the target file. */
export const restorePipeline = pipeline<RestoreRequest>()
  .step('decode the photo', ({ sourceFile }) => readWholePhoto(sourceFile), 0.05)
  .steps(restoreInMemory)
  .step('encode as JPEG', ({ image, ...request }) => writeLabelledJpeg(image, request), 1);
