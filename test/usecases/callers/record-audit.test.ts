/** Audit entries of cancellations and refunds by operators, in the console and by API calls with name and password. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperatorCaller } from '../../../src/usecases/callers/caller.ts';
import { auditLog } from '../../support/console-fixture.ts';
import { openShop, operator } from '../../support/shop.ts';

const byPassword: OperatorCaller = {
  ...operator,
  operator: { ...operator.operator, name: 'bert', role: 'support' },
};
const inConsole: OperatorCaller = { ...byPassword, sessionId: 7 };

test('a cancellation by an API call with name and password has the same audit entry as a cancellation in the console', async () => {
  await using shop = await openShop();
  const first = await shop.placeColourise();
  const second = await shop.placeColourise();
  await shop.service.cancelOrder(byPassword, first, 'r1');
  await shop.service.cancelOrder(inConsole, second, 'r1');
  const entries = (await auditLog(shop)).map(({ id: _, targetId: __, orderId: ___, ...entry }) => entry);
  assert.equal(entries.length, 2);
  assert.deepEqual(entries[0], entries[1]);
  assert.deepEqual([entries[0]?.action, entries[0]?.operator], ['order_cancelled', 'bert']);
});

test('a refund by an API call with name and password has the same audit entry as a refund in the console', async () => {
  await using shop = await openShop();
  await shop.service.refundOrder(byPassword, await shop.paidColourise(), 'Broken.', 'r1');
  await shop.service.refundOrder(inConsole, await shop.paidColourise(), 'Broken.', 'r1');
  const [first, second] = (await auditLog(shop)).map(
    ({ id: _, targetId: __, orderId: ___, after, ...entry }) => ({
      ...entry,
      after: { ...after, refund_no: null },
    }),
  );
  assert.deepEqual(first, second);
  assert.deepEqual([first?.action, first?.reason], ['refund_requested', 'Broken.']);
});

test('a cancellation by a customer adds no audit entry', async () => {
  await using shop = await openShop();
  await shop.service.cancelOrder({ kind: 'anonymous' }, await shop.placeColourise(), 'r1');
  assert.deepEqual(await auditLog(shop), []);
});
