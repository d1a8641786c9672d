/** The part of an order form that is about several photos: the photos, and their orders. */

import { useState } from 'react';
import type { OrderParameters } from '../../../client/src/photokiosk.ts';
import type { Good } from '../api/types.ts';
import type { DraftPhoto } from '../checkout/form-draft.ts';
import type { Way } from '../payment/ways.ts';
import { useWords } from '../texts/words.ts';
import { useSeriesCheckout } from './use-series-checkout.ts';
import { type SeriesPhotos, useSeriesPhotos } from './use-series-photos.ts';

export interface SeriesOrder {
  /** The parameters of the good's operation besides `goods_id` and `path`. */
  readonly parameters: OrderParameters;
  /** The chosen way to pay; undefined if this browser supports none. */
  readonly way: Way | undefined;
  /** The price of one photo that the form shows. */
  readonly unitMinor: number;
  /** The address for e-mails about the orders, as the customer entered it; empty: none. */
  readonly email: string;
}

export interface SeriesForm extends SeriesPhotos {
  /** Whether the form has several photos, or had them before the customer removed some. */
  readonly isUsed: boolean;
  /** Why the photos cannot be ordered yet; null when they can be. */
  readonly missing: string | null;
  readonly busy: boolean;
  /** The error of the last try; null without an error. */
  readonly error: unknown;
  /** The name of the photo whose order the service refused. */
  readonly errorTitle: string | undefined;
  /** Orders the photos that passed the check. */
  order(wanted: SeriesOrder): void;
}

/** @param draft the photos of an earlier visit; only the first value counts. */
export function useSeriesForm(good: Good, draft: readonly DraftPhoto[]): SeriesForm {
  const { t } = useWords();
  const [earlier] = useState(draft);
  const series = useSeriesPhotos(good.id, earlier);
  const { order, ...checkout } = useSeriesCheckout(good);
  const { photos, counts, outcomeOf } = series;

  function missing(): string | null {
    if (counts.pending > 0) return t.photosWait(counts.pending);
    return counts.passed === 0 ? t.photosOther : null;
  }

  return {
    ...series,
    ...checkout,
    isUsed: photos.length > 0,
    missing: missing(),
    order({ unitMinor, ...wanted }) {
      const passed = photos.flatMap((photo) => {
        const outcome = outcomeOf(photo);
        return outcome.kind === 'passed' ? [{ ...photo, ...outcome }] : [];
      });
      order({ ...wanted, photos: passed, priceMinor: unitMinor * passed.length });
    },
  };
}
