/**
 * The steps of a colourisation, in order. The picture keeps its size, and its luminance unless it is
 * faded. Its earlier colour (sepia, or the yellow of an old print) is ignored.
 */

import { type LabelledFile, readWholePhoto, writeLabelledJpeg } from '../codecs/whole-photo.ts';
import type { ColourNet } from '../nets/colour-net.ts';
import { passed, pipeline } from '../pipeline.ts';
import type { RgbBytes } from '../pixels/plane.ts';
import { boostChroma } from './steps/boost-chroma.ts';
import { calmSky } from './steps/calm-sky.ts';
import { facesInCells, meansOfCells } from './steps/cells.ts';
import { colourSkin } from './steps/colour-skin.ts';
import { evenOutChroma } from './steps/even-out-chroma.ts';
import { findPeople } from './steps/find-people.ts';
import { fitChroma } from './steps/fit-chroma.ts';
import { guideLightness } from './steps/guide-lightness.ts';
import { liftPale } from './steps/lift-pale.ts';
import { paintChroma } from './steps/paint-chroma.ts';
import { cropBorder, findPaperBorder } from './steps/paper-border.ts';
import { reddenLips } from './steps/redden-lips.ts';
import { changedLightness, findTones, restoreTones } from './steps/restore-tones.ts';

/** A picture in memory, which is painted in place. */
export interface PaintRequest {
  readonly image: RgbBytes;
  readonly net: ColourNet;
}

export interface ColouriseRequest extends LabelledFile {
  readonly sourceFile: string;
  readonly net: ColourNet;
}

export const paintPipeline = pipeline<PaintRequest>()
  .step('shrink the lightness', ({ image }) => ({ lightness: guideLightness(image) }))
  .step('find the paper border', ({ lightness }) => ({ border: findPaperBorder(lightness) }))
  .step('restore faded tones', ({ image, lightness, border }) => {
    const tones = findTones(lightness, border);
    if (tones === null) return passed;
    return { image: restoreTones(image, tones), lightness: changedLightness(lightness, tones) };
  })
  .step(
    'predict chroma',
    async ({ net, lightness, border }) => ({ predicted: await net.predict(cropBorder(lightness, border)) }),
    0.415,
  )
  .step('boost chroma', ({ net, predicted }) => ({
    chroma: net.isBuiltIn ? boostChroma(predicted) : predicted,
  }))
  .step('find people', async ({ net, lightness }) =>
    net.isBuiltIn ? await findPeople(lightness) : { faces: [], person: null, hands: null },
  )
  .step('regroup the cells', ({ lightness, border, chroma, faces, person, hands }) => ({
    cells: {
      lightness: meansOfCells(cropBorder(lightness, border), chroma),
      person: person === null ? null : meansOfCells(cropBorder(person, border), chroma),
      hands: hands === null ? null : meansOfCells(cropBorder(hands, border), chroma),
      faces: facesInCells(faces, lightness, border, chroma),
    },
  }))
  .step('even out chroma', ({ chroma, cells }) =>
    cells.person === null ? passed : { chroma: evenOutChroma(chroma, cells.lightness, cells.person) },
  )
  .step('calm the sky', ({ net, chroma, cells }) =>
    net.isBuiltIn ? { chroma: calmSky(chroma, cells.lightness) } : passed,
  )
  .step('lift pale colours', ({ net, chroma }) => (net.isBuiltIn ? { chroma: liftPale(chroma) } : passed))
  .step('colour skin', ({ chroma, cells }) =>
    cells.person === null || cells.hands === null
      ? passed
      : { chroma: colourSkin(chroma, { ...cells, person: cells.person, hands: cells.hands }) },
  )
  .step('fit chroma to lightness', ({ lightness, chroma, border }) => ({
    lines: fitChroma(lightness, chroma, border),
  }))
  .step('redden lips', ({ lines, lightness, faces }) => ({ lines: reddenLips(lines, lightness, faces) }))
  .step('paint', ({ image, lines }, onProgress) => ({ image: paintChroma(image, lines, onProgress) }), 0.8);

/** All steps from the file of a photo to the coloured photo in the target file. */
export const colourisePipeline = pipeline<ColouriseRequest>()
  .step('decode the photo', ({ sourceFile }) => readWholePhoto(sourceFile), 0.25)
  .steps(paintPipeline)
  .step('encode as JPEG', ({ image, ...request }) => writeLabelledJpeg(image, request), 1);
