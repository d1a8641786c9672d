/**
 * Finishes the work on an order: the order becomes `pay/done`, and the same transaction adds the jobs that report the
 * delivery to the payment provider and to the customer.
 */

import type { Order } from '../../domain/order.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { Act } from '../act.ts';
import { advanceOrder } from '../transitions/advance-order.ts';
import { readyMessageJob } from './ready-message-job.ts';
import { reportDeliveryJob } from './report-delivery-job.ts';

export interface WorkResult {
  /** Null: a membership, which has no file. */
  readonly resultFile: string | null;
  readonly resultUntil: Instant | null;
}

/** The caller holds the order's lock, and the order is in the state `pay/ing`. */
export async function finishWork(act: Act, order: Order, result: WorkResult): Promise<Order> {
  const done = await advanceOrder(act, order, { type: 'work_done', at: act.clock.now(), ...result });
  if (await wantsDeliveryReport(act, done)) await reportDeliveryJob.enqueue(act, done.orderNo, {});
  if (result.resultFile !== null && (await wantsReadyMessage(act, done))) {
    await readyMessageJob.enqueue(act, done.orderNo, {});
  }
  return done;
}

/**
 * Whether the provider gets a delivery report. A report must name the customer's account at the provider, so a
 * payment that was opened without such an account is not reported.
 */
async function wantsDeliveryReport({ tx, settings }: Act, { money }: Order): Promise<boolean> {
  if (settings.deliveryReportProviders.length === 0) return false;
  if (money.status !== 'pay' || money.attemptId === null) return false;
  const attempt = await tx.payments.byId(money.attemptId);
  return (
    attempt !== undefined &&
    attempt.payerId !== null &&
    settings.deliveryReportProviders.includes(attempt.provider)
  );
}

async function wantsReadyMessage({ tx, settings }: Act, { userId }: Order): Promise<boolean> {
  const { readyMessageProvider: provider } = settings;
  return provider !== null && (await tx.members.payerOf(userId, provider)) !== undefined;
}
