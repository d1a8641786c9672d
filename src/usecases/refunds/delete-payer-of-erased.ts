/**
 * Deletes the account that a payment after the erasure of its customer has brought (`payments/store-payer-of-erased.ts`).
 */

import type { Order } from '../../domain/order.ts';
import type { Refund } from '../../domain/payment-state.ts';
import type { Act } from '../act.ts';
import { isErasedOrder } from '../callers/is-erased-order.ts';

/** Call it when a refund is done. The caller holds the order's lock. */
export async function deletePayerOfErased(
  { tx }: Act,
  order: Order,
  { attemptId }: Pick<Refund, 'attemptId'>,
): Promise<void> {
  if (!(await isErasedOrder(tx, order))) return;
  const attempt = await tx.payments.byId(attemptId);
  if (attempt === undefined || attempt.payerId === null) return;
  await tx.payments.save({ ...attempt, payerId: null }, attempt.state);
}
