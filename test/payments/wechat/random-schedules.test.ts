/**
 * Random schedules of customers, operators, WeChat Pay and its faults, with the real use cases, the real adapter and
 * the fake server. Whatever happens, in the end the service's books equal those of WeChat Pay.
 * `SCHEDULES=10000 node --test test/payments/wechat/random-schedules.test.ts` runs more of them; `SEED` repeats a run.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { countJointlyPaid, playSchedules, type Totals } from '../../support/random-schedules.ts';
import { account, merchantKeys } from './fake-signer.ts';
import { act, anyStep, type Step } from './random-actions.ts';
import { assertFinished, finishAll, openWechatWorld, placeOrder } from './wechat-world.ts';

const anySchedule = fc.record({
  mode: fc.constantFrom('public key' as const, 'certificates' as const),
  /** Whether the notifications that no step delivers are lost. */
  lost: fc.boolean(),
  steps: fc.array(anyStep, { minLength: 1, maxLength: 60, size: 'max' }),
});

interface Schedule {
  readonly mode: 'public key' | 'certificates';
  readonly lost: boolean;
  readonly steps: readonly Step[];
}

const secrets = [
  account.apiV3Key,
  String(merchantKeys.privateKey.export({ type: 'pkcs8', format: 'pem' })).slice(100, 160),
  'signature="',
];

async function play({ mode, lost, steps }: Schedule, totals: Totals): Promise<void> {
  await using world = await openWechatWorld(mode);
  const { shop, fake } = world;
  await placeOrder(world, 0);
  await placeOrder(world, 1);
  for (const step of steps) await act(world, step);
  assert.deepEqual((await shop.audit()).problems, []);
  await finishAll(world, lost);
  await assertFinished(world);
  const log = inspect(shop.log.lines, { depth: 12 });
  for (const secret of secrets) assert.ok(!log.includes(secret), 'the log contains a secret');
  totals.schedules++;
  totals.orders += world.orders.length;
  totals.payments += [...fake.trades.orders.values()].filter(({ state }) => state === 'SUCCESS').length;
  totals.jointlyPaid += await countJointlyPaid(world);
  totals.refunds += [...fake.trades.refunds.values()].filter(({ status }) => status === 'SUCCESS').length;
}

test('property: after any schedule the service’s books equal WeChat Pay’s, and no payment is lost or kept twice', async (t) => {
  await playSchedules(t, anySchedule, play);
});
