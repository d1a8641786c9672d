/**
 * Records what a provider reports about a dispute or a complaint. A dispute changes neither the order nor its refunds:
 * the bank decides about the money, and an operator answers. The operator's systems receive `payment.disputed`.
 *
 * Providers report a dispute for months, so a report can come after its order was erased. It then changes only what the
 * money needs: the state and the amount. The reason can be the customer's own words, so it is not stored.
 */

import type { Act } from '../act.ts';
import { isErasedOrder } from '../callers/is-erased-order.ts';
import type { DisputeReport } from '../ports/payment-provider.ts';
import { addWebhook } from '../webhooks/add-webhook.ts';

export type DisputeVerdict = 'dispute_opened' | 'dispute_changed' | 'no_change' | 'unknown_payment';

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
  { mayReopen, ...received }: DisputeReport,
): Promise<DisputeVerdict> {
  const { tx } = act;
  // A dispute of a joint payment is stored with the first of its orders.
  const [attempt] = await tx.payments.byNumberAtProvider(paymentNo);
  if (attempt?.provider !== provider) return 'unknown_payment';
  // Lock the order, so that two reports about one dispute are applied one after the other.
  const order = await tx.orders.lockById(attempt.orderId);
  if (order === undefined) throw new Error(`payment ${paymentNo} has no order`);
  const report = (await isErasedOrder(tx, order)) ? { ...received, reason: '' } : received;
  const known = await tx.disputes.byNo(provider, report.disputeNo);
  const changedAt = act.clock.now();
  if (known === undefined) {
    await tx.disputes.insert({ ...report, provider, paymentNo, orderId: order.id, changedAt });
  } else {
    if (isEnd[known.state] && !isEnd[report.state] && !mayReopen) return 'no_change';
    const { state, amountMinor, currency, reason } = report;
    const isSame = state === known.state && amountMinor === known.amountMinor && reason === known.reason;
    if (isSame) return 'no_change';
    await tx.disputes.save({ ...known, state, amountMinor, currency, reason, changedAt });
  }
  await addWebhook(act, 'payment.disputed', order, {
    payment_no: paymentNo,
    dispute_no: report.disputeNo,
    dispute_state: report.state,
    dispute_reason: report.reason,
    ...(report.amountMinor === null ? {} : { dispute_amount: report.amountMinor }),
  });
  tx.publish({ kind: 'order_changed', orderNo: order.orderNo });
  return known === undefined ? 'dispute_opened' : 'dispute_changed';
}
