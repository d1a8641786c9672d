/**
 * A payment at the sandbox whose notification is lost, while the sandbox answers no queries: the bill shows the
 * payment, an operator carries out the remedy, and the books agree. Every step is an HTTP call.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSandbox } from '../../../src/payments/sandbox/sandbox.ts';
import { ProviderUnreachable } from '../../../src/usecases/ports/payment-provider.ts';
import type { SandboxLedger } from '../../../src/usecases/ports/sandbox-ledger.ts';
import { openConsole, ownOrigin } from '../../support/console-visit.ts';
import { openSqlite } from '../../support/databases.ts';
import { fixedRandom } from '../../support/fixed-random.ts';
import { post } from '../../support/http-forms.ts';
import { testApp } from '../../support/test-app.ts';

const dayMs = 24 * 60 * 60_000;

async function openShopWithSandbox() {
  let ledger: SandboxLedger | undefined;
  let sandbox: ReturnType<typeof createSandbox> | undefined;
  const outage = { isOn: false };
  const visit = await openConsole({
    settings: { publicUrl: ownOrigin, orderExpiryMs: 5 * dayMs },
    async open(options) {
      const database = await openSqlite(options);
      ledger = database.sandboxLedger;
      return database;
    },
    wrap(deps) {
      assert.ok(ledger !== undefined);
      sandbox = createSandbox({
        ...{ ledger, clock: deps.clock, log: deps.log, random: fixedRandom('sandbox'), publicUrl: ownOrigin },
        secrets: ['a secret of the tests'],
        deliver: () => Promise.reject(new Error('the connection was refused')),
      });
      const { provider } = sandbox;
      const answering = <T>(work: () => Promise<T>) =>
        outage.isOn ? Promise.reject(new ProviderUnreachable('no answer')) : work();
      const query: typeof provider.query = (payment) => answering(() => provider.query(payment));
      const close: typeof provider.close = (payment) => answering(() => provider.close(payment));
      return { ...deps, providers: [{ ...provider, query, close }] };
    },
  });
  assert.ok(sandbox !== undefined);
  const { checkout } = sandbox;
  const { service, clock } = visit.shop;
  const { app } = testApp({ service, clock, publicUrl: ownOrigin, sandboxCheckout: checkout });
  return {
    visit,
    outage,
    app,
    async [Symbol.asyncDispose]() {
      await app.close();
      await visit[Symbol.asyncDispose]();
    },
  };
}

test('a payment whose notification is lost is found by the bill, applied by an operator, and then the books agree', async () => {
  await using shop = await openShopWithSandbox();
  const { visit, app, outage } = shop;
  const { drain } = visit.shop;
  const client = async (operation: string, parameters: object) => {
    const answer = await app.inject(post(`/v1/${operation}`, parameters));
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  };
  const { order_no: orderNo } = await client('mark_order_vip', { goods_id: 3, num: 1 });
  const { url } = await client('pay_order', { order_no: orderNo });
  outage.isOn = true;
  const paid = await app.inject({
    method: 'POST',
    url: new URL(url).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    payload: 'outcome=lost&refund=done',
  });
  assert.equal(paid.statusCode, 200, paid.body);
  visit.shop.clock.advance(2 * dayMs);
  await drain();
  const status = async () => (await client('fetch_order', { order_no: orderNo })).status;
  assert.equal(await status(), 'wait_pay');

  await visit.addOperator('anna', 'support');
  const anna = await visit.signIn('anna');
  const differences = async (state: string) => {
    const answer = await visit.get(anna, `reconciliation/differences?state=${state}`);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json().differences;
  };
  const [difference, ...others] = await differences('open');
  assert.deepEqual(others, []);
  const { type, kind, billed_state, own_state, remedy, billed_amount } = difference;
  assert.deepEqual(
    { type, kind, billed_state, own_state, remedy, billed_amount },
    {
      type: 'state',
      kind: 'payment',
      billed_state: 'done',
      own_state: 'open',
      remedy: 'apply_payment',
      billed_amount: 1990,
    },
  );
  assert.equal(difference.order_no, `${orderNo.slice(0, 9)}…${orderNo.slice(-4)}`);

  const path = `reconciliation/differences/${difference.id}/remedy`;
  const refused = await visit.send(anna, 'POST', path, { reason: 'The bill has it.' });
  assert.equal(refused.statusCode, 502, refused.body);
  assert.equal(await status(), 'wait_pay');
  outage.isOn = false;
  const remedied = await visit.send(anna, 'POST', path, { reason: 'The bill has it.' });
  assert.equal(remedied.statusCode, 200, remedied.body);
  assert.equal(remedied.json().resolution, 'agreed');
  assert.equal(await status(), 'pay');
  assert.deepEqual(await differences('open'), []);
  assert.deepEqual(
    (await differences('resolved')).map(({ id }: { id: number }) => id),
    [difference.id],
  );

  const paidOn = new Date(visit.shop.clock.now() - 2 * dayMs).toISOString().slice(0, 10);
  const bills = await visit.get(anna, `reconciliation/bills?from=${paidOn}&to=${paidOn}`);
  const [bill] = bills.json().bills;
  assert.deepEqual([bill.state, bill.open_differences, bill.totals[0].payments], ['compared', 0, 1990]);
  await visit.addOperator('olga', 'owner');
  const log = await visit.get(await visit.signIn('olga'), 'audit_log?action=difference_remedied');
  const [entry] = log.json().entries;
  assert.deepEqual(
    [entry.operator, entry.target_kind, entry.reason],
    ['anna', 'difference', 'The bill has it.'],
  );
});
