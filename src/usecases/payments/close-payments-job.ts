/**
 * Job `close_payment`: closes an order's open attempts at their providers, after the order is cancelled or paid by
 * another attempt. Key: the order's number.
 */

import type { Order } from '../../domain/order.ts';
import {
  mayStillOpen,
  nextAttemptState,
  numberAtProvider,
  type PaymentAttempt,
} from '../../domain/payment-state.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import { type Act, type ActDeps, perform, system } from '../act.ts';
import type { Deps } from '../deps.ts';
import { defineJob } from '../jobs/define-job.ts';
import { findProvider } from '../ports/find-provider.ts';
import { integerOf } from '../ports/jobs.ts';
import type { PaymentReport } from '../ports/payment-provider.ts';
import { openPaymentRef } from '../ports/provider-refs.ts';
import { enterProviderGate } from '../provider-gate.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Maximum number of attempts of the job. With the pauses between them, they last about a day. Some providers
 * refuse to close a payment for some minutes.
 */
const attemptsMax = 20;
const retryMs = 10_000;

type CloseDeps = ActDeps & Pick<Deps, 'providers'>;

export const closePaymentsJob = defineJob({
  kind: 'close_payment',
  lane: 'payments',
  priority: 'money',
  attemptsMax,
  leaseMs: 60_000,
  payload: (stored) => ({ order_id: integerOf(stored, 'order_id') }),
  async purposeOf(reads, { key: orderNo, payload }) {
    const attempts = await reads.payments.ofOrder(payload.order_id);
    return { orderNo, isNeeded: attempts.some(isCloseable) };
  },
  async run(deps: CloseDeps, { key: orderNo, payload, requestId }) {
    const order = (await deps.store.read.orders.byNo(orderNo))?.order;
    if (order === undefined) throw new Error(`no order ${orderNo}`);
    const attempts = await deps.store.read.payments.ofOrder(payload.order_id);
    const failures: unknown[] = [];
    const busyUntil: Instant[] = [];
    let isUnknown = false;
    for (const attempt of attempts.filter(isCloseable)) {
      try {
        const gate = enterProviderGate(findProvider(deps.providers, attempt.provider), deps.clock.now());
        if (gate.kind === 'wait') busyUntil.push(gate.until);
        else if (!(await close(deps, order, attempt, requestId).finally(gate.leave))) isUnknown = true;
      } catch (error) {
        // Continue: one provider that does not respond must not keep payments at other providers open.
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    if (busyUntil.length > 0) return { kind: 'wait', until: Math.min(...busyUntil) };
    if (isUnknown) return { kind: 'again', runAt: deps.clock.now() + retryMs, counted: false };
    return { kind: 'done' };
  },
});

/** Adds the job if one of the order's `attempts` can still receive money. */
export async function closeOpenPayments(
  act: Omit<Act, 'actor'>,
  order: Order,
  attempts: readonly PaymentAttempt[],
): Promise<void> {
  if (!attempts.some(isCloseable)) return;
  await closePaymentsJob.enqueue(act, order.orderNo, { order_id: order.id });
}

/**
 * Whether the attempt can be closed at its provider. This includes a declined attempt, because the customer may pay
 * it after all on the provider's page.
 */
export function isCloseable(attempt: PaymentAttempt): boolean {
  return nextAttemptState(attempt.state, 'closed') !== undefined;
}

/**
 * Closes one attempt at its provider.
 * @returns false when the provider does not know the attempt, but the call that opens it may still arrive.
 */
async function close(
  deps: CloseDeps,
  order: Order,
  attempt: PaymentAttempt,
  requestId: string | null,
): Promise<boolean> {
  const provider = findProvider(deps.providers, attempt.provider);
  const report = await provider.close(openPaymentRef(attempt, order));
  if (report.state === 'open') throw new Error('the provider did not close the payment');
  const closed = afterClosing(report, attempt, deps.clock.now());
  if (closed === null) return false;
  await perform(deps, { actor: system, requestId }, async (act) => {
    for (const settled of await settlePayment(act, numberAtProvider(attempt), closed, null)) {
      // The customer has paid a joint payment while it was closed, so its other orders are paid.
      if (settled.verdict === 'won') await closeOpenPayments(act, settled.order, settled.others);
    }
  });
  return true;
}

/**
 * Interprets a provider's answer to the closing of an attempt. A payment that the provider does not know, or has
 * declined permanently, cannot receive money and counts as closed.
 * @returns null if the attempt can still receive money: the provider cannot close it yet, or the call that opens it may
 * still arrive.
 */
export function afterClosing(
  report: PaymentReport,
  attempt: PaymentAttempt,
  now: Instant,
): PaymentReport | null {
  switch (report.state) {
    case 'paid':
    case 'closed':
      return report;
    case 'declined':
      return { state: 'closed' };
    case 'unknown':
      return mayStillOpen(attempt, now) ? null : { state: 'closed' };
    case 'open':
      return null;
  }
}
