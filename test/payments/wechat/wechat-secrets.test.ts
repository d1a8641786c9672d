/** No error of the adapter contains a secret or a token, however a call fails. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { dayOf } from '../../../src/domain/civil-day.ts';
import { openPayment, paidPayment, paymentRequest, refundRequest } from '../contract/provider-fixture.ts';
import { account, merchantKeys } from './fake-signer.ts';
import type { Fault } from './fake-wechat.ts';
import { openWechatFixture } from './wechat-fixture.ts';

const faults: readonly Fault[] = [
  'drop before',
  'error after',
  'not signed',
  'signed by a stranger',
  'web page',
];

/** What no error may contain: lines of the private key, the APIv3 key, signatures, and the tokens of bill downloads. */
const secrets: readonly RegExp[] = [
  ...String(merchantKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }))
    .split('\n')
    .filter((line) => line.length === 64)
    .map((line) => new RegExp(line.replaceAll(/[+/]/g, '\\$&'))),
  new RegExp(account.apiV3Key),
  new RegExp(Buffer.from(account.apiV3Key).toString('hex')),
  /signature=/,
  /token=/,
];

test('errors contain neither keys nor signatures nor tokens', async (t) => {
  const bench = await openWechatFixture(t);
  const { provider, fake } = bench;
  const day = dayOf(bench.clock.now(), provider.billZone);
  const open = await openPayment(bench);
  const paid = await paidPayment(bench);
  bench.clock.advance(24 * 60 * 60_000);
  const texts: string[] = [];
  const collect = async (work: Promise<unknown>) => {
    await work.catch((error: unknown) => {
      texts.push(inspect(error, { depth: 12, showHidden: true }));
    });
  };
  for (const fault of faults) {
    fake.setting.always = fault;
    await collect(provider.open(paymentRequest(bench)));
    await collect(provider.query(open));
    await collect(provider.close(open));
    await collect(provider.refund(refundRequest(paid)));
    await collect(provider.queryRefund(refundRequest(paid)));
    await collect(provider.fetchBill(day));
    await collect(provider.checkAccess());
  }
  fake.setting.always = 'none';
  fake.setting.billState = 'wrong hash';
  await collect(provider.fetchBill(day));
  fake.setting.skewMs = 400_000;
  await collect(provider.checkAccess());
  assert.ok(texts.length > 30, `only ${texts.length} errors`);
  assert.ok(secrets.length > 20);
  for (const text of texts) for (const secret of secrets) assert.doesNotMatch(text, secret);
});
