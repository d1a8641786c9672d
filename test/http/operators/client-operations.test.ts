/** Operators at the client API, with name and password: the role decides, and the audit log records every change. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditAction } from '../../../src/usecases/callers/audit-store.ts';
import { openConsole } from '../../support/console-visit.ts';
import { headerTokens } from '../../support/deps.ts';
import type { Shop } from '../../support/shop.ts';
import { silentMailer } from '../../support/silent-mailer.ts';

interface ChangingCall {
  readonly name: string;
  /** Places an order that the call can change. */
  readonly orderNo: (shop: Shop) => Promise<string>;
  readonly more?: object;
  readonly audited: AuditAction;
}

const unpaid = (shop: Shop) => shop.placeVip();
const paid = (shop: Shop) => shop.paidColourise();

/** Every operation of the client API that changes an order that exists. */
const changes: readonly ChangingCall[] = [
  { name: 'pay_order', orderNo: unpaid, audited: 'payment_started' },
  { name: 'cancel_order', orderNo: unpaid, audited: 'order_cancelled' },
  { name: 'refund_order', orderNo: paid, more: { reason: 'asked for' }, audited: 'refund_requested' },
  {
    name: 'report_problem',
    async orderNo(shop) {
      const orderNo = await paid(shop);
      await shop.drain();
      return orderNo;
    },
    more: { reason: 'other' },
    audited: 'problem_reported',
  },
  {
    name: 'set_order_email',
    orderNo: unpaid,
    more: { email: 'ann@example.com' },
    audited: 'order_email_set',
  },
  {
    name: 'remove_order_email',
    async orderNo(shop) {
      const orderNo = await unpaid(shop);
      const address = { address: 'ann@example.com', language: 'en' } as const;
      await shop.service.setOrderEmail({
        caller: { kind: 'anonymous' },
        orderNo,
        ...address,
        requestId: 'r',
      });
      return orderNo;
    },
    audited: 'order_email_removed',
  },
];

test('a viewer cannot change an order with the client API, and the audit log records each change by a support operator', async () => {
  await using visit = await openConsole({
    wrap: (deps) => ({
      ...deps,
      tokens: headerTokens,
      mailer: silentMailer,
    }),
  });
  const { app, shop } = visit;
  await visit.addOperator('vera', 'viewer');
  await visit.addOperator('sue', 'support');
  for (const { name, orderNo: place, more, audited } of changes) {
    const orderNo = await place(shop);
    const by = (who: string) =>
      app.inject({
        method: 'POST',
        url: `/v1/${name}`,
        payload: { order_no: orderNo, ...more },
        headers: { authorization: `Basic ${Buffer.from(`${who}:password of ${who}`).toString('base64')}` },
      });
    const entries = async () => {
      const ofOrder = { operator: null, action: null, targetKind: 'order', targetId: orderNo } as const;
      const found = await shop.store.read.auditLog.entries(ofOrder, null, 10);
      return found.map(({ operator, action }) => `${operator} ${action}`);
    };
    assert.equal((await by('vera')).statusCode, 403, name);
    assert.deepEqual(await entries(), [], name);
    const answer = await by('sue');
    assert.equal(answer.statusCode, 200, `${name}: ${answer.body}`);
    assert.deepEqual(await entries(), [`sue ${audited}`]);
  }
});
