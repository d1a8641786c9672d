/**
 * Deletes orders that were cancelled without a payment, with their history and webhook events, after
 * `UNPAID_ORDERS_KEPT_DAYS`. Deletes a guest together with the guest's last order. Without this deletion, a stranger
 * could fill the disk with unpaid orders. The deletion does not change the sums of the self-audit, because only orders
 * without any recorded money are deleted.
 */

import { isPaid, type Order } from '../../domain/order.ts';
import { numberAtProvider } from '../../domain/payment-state.ts';
import { type ActDeps, perform, system } from '../act.ts';
import { orderJobNames } from '../orders/order-job-names.ts';
import type { CancelledMark } from '../orders/order-store.ts';
import type { JobContext } from '../ports/job-handler.ts';
import type { Store, StoreTransaction } from '../ports/store.ts';
import { purgeGuest } from './purge-guest.ts';

const pageSize = 100;
/**
 * The maximum number of orders that one run examines, which bounds the time of the run. With one run every
 * minute, these are 720,000 orders a day, far more than a shop has.
 */
const examinedMax = 500;
const cause = { actor: system, requestId: null };

/**
 * The position at which the next run continues. Without it, orders that must not be deleted could fill every
 * run. After a restart the runs begin with the oldest order again, which only costs reads.
 */
const places = new WeakMap<Store, CancelledMark>();

export async function purgeUnpaidOrders(
  deps: ActDeps,
  { signal, log }: Pick<JobContext, 'signal' | 'log'>,
): Promise<void> {
  const { unpaidOrdersKeptMs } = deps.settings;
  if (unpaidOrdersKeptMs === null) return;
  const before = deps.clock.now() - unpaidOrdersKeptMs;
  for (let examined = 0; examined < examinedMax; examined += pageSize) {
    const after = places.get(deps.store) ?? null;
    const page = await deps.store.read.orders.cancelled(before, after, pageSize);
    for (const order of page) {
      signal.throwIfAborted();
      try {
        await perform(deps, cause, ({ tx }) => purgeOrder(tx, order.id));
      } catch (err) {
        // Continue, so that one damaged order does not prevent the deletion of other orders.
        log.error({ err, orderId: order.id }, 'unpaid order not purged');
      }
      if (order.money.status !== 'cancal')
        throw new Error('the store returned an order that is not cancelled');
      places.set(deps.store, { cancelledAt: order.money.cancelledAt, id: order.id });
    }
    if (page.length < pageSize) {
      places.delete(deps.store);
      return;
    }
  }
}

async function purgeOrder(tx: StoreTransaction, id: number): Promise<void> {
  const order = await tx.orders.lockById(id);
  if (order === undefined || (await mustStay(tx, order))) return;
  await tx.erasures.removeWebhooks(order.id);
  await tx.orders.purge(order.id);
  await tx.inbox.removeNotesOf({ targetKind: 'order', targetId: order.id });
  await purgeGuest(tx, order.userId);
}

/**
 * Whether the order must not be deleted: for a reason of its own, or because another order of a joint payment must stay.
 * Money that arrives late for a joint payment is divided among all its orders.
 */
async function mustStay(tx: StoreTransaction, order: Order): Promise<boolean> {
  if (await hasReason(tx, order)) return true;
  for (const { jointNo } of await tx.payments.ofOrder(order.id)) {
    for (const { orderId } of jointNo === null ? [] : await tx.payments.byNumberAtProvider(jointNo)) {
      const orderNo = orderId === order.id ? undefined : await tx.orders.noById(orderId);
      const other = orderNo === undefined ? undefined : await tx.orders.byNo(orderNo);
      if (other !== undefined && (await hasReason(tx, other.order))) return true;
    }
  }
  return false;
}

/**
 * Whether the order must not be deleted, because money, a notification about money, a dispute, a difference to a
 * bill, a webhook event that an endpoint still has to receive, or a job belongs to it, or money may still arrive. A
 * notification without money only says that the customer did not pay, and is deleted with the order, like the webhook
 * events that endpoints have received.
 */
async function hasReason(tx: StoreTransaction, order: Order): Promise<boolean> {
  if (isPaid(order) || order.money.status !== 'cancal') return true;
  const attempts = await tx.payments.ofOrder(order.id);
  if (attempts.some(({ state }) => state !== 'declined' && state !== 'closed')) return true;
  const refunds = await tx.refunds.ofOrder(order.id);
  if (refunds.length > 0) return true;
  const deliveries = await tx.webhooks.deliveriesOfOrder(order.id);
  if (deliveries.some(({ state }) => state === 'waiting' || state === 'held')) return true;
  if ((await tx.disputes.ofOrder(order.id)).length > 0) return true;
  if ((await tx.reconciliation.ofOrder(order.id)).length > 0) return true;
  for (const attempt of attempts) {
    const notifications = await tx.payments.notifications(numberAtProvider(attempt));
    if (notifications.some(({ receivedMinor }) => receivedMinor !== null)) return true;
  }
  for (const name of orderJobNames(order, attempts, [], deliveries)) {
    if ((await tx.jobs.named(name)).length > 0) return true;
  }
  return false;
}
