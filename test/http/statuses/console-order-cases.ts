/** Cases of the console’s API for orders, their webhook events and refund approvals. */

import assert from 'node:assert/strict';
import type { OperatorRole } from '../../../src/domain/operator-roles.ts';
import { syncEnvironmentEndpoint } from '../../../src/usecases/webhooks/sync-environment-endpoint.ts';
import { by, onItem, read, reason } from './console-calls.ts';
import type { OperationCases, World } from './operation-cases.ts';

const times = 'from=2026-11-01T00:00:00Z&to=2026-11-20T00:00:00Z';
async function paidColourise({ shop }: World): Promise<string> {
  const orderNo = await shop.paidColourise();
  await shop.drain();
  return orderNo;
}

async function paidMembership({ shop }: World): Promise<string> {
  const orderNo = await shop.placeVip(3);
  await shop.pay(orderNo);
  return orderNo;
}

const idOf = async ({ shop }: World, orderNo: string) => (await shop.order(orderNo)).id;

/** An order whose refund has failed, so that an operator can retry the order. */
async function failedRefund(world: World): Promise<string> {
  const { shop, visit } = world;
  const orderNo = await paidColourise(world);
  shop.bank.refundPlan = 'failed';
  const path = `orders/${await idOf(world, orderNo)}/refund`;
  const refund = by(world, 'support', 'POST', path, { reason });
  assert.equal((await visit.app.inject(refund)).statusCode, 200);
  await shop.drain();
  shop.bank.refundPlan = 'done';
  return orderNo;
}

const noRefund = { refund_no: 'R1', reason };

async function refundNoOf({ shop }: World, orderNo: string): Promise<string> {
  const [refund = assert.fail('the order has no refund')] = await shop.refunds(orderNo);
  return refund.refundNo;
}

function settle(world: World, id: number, refund_no: string) {
  return by(world, 'support', 'POST', `orders/${id}/settle_refund`, { refund_no, reason });
}

async function eventOf(world: World): Promise<{ id: number; event_id: string }> {
  const id = await idOf(world, await paidColourise(world));
  const shown = await world.visit.app.inject(by(world, 'support', 'GET', `orders/${id}`));
  return { id, event_id: shown.json().events[0].event_id };
}

/** A refund above the limit, requested by the operator `support`. */
async function requestedApproval(world: World): Promise<number> {
  const { shop, visit } = world;
  const orderNo = await shop.placeVip();
  await shop.pay(orderNo);
  const path = `orders/${await idOf(world, orderNo)}/refund`;
  const refund = by(world, 'support', 'POST', path, { reason });
  return (await visit.app.inject(refund)).json().approval.id;
}

async function decidedApproval(world: World): Promise<number> {
  const id = await requestedApproval(world);
  const rejected = by(world, 'owner', 'POST', `refund_approvals/${id}/reject`, { reason });
  assert.equal((await world.visit.app.inject(rejected)).statusCode, 200);
  return id;
}

/** A call on an order: 404 for an unknown id, and 403 for a viewer. */
function onOrder(
  act: string,
  payload: object | undefined,
  orders: {
    readonly possible: (world: World) => Promise<string>;
    readonly impossible?: (world: World) => Promise<string>;
  },
): OperationCases {
  const of = (world: World, id: number | string, role: OperatorRole = 'support', body = payload) =>
    by(world, role, 'POST', `orders/${id}/${act}`, body);
  const { impossible } = orders;
  return {
    success: async (world) => of(world, await idOf(world, await orders.possible(world))),
    refusals: {
      forbidden: (world) => of(world, 999_999, 'viewer'),
      unknown_order: (world) => of(world, 999_999),
      ...(impossible === undefined
        ? {}
        : {
            illegal_transition: async (world: World) => of(world, await idOf(world, await impossible(world))),
          }),
      invalid_parameters: (world) => of(world, 'none'),
    },
  };
}

/** Removes the only endpoint with its deliveries, and adds it again for the other cases. */
async function removeDeliveries({ shop }: World): Promise<void> {
  const [endpoint] = await shop.store.read.webhookEndpoints.all();
  assert.ok(endpoint !== undefined);
  await shop.store.transaction((tx) => tx.webhookEndpoints.remove(endpoint.id));
  await syncEnvironmentEndpoint(shop.deps);
}

/** Replaces the saved filters of the operator `viewer`. */
async function saveFilters({ shop }: World, count: number): Promise<void> {
  const viewer = await shop.store.read.operators.byName('viewer');
  assert.ok(viewer !== undefined);
  const search = { status: null, dealStatus: null, goodsId: null, refundState: null };
  const own = { name: 'x', search: { ...search, period: null, from: null, to: null } };
  const filters = Array.from({ length: count }, (_, index) => ({ id: `own${index}`, own }));
  await shop.store.transaction((tx) => tx.savedFilters.save(viewer.id, filters, shop.clock.now()));
}

/** For each operation, calls that produce its statuses; by `operationId` without the prefix `console_`. */
export const consoleOrderCases: Readonly<Record<string, OperationCases>> = {
  search_orders: read('orders', 'status=paid'),
  search: read('search?q=1', 'q='),
  orders_csv: read('orders.csv', 'status=paid'),
  list_saved_filters: read('saved_filters'),
  add_saved_filter: {
    success: (world) => by(world, 'viewer', 'POST', 'saved_filters', { name: 'Paid', status: 'pay' }),
    refusals: {
      illegal_transition: async (world) => {
        await saveFilters(world, 20);
        return by(world, 'viewer', 'POST', 'saved_filters', { name: 'One more' });
      },
      invalid_parameters: (world) => by(world, 'viewer', 'POST', 'saved_filters', { name: '' }),
    },
  },
  rename_saved_filter: {
    success: async (world) => {
      await saveFilters(world, 1);
      return by(world, 'viewer', 'POST', 'saved_filters/own0', { name: 'New' });
    },
    refusals: {
      unknown_item: (world) => by(world, 'viewer', 'POST', 'saved_filters/none', { name: 'New' }),
      invalid_parameters: (world) => by(world, 'viewer', 'POST', 'saved_filters/none', { name: '' }),
    },
  },
  arrange_saved_filters: {
    success: (world) => by(world, 'viewer', 'POST', 'saved_filter_order', { ids: ['failed'] }),
    refusals: {
      unknown_item: (world) => by(world, 'viewer', 'POST', 'saved_filter_order', { ids: ['none'] }),
      invalid_parameters: (world) => by(world, 'viewer', 'POST', 'saved_filter_order', { ids: 'failed' }),
    },
  },
  order_thumbnails: {
    success: async (world) =>
      by(world, 'support', 'GET', `order_thumbnails?ids=${await idOf(world, await paidColourise(world))}`),
    refusals: {
      forbidden: (world) => by(world, 'viewer', 'GET', 'order_thumbnails?ids=1'),
      invalid_parameters: (world) => by(world, 'support', 'GET', 'order_thumbnails?ids=x'),
    },
  },
  show_order: {
    success: async (world) =>
      by(world, 'viewer', 'GET', `orders/${await idOf(world, await world.shop.placeVip())}`),
    refusals: {
      unknown_order: (world) => by(world, 'viewer', 'GET', 'orders/999999'),
      invalid_parameters: (world) => by(world, 'viewer', 'GET', 'orders/none'),
    },
  },
  order_counts: read(`order_counts?${times}`, 'from=yesterday'),
  show_order_number: onOrder('number', undefined, { possible: ({ shop }) => shop.placeVip() }),
  cancel_order: onOrder(
    'cancel',
    {},
    {
      possible: ({ shop }) => shop.placeVip(),
      impossible: paidColourise,
    },
  ),
  refund_order: onOrder(
    'refund',
    { reason },
    {
      possible: paidColourise,
      impossible: ({ shop }) => shop.placeVip(),
    },
  ),
  refund_months: onOrder(
    'refund_months',
    { months: 1, refunded_before: 0, reason },
    { possible: paidMembership, impossible: paidColourise },
  ),
  settle_refund: {
    success: async (world) => {
      const orderNo = await failedRefund(world);
      return settle(world, await idOf(world, orderNo), await refundNoOf(world, orderNo));
    },
    refusals: {
      forbidden: (world) => by(world, 'viewer', 'POST', 'orders/999999/settle_refund', noRefund),
      unknown_order: (world) => settle(world, 999_999, 'R1'),
      unknown_item: async (world) => settle(world, await idOf(world, await paidColourise(world)), 'R1'),
      illegal_transition: async (world) => {
        const orderNo = await failedRefund(world);
        const id = await idOf(world, orderNo);
        await world.visit.app.inject(by(world, 'support', 'POST', `orders/${id}/retry`));
        return settle(world, id, await refundNoOf(world, orderNo));
      },
      invalid_parameters: (world) => by(world, 'support', 'POST', 'orders/999999/settle_refund', {}),
    },
  },
  preview_order_erasure: {
    success: async (world) =>
      by(world, 'owner', 'GET', `orders/${await idOf(world, await world.shop.placeVip())}/erasure`),
    refusals: {
      forbidden: (world) => by(world, 'support', 'GET', 'orders/1/erasure'),
      unknown_order: (world) => by(world, 'owner', 'GET', 'orders/999999/erasure'),
      invalid_parameters: (world) => by(world, 'owner', 'GET', 'orders/none/erasure'),
    },
  },
  erase_order: {
    success: async (world) =>
      by(world, 'owner', 'POST', `orders/${await idOf(world, await paidColourise(world))}/erase`),
    refusals: {
      forbidden: (world) => by(world, 'support', 'POST', 'orders/1/erase'),
      unknown_order: (world) => by(world, 'owner', 'POST', 'orders/999999/erase'),
      illegal_transition: async (world) =>
        by(world, 'owner', 'POST', `orders/${await idOf(world, await world.shop.placeVip())}/erase`),
      invalid_parameters: (world) => by(world, 'owner', 'POST', 'orders/none/erase'),
    },
  },
  retry_order: onOrder('retry', undefined, { possible: failedRefund, impossible: paidColourise }),
  resend_event: {
    success: async (world) => {
      const { id, event_id } = await eventOf(world);
      return by(world, 'support', 'POST', `orders/${id}/resend_event`, { event_id });
    },
    refusals: {
      forbidden: (world) => by(world, 'viewer', 'POST', 'orders/999999/resend_event', { event_id: 'X' }),
      unknown_order: (world) => by(world, 'support', 'POST', 'orders/999999/resend_event', { event_id: 'X' }),
      unknown_item: async (world) => {
        const { id } = await eventOf(world);
        return by(world, 'support', 'POST', `orders/${id}/resend_event`, { event_id: 'X' });
      },
      illegal_transition: async (world) => {
        const { id, event_id } = await eventOf(world);
        await removeDeliveries(world);
        return by(world, 'support', 'POST', `orders/${id}/resend_event`, { event_id });
      },
      invalid_parameters: (world) => by(world, 'support', 'POST', 'orders/999999/resend_event', {}),
    },
  },
  list_refund_approvals: read('refund_approvals', 'state=open'),
  confirm_refund: onItem((id) => `refund_approvals/${id}/confirm`, 'POST', undefined, 'owner', 'viewer', {
    possible: requestedApproval,
    impossible: decidedApproval,
  }),
  reject_refund: onItem((id) => `refund_approvals/${id}/reject`, 'POST', { reason }, 'owner', 'viewer', {
    possible: requestedApproval,
    impossible: decidedApproval,
  }),
};
