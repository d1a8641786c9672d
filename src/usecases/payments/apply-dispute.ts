/**
 * Records what a provider reports about a dispute or a complaint. A dispute changes neither the order nor its refunds:
 * the bank decides about the money, and an operator answers. The operator's systems receive `payment.disputed`.
 *
 * Providers report a dispute for months, so a report can come after its order was erased. It then changes only what the
 * money needs: the state and the amount. The reason can be the customer's own words, so it is not stored.
 */

import type { Order } from '../../domain/order.ts';
import type { Act } from '../act.ts';
import { isErasedOrder } from '../callers/is-erased-order.ts';
import type { DisputeReport } from '../ports/dispute-report.ts';
import { addWebhook } from '../webhooks/add-webhook.ts';
import type { Dispute } from './dispute-store.ts';

export type DisputeVerdict = 'dispute_opened' | 'dispute_changed' | 'no_change' | 'unknown_payment';

interface EarlierDisputes {
  readonly provider: string;
  readonly paymentNo: string;
  readonly earlierNos: readonly string[];
}

type ChangedDispute = Pick<Dispute, 'paymentNo' | 'disputeNo' | 'state' | 'reason' | 'amountMinor'>;

/**
 * Whether a dispute in this state has ended. A later report that an ended dispute is open is out of date, unless the
 * report says that the provider has opened the dispute again, for example after an appeal.
 */
const isEnd: Readonly<Record<DisputeReport['state'], boolean>> = {
  open: false,
  won: true,
  lost: true,
  closed: true,
};

export async function applyDispute(
  act: Act,
  provider: string,
  paymentNo: string,
  { mayReopen, earlierNos = [], ...received }: DisputeReport,
): Promise<DisputeVerdict> {
  const { tx } = act;
  // A dispute of a joint payment is stored with the first of its orders.
  const [attempt] = await tx.payments.byNumberAtProvider(paymentNo);
  if (attempt?.provider !== provider) return 'unknown_payment';
  // Lock the order, so that two reports about one dispute are applied one after the other.
  const order = await tx.orders.lockById(attempt.orderId);
  if (order === undefined) throw new Error(`payment ${paymentNo} has no order`);
  const report = (await isErasedOrder(tx, order)) ? { ...received, reason: '' } : received;
  const hasClosed = await closeEarlier(act, order, { provider, paymentNo, earlierNos });
  const unchanged = hasClosed ? 'dispute_changed' : 'no_change';
  const known = await tx.disputes.byNo(provider, report.disputeNo);
  const changedAt = act.clock.now();
  if (known === undefined) {
    await tx.disputes.insert({ ...report, provider, paymentNo, orderId: order.id, changedAt });
  } else {
    if (isEnd[known.state] && !isEnd[report.state] && !mayReopen) return unchanged;
    const { state, amountMinor, currency, reason } = report;
    const isSame = state === known.state && amountMinor === known.amountMinor && reason === known.reason;
    if (isSame) return unchanged;
    await tx.disputes.save({ ...known, state, amountMinor, currency, reason, changedAt });
  }
  await publishChange(act, order, { ...report, paymentNo });
  return known === undefined ? 'dispute_opened' : 'dispute_changed';
}

/** Closes the open disputes of the payment that have one of the numbers. @returns whether one was closed. */
async function closeEarlier(
  act: Act,
  order: Order,
  { provider, paymentNo, earlierNos }: EarlierDisputes,
): Promise<boolean> {
  if (earlierNos.length === 0) return false;
  const { disputes } = act.tx;
  const open = (await disputes.ofOrder(order.id)).filter(
    (known) =>
      known.state === 'open' &&
      known.provider === provider &&
      known.paymentNo === paymentNo &&
      earlierNos.includes(known.disputeNo),
  );
  for (const known of open) {
    const closed: Dispute = { ...known, state: 'closed', changedAt: act.clock.now() };
    await disputes.save(closed);
    await publishChange(act, order, closed);
  }
  return open.length > 0;
}

async function publishChange(act: Act, order: Order, dispute: ChangedDispute): Promise<void> {
  await addWebhook(act, 'payment.disputed', order, {
    payment_no: dispute.paymentNo,
    dispute_no: dispute.disputeNo,
    dispute_state: dispute.state,
    dispute_reason: dispute.reason,
    ...(dispute.amountMinor === null ? {} : { dispute_amount: dispute.amountMinor }),
  });
  act.tx.publish({ kind: 'order_changed', orderNo: order.orderNo });
}
