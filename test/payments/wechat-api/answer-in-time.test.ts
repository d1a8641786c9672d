/** The time in which notifications of WeChat are verified while WeChat does not answer. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProviderUnreachable } from '../../../src/usecases/ports/payment-provider.ts';
import { fixedRandom } from '../../support/fixed-random.ts';
import { lastNotify, paidPayment } from '../contract/provider-fixture.ts';
import { openWechatFixture, wechatOn } from '../wechat/wechat-fixture.ts';
import { openVirtualFixture, virtualOn } from '../wechat-virtual/virtual-fixture.ts';

/** Each call may take so long that only the limit of the whole verification can end it within a test. */
const timeoutMs = 120_000;
const verificationMs = 20;

test('the verification of a notification of WeChat Pay ends in time if the download of the certificates gets no answer', async (t) => {
  const bench = await openWechatFixture(t, 'certificates');
  await paidPayment(bench);
  const { fake, clock } = bench;
  const limits = { timeoutMs, verificationMs };
  const provider = wechatOn(fake.url, clock, fixedRandom(), 'certificates', limits);
  fake.setting.always = 'hang';
  await assert.rejects(provider.verifyNotification(lastNotify(bench)), ProviderUnreachable);
});

test('the verification of a push of virtual payment ends in time if neither the access token nor the query gets an answer', async (t) => {
  const bench = await openVirtualFixture(t);
  await paidPayment(bench);
  const { fake, clock, log } = bench;
  const push = lastNotify(bench);
  const silent = virtualOn(fake.url, clock, log, { timeoutMs, verificationMs });
  fake.setting.always = 'hang';
  await assert.rejects(silent.verifyNotification(push), ProviderUnreachable);
  fake.setting.always = 'none';
  assert.equal((await bench.provider.verifyNotification(push)).kind, 'payment');
});
