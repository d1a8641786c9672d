/** The limit of orders about which one address gets e-mails, if the addresses of the orders are replaced. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EmailShop, makeColouriseFree, openEmailShop } from '../../support/email-shop.ts';
import { operator } from '../../support/shop.ts';

const dayMs = 24 * 60 * 60_000;
const victim = 'victim@example.test';

const emailsTo = ({ server }: EmailShop, address: string) =>
  server.received.filter(({ headers }) => headers.get('to') === address).length;

async function paidVip({ shop, setEmail }: EmailShop, address: string): Promise<string> {
  shop.clock.advance(6_000);
  const orderNo = await shop.placeVip();
  await setEmail(orderNo, address);
  await shop.pay(orderNo);
  return orderNo;
}

test('an order about which an address got an e-mail counts for this address although another one was entered afterwards', async () => {
  await using visit = await openEmailShop();
  const { shop } = visit;
  for (let i = 0; i < 25; i++) {
    const orderNo = await paidVip(visit, victim);
    await shop.drain();
    await visit.setEmail(orderNo, `other${i}@example.test`);
  }
  assert.equal(emailsTo(visit, victim), 25);
  const next = await shop.placeVip();
  await assert.rejects(visit.setEmail(next, victim), { code: 'too_many_requests' });
  shop.clock.advance(dayMs);
  await paidVip(visit, victim);
  await shop.drain();
  assert.equal(emailsTo(visit, victim), 26);
});

test('an order about which e-mails went to another address first counts for the address that replaces it', async () => {
  await using visit = await openEmailShop();
  const { shop } = visit;
  const orders: string[] = [];
  for (let i = 0; i < 27; i++) orders.push(await paidVip(visit, `other${i}@example.test`));
  await shop.drain();
  for (const orderNo of orders) await visit.setEmail(orderNo, victim);
  for (const orderNo of orders) await shop.refund(orderNo, operator);
  await shop.settle();
  assert.equal(emailsTo(visit, victim), 25);
});

test('an address that is entered for an order but gets no e-mail about it is not counted', async () => {
  await using visit = await openEmailShop();
  const { shop } = visit;
  for (let i = 0; i < 26; i++) {
    const orderNo = await paidVip(visit, `other${i}@example.test`);
    await shop.drain();
    await visit.setEmail(orderNo, victim);
  }
  await visit.setEmail(await shop.placeVip(2), victim);
});

test('after the limit is reached, the later e-mails about the counted orders still arrive', async () => {
  await using visit = await openEmailShop();
  const { shop } = visit;
  const orders: string[] = [];
  for (let i = 0; i < 25; i++) orders.push(await paidVip(visit, 'ann@example.test'));
  await shop.drain();
  await visit.setEmail(orders[0] ?? '', 'bob@example.test');
  await visit.setEmail(orders[0] ?? '', 'ann@example.test');
  await shop.refund(orders[0] ?? '', operator);
  await shop.settle();
  assert.equal(emailsTo(visit, 'ann@example.test'), 26);
});

test('an e-mail that waits for the mail server counts for the address to which it is sent', async () => {
  await using visit = await openEmailShop();
  const { shop, server } = visit;
  server.refuseRecipient = (address) =>
    address === victim ? undefined : { code: 450, text: '4.1.2 domain not found' };
  const orders: string[] = [];
  for (let i = 0; i < 27; i++) orders.push(await paidVip(visit, `other${i}@example.test`));
  await shop.drain();
  for (const orderNo of orders) await visit.setEmail(orderNo, victim);
  await shop.settle();
  assert.equal(emailsTo(visit, victim), 25);
  assert.deepEqual(await shop.store.read.jobs.dead('send_email', null, 9), []);
  await assert.rejects(visit.setEmail(await shop.placeVip(2), victim), { code: 'too_many_requests' });
});

test('free orders that a stranger places with an address do not stop the e-mails about the paid orders of its owner', async () => {
  await using visit = await openEmailShop();
  const { shop } = visit;
  await makeColouriseFree(shop);
  const placeFree = async () => {
    shop.clock.advance(6_000);
    const orderNo = await shop.placeColourise();
    await visit.setEmail(orderNo, victim);
    await shop.startPayment(orderNo);
    await shop.drain();
  };
  for (let i = 0; i < 25; i++) await placeFree();
  await assert.rejects(placeFree(), { code: 'too_many_requests' });
  const before = emailsTo(visit, victim);
  await paidVip(visit, victim);
  await shop.drain();
  assert.equal(emailsTo(visit, victim), before + 1);
});
