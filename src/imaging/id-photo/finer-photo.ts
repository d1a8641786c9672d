/**
 * Step 4: more of the photo's own pixels for a head that is small in it. Faces are found on a shrunken photo;
 * when the window to cut out has fewer pixels there than the matting works at, the photo is decoded again,
 * as large as the window needs.
 */

import { buildPyramid, type Framing, type Pyramid, turnPhoto } from '../pyramid.ts';
import { decodePhoto } from './decode-photo.ts';
import type { QuarterTurns } from './find-person.ts';
import type { Refused } from './refused.ts';

export interface FinerPhoto {
  readonly kind: 'finer';
  readonly pyramid: Pyramid;
  readonly framing: Framing;
}

export interface CoarsePhoto {
  readonly pyramid: Pyramid;
  /** How the decoded photo was turned to stand upright. */
  readonly turns: QuarterTurns;
  readonly framing: Framing;
  readonly originalLongSidePx: number;
}

/** Below this share of the wanted rows a second decoding shows in the picture. */
const rowsShareMin = 0.8;
/** Bounds the memory of the second decoding: 36 MB for 4 : 3. */
const longSidePxMax = 4000;

export async function finerPhoto(
  file: string,
  coarse: CoarsePhoto,
  wantedRows: number,
): Promise<FinerPhoto | Refused> {
  const { pyramid, framing, originalLongSidePx } = coarse;
  const longSide = (photo: { readonly width: number; readonly height: number }) =>
    Math.max(photo.width, photo.height);
  const coarseLongSide = longSide(pyramid.levels[0]);
  const isFineEnough = framing.height >= rowsShareMin * wantedRows || originalLongSidePx <= coarseLongSide;
  if (isFineEnough) return { kind: 'finer', pyramid, framing };
  const wantedLongSide = Math.ceil((coarseLongSide * wantedRows) / framing.height);
  const decoded = await decodePhoto(file, Math.min(wantedLongSide, longSidePxMax));
  if (decoded.kind === 'refused') return decoded;
  const scale = longSide(decoded.photo) / coarseLongSide;
  return {
    kind: 'finer',
    pyramid: buildPyramid(turnPhoto(decoded.photo, coarse.turns)),
    framing: {
      centreX: framing.centreX * scale,
      centreY: framing.centreY * scale,
      width: framing.width * scale,
      height: framing.height * scale,
      rollRad: framing.rollRad,
    },
  };
}
