/**
 * The bill of one day (UTC), from the account's balance transactions: each is one movement of money with its fee.
 * Refunds that have moved no money yet come from the list of refunds.
 */

import type Stripe from 'stripe';
import { type DayNumber, startOfDay } from '../../domain/civil-day.ts';
import { type Instant, timeZone } from '../../domain/zoned-time.ts';
import type { Bill, BillRow } from '../../usecases/ports/provider-bill.ts';
import { fromStripeAmount } from './stripe-amounts.ts';
import { listAll } from './stripe-pages.ts';

export const stripeBillZone = timeZone('UTC');

/**
 * How long after the end of a day its bill is read. Stripe writes the balance transaction of a card payment up to an
 * hour after the payment.
 */
const settlingMs = 2 * 60 * 60_000;

/**
 * A refund that was made in the Dashboard has none of the service's metadata. Its payment has them, so the lists contain
 * the payment of each refund. Source: https://docs.stripe.com/api/expanding_objects (at most four levels; the paths of a
 * list begin with `data`).
 */
export const movementExpansions = ['data.source.payment_intent'];
export const refundExpansions = ['data.payment_intent'];

export async function stripeBill(stripe: Stripe, day: DayNumber, now: Instant): Promise<Bill> {
  const from = startOfDay(day, stripeBillZone);
  const to = startOfDay(day + 1, stripeBillZone);
  if (now < to + settlingMs) return { state: 'not_ready' };
  const created = { gte: from / 1000, lt: to / 1000 };
  const movements = await listAll('read the balance transactions', (page) =>
    stripe.balanceTransactions.list({ ...page, created, expand: movementExpansions }),
  );
  const refunds = await listAll('read the refunds', (page) =>
    stripe.refunds.list({ ...page, created, expand: refundExpansions }),
  );
  const rows = new Map<string, BillRow>();
  // Stripe lists the newest movement first. A refund that is made and fails on the same day has two movements, but one
  // row in the bill.
  for (const movement of movements.toReversed()) {
    const row = rowOf(movement);
    if (row !== undefined) rows.set(row.providerRef, row);
  }
  for (const refund of refunds) {
    if (refund.balance_transaction === null) rows.set(refund.id, refundRow(refund, refund.created, 0));
  }
  return { state: 'ready', rows: [...rows.values()].sort((a, b) => a.at - b.at) };
}

/** @returns undefined for payouts, disputes, fees of the account and other movements without a payment of a customer. */
function rowOf(movement: Stripe.BalanceTransaction): BillRow | undefined {
  const { source, created, type } = movement;
  if (source === null || typeof source === 'string') return undefined;
  if (source.object === 'charge') {
    const hasFailed = type === 'payment_failure_refund' || type === 'payment_reversal';
    return chargeRow(source, movement, hasFailed ? 'failed' : 'done');
  }
  if (source.object !== 'refund') return undefined;
  return refundRow(source, created, feeMinor(movement, minorOf(source.amount, source.currency)));
}

function chargeRow(
  charge: Stripe.Charge,
  movement: Stripe.BalanceTransaction,
  state: BillRow['state'],
): BillRow {
  const amountMinor = minorOf(charge.amount_captured, charge.currency);
  const intent = charge.payment_intent;
  return {
    kind: 'payment',
    // Stripe copies the metadata of a payment intent to its charge.
    paymentNo: charge.metadata.payment_no ?? null,
    refundNo: null,
    providerRef: (typeof intent === 'string' ? intent : intent?.id) ?? charge.id,
    amountMinor,
    currency: charge.currency.toUpperCase(),
    feeMinor: feeMinor(movement, amountMinor),
    state,
    at: movement.created * 1000,
  };
}

/** The row contains the refund's present state: if the refund failed after this day, the row says that it failed. */
function refundRow(refund: Stripe.Refund, createdS: number, fee: number | null): BillRow {
  const intent = refund.payment_intent;
  const intentMetadata = intent === null || typeof intent === 'string' ? undefined : intent.metadata;
  return {
    kind: 'refund',
    paymentNo: refund.metadata?.payment_no ?? intentMetadata?.payment_no ?? null,
    refundNo: refund.metadata?.refund_no ?? null,
    providerRef: refund.id,
    amountMinor: minorOf(refund.amount, refund.currency),
    currency: refund.currency.toUpperCase(),
    feeMinor: fee,
    state: refundState(refund.status),
    at: createdS * 1000,
  };
}

function refundState(status: string | null): BillRow['state'] {
  if (status === 'succeeded') return 'done';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}

function minorOf(amount: number, currency: string): number {
  return fromStripeAmount(amount, currency.toUpperCase());
}

/**
 * Converts the fee to the currency of the payment. Stripe states the fee in the currency of the account's balance. The
 * result is the same share of the payment as the fee is of the movement in the balance. It is exact if both currencies
 * are equal, and rounded otherwise.
 */
function feeMinor({ fee, amount }: Stripe.BalanceTransaction, amountMinor: number): number | null {
  if (fee === 0) return 0;
  return amount === 0 ? null : Math.round((amountMinor * fee) / Math.abs(amount));
}
