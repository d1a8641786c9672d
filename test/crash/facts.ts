/** What the service has acknowledged to its customers, and so must still be true after any number of kills. */

import type { Fields } from '../support/http-client.ts';

/** One call of an order operation, its retries included. */
export interface OrderRequest {
  /** Sent as `from_user_id`, so that even an order whose answer was lost is known by its row. */
  readonly serial: number;
  readonly functName: string;
  readonly goodsId: number;
  readonly parameters: Fields;
  /** With a key it was repeated until it was answered. */
  readonly keyed: boolean;
  /** A member may pay less: the membership's payment can have come before the order. */
  readonly rightPrices: readonly number[];
  /** Every order number that was ever answered; one, if all is well. */
  readonly orderNos: Set<string>;
}

export interface CheckoutPayment {
  readonly orderNo: string;
  /** The bank has told the customer that the money was taken. */
  taken: boolean;
}

export interface Facts {
  readonly requests: Map<number, OrderRequest>;
  /** By payment number, the last part of the checkout's address. */
  readonly payments: Map<string, CheckoutPayment>;
  readonly cancelled: Set<string>;
  readonly refundsAsked: Set<string>;
  readonly uploads: Set<string>;
  /** Answers that should never be given. */
  readonly surprises: string[];
  /** Calls that were sent and never answered. */
  unanswered: number;
  replayed: number;
}

export function noFacts(): Facts {
  return {
    requests: new Map(),
    payments: new Map(),
    cancelled: new Set(),
    refundsAsked: new Set(),
    uploads: new Set(),
    surprises: [],
    unanswered: 0,
    replayed: 0,
  };
}
