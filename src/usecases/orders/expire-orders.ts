/** Schedule: cancels orders that stayed unpaid beyond their time, after asking for money on its way. */

import type { Order } from '../../domain/order.ts';
import type { Deps } from '../deps.ts';
import { isCloseable } from '../payments/enqueue-closing.ts';
import { type AskProvider, askProviders } from '../payments/query-payments.ts';
import { settlePayment } from '../payments/settle-payment.ts';
import type { JobHandler } from '../ports/job-handler.ts';
import type { ExpiryMark } from '../ports/store.ts';
import { cancelWithin } from './cancel-order.ts';

const everyMs = 15_000;
const pageSize = 100;
/** As long as a provider is waited for; longer than its upload is kept no order could be made good. */
const unaskedMsMax = 24 * 60 * 60_000;

type ExpireDeps = Pick<Deps, 'store' | 'clock' | 'random' | 'settings' | 'providers' | 'log'>;

export function expireOrdersHandler(deps: ExpireDeps): JobHandler {
  return {
    kind: 'expire_orders',
    leaseMs: 60_000,
    async run(job, { signal, log }) {
      const ask = askProviders(deps);
      let behind: ExpiryMark | null = null;
      let page: readonly Order[];
      do {
        page = await deps.store.read.expiredOrders(deps.clock.now(), behind, pageSize);
        for (const order of page) {
          signal.throwIfAborted();
          // Those that stay, however many, must not keep later ones from being seen.
          behind = { expiresAt: order.expiresAt, id: order.id };
          try {
            await expire(deps, ask, order, job.requestId);
          } catch (err) {
            log.error({ err, orderId: order.id }, 'order not expired');
          }
        }
      } while (page.length === pageSize);
      return { kind: 'again', runAt: deps.clock.now() + everyMs, counted: false };
    },
  };
}

async function expire(
  deps: ExpireDeps,
  ask: AskProvider,
  expired: Order,
  requestId: string | null,
): Promise<void> {
  const isKnown = await findPaidMoney(deps, ask, expired, requestId);
  if (!isKnown) {
    const waitMs = Math.min(unaskedMsMax, deps.settings.uploadKeptMs);
    if (deps.clock.now() < expired.expiresAt + waitMs) return;
    // Money that turns up later goes back by itself.
    deps.log.warn({ orderId: expired.id }, 'order expired though its provider could not be asked');
  }
  await deps.store.transaction(async (tx) => {
    const order = await tx.lockOrderById(expired.id);
    if (order?.money.status !== 'wait_pay') return;
    await cancelWithin(deps, tx, order, 'expiry', { kind: 'system' }, requestId);
  });
}

/**
 * A lost notify must not cost a customer the order: the provider is asked before the order is cancelled.
 * @returns false when a provider that may have taken money did not answer.
 */
async function findPaidMoney(
  deps: ExpireDeps,
  ask: AskProvider,
  order: Order,
  requestId: string | null,
): Promise<boolean> {
  let isKnown = true;
  for (const attempt of await deps.store.read.attemptsOf(order.id)) {
    if (!isCloseable(attempt)) continue;
    const standing = await ask(attempt);
    if (standing === undefined) isKnown = false;
    if (standing?.state !== 'paid') continue;
    await deps.store.transaction((tx) => settlePayment(deps, tx, attempt.paymentNo, standing, requestId));
  }
  return isKnown;
}
