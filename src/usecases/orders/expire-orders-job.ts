/**
 * Job `expire_orders`, a schedule: cancels orders that were not paid in time. Closes the payments of an order at their
 * providers before it cancels the order, so that a customer who pays at the last moment gets the order.
 */

import type { Order } from '../../domain/order.ts';
import { numberAtProvider, type PaymentAttempt } from '../../domain/payment-state.ts';
import { type ActDeps, type Cause, perform, system } from '../act.ts';
import type { Deps } from '../deps.ts';
import { defineJob, noPayload } from '../jobs/define-job.ts';
import { applyPaymentReport } from '../payments/apply-payment-report.ts';
import { type CloseAttempt, type ClosingFailure, closeAttempts } from '../payments/close-attempts.ts';
import { afterClosing, isCloseable } from '../payments/close-payments-job.ts';
import { cancelLocked } from './cancel-order.ts';
import type { ExpiryMark } from './order-store.ts';

const everyMs = 15_000;
const pageSize = 100;
/**
 * The longest time for which a provider that does not respond delays the expiry. After that time, the
 * order's upload may already be purged.
 */
const providerWaitMsMax = 24 * 60 * 60_000;
/**
 * The longest time for which a payment that its provider cannot close delays the expiry. WeChat Pay closes no payment
 * whose customer is typing the password, nor, as some of its documents say, one that is less than five minutes old. A
 * slow method of Stripe stays open for days. WeChat's virtual payment closes no payment at all: the customer may have
 * the payment sheet open, and money that arrives after the expiry cannot always be refunded.
 */
const openWaitMsMax = 10 * 60_000;

/**
 * The ids of orders whose payment could not be closed because its provider failed, the earliest failure first. A run
 * takes these orders last. Otherwise a few payments for which the provider always fails would begin each run, and the
 * provider would be skipped before the other orders. The ids are kept in memory only: after a restart, the first runs
 * find such orders again. Each service in a process has its own list of providers.
 */
const failedOrders = new WeakMap<Deps['providers'], Set<number>>();

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
    const close = closeAttempts(deps);
    const cause = { actor: system, requestId };
    const failed = failedOrdersOf(deps);
    const failedBefore = [...failed];
    const postponed = new Map<number, Order>();
    const tryToExpire = async (order: Order) => {
      signal.throwIfAborted();
      try {
        const obstacle = await expire(deps, close, order, cause);
        // A skipped order keeps its place.
        if (obstacle !== 'skipped') failed.delete(order.id);
        if (obstacle === 'failed') failed.add(order.id);
      } catch (err) {
        log.error({ err, orderId: order.id }, 'order not expired');
      }
    };
    let after: ExpiryMark | null = null;
    let page: readonly Order[];
    do {
      page = await deps.store.read.orders.expired(deps.clock.now(), after, pageSize);
      for (const order of page) {
        // The next page starts after this order, even if the order cannot be cancelled yet. Otherwise such orders
        // would fill every page.
        after = { expiresAt: order.expiresAt, id: order.id };
        if (failed.has(order.id)) postponed.set(order.id, order);
        else await tryToExpire(order);
      }
    } while (page.length === pageSize);
    for (const id of failedBefore) {
      const order = postponed.get(id);
      if (order === undefined) failed.delete(id);
      else await tryToExpire(order);
    }
    return { kind: 'again', runAt: deps.clock.now() + everyMs, counted: false };
  },
});

function failedOrdersOf({ providers }: ExpireDeps): Set<number> {
  let failed = failedOrders.get(providers);
  if (failed === undefined) {
    failed = new Set();
    failedOrders.set(providers, failed);
  }
  return failed;
}

/** @returns why the order is still unpaid; null if it is not. */
async function expire(
  deps: ExpireDeps,
  close: CloseAttempt,
  expired: Order,
  cause: Cause,
): Promise<Obstacle | null> {
  const obstacle = await closePayments(deps, close, expired, cause);
  if (obstacle !== null) {
    if (deps.clock.now() < expired.expiresAt + waitMsMax(deps, obstacle)) return obstacle;
    // If the provider reports later that it has received money, the service refunds the payment automatically.
    const message = 'order expired although a payment could not be closed';
    deps.log.warn({ orderId: expired.id, obstacle }, message);
  }
  await perform(deps, cause, async (act) => {
    const order = await act.tx.orders.lockById(expired.id);
    if (order?.money.status !== 'wait_pay') return;
    await cancelLocked(act, order, 'expiry');
  });
  return null;
}

/** Why a payment may still receive money. `open`: its provider cannot close it yet. */
type Obstacle = ClosingFailure | 'open';

function waitMsMax({ settings }: ExpireDeps, obstacle: Obstacle): number {
  const msMax = obstacle === 'open' ? openWaitMsMax : providerWaitMsMax;
  return Math.min(msMax, settings.uploadKeptMs);
}

/**
 * Closes each payment attempt at its provider and applies the answers. An order is therefore not cancelled whose
 * customer has paid but whose payment notification was lost, or who pays at the moment of the closing.
 * @returns null when no payment of the order can receive money any more.
 */
async function closePayments(
  deps: ExpireDeps,
  close: CloseAttempt,
  order: Order,
  cause: Cause,
): Promise<Obstacle | null> {
  let obstacle: Obstacle | null = null;
  const waitsForSheets = deps.clock.now() < order.expiresAt + waitMsMax(deps, 'open');
  for (const attempt of await deps.store.read.payments.ofOrder(order.id)) {
    if (!isCloseable(attempt)) continue;
    // The provider's notification or the job `check_payment` reports a payment during the wait.
    if (waitsForSheets && isUnclosable(deps, attempt)) {
      obstacle ??= 'open';
      continue;
    }
    const answer = await close(attempt, order);
    if (answer === 'failed' || answer === 'skipped') {
      obstacle = obstacle === 'failed' ? obstacle : answer;
      continue;
    }
    const report = afterClosing(answer, attempt, deps.clock.now());
    if (report === null) obstacle ??= 'open';
    else await perform(deps, cause, (act) => applyPaymentReport(act, numberAtProvider(attempt), report));
  }
  return obstacle;
}

function isUnclosable({ providers }: Pick<Deps, 'providers'>, attempt: PaymentAttempt): boolean {
  return providers.find(({ name }) => name === attempt.provider)?.cannotClose === true;
}
