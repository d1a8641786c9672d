/**
 * Opens, changes or resolves the difference of one payment or refund, so that it shows what the bills and the
 * service's own records say now. A repeated call changes nothing.
 */

import type { DayNumber } from '../../domain/civil-day.ts';
import { formatDay } from '../../domain/civil-day.ts';
import type { Order } from '../../domain/order.ts';
import { type Act, type ActDeps, perform, system } from '../act.ts';
import type { Difference } from '../reconciliation/reconciliation-store.ts';
import { addWebhook } from '../webhooks/add-webhook.ts';
import { type Examined, examineMovement, type MovementName, mustWrite } from './examine-movement.ts';

export interface Movement extends MovementName {
  /** The day of the difference if no bill contains the payment or refund. */
  readonly day: DayNumber;
  /** Whether the bills of all days that may contain the payment or refund are stored, as in `compareBooks`. */
  readonly isBillComplete: boolean;
}

/**
 * Compares one payment or refund. Reads outside a transaction first, because almost all payments and refunds agree
 * with the bills and need no transaction.
 * @returns whether a difference was opened.
 */
export async function reconcileMovement(
  deps: ActDeps,
  movement: Movement,
  requestId: string | null,
): Promise<boolean> {
  const examined = await examineMovement(deps.store.read, movement, movement.isBillComplete);
  if (!mustWrite(examined)) return false;
  await perform(deps, { actor: system, requestId }, (act) =>
    writeDifference(act, movement, examined.orderId),
  );
  return examined.finding !== null && examined.newest?.resolution !== null;
}

/** @param orderId the order of the payment or refund, which the act locks; null: there is none. */
export async function writeDifference(act: Act, movement: Movement, orderId: number | null): Promise<void> {
  const { tx } = act;
  const order = orderId === null ? undefined : await tx.orders.lockById(orderId);
  // Examine again, because the payment or refund may have changed during the wait for the lock.
  const examined = await examineMovement(tx, movement, movement.isBillComplete);
  if (!mustWrite(examined)) return;
  const after = await save(act, movement, examined);
  if (after !== undefined) await addDifferenceEvent(act, after, order);
}

/** @returns undefined when an operator has resolved the open difference at this moment. */
async function save(
  { tx, clock }: Act,
  movement: Movement,
  examined: Examined,
): Promise<Difference | undefined> {
  const { finding, newest, billedDay, paymentNo, orderId, remedy } = examined;
  const now = clock.now();
  const open = newest?.resolution === null ? newest : undefined;
  if (finding === null) {
    if (open === undefined) throw new Error(`${movement.number} has no open difference`);
    const resolved = { ...open, resolution: 'agreed', resolvedAt: now } as const;
    return (await tx.reconciliation.saveDifference(resolved)) ? resolved : undefined;
  }
  const { provider, kind, number, day } = movement;
  const facts = { ...finding, provider, kind, number, paymentNo, orderId, remedy, day: billedDay ?? day };
  if (open !== undefined) {
    const changed = { ...open, ...facts };
    return (await tx.reconciliation.saveDifference(changed)) ? changed : undefined;
  }
  const fresh = {
    ...facts,
    foundAt: now,
    remediedAt: null,
    remediedBy: null,
    resolution: null,
    resolvedAt: null,
    resolvedBy: null,
    reason: null,
  };
  return { ...fresh, id: await tx.reconciliation.insertDifference(fresh) };
}

/** Sends the webhook event `reconciliation.difference`. A difference about an unknown payment has no order. */
export async function addDifferenceEvent(
  act: Omit<Act, 'actor'>,
  difference: Difference,
  order: Order | undefined,
): Promise<void> {
  await addWebhook(act, 'reconciliation.difference', order ?? null, {
    difference_id: difference.id,
    difference_state: difference.resolution === null ? 'open' : 'resolved',
    difference_type: difference.type,
    resolution: difference.resolution,
    provider: difference.provider,
    day: formatDay(difference.day),
    kind: difference.kind,
    number: difference.number,
    payment_no: difference.paymentNo,
    billed_amount: difference.billedMinor,
    billed_currency: difference.billedCurrency,
    own_amount: difference.ownMinor,
    own_currency: difference.ownCurrency,
    remedy: difference.remedy,
  });
}
