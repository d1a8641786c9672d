/**
 * Payment attempts and refunds: the money's own two small machines, as data. An order may have several
 * attempts; one wins, and the money of any other goes back.
 */

import type { Instant } from './zoned-time.ts';

export const attemptStates = ['opening', 'open', 'declined', 'closed', 'won', 'surplus'] as const;
export type AttemptState = (typeof attemptStates)[number];
export type AttemptEventType = 'opened' | 'declined' | 'closed' | 'won' | 'surplus';

/**
 * `opening`: written down before the provider is called, so that no charge can exist that we do not know.
 * Money may arrive in every state but the last two: a provider's word outranks our own closing.
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
  /** Our number at the provider (`out_trade_no`): 6–32 characters, unique, new for each attempt. */
  readonly paymentNo: string;
  readonly provider: string;
  readonly channel: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly state: AttemptState;
  /** The provider's number, once known. */
  readonly providerRef: string | null;
  /** What the client was given to pay with (JSON object); null until the provider answered. */
  readonly clientData: string | null;
  /** What the provider says it received; null until money arrived. May differ from `amountMinor`. */
  readonly receivedMinor: number | null;
  readonly receivedAt: Instant | null;
  readonly createdAt: Instant;
}

export const refundStates = ['requested', 'pending', 'done', 'failed'] as const;
export type RefundState = (typeof refundStates)[number];
export type RefundEventType = 'pending' | 'done' | 'failed' | 'retried' | 'doubted';

/**
 * Accepted (`pending`) is not refunded. A failed refund is retried under the same number. One that was done may
 * come back to the bank days later: whoever says so unasked makes us ask.
 */
export const refundTransitions: Readonly<
  Record<RefundEventType, Readonly<Partial<Record<RefundState, RefundState>>>>
> = {
  pending: { requested: 'pending' },
  done: { requested: 'done', pending: 'done', failed: 'done' },
  failed: { requested: 'failed', pending: 'failed' },
  retried: { failed: 'requested' },
  doubted: { done: 'pending' },
};

export interface Refund {
  readonly id: number;
  /** Our number at the provider (`out_refund_no`); a retry uses the same. */
  readonly refundNo: string;
  readonly orderId: number;
  readonly attemptId: number;
  /** `order`: the price goes back and the order shows it. `surplus`: late, losing or wrong money goes back. */
  readonly purpose: 'order' | 'surplus';
  readonly amountMinor: number;
  readonly currency: string;
  readonly reason: string;
  readonly state: RefundState;
  readonly provider: string;
  readonly providerRefundId: string | null;
  readonly requestedAt: Instant;
  readonly finishedAt: Instant | null;
  /** For the operator. */
  readonly lastError: string | null;
}

export function nextAttemptState(state: AttemptState, event: AttemptEventType): AttemptState | undefined {
  return attemptTransitions[event][state];
}

export function nextRefundState(state: RefundState, event: RefundEventType): RefundState | undefined {
  return refundTransitions[event][state];
}

/** Bounds the call that opens a payment at its provider, all tries of it included. */
export const openingMsMax = 60_000;

/** Whether the call that opens this attempt may still be on its way to the provider. */
export function mayStillOpen(attempt: PaymentAttempt, now: Instant): boolean {
  return attempt.state === 'opening' && now - attempt.createdAt < openingMsMax;
}
