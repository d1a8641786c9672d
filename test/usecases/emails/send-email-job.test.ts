/** E-mails about orders, sent by jobs to a real mail server, on both databases. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatDateTime } from '../../../src/domain/zoned-time.ts';
import { listInbox } from '../../../src/usecases/inbox/list-inbox.ts';
import { retryJob } from '../../../src/usecases/jobs/retry-job.ts';
import { refundMonths } from '../../../src/usecases/refunds/refund-months.ts';
import { consoleDeps } from '../../support/console-fixture.ts';
import { openPglite } from '../../support/databases.ts';
import { type EmailShop, openEmailShop } from '../../support/email-shop.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { assertSound, idPhoto, operator, type ShopOptions } from '../../support/shop.ts';

const dayMs = 24 * 60 * 60_000;

const databases: readonly (readonly [string, Pick<ShopOptions, 'open'>])[] = [
  ['SQLite', {}],
  ['PostgreSQL', { open: openPglite }],
];

async function paidWithEmail({ shop, setEmail }: EmailShop, address = 'ann@example.com'): Promise<string> {
  const orderNo = await shop.placeColourise();
  await setEmail(orderNo, address);
  await shop.pay(orderNo);
  return orderNo;
}

const messageIds = ({ server }: EmailShop) => server.received.map(({ headers }) => headers.get('message-id'));

for (const [database, options] of databases) {
  describe(`e-mails on ${database}`, () => {
    it('a customer with an address gets one e-mail for the payment, one for the picture and one for the refund', async () => {
      await using visit = await openEmailShop(options);
      const { shop, server } = visit;
      const orderNo = await paidWithEmail(visit);
      await shop.drain();
      assert.deepEqual(visit.headings(), ['We received your order', 'Your picture is ready']);
      await shop.refund(orderNo, operator);
      await shop.settle();
      assert.deepEqual(visit.headings().slice(2), ['We refunded ¥9.90']);
      assert.equal(new Set(messageIds(visit)).size, 3);
      for (const { to, text } of server.received) {
        assert.deepEqual(to, ['ann@example.com']);
        assert.ok(text.includes(`https://shop.test/?order_no=${orderNo}`));
      }
      await assertSound(shop);
    });

    it('an order without an address, or whose address was removed, causes no e-mail', async () => {
      await using visit = await openEmailShop(options);
      const { shop, server } = visit;
      await shop.paidColourise();
      const orderNo = await shop.placeColourise();
      await visit.setEmail(orderNo, 'ann@example.com');
      await shop.service.removeOrderEmail({ kind: 'anonymous' }, orderNo, 'r1');
      await shop.pay(orderNo);
      // The address is removed while an e-mail waits.
      const third = await paidWithEmail(visit);
      await shop.service.removeOrderEmail({ kind: 'anonymous' }, third, 'r2');
      await shop.drain();
      assert.equal(await shop.state(third), 'pay/done');
      assert.deepEqual(server.received, []);
    });

    it('an address is deleted with its unpaid order, and otherwise 60 days after its entry', async () => {
      await using visit = await openEmailShop({ ...options, settings: { unpaidOrdersKeptMs: 30 * dayMs } });
      const { shop } = visit;
      const unpaid = await shop.placeVip();
      await visit.setEmail(unpaid, 'ann@example.com');
      await shop.service.cancelOrder(operator, unpaid, 'r1');
      const paid = await paidWithEmail(visit);
      const { id } = await shop.order(paid);
      // An unpaid order is kept as long as its webhook events, so delete these first.
      await shop.store.transaction((tx) => tx.webhooks.purge(Number.MAX_SAFE_INTEGER));
      shop.clock.advance(31 * dayMs);
      await shop.drain();
      assert.equal(await shop.store.read.orders.byNo(unpaid), undefined);
      assert.equal((await shop.store.read.emails.ofOrder(id))?.address, 'ann@example.com');
      shop.clock.advance(30 * dayMs);
      await shop.drain();
      assert.equal(await shop.store.read.emails.ofOrder(id), undefined);
    });
  });
}

describe('the content of e-mails', () => {
  it('names the choices and the price in the language of the customer', async () => {
    await using visit = await openEmailShop();
    const { shop } = visit;
    const details = { path: await shop.upload(), color: 'red' };
    const { orderNo } = await shop.service.placeOrder(shop.placeCall(idPhoto, details));
    await visit.setEmail(orderNo, 'ann@example.com', 'zh');
    await shop.pay(orderNo);
    await shop.drain();
    assert.deepEqual(visit.headings(), ['已收到您的订单', '您的照片做好了']);
    assert.match(visit.server.received[0]?.text ?? '', /商品: 一寸照，红底\r\n价格: ¥6\.90/);
    const until = formatDateTime(shop.clock.now() + 7 * dayMs, shop.deps.settings.zone).slice(0, 10);
    assert.match(visit.server.received[1]?.text ?? '', new RegExp(`保留至: ${until}`));
  });

  it('says in one e-mail that the picture failed and that the price was refunded', async () => {
    await using visit = await openEmailShop();
    const { shop } = visit;
    shop.orderImages.plan = { refused: 'no_face' };
    const orderNo = await paidWithEmail(visit);
    await shop.settle();
    assert.equal(await shop.state(orderNo), 'refund/fail');
    assert.deepEqual(visit.headings(), [
      'We received your order',
      'Your picture could not be made, and we refunded ¥9.90',
    ]);
  });

  it('reports the refund of membership months, and the refund of a payment that arrived after the cancellation', async () => {
    await using visit = await openEmailShop();
    const { shop } = visit;
    const months = await shop.placeVip(3);
    await visit.setEmail(months, 'ann@example.com');
    await shop.pay(months);
    await shop.drain();
    const wanted = { months: 2, refundedBefore: 0, reason: 'Moves abroad.' };
    await refundMonths(consoleDeps(shop.deps), operator, months, wanted);
    await shop.drain();
    const late = await shop.openedColourise();
    await visit.setEmail(late.orderNo, 'ann@example.com', 'zh');
    await shop.service.cancelOrder(operator, late.orderNo, 'r1');
    await shop.notify(shop.bank.pay(late.paymentNo));
    await shop.drain();
    assert.deepEqual(visit.headings().slice(1), ['We refunded ¥39.80', '多付的 ¥9.90 已退款']);
    assert.match(visit.server.received[1]?.text ?? '', /Price: ¥59\.70\r\nRefund: ¥39\.80/);
  });

  it('reports the refund of a surplus payment in its currency, and not as the refund of the order', async () => {
    await using visit = await openEmailShop();
    const { shop } = visit;
    const { orderNo, paymentNo } = await shop.openedColourise();
    await visit.setEmail(orderNo, 'ann@example.com');
    await shop.notify(shop.bank.pay(paymentNo, { amountMinor: 500, currency: 'USD' }));
    await shop.drain();
    assert.deepEqual(visit.headings(), ['We refunded a surplus payment of $5.00']);
    assert.match(visit.server.received[0]?.text ?? '', /Price: ¥9\.90\r\nRefund: \$5\.00/);
  });

  it('says once that a membership is paid and has begun', async () => {
    await using visit = await openEmailShop();
    const { shop } = visit;
    const orderNo = await shop.placeVip(2);
    await visit.setEmail(orderNo, 'ann@example.com');
    await shop.pay(orderNo);
    await shop.drain();
    assert.deepEqual(visit.headings(), ['Your membership has begun']);
    assert.match(visit.server.received[0]?.text ?? '', /Product: Membership, 2 months/);
  });
});

describe('failures of the mail server', () => {
  it('a server that is down delays no order, and the e-mail arrives when the server is back', async () => {
    await using visit = await openEmailShop();
    const { shop, server } = visit;
    await server.stop();
    const orderNo = await paidWithEmail(visit);
    await shop.drain();
    assert.equal(await shop.state(orderNo), 'pay/done');
    const back = await startMailServer({}, server.port);
    try {
      await shop.settle();
      assert.deepEqual(
        back.received.map(({ to }) => to[0]),
        ['ann@example.com'],
      );
    } finally {
      await back.stop();
    }
    assert.deepEqual(await shop.store.read.jobs.dead('send_email', null, 9), []);
  });

  it('a temporary refusal is retried with the same Message-ID', async () => {
    await using visit = await openEmailShop();
    const { shop, server } = visit;
    let refusals = 2;
    server.beforeConfirmation = () =>
      refusals-- > 0 ? { code: 451, text: '4.3.0 try again later' } : undefined;
    const orderNo = await shop.placeVip();
    await visit.setEmail(orderNo, 'ann@example.com');
    await shop.pay(orderNo);
    await shop.settle();
    const ids = messageIds(visit);
    assert.equal(ids.length, 3);
    assert.equal(new Set(ids).size, 1);
    assert.match(ids[0] ?? '', /^<[0-9a-f]{24}\.ready\.\d+@shop\.test>$/);
    assert.ok(!ids[0]?.includes(orderNo));
  });

  it('a permanent refusal is given up at once, and an operator sees and retries it without the address', async () => {
    await using visit = await openEmailShop();
    const { shop, server } = visit;
    server.refuseRecipient = (address) => ({ code: 550, text: `5.1.1 <${address}>: no such user` });
    const orderNo = await shop.placeVip();
    await visit.setEmail(orderNo, 'ann@example.com');
    await shop.pay(orderNo);
    await shop.drain();
    const [job, ...others] = await shop.store.read.jobs.dead('send_email', null, 9);
    assert.ok(job !== undefined);
    assert.deepEqual(others, []);
    assert.deepEqual([job.attempts, /no such user/.test(job.lastError ?? '')], [1, true]);
    assert.doesNotMatch(JSON.stringify([job, shop.log.lines]), /ann@|example\.com/);
    const { items } = await listInbox(shop.deps, operator);
    assert.ok(items.some(({ topic, id }) => topic === 'failed_job' && id === job.id));
    server.refuseRecipient = () => undefined;
    await retryJob(shop.deps, operator, job.id);
    await shop.drain();
    assert.deepEqual(visit.headings(), ['Your membership has begun']);
  });

  it('if a worker ends after the mail server accepted an e-mail and before this is stored, a second copy with the same Message-ID is sent', async () => {
    await using visit = await openEmailShop();
    const { shop } = visit;
    const orderNo = await shop.placeVip();
    await visit.setEmail(orderNo, 'ann@example.com');
    await shop.pay(orderNo);
    const handler = shop.handlers.find(({ kind }) => kind === 'send_email');
    const [job] = await shop.store.read.jobs.named({ kind: 'send_email', key: `${orderNo}/ready` });
    assert.ok(handler !== undefined && job !== undefined);
    const { signal } = new AbortController();
    // The worker ends before it commits what the handler returned.
    assert.deepEqual(await handler.run(job, { signal, log: shop.log }), { kind: 'done' });
    await shop.drain();
    const ids = messageIds(visit);
    assert.deepEqual([ids.length, new Set(ids).size], [2, 1]);
    assert.deepEqual(await shop.store.read.jobs.named({ kind: 'send_email', key: `${orderNo}/ready` }), []);
  });

  it('a worker without SMTP_URL marks the job dead for the operator', async () => {
    await using visit = await openEmailShop();
    const { shop } = visit;
    const orderNo = await shop.placeVip();
    await visit.setEmail(orderNo, 'ann@example.com');
    await shop.pay(orderNo);
    const [job] = await shop.store.read.jobs.named({ kind: 'send_email', key: `${orderNo}/ready` });
    const definition = shop.deps.jobs.find(({ kind }) => kind === 'send_email');
    assert.ok(job !== undefined && definition !== undefined);
    const { signal } = new AbortController();
    const verdict = await definition
      .handler({ ...shop.deps, mailer: null })
      .run(job, { signal, log: shop.log });
    assert.equal(verdict.kind, 'hopeless');
  });
});

describe('limits of e-mails', () => {
  it('one address gets e-mails about at most 25 orders in a day, and unpaid orders do not count', async () => {
    await using visit = await openEmailShop();
    const { shop, server } = visit;
    for (let i = 0; i < 26; i++) {
      const orderNo = await shop.placeVip();
      await visit.setEmail(orderNo, 'Ann@example.com');
    }
    const orders = [];
    for (let i = 0; i < 26; i++) {
      const orderNo = await shop.placeVip(1 + (i % 9));
      await visit.setEmail(orderNo, 'ann@example.com');
      orders.push(orderNo);
      shop.clock.advance(6_000);
    }
    for (const orderNo of orders) await shop.pay(orderNo);
    await shop.drain();
    assert.equal(server.received.length, 25);
    const late = await shop.placeVip();
    await assert.rejects(visit.setEmail(late, 'ANN@example.com'), { code: 'too_many_requests' });
    shop.clock.advance(dayMs + 1);
    const next = await shop.placeVip();
    await visit.setEmail(next, 'ann@example.com');
    await shop.pay(next);
    await shop.drain();
    assert.equal(server.received.length, 26);
  });
});
