/** Cases of the console’s API for the providers’ bills and their differences, and for the figures of a period. */

import assert from 'node:assert/strict';
import { dayOf, formatDay } from '../../../src/domain/civil-day.ts';
import type { Difference } from '../../../src/usecases/reconciliation/reconciliation-store.ts';
import { by, onItem, read, reason } from './console-calls.ts';
import type { OperationCases, World } from './operation-cases.ts';

const item = (id: number | string, act: string) => `reconciliation/differences/${id}/${act}`;

/** An open difference about a payment whose notification was lost. */
async function differenceOf(
  { shop }: World,
  number: string,
  change: Partial<Difference> = {},
): Promise<number> {
  const missing = { billedMinor: 1990, billedCurrency: 'CNY', billedState: 'done' } as const;
  const own = { ownMinor: 1990, ownCurrency: 'CNY', ownState: 'open' } as const;
  const open = { remediedAt: null, remediedBy: null, resolution: null } as const;
  const unresolved = { resolvedAt: null, resolvedBy: null, reason: null } as const;
  const facts = { ...missing, ...own, ...open, ...unresolved };
  const known = { provider: 'sandbox', kind: 'payment', paymentNo: null, orderId: null } as const;
  return shop.store.transaction((tx) =>
    tx.reconciliation.insertDifference({
      ...{ ...known, ...facts, number, day: 20_000, providerRef: null, foundAt: shop.clock.now() },
      ...{ type: 'state', remedy: 'look' },
      ...change,
    }),
  );
}

async function lostPayment(world: World): Promise<number> {
  const { shop } = world;
  const orderNo = await shop.placeVip();
  await shop.startPayment(orderNo);
  const paymentNo = await shop.lastPaymentNo(orderNo);
  shop.bank.pay(paymentNo);
  const orderId = (await shop.order(orderNo)).id;
  return differenceOf(world, paymentNo, { paymentNo, orderId, remedy: 'apply_payment' });
}

const unknownPayment = (world: World) => differenceOf(world, world.shop.requestId());

async function resolvedDifference(world: World): Promise<number> {
  const id = await unknownPayment(world);
  const { store } = world.shop;
  const difference = await store.read.reconciliation.difference(id);
  assert.ok(difference !== undefined);
  const resolved = { ...difference, resolution: 'agreed', resolvedAt: difference.foundAt } as const;
  await store.transaction((tx) => tx.reconciliation.saveDifference(resolved));
  return id;
}

const remedy = onItem((id) => item(id, 'remedy'), 'POST', { reason }, 'support', 'viewer', {
  possible: lostPayment,
  impossible: unknownPayment,
});

function fetchBill(world: World, role: 'support' | 'viewer', days: number, provider = 'sandbox') {
  const { clock, bank } = world.shop;
  const day = formatDay(dayOf(clock.now(), bank.billZone) + days);
  return by(world, role, 'POST', 'reconciliation/bills/fetch', { provider, day });
}

/** For each operation, calls that produce its statuses; by `operationId` without the prefix `console_`. */
export const consoleReconciliationCases: Readonly<Record<string, OperationCases>> = {
  list_bills: read('reconciliation/bills?from=2026-11-01&to=2026-11-20', 'from=2026-11-02&to=2026-11-01'),
  numbers: read('numbers?from=2026-11-01&to=2026-11-02', 'from=2026-11-02&to=2026-11-01'),
  numbers_csv: read('numbers.csv?from=2026-11-01&to=2026-11-02', 'from=2026-11-02&to=2026-11-01'),
  list_differences: read('reconciliation/differences', 'state=none'),
  fetch_bill: {
    success: (world) => fetchBill(world, 'support', -1),
    refusals: {
      forbidden: (world) => fetchBill(world, 'viewer', -1),
      unknown_item: (world) => fetchBill(world, 'support', 0),
      invalid_parameters: (world) =>
        by(world, 'support', 'POST', 'reconciliation/bills/fetch', {
          provider: 'sandbox',
          day: '2026-02-30',
        }),
    },
  },
  apply_remedy: {
    ...remedy,
    refusals: {
      ...remedy.refusals,
      async payment_provider_failed(world) {
        const id = await lostPayment(world);
        world.shop.bank.mode = 'down';
        return by(world, 'support', 'POST', item(id, 'remedy'), { reason });
      },
    },
  },
  resolve_difference: onItem((id) => item(id, 'resolve'), 'POST', { reason }, 'support', 'viewer', {
    possible: unknownPayment,
    impossible: resolvedDifference,
  }),
};
