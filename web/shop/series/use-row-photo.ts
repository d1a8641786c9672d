/** One of several photos of an order form, from the file or an earlier upload to the verdict. */

import { useEffect, useEffectEvent, useRef } from 'react';
import type { Good } from '../api/types.ts';
import { draftCopyKey, keepPhoto, keptPhoto } from '../order/kept-photos.ts';
import { useShop } from '../parts/use-shop.ts';
import type { CheckParameters } from '../photo/check-photo.ts';
import { type Photo, type PhotoState, usePhoto } from '../photo/use-photo.ts';
import { outcomeOf } from './outcome-of.ts';
import type { PhotoOutcome } from './photo-outcome.ts';
import type { PhotoSource, SeriesPhoto, SeriesPhotos } from './use-series-photos.ts';

/** See `Patience`. Many photos can exceed the service's limit of checks, so a row waits longer than a single photo. */
const waitsMax = 5;

/** Begins with the file, or continues with the upload of an earlier visit. */
function useBegin(goodsId: number, source: PhotoSource, photo: Photo): void {
  const begin = useEffectEvent(() => {
    if (source.kind === 'file') return photo.choose(source.file);
    const { path } = source;
    void keptPhoto('draft', draftCopyKey(goodsId, path)).then((smallCopy) =>
      photo.resume({ path, smallCopy }),
    );
  });
  useEffect(() => begin(), []);
}

/** Keeps the small copy of an uploaded photo for the next visit. */
function useKeptCopy(goodsId: number, outcome: PhotoOutcome): void {
  const { path, smallCopy } = outcome.kind === 'passed' ? outcome : { path: null, smallCopy: null };
  useEffect(() => {
    if (path !== null && smallCopy !== null) void keepPhoto('draft', draftCopyKey(goodsId, path), smallCopy);
  }, [goodsId, path, smallCopy]);
}

/** Removes the photo when its check shows that the service has deleted the upload of the earlier visit. */
function useGone({ kind }: PhotoState, onGone: () => void): void {
  const gone = useEffectEvent(onGone);
  const hasBegun = useRef(false);
  useEffect(() => {
    if (kind === 'none' && hasBegun.current) gone();
    hasBegun.current = kind !== 'none';
  }, [kind]);
}

interface RowPhoto {
  readonly photo: SeriesPhoto;
  readonly good: Good;
  /** See `usePhoto`. */
  readonly parameters: CheckParameters | null;
  readonly inTurn: SeriesPhotos['inTurn'];
  readonly onGone: () => void;
}

export function useRowPhoto({ photo, good, parameters, inTurn, onGone }: RowPhoto): Photo {
  const { config } = useShop();
  const options = { inTurn, withOldPhotoPreview: false, waitsMax };
  const used = usePhoto(good, config, parameters, options);
  useBegin(good.id, photo.source, used);
  useKeptCopy(good.id, outcomeOf(used.state));
  useGone(used.state, onGone);
  return used;
}
