/**
 * From a filled-in form to the open payment: places the order once, however often the button is pressed or the
 * answer is lost, then shows the order's view and starts paying.
 */

import { useRef, useState } from 'react';
import { type ApiError, asApiError } from '../../shared/api/api-error.ts';
import { newIdempotencyKey } from '../api/call.ts';
import { placeOrder } from '../api/operations.ts';
import type { Good } from '../api/types.ts';
import { keepBeforePhoto } from '../keep/before-photos.ts';
import { rememberOrder } from '../keep/remembered-orders.ts';
import { navigate } from '../route.ts';
import { payWhenShown } from './pay-when-shown.ts';
import { useGone } from './use-gone.ts';
import type { Way } from './use-payment.ts';

export interface Checkout {
  readonly busy: boolean;
  readonly error: ApiError | null;
  /** `before`: a small copy of the photo, for the comparison. */
  order(
    parameters: Readonly<Record<string, unknown>>,
    before: Blob | null,
    way: Way | undefined,
  ): Promise<void>;
}

export function useCheckout(good: Good): Checkout {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  /** The same wish keeps its key, so that a repeat after a lost answer is no second order. */
  const lastWish = useRef({ body: '', key: '' });
  const gone = useGone();

  return {
    busy,
    error,
    async order(parameters, before, way) {
      const body = JSON.stringify(parameters);
      if (lastWish.current.body !== body) lastWish.current = { body, key: newIdempotencyKey() };
      setBusy(true);
      setError(null);
      try {
        const orderNo = await placeOrder(good, parameters, lastWish.current.key);
        rememberOrder(orderNo);
        if (before !== null) await keepBeforePhoto(orderNo, before);
        // Whoever has gone on finds it among the orders, and pays when they like.
        if (gone.current) return;
        if (way !== undefined) payWhenShown(orderNo, way);
        navigate({ view: 'order', orderNo });
      } catch (thrown) {
        setError(asApiError(thrown));
        setBusy(false);
      }
    },
  };
}
