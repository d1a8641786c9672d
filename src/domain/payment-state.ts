/**
 * The states of payment attempts and of refunds, and the transitions between them, as data. An order may have
 * several attempts. At most one attempt wins; money that arrives for any other attempt is refunded.
 *
 * A joint payment is one payment at the provider for several orders. Each of these orders has an attempt of its own
 * with its own price, so that each order is paid, fails and is refunded by itself.
 */

import type { RefundFailureCode } from './refund-failures.ts';
import type { Instant } from './zoned-time.ts';

export const attemptStates = ['opening', 'open', 'declined', 'closed', 'won', 'surplus'] as const;
export type AttemptState = (typeof attemptStates)[number];
export type AttemptEventType = 'opened' | 'declined' | 'closed' | 'won' | 'surplus';

/**
 * An attempt is stored as `opening` before the provider is called, so that the service knows of every charge that
 * can exist. Money may arrive in every state except `won` and `surplus`, even after the service closed the attempt:
 * the provider's report decides.
 */
export const attemptTransitions: Readonly<
  Record<AttemptEventType, Readonly<Partial<Record<AttemptState, AttemptState>>>>
> = {
  opened: { opening: 'open' },
  declined: { opening: 'declined', open: 'declined' },
  closed: { opening: 'closed', open: 'closed', declined: 'closed' },
  won: { opening: 'won', open: 'won', declined: 'won', closed: 'won' },
  surplus: { opening: 'surplus', open: 'surplus', declined: 'surplus', closed: 'surplus' },
};

export interface PaymentAttempt {
  readonly id: number;
  readonly orderId: number;
  /**
   * The service's number for the payment: 6–32 characters, new for each attempt. The provider knows the payment by
   * `numberAtProvider`.
   */
  readonly paymentNo: string;
  readonly provider: string;
  readonly channel: string;
  /** The price of the order. */
  readonly amountMinor: number;
  readonly currency: string;
  /** The number and the amount of the joint payment to which the attempt belongs; both null: it belongs to none. */
  readonly jointNo: string | null;
  readonly jointMinor: number | null;
  /**
   * What the customer reads at the provider: the title of the good; null for payments that an older version of the
   * service opened.
   */
  readonly title: string | null;
  readonly state: AttemptState;
  /** The provider's number for the payment; null until the provider has reported it. */
  readonly providerRef: string | null;
  /** The provider's id of the customer, with which the payment was opened; null if the channel needs none. */
  readonly payerId: string | null;
  /** The data with which the client pays (a JSON object); null until the provider has answered. */
  readonly clientData: string | null;
  /**
   * The amount that the provider reported as received, in a joint payment this order's share of it; null until money
   * arrives. May differ from `amountMinor`.
   */
  readonly receivedMinor: number | null;
  readonly receivedAt: Instant | null;
  readonly createdAt: Instant;
}

/** The number by which the provider knows the payment (`out_trade_no`): in a joint payment, the number of all orders. */
export function numberAtProvider({
  jointNo,
  paymentNo,
}: Pick<PaymentAttempt, 'jointNo' | 'paymentNo'>): string {
  return jointNo ?? paymentNo;
}

/** What the provider shall receive: in a joint payment, the prices of all its orders. */
export function amountAtProvider({
  jointMinor,
  amountMinor,
}: Pick<PaymentAttempt, 'jointMinor' | 'amountMinor'>): number {
  return jointMinor ?? amountMinor;
}

/**
 * Divides an amount that the provider has received among the orders of the payment. Each order gets its price when the
 * amount is right, and a part in proportion to its price otherwise; the parts always add up to the amount.
 * @param attempts all attempts of the payment, always in the same sequence.
 */
export function sharesOf(
  attempts: readonly Pick<PaymentAttempt, 'jointMinor' | 'amountMinor'>[],
  receivedMinor: number,
): number[] {
  let priceMinor = 0;
  let dividedMinor = 0;
  return attempts.map((attempt) => {
    if (attempt.jointMinor === null) return receivedMinor;
    priceMinor += attempt.amountMinor;
    // The product can have more digits than a number holds exactly.
    const upToHere = Number((BigInt(receivedMinor) * BigInt(priceMinor)) / BigInt(attempt.jointMinor));
    const share = upToHere - dividedMinor;
    dividedMinor = upToHere;
    return share;
  });
}

export const refundStates = ['requested', 'pending', 'done', 'failed'] as const;
export type RefundState = (typeof refundStates)[number];
export type RefundEventType = 'pending' | 'done' | 'failed' | 'retried' | 'settled' | 'doubted';

/**
 * `pending`: the provider has accepted the refund, but the money has not been returned. A failed refund is retried
 * under the same number. A finished refund can still fail days later, when the customer's bank rejects the money: a
 * notification of this kind makes the refund `pending` again, until the service has queried the provider. The same
 * applies to a failed refund that a notification reports as done. An operator settles a failed refund that the provider
 * will never make: the customer gets the money in another way.
 */
export const refundTransitions: Readonly<
  Record<RefundEventType, Readonly<Partial<Record<RefundState, RefundState>>>>
> = {
  pending: { requested: 'pending' },
  done: { requested: 'done', pending: 'done', failed: 'done' },
  failed: { requested: 'failed', pending: 'failed' },
  retried: { failed: 'requested' },
  settled: { failed: 'done' },
  doubted: { done: 'pending', failed: 'pending' },
};

export interface Refund {
  readonly id: number;
  /** The service's number for the refund (`out_refund_no`). A retry uses the same number. */
  readonly refundNo: string;
  readonly orderId: number;
  readonly attemptId: number;
  /** `order`: returns the order's price, or a part of it. `surplus`: returns a surplus payment. */
  readonly purpose: 'order' | 'surplus';
  /**
   * The number of membership months that a partial refund pays back, none of which had begun; null: the refund is
   * not partial.
   */
  readonly months: number | null;
  readonly amountMinor: number;
  readonly currency: string;
  readonly reason: string;
  readonly state: RefundState;
  readonly provider: string;
  readonly providerRefundId: string | null;
  readonly requestedAt: Instant;
  readonly finishedAt: Instant | null;
  /**
   * Why the last try failed; null unless it failed. A pending refund keeps the code while the service checks a report
   * that the failed refund is done.
   */
  readonly failureCode: RefundFailureCode | null;
  /** The last error of the provider, for the operator. */
  readonly lastError: string | null;
  /**
   * The operator who returned the money of this failed refund in another way; null: the provider has returned the money,
   * or the refund is not done.
   */
  readonly settledBy: string | null;
  /**
   * When the provider reported that it has made a refund that an operator had settled: the customer has the money twice.
   * Null: the provider has not reported this.
   */
  readonly providerDoneAt: Instant | null;
  /**
   * When this refund was done, while the service checks a report that the refund failed afterwards; null if there is no
   * such report.
   */
  readonly doneBeforeDoubt: Instant | null;
  /** When the refund was last requested again after a failure; null: never. */
  readonly retriedAt: Instant | null;
}

/**
 * Whether the provider has reported that a try of this refund failed. All tries have the same number, so a notification
 * that arrives afterwards can be about an earlier try, and only a query shows the state of the refund. A refund that
 * failed because the provider did not respond has no such try.
 */
export function hasFailedBefore({ state, failureCode, doneBeforeDoubt, retriedAt }: Refund): boolean {
  if (retriedAt !== null || doneBeforeDoubt !== null) return true;
  return state === 'failed' ? failureCode !== 'provider_unreachable' : failureCode !== null;
}

/** Whether the service checks a report that the failed refund is done. */
export function isFailureDoubted({ state, failureCode }: Pick<Refund, 'state' | 'failureCode'>): boolean {
  return state === 'pending' && failureCode !== null;
}

/**
 * Whether the order's status shows the refund. A surplus payment did not pay the order, and after a partial refund the
 * order is still paid.
 */
export function isWholeRefund({ purpose, months }: Refund): boolean {
  return purpose === 'order' && months === null;
}

export function nextAttemptState(state: AttemptState, event: AttemptEventType): AttemptState | undefined {
  return attemptTransitions[event][state];
}

export function nextRefundState(state: RefundState, event: RefundEventType): RefundState | undefined {
  return refundTransitions[event][state];
}

/** Time limit for opening a payment at its provider, retries included. */
export const openingMsMax = 60_000;

/** Whether the provider may still receive the call that opens this attempt. */
export function mayStillOpen(attempt: PaymentAttempt, now: Instant): boolean {
  return attempt.state === 'opening' && now - attempt.createdAt < openingMsMax;
}
