/**
 * Runs after the customer completed the order form: places the order exactly once, even when the button is
 * pressed twice or a response is lost, then shows the order and starts the payment.
 */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, isShopClosed } from '../../../client/src/api-error.ts';
import { asApiError } from '../../shared/api/as-api-error.ts';
import { myOrders, setOrderEmail } from '../api/operations.ts';
import { type Good, kindOf } from '../api/types.ts';
import { rememberOrder } from '../my-orders/remembered-orders.ts';
import { keepPhoto } from '../order/kept-photos.ts';
import { useIsLeft } from '../parts/use-is-left.ts';
import { keepChosenWay } from '../payment/chosen-way.ts';
import type { Way } from '../payment/ways.ts';
import { navigate } from '../route.ts';
import { useWords } from '../texts/words.ts';
import { keepOrderedDraft } from './form-draft.ts';
import { usePlacings } from './use-placings.ts';

interface OrderedPhoto {
  /** The `path` of the upload. */
  readonly path: string;
  /** A small copy, to compare the result with; null if the browser could make none. */
  readonly smallCopy: Blob | null;
}

export interface NewOrder {
  /** The parameters of the good's operation besides `goods_id`. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Null for an order without a photo. */
  readonly photo: OrderedPhoto | null;
  /** The chosen way to pay; undefined if this browser supports none. */
  readonly way: Way | undefined;
  /** The price that the form shows. */
  readonly priceMinor: number;
}

export interface Checkout {
  readonly busy: boolean;
  /** The address for e-mails about the order, as the customer entered it; empty: none. */
  readonly email: string;
  setEmail(email: string): void;
  /** The error of the last try; null without an error. */
  readonly error: unknown;
  order(wanted: NewOrder): void;
}

/** @returns false in a browser that keeps no cookie: then the order belongs to a guest whom the browser has lost. */
async function isOwn(orderNo: string): Promise<boolean> {
  const { orders } = await myOrders(null);
  return orders.some(({ order_no }) => order_no === orderNo);
}

export function useCheckout(good: Good): Checkout {
  const placings = usePlacings(good);
  const isLeft = useIsLeft();
  const queryClient = useQueryClient();
  const { language } = useWords();
  const [email, setEmail] = useState('');

  /** @throws ApiError `cookies_refused` for a membership that this browser would not have after the payment. */
  async function place({ parameters }: NewOrder): Promise<string> {
    const orderNo = await placings.place(parameters);
    // The order number opens a picture without the cookie, but a membership belongs to the guest of the cookie.
    if (kindOf(good) !== 'vip' || (await isOwn(orderNo))) return orderNo;
    placings.cancelOthers([]);
    throw new ApiError({ code: 'cookies_refused', status: 0 });
  }

  const placing = useMutation({
    mutationFn: place,
    async onSuccess(orderNo, { photo, way, priceMinor }) {
      rememberOrder(orderNo);
      keepOrderedDraft(good.id, orderNo, photo?.path ?? null);
      if (photo !== null && photo.smallCopy !== null) await keepPhoto('before', orderNo, photo.smallCopy);
      // Set the address before the payment, so that the first e-mail confirms the payment. An error does not stop the
      // payment, because the customer can enter the address on the order's page.
      if (email.trim() !== '') await setOrderEmail(orderNo, email.trim(), language).catch(() => undefined);
      // Do not open the view of the order if the customer has left the form: the customer can open the order from
      // the list and pay there.
      if (isLeft.current) return;
      if (way !== undefined) keepChosenWay({ key: orderNo, way, shownPriceMinor: priceMinor });
      navigate({ view: 'order', orderNo });
    },
    onError(error) {
      // The configuration contains the operator's note, which the page then shows in place of the form.
      if (isShopClosed(asApiError(error))) void queryClient.invalidateQueries({ queryKey: ['config'] });
    },
  });
  const order = (wanted: NewOrder) => {
    placings.begin();
    placing.mutate(wanted);
  };
  return { busy: placing.isPending, error: placing.error, order, email, setEmail };
}
