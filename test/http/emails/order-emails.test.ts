/** The address for e-mails about an order, and the page that ends them, over HTTP on a complete shop. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { type ConsoleVisit, openConsole } from '../../support/console-visit.ts';
import { headerTokens } from '../../support/deps.ts';
import { withMailer } from '../../support/email-shop.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';

interface Visit extends AsyncDisposable {
  readonly visit: ConsoleVisit;
  readonly server: MailServer;
}

async function openVisit(): Promise<Visit> {
  const server = await startMailServer();
  const visit = await openConsole(
    withMailer(server, { wrap: (deps) => ({ ...deps, tokens: headerTokens }) }),
    ['127.0.0.1'],
  );
  return {
    visit,
    server,
    async [Symbol.asyncDispose]() {
      await visit.app.close();
      await visit.shop[Symbol.asyncDispose]();
      await server.stop();
    },
  };
}

function call({ app }: ConsoleVisit, name: string, payload: object, headers: InjectOptions['headers'] = {}) {
  return app.inject({ method: 'POST', url: `/v1/${name}`, payload, headers });
}

async function set(visit: ConsoleVisit, orderNo: string, email: string, more: object = {}, headers = {}) {
  return call(visit, 'set_order_email', { order_no: orderNo, email, ...more }, headers);
}

const refused = (answer: { readonly statusCode: number; readonly body: string }) => {
  const { code, reason } = JSON.parse(answer.body);
  return [answer.statusCode, code, reason];
};

const masked = { email: 'a•••@example.com', unsubscribed: false };
const none = { email: null, unsubscribed: false };

test('the e-mail address of an order is shown masked, belongs to this order only, and can be removed', async () => {
  await using opened = await openVisit();
  const { visit } = opened;
  const [orderNo, other] = [await visit.shop.placeVip(), await visit.shop.placeVip(2)];
  const answer = await set(visit, orderNo, ' ann@EXAMPLE.com ');
  assert.deepEqual([answer.statusCode, answer.json()], [200, masked]);
  assert.deepEqual((await call(visit, 'order_email', { order_no: orderNo })).json(), masked);
  assert.deepEqual((await call(visit, 'order_email', { order_no: other })).json(), none);
  await visit.addOperator('ann', 'owner');
  const shown = await visit.get(await visit.signIn('ann'), `orders/${await visit.orderId(orderNo)}`);
  assert.equal(shown.json().email, masked.email);
  assert.doesNotMatch(shown.body, /ann@/i);
  assert.deepEqual((await call(visit, 'remove_order_email', { order_no: orderNo })).json(), none);
  assert.deepEqual((await call(visit, 'order_email', { order_no: orderNo })).json(), none);
  assert.doesNotMatch(JSON.stringify(visit.shop.log.lines), /ann@/i);
});

test('other customers cannot see or change the e-mail address of a user’s order', async () => {
  await using opened = await openVisit();
  const { visit } = opened;
  const alice = { authorization: 'Bearer subject.alice' };
  const placed = await call(visit, 'mark_order_vip', { goods_id: 3 }, alice);
  const { order_no: orderNo } = placed.json();
  assert.deepEqual((await set(visit, orderNo, 'ann@example.com', {}, alice)).json(), masked);
  for (const answer of [
    await call(visit, 'order_email', { order_no: orderNo }),
    await set(visit, orderNo, 'eve@example.com', {}, { authorization: 'Bearer subject.eve' }),
    await call(visit, 'remove_order_email', { order_no: orderNo }),
  ]) {
    assert.equal(answer.statusCode, 404);
  }
});

for (const email of [
  'ann',
  'ann@example',
  'ann@@example.com',
  'a b@example.com',
  'ann@example.com\nBcc: x@y.z',
  'ann@1.2.3.4',
]) {
  test(`${JSON.stringify(email)} is refused as an e-mail address`, async () => {
    await using opened = await openVisit();
    const answer = await set(opened.visit, await opened.visit.shop.placeVip(), email);
    assert.equal(answer.statusCode, 422);
    assert.deepEqual(answer.json().errors[0].code, 'not_an_email');
  });
}

test('the e-mails have the language that the call names, and otherwise the language of Accept-Language', async () => {
  await using opened = await openVisit();
  const { visit, server } = opened;
  const chinese = { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.5' };
  for (const [more, headers] of [
    [{}, chinese],
    [{ language: 'en' }, chinese],
    [{}, { 'accept-language': 'fr' }],
  ]) {
    const orderNo = await visit.shop.placeVip();
    await set(visit, orderNo, 'ann@example.com', more, headers);
    await visit.shop.pay(orderNo);
    await visit.shop.drain();
  }
  assert.deepEqual(
    server.received.map(({ headers }) => headers.get('content-language')),
    ['zh-CN', 'en', 'en'],
  );
});

test('a cancelled order accepts no e-mail address, and every order accepts at most five different ones', async () => {
  await using opened = await openVisit();
  const { visit } = opened;
  const orderNo = await visit.shop.placeVip();
  for (let i = 1; i <= 5; i++) assert.equal((await set(visit, orderNo, `a${i}@example.com`)).statusCode, 200);
  // Entering the same address again does not count.
  assert.equal((await set(visit, orderNo, 'a5@example.com')).statusCode, 200);
  assert.deepEqual(refused(await set(visit, orderNo, 'a6@example.com')), [
    409,
    'illegal_transition',
    'too_many_emails_entered',
  ]);
  const cancelled = await visit.shop.placeVip(2);
  await call(visit, 'cancel_order', { order_no: cancelled });
  assert.deepEqual(refused(await set(visit, cancelled, 'ann@example.com')), [
    409,
    'illegal_transition',
    'order_ended',
  ]);
});

test('a client that has entered thirty e-mail addresses in an hour is refused, and other clients are not', async () => {
  await using opened = await openVisit();
  const { visit } = opened;
  const from = (address: string) => ({ 'x-forwarded-for': address });
  for (let i = 0; i < 30; i++) {
    const answer = await set(
      visit,
      await visit.shop.placeVip(),
      `a${i}@example.com`,
      {},
      from('203.0.113.9'),
    );
    assert.equal(answer.statusCode, 200, answer.body);
  }
  const orderNo = await visit.shop.placeVip();
  const late = await set(visit, orderNo, 'ann@example.com', {}, from('203.0.113.9'));
  assert.deepEqual(refused(late), [429, 'too_many_requests', 'email_quota_used']);
  assert.ok(Number(late.headers['retry-after']) > 0);
  assert.equal((await set(visit, orderNo, 'ann@example.com', {}, from('203.0.113.10'))).statusCode, 200);
});

test('a shop without a mail server offers no e-mails and accepts no address', async (t) => {
  const visit = await openConsole();
  t.after(() => visit.shop[Symbol.asyncDispose]());
  assert.equal((await visit.app.inject('/shop/config')).json().emails_offered, false);
  const answer = await set(visit, await visit.shop.placeVip(), 'ann@example.com');
  assert.deepEqual(refused(answer), [409, 'illegal_transition', 'emails_not_offered']);
});

test('the link in an e-mail ends the e-mails about the order with one click and without a sign-in', async () => {
  await using opened = await openVisit();
  const { visit, server } = opened;
  const orderNo = await visit.shop.placeColourise();
  await set(visit, orderNo, 'ann@example.com');
  await visit.shop.pay(orderNo);
  await visit.shop.drain();
  const [header = ''] = server.received.map(({ headers }) => headers.get('list-unsubscribe'));
  const [, path = ''] = /^<https:\/\/shop\.test(\/emails\/unsubscribe\/[0-9a-f]{48})>$/.exec(header) ?? [];
  assert.ok(server.received[0]?.text.includes(path) && server.received[0].html.includes(path));

  // A GET request must not unsubscribe, because mail servers open links to scan them.
  const page = await visit.app.inject({ url: path, headers: { 'accept-language': 'zh' } });
  assert.match(page.body, /<html lang="en">[\s\S]*<form method="post">/);
  assert.equal(page.headers['cache-control'], 'no-store');
  assert.equal(page.headers['referrer-policy'], 'no-referrer');
  assert.deepEqual((await call(visit, 'order_email', { order_no: orderNo })).json(), masked);

  const click = () =>
    visit.app.inject({
      method: 'POST',
      url: path,
      payload: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' },
    });
  assert.match((await click()).body, /gets no more e-mails/);
  assert.equal((await click()).statusCode, 200);
  assert.doesNotMatch((await visit.app.inject(path)).body, /<form/);
  const ended = { email: null, unsubscribed: true };
  assert.deepEqual((await call(visit, 'order_email', { order_no: orderNo })).json(), ended);
  assert.deepEqual(refused(await set(visit, orderNo, 'ann@example.com')), [
    409,
    'illegal_transition',
    'email_unsubscribed',
  ]);
  const before = server.received.length;
  await call(visit, 'refund_order', { order_no: orderNo }, { authorization: 'Basic invalid' });
  await visit.shop.settle();
  assert.equal(server.received.length, before);
});

test('an unknown unsubscribe link shows the same page as a used one, and changes nothing', async () => {
  await using opened = await openVisit();
  const { visit } = opened;
  const orderNo = await visit.shop.placeVip();
  await set(visit, orderNo, 'ann@example.com');
  const answer = await visit.app.inject({ method: 'POST', url: `/emails/unsubscribe/${'0'.repeat(48)}` });
  assert.deepEqual([answer.statusCode, /gets no more/.test(answer.body)], [200, true]);
  assert.deepEqual((await call(visit, 'order_email', { order_no: orderNo })).json(), masked);
});

test('after the customer replaced the address, the unsubscribe link in an e-mail to the old address does not end the e-mails to the new one', async () => {
  await using opened = await openVisit();
  const { visit } = opened;
  const orderNo = await visit.shop.placeVip();
  await set(visit, orderNo, 'typo@example.com');
  const { id } = await visit.shop.order(orderNo);
  const token = (await visit.shop.store.read.emails.ofOrder(id))?.unsubscribeToken ?? '';
  await set(visit, orderNo, 'ann@example.com');
  await visit.app.inject({ method: 'POST', url: `/emails/unsubscribe/${token}` });
  assert.deepEqual((await call(visit, 'order_email', { order_no: orderNo })).json(), masked);
});

test('the download of `my_data` contains the e-mail addresses that the customer entered for orders', async () => {
  await using opened = await openVisit();
  const { visit } = opened;
  const alice = { authorization: 'Bearer subject.alice' };
  const { order_no: orderNo } = (await call(visit, 'mark_order_vip', { goods_id: 3 }, alice)).json();
  await set(visit, orderNo, 'ann@example.com', { language: 'zh' }, alice);
  const { userId } = await visit.shop.order(orderNo);
  const { facts } = await visit.shop.service.exportMine({ kind: 'user', userId });
  assert.match(JSON.stringify(facts), /"email":\{"address":"ann@example\.com","language":"zh"/);
});
