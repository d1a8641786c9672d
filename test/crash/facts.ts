/** Everything that the service acknowledged to its customers. It must still be true after any number of kills. */

import type { Fields } from '../support/http-client.ts';

/** One call of an order operation, its retries included. */
export interface OrderRequest {
  /** Sent as `from_user_id`, so that the order can be found in the database even if the response was lost. */
  readonly serial: number;
  readonly functName: string;
  readonly goodsId: number;
  readonly parameters: Fields;
  /** Whether the call had an idempotency key. Such a call is repeated until it gets a response. */
  readonly keyed: boolean;
  /**
   * The prices that the order may have. There are two if it is unknown whether the customer was already a
   * member, because members may pay less.
   */
  readonly rightPrices: readonly number[];
  /** Every order number that the service returned for this call. More than one is an error. */
  readonly orderNos: Set<string>;
}

export interface CheckoutPayment {
  readonly orderNo: string;
  /** Whether the bank has confirmed the payment to the customer. */
  taken: boolean;
}

export interface Facts {
  readonly requests: Map<number, OrderRequest>;
  /** The payments by payment number, which is the last part of the checkout's address. */
  readonly payments: Map<string, CheckoutPayment>;
  readonly cancelled: Set<string>;
  readonly refundsRequested: Set<string>;
  readonly uploads: Set<string>;
  /** Responses that should never occur. */
  readonly unexpected: string[];
  /** The number of calls that got no response. */
  unanswered: number;
  replayed: number;
}

export function noFacts(): Facts {
  return {
    requests: new Map(),
    payments: new Map(),
    cancelled: new Set(),
    refundsRequested: new Set(),
    uploads: new Set(),
    unexpected: [],
    unanswered: 0,
    replayed: 0,
  };
}
