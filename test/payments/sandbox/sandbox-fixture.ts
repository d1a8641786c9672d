/** The sandbox bank with its ledger in SQLite. It records its notifications; a test sets their response. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createNotifySignature, toleranceMs } from '../../../src/payments/sandbox/notify-signature.ts';
import { createSandbox, type Sandbox } from '../../../src/payments/sandbox/sandbox.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { RawNotification } from '../../../src/usecases/ports/payment-provider.ts';
import type { SandboxLedger } from '../../../src/usecases/ports/sandbox-ledger.ts';
import { fixedRandom } from '../../support/fixed-random.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { type RecordedLog, recordedLog } from '../../support/recorded-log.ts';
import type { ProviderFixture } from '../contract/provider-fixture.ts';

const secrets = ['a secret of the tests'] as const;

export interface SandboxFixture extends ProviderFixture {
  readonly checkout: Sandbox['checkout'];
  readonly ledger: SandboxLedger;
  readonly log: RecordedLog;
  /** The URLs to which the notifications were sent, in order. */
  readonly urls: readonly string[];
  /** Sets the response to later notifications: a status, or `nothing` for a refused connection. */
  answerWith(status: number | 'nothing'): void;
}

export async function openSandboxFixture(context: TestContext): Promise<SandboxFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'photokiosk-sandbox-'));
  const clock = manualClock();
  const log = recordedLog();
  const database = { kind: 'sqlite', file: join(folder, 'test.db') } as const;
  const { store, sandboxLedger: ledger } = await openStore({ database, clock, log });
  context.after(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  const notifies: RawNotification[] = [];
  const urls: string[] = [];
  let answer: number | 'nothing' = 200;
  const { provider, checkout } = createSandbox({
    ledger,
    clock,
    log,
    secrets,
    random: fixedRandom(),
    publicUrl: 'https://kiosk.example',
    async deliver(url, headers, body) {
      notifies.push({ method: 'POST', query: {}, headers, body: Buffer.from(body) });
      urls.push(url);
      if (answer === 'nothing') throw new Error('connect ECONNREFUSED');
      return answer;
    },
  });
  const signature = createNotifySignature(secrets);
  function signed(fields: object): RawNotification {
    const body = JSON.stringify(fields);
    const headers = signature.sign(body, clock.now());
    return { method: 'POST', query: {}, headers, body: Buffer.from(body) };
  }

  return {
    provider,
    checkout,
    ledger,
    clock,
    log,
    notifies,
    urls,
    toleranceMs,
    answerWith(next) {
      answer = next;
    },
    async pay(paymentNo, refundCourse = 'done') {
      await checkout.decide(paymentNo, 'paid', refundCourse);
    },
    async decline(paymentNo) {
      await checkout.decide(paymentNo, 'declined', 'done');
    },
    async finishRefund(refundNo) {
      clock.advance(60_000);
      const refund = await ledger.refundByNo(refundNo);
      const payment = await ledger.paymentByNo(refund?.paymentNo ?? '');
      if (refund === undefined || payment === undefined) throw new Error(`there is no refund ${refundNo}`);
      const { currency } = payment;
      const reference = { ...payment, channel: 'checkout', payerId: null };
      await provider.queryRefund({ ...refund, currency, providerRefundId: null, payment: reference });
    },
    paidNotify: (paymentNo, amount, currency) =>
      signed({
        id: 'evt_1',
        type: 'payment.paid',
        payment_no: paymentNo,
        amount,
        currency,
        transaction_id: 'T1',
        paid_at: clock.now(),
      }),
    strangeNotify: () => signed({ id: 'evt_2', type: 'card.expiring' }),
    async returnedMinor(paymentNo) {
      const refunds = await ledger.refundsOfPayment(paymentNo);
      return refunds
        .filter(({ state }) => state === 'done')
        .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    },
  };
}
