/**
 * Job `expire_orders`, a schedule: cancels orders that were not paid in time. Queries the payments of an order at
 * their providers before it cancels the order.
 */

import type { Order } from '../../domain/order.ts';
import { type ActDeps, type Cause, perform, system } from '../act.ts';
import type { Deps } from '../deps.ts';
import { defineJob, noPayload } from '../jobs/define-job.ts';
import { applyPaymentReport } from '../payments/apply-payment-report.ts';
import { isCloseable } from '../payments/close-payments-job.ts';
import { type QueryAttempt, queryAttempts } from '../payments/query-attempts.ts';
import { cancelLocked } from './cancel-order.ts';
import type { ExpiryMark } from './order-store.ts';

const everyMs = 15_000;
const pageSize = 100;
/**
 * The longest time for which a provider that does not respond delays the expiry. After that time, the
 * order's upload may already be purged.
 */
const providerWaitMsMax = 24 * 60 * 60_000;

type ExpireDeps = ActDeps & Pick<Deps, 'providers' | 'log'>;

export const expireOrdersJob = defineJob({
  kind: 'expire_orders',
  lane: 'small',
  everyMsMax: everyMs,
  priority: 'normal',
  leaseMs: 60_000,
  payload: noPayload,
  purposeOf: async () => ({ orderNo: null, isNeeded: true }),
  async run(deps: ExpireDeps, { requestId }, { signal, log }) {
    const query = queryAttempts(deps);
    const cause = { actor: system, requestId };
    let after: ExpiryMark | null = null;
    let page: readonly Order[];
    do {
      page = await deps.store.read.orders.expired(deps.clock.now(), after, pageSize);
      for (const order of page) {
        signal.throwIfAborted();
        // The next page starts after this order, even if the order cannot be cancelled yet. Otherwise such orders
        // would fill every page.
        after = { expiresAt: order.expiresAt, id: order.id };
        try {
          await expire(deps, query, order, cause);
        } catch (err) {
          log.error({ err, orderId: order.id }, 'order not expired');
        }
      }
    } while (page.length === pageSize);
    return { kind: 'again', runAt: deps.clock.now() + everyMs, counted: false };
  },
});

async function expire(deps: ExpireDeps, query: QueryAttempt, expired: Order, cause: Cause): Promise<void> {
  const haveAllAnswered = await applyPaidReports(deps, query, expired, cause);
  if (!haveAllAnswered) {
    const waitMs = Math.min(providerWaitMsMax, deps.settings.uploadKeptMs);
    if (deps.clock.now() < expired.expiresAt + waitMs) return;
    // If the provider reports later that it has received money, the service refunds the payment automatically.
    deps.log.warn({ orderId: expired.id }, 'order expired although its provider did not answer');
  }
  await perform(deps, cause, async (act) => {
    const order = await act.tx.orders.lockById(expired.id);
    if (order?.money.status !== 'wait_pay') return;
    await cancelLocked(act, order, 'expiry');
  });
}

/**
 * Queries each payment attempt at its provider and applies reports of received money, so that an order is not
 * cancelled whose customer has paid but whose payment notification was lost.
 * @returns false when a provider that may have received money did not respond.
 */
async function applyPaidReports(
  deps: ExpireDeps,
  query: QueryAttempt,
  order: Order,
  cause: Cause,
): Promise<boolean> {
  let haveAllAnswered = true;
  for (const attempt of await deps.store.read.payments.ofOrder(order.id)) {
    if (!isCloseable(attempt)) continue;
    const report = await query(attempt, order);
    if (report === undefined) haveAllAnswered = false;
    if (report?.state !== 'paid') continue;
    await perform(deps, cause, (act) => applyPaymentReport(act, attempt.paymentNo, report));
  }
  return haveAllAnswered;
}
