/**
 * Stores the customer's account at the provider again if a payment arrives after the customer was erased. Some providers
 * refund a payment only with this account (`queriesNeedPayer`). It is deleted when the refund is done
 * (`refunds/delete-payer-of-erased.ts`).
 */

import { nextAttemptState } from '../../domain/payment-state.ts';
import type { Act } from '../act.ts';
import { isErasedOrder } from '../callers/is-erased-order.ts';
import type { ReceivedNotification } from '../ports/payment-provider.ts';
import { lockOrders } from './settle-payment.ts';

type PaymentNotification = Extract<ReceivedNotification, { kind: 'payment' }>;

/** Stores the account that the notification names, if the money has to be refunded and the erasure removed the account. */
export async function storePayerOfErased(
  { tx }: Act,
  provider: string,
  { paymentNo, report, payerId }: PaymentNotification,
): Promise<void> {
  if (payerId === undefined || report.state !== 'paid' || report.receivedMinor <= 0) return;
  const known = await tx.payments.byNumberAtProvider(paymentNo);
  if (known.every((attempt) => attempt.provider !== provider || attempt.payerId !== null)) return;
  const orders = await lockOrders(tx, known);
  // Read again: the attempts may have changed during the wait for the lock.
  for (const attempt of await tx.payments.byNumberAtProvider(paymentNo)) {
    const order = orders.get(attempt.orderId);
    if (attempt.payerId !== null || order === undefined || !(await isErasedOrder(tx, order))) continue;
    if (nextAttemptState(attempt.state, 'surplus') === undefined) continue;
    await tx.payments.save({ ...attempt, payerId }, attempt.state);
  }
}
