/**
 * The orders that a form has placed, also in attempts that failed. Another attempt with the same parameters finds the
 * order of the earlier attempt and places no second order, even if the response to the earlier attempt was lost.
 */

import { useRef } from 'react';
import type { OrderParameters } from '../../../client/src/photokiosk.ts';
import { asApiError } from '../../shared/api/as-api-error.ts';
import { newIdempotencyKey } from '../api/call.ts';
import { cancelOrder, fetchOrder, placeOrder } from '../api/operations.ts';
import type { Good } from '../api/types.ts';

interface Placing {
  readonly idempotencyKey: string;
  /** Null until the order is placed. */
  orderNo: string | null;
  /** The attempt in which the order was placed, or was last found to be usable. */
  attempt: number;
}

export interface Placings {
  /** Begins an attempt: the customer has pressed the button. `place` looks at each earlier order once per attempt. */
  begin(): void;
  /**
   * @returns the number of the order with these parameters. An order of an earlier attempt that has been cancelled or refunded
   * since, or that has expired, is replaced by a new one. @throws ApiError
   */
  place(parameters: OrderParameters): Promise<string>;
  /** Cancels the unpaid orders of the form except these, and forgets them. An error is ignored: they expire. */
  cancelOthers(orderNos: readonly string[]): void;
}

export function usePlacings(good: Good): Placings {
  const placings = useRef(new Map<string, Placing>());
  const attempt = useRef(0);

  async function orderOf(placing: Placing, parameters: OrderParameters): Promise<string> {
    placing.orderNo ??= await placeOrder(good, parameters, placing.idempotencyKey);
    return placing.orderNo;
  }

  return {
    begin() {
      attempt.current += 1;
    },
    async place(parameters) {
      const text = JSON.stringify(parameters);
      const earlier = placings.current.get(text);
      if (earlier !== undefined) {
        const orderNo = await orderOf(earlier, parameters);
        if (earlier.attempt === attempt.current || (await isUsable(orderNo))) {
          earlier.attempt = attempt.current;
          return orderNo;
        }
      }
      const placing = { idempotencyKey: newIdempotencyKey(), orderNo: null, attempt: attempt.current };
      placings.current.set(text, placing);
      return orderOf(placing, parameters);
    },
    cancelOthers(orderNos) {
      for (const [text, { orderNo }] of placings.current) {
        if (orderNo === null || orderNos.includes(orderNo)) continue;
        placings.current.delete(text);
        void cancelOrder(orderNo).catch(() => undefined);
      }
    },
  };
}

/** @returns whether the customer can pay for the order, or has paid. An order that is unknown was erased. */
async function isUsable(orderNo: string): Promise<boolean> {
  try {
    const { status } = await fetchOrder(orderNo);
    return status === 'wait_pay' || status === 'pay';
  } catch (error) {
    if (asApiError(error).status === 404) return false;
    throw error;
  }
}
