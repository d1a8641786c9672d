/**
 * Orders the photos of a series with the same choices: one order for each photo. Every photo is ordered exactly once,
 * even when the button is pressed twice, a response is lost, or the order of one photo fails and the customer tries
 * again. Then the page shows the series and starts the payment of all its orders.
 */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isFinalRefusal, isShopClosed } from '../../../client/src/api-error.ts';
import type { OrderParameters } from '../../../client/src/photokiosk.ts';
import { asApiError } from '../../shared/api/as-api-error.ts';
import { setOrderEmail } from '../api/operations.ts';
import type { Good } from '../api/types.ts';
import { keepOrderedPhoto, saveDraft } from '../checkout/form-draft.ts';
import { usePlacings } from '../checkout/use-placings.ts';
import { rememberOrder } from '../my-orders/remembered-orders.ts';
import { keepPhoto } from '../order/kept-photos.ts';
import { useIsLeft } from '../parts/use-is-left.ts';
import { keepChosenWay } from '../payment/chosen-way.ts';
import type { Way } from '../payment/ways.ts';
import { navigate } from '../route.ts';
import { useWords } from '../texts/words.ts';
import { rememberSeries } from './remembered-series.ts';
import { seriesKey } from './series-key.ts';

export interface PhotoToOrder {
  /** The name of the file; empty for a photo without a name. */
  readonly name: string;
  /** The `path` of the upload. */
  readonly path: string;
  readonly smallCopy: Blob | null;
  readonly chosenAtMs: number;
}

export interface NewSeries {
  readonly photos: readonly PhotoToOrder[];
  /** The parameters of the good's operation besides `goods_id` and `path`. */
  readonly parameters: OrderParameters;
  /** The chosen way to pay; undefined if this browser supports none. */
  readonly way: Way | undefined;
  /** The price of all photos that the form shows. */
  readonly priceMinor: number;
  /** The address for e-mails about the orders, as the customer entered it; empty: none. */
  readonly email: string;
}

export interface SeriesCheckout {
  readonly busy: boolean;
  /** The error of the last try; null without an error. */
  readonly error: unknown;
  /** The name of the photo whose order the service refused. */
  readonly errorTitle: string | undefined;
  order(wanted: NewSeries): void;
}

export function useSeriesCheckout(good: Good): SeriesCheckout {
  const placings = usePlacings(good);
  const [failedName, setFailedName] = useState<string | undefined>(undefined);
  const isLeft = useIsLeft();
  const queryClient = useQueryClient();
  const { language } = useWords();

  /** One after the other, because the first order of a guest sets the cookie that the others need. */
  async function placeAll({ photos, parameters }: NewSeries): Promise<readonly string[]> {
    const orderNos: string[] = [];
    for (const { name, path } of photos) {
      setFailedName(name === '' ? undefined : name);
      orderNos.push(await placings.place({ path, ...parameters }));
    }
    return orderNos;
  }

  /**
   * Keeps what the browser knows about an order, and sets the address before the payment, so that the first e-mail
   * confirms the payment. An error does not stop the payment, because the customer can enter the address on the order's
   * page.
   */
  async function keep(orderNo: string, photo: PhotoToOrder, email: string): Promise<void> {
    rememberOrder(orderNo);
    keepOrderedPhoto(good.id, orderNo, photo);
    if (email !== '') await setOrderEmail(orderNo, email, language).catch(() => undefined);
  }

  /** Keeps all copies at once, because each of them can take until the time limit of `keepPhoto`. */
  async function keepCopies(orderNos: readonly string[], photos: readonly PhotoToOrder[]): Promise<void> {
    const copies = photos.map(({ smallCopy }, index) =>
      smallCopy === null ? null : keepPhoto('before', orderNos[index] ?? '', smallCopy),
    );
    await Promise.all(copies);
  }

  const placing = useMutation({
    mutationFn: placeAll,
    async onSuccess(orderNos, { photos, way, priceMinor, email }) {
      // The orders of earlier tries whose photo or choices the customer has changed since.
      placings.cancelOthers(orderNos);
      saveDraft(good.id, { series: [] });
      rememberSeries(orderNos.map((orderNo, index) => ({ orderNo, name: photos[index]?.name ?? '' })));
      for (const [index, photo] of photos.entries()) await keep(orderNos[index] ?? '', photo, email.trim());
      await keepCopies(orderNos, photos);
      // Do not open another view if the customer has left the form: “My orders” leads to the series.
      if (isLeft.current) return;
      const [only, ...others] = orderNos;
      const isOne = only !== undefined && others.length === 0;
      const key = isOne ? only : seriesKey(orderNos);
      if (way !== undefined) keepChosenWay({ key, way, shownPriceMinor: priceMinor });
      navigate(isOne ? { view: 'order', orderNo: only } : { view: 'series', orderNos });
    },
    onError(error) {
      // The configuration contains the operator's note, which the page then shows in place of the form.
      if (isShopClosed(asApiError(error))) void queryClient.invalidateQueries({ queryKey: ['config'] });
    },
  });
  return {
    busy: placing.isPending,
    error: placing.error,
    errorTitle: placing.isError && isFinalRefusal(asApiError(placing.error)) ? failedName : undefined,
    order(wanted) {
      placings.begin();
      placing.mutate(wanted);
    },
  };
}
