/**
 * The steps from the file of a photo to the cut-out person with an alpha matte. The check before payment, the judgement
 * of the cut and the evaluation run parts of them.
 */

import type { CutStroke } from '../../domain/goods/cut-strokes.ts';
import type { IdPhotoSize } from '../../domain/goods/id-photo.ts';
import { settledMask, withCertainStrokes } from '../matting/drawn-strokes.ts';
import { estimateAlpha } from '../matting/estimate-alpha.ts';
import type { MattingNet } from '../nets/matting-net.ts';
import { pipeline } from '../pipeline.ts';
import { maskAtEdge } from './mask-at-edge.ts';
import { applyStrokes } from './steps/apply-strokes.ts';
import { checkFace } from './steps/check-face.ts';
import { clipToPhoto } from './steps/clip-to-photo.ts';
import { correctEdges } from './steps/correct-edges.ts';
import { checkEnlargement, cropHead, type HeadCrop, measureHead } from './steps/crop-head.ts';
import { decodeDetail } from './steps/decode-detail.ts';
import { decodePhoto } from './steps/decode-photo.ts';
import { findPerson } from './steps/find-person.ts';
import { locateFace } from './steps/locate-face.ts';
import { measureFace } from './steps/measure-face.ts';
import { sampleHead } from './steps/sample-head.ts';
import { type NetResults, runNets, segmentPerson } from './steps/segment-person.ts';

export interface CutOutRequest {
  readonly sourceFile: string;
  readonly size: IdPhotoSize;
  /** Size of the alpha matte; `matting-size.ts` gives the one to use for a size of ID photo. */
  readonly matteSize: { readonly width: number; readonly height: number };
  /** The customer's strokes that mend the cut-out. Absent: none. */
  readonly strokes?: readonly CutStroke[];
  /** The operator's own matting net; null: the nets that come with the service. */
  readonly mattingNet: MattingNet | null;
  /** A photo that would be enlarged more than this is refused. */
  readonly enlargementMax: number;
  /** See `clipToPhoto`. Absent: the limit of the check. */
  readonly edgeShareMax?: number;
}

/**
 * Long side of the shrunken photo in which the face is found: large enough to find a head that takes a
 * fifth of the photo's height.
 */
const facePhotoLongSidePx = 2000;

/**
 * The steps from the file of a photo to the measures of the one person's face. These steps are the same for every
 * size of ID photo.
 */
export const facePipeline = pipeline<Pick<CutOutRequest, 'sourceFile' | 'strokes'>>()
  .step('decode the photo', ({ sourceFile }) => decodePhoto(sourceFile, facePhotoLongSidePx), 0.15)
  .step('find the person', ({ photo }) => findPerson(photo))
  .step(
    'measure the face',
    async ({ pyramid, face, turns, strokes }) => ({
      faceQuality: measureFace(pyramid, face),
      ...(await measureHead(pyramid, face, { turns, strokes })),
    }),
    0.25,
  );

type CropRequest = Pick<CutOutRequest, 'sourceFile' | 'size' | 'enlargementMax'>;

/** The steps from the face to the crop by the rule of the size. */
export const sizedCropPipeline = (isCropOnly: boolean) =>
  pipeline<CropRequest & Face>()
    .step('crop the head', (photo) => cropHead(photo, photo.size, isCropOnly))
    .step('check the enlargement', ({ headCrop, enlargementMax }) =>
      checkEnlargement(headCrop, enlargementMax),
    )
    // This step follows the check of the enlargement, because a face that is too small is also blurred, and
    // "too small" is the better advice.
    .step('check light, sharpness and eyes', ({ faceQuality }) => checkFace(faceQuality));

/**
 * The steps from the file of a photo that is only cropped to the crop of the one person of the photo, by the rule of
 * the size.
 */
export const headCropPipeline = pipeline<CropRequest>().steps(facePipeline).steps(sizedCropPipeline(true));

/** The steps from a crop to its alpha matte. */
export const mattePipeline = pipeline<MatteRequest>()
  .step(
    'decode the crop in detail',
    ({ sourceFile, pyramid, turns, originalLongSidePx, headCrop, size, matteSize }) =>
      decodeDetail(
        { sourceFile, pyramid, turns, originalLongSidePx },
        headCrop.crop,
        Math.max(matteSize.height, size.heightPx),
      ),
  )
  .step('sample the crop', ({ detail, matteSize }) => sampleHead(detail, matteSize))
  .step('run the nets', async ({ detail, mattingNet, netResults }) => ({
    netResults: await runNets(detail, mattingNet, netResults),
  }))
  .step('segment the person', ({ netResults, matteSize }) => segmentPerson(netResults, matteSize))
  .step('apply the strokes', ({ pyramid, turns, strokes, headCrop, ...masks }) =>
    applyStrokes(masks, { photo: pyramid.levels[0], turns, strokes }, headCrop.crop),
  )
  .step(
    'clip the mask to the photo',
    ({ mask, insidePhoto, edgeShareMax, netResults, pyramid, turns, strokes, headCrop }) => {
      const stroked = { photo: pyramid.levels[0], turns, strokes };
      return clipToPhoto(mask, insidePhoto, maskAtEdge(netResults, stroked, headCrop.crop), edgeShareMax);
    },
    0.35,
  )
  .step('locate the face in the crop', ({ face, headCrop, matteSize }) => ({
    cropFace: locateFace(face, headCrop.crop, matteSize),
  }))
  .step(
    'estimate alpha',
    ({ image, mask, cropFace, drawnStrokes }) => ({
      alpha: estimateAlpha(image, mask, cropFace.chinRow, drawnStrokes),
    }),
    0.7,
  )
  .step(
    'correct the edges',
    async (cut) => {
      const corrected = await correctEdges(cut);
      const alpha = withCertainStrokes(corrected.alpha, cut.drawnStrokes);
      return { alpha, mask: settledMask(cut.mask, alpha, cut.drawnStrokes) };
    },
    0.8,
  );

/** The steps from the face to the cut-out. */
export const sizedCutOutPipeline = pipeline<CutOutRequest & Face>()
  .steps(sizedCropPipeline(false))
  .steps(mattePipeline);

/**
 * The steps from the file of a photo to the cut-out: the one person of the photo, turned level, cropped by
 * the rule of the size, with an alpha matte.
 */
export const cutOutPipeline = pipeline<CutOutRequest>().steps(facePipeline).steps(sizedCutOutPipeline);

type ValuesOf<Result> = Result extends { readonly kind: 'done'; readonly values: infer Values }
  ? Values
  : never;

/** The values after the last step of `facePipeline`, without the request. */
export type Face = Omit<ValuesOf<Awaited<ReturnType<typeof facePipeline.run>>>, 'sourceFile' | 'strokes'>;

export type MatteRequest = Omit<CutOutRequest, 'enlargementMax'> &
  Face & {
    readonly headCrop: HeadCrop;
    /** The results of the nets for another cut-out of the same photo. */
    readonly netResults?: NetResults;
  };

/** The values after the last step of the cut-out. */
export type CutOut = ValuesOf<Awaited<ReturnType<typeof cutOutPipeline.run>>>;
