/** Schedule: cancels orders that stayed unpaid beyond their time, after asking for money on its way. */

import type { Order } from '../../domain/order.ts';
import type { Deps } from '../deps.ts';
import { isCloseable } from '../money/enqueue-closing.ts';
import { findProvider } from '../money/find-provider.ts';
import { settlePayment } from '../money/settle-payment.ts';
import type { JobHandler } from '../ports/job-handler.ts';
import { cancelWithin } from './cancel-order.ts';

const everyMs = 15_000;
const pageSize = 100;

type ExpireDeps = Pick<Deps, 'store' | 'clock' | 'random' | 'settings' | 'providers' | 'log'>;

export function expireOrdersHandler(deps: ExpireDeps): JobHandler {
  return {
    kind: 'expire_orders',
    leaseMs: 60_000,
    async run(job, { signal, log }) {
      const orders = await deps.store.read.expiredOrders(deps.clock.now(), pageSize);
      let stuck = 0;
      for (const order of orders) {
        signal.throwIfAborted();
        try {
          await expire(deps, order, job.requestId);
        } catch (err) {
          // One damaged order must not keep all later ones from expiring.
          log.error({ err, orderId: order.id }, 'order not expired');
          stuck++;
        }
      }
      const now = deps.clock.now();
      // A full page means that more wait: look again at once.
      const more = orders.length === pageSize && stuck < pageSize;
      return { kind: 'again', runAt: more ? now : now + everyMs, counted: false };
    },
  };
}

async function expire(deps: ExpireDeps, expired: Order, requestId: string | null): Promise<void> {
  await findPaidMoney(deps, expired, requestId);
  await deps.store.transaction(async (tx) => {
    const order = await tx.lockOrderById(expired.id);
    if (order?.money.status !== 'wait_pay') return;
    await cancelWithin(deps, tx, order, 'expiry', { kind: 'system' }, requestId);
  });
}

/** A lost notify must not cost a customer the order: the provider is asked before the order is cancelled. */
async function findPaidMoney(deps: ExpireDeps, order: Order, requestId: string | null): Promise<void> {
  for (const attempt of await deps.store.read.attemptsOf(order.id)) {
    if (!isCloseable(attempt)) continue;
    try {
      const standing = await findProvider(deps.providers, attempt.provider).query(attempt.paymentNo);
      if (standing.state !== 'paid') continue;
      await deps.store.transaction((tx) => settlePayment(deps, tx, attempt.paymentNo, standing, requestId));
    } catch (err) {
      // The order is cancelled all the same; money that turns up later goes back by itself.
      deps.log.warn({ err, orderId: order.id, provider: attempt.provider }, 'provider not asked');
    }
  }
}
