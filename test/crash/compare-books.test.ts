/**
 * The crash test compares the service's records with the provider's books. This test checks that the comparison
 * finds each kind of difference.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openShop, operator } from '../support/shop.ts';
import { noDeeds } from './buyer.ts';
import { type Books, compareBooks } from './compare-books.ts';

/**
 * A shop with one order that is paid, one that is refunded, and two that were paid by a joint payment and of which one is
 * refunded; and the books of a provider that agree with it.
 */
async function openAgreeing() {
  const shop = await openShop();
  const kept = await shop.placeVip();
  const returned = await shop.placeVip();
  for (const orderNo of [kept, returned]) {
    await shop.startPayment(orderNo);
    await shop.notify(shop.bank.pay(await shop.lastPaymentNo(orderNo)));
  }
  const [jointlyKept, jointlyReturned] = [await shop.placeVip(), await shop.placeVip()];
  await shop.startJointPayment([jointlyKept, jointlyReturned]);
  const jointNo = await shop.lastPaymentNo(jointlyKept);
  await shop.notify(shop.bank.pay(jointNo));
  for (const orderNo of [returned, jointlyReturned]) await shop.refund(orderNo, operator, 'r');
  await shop.settle();
  const [[refund], [jointRefund]] = [await shop.refunds(returned), await shop.refunds(jointlyReturned)];
  assert.equal(refund?.state, 'done');
  assert.equal(jointRefund?.state, 'done');
  const [keptNo, returnedNo] = [await shop.lastPaymentNo(kept), await shop.lastPaymentNo(returned)];
  const { refundNo, amountMinor } = refund;
  const payments = [
    ...[keptNo, returnedNo].map((paymentNo) => ({ paymentNo, amountMinor })),
    { paymentNo: jointNo, amountMinor: 2 * amountMinor },
  ];
  const done = { refundNo, paymentNo: returnedNo, amountMinor, state: 'done' } as const;
  const jointDone = { ...done, refundNo: jointRefund.refundNo, paymentNo: jointNo };
  const books: Books = {
    payments: () => payments,
    refunds: () => [done, jointDone],
    payable: () => [],
    violations: () => [],
  };
  return { shop, kept, returned, keptNo, done, payments, books };
}

type Agreeing = Awaited<ReturnType<typeof openAgreeing>>;
type Sort = 'lost' | 'doubled' | 'stuck' | 'wrong';

const disagreements: Readonly<Record<string, readonly [Sort, (agreeing: Agreeing) => Books]>> = {
  'a payment that the service does not know is lost': [
    'lost',
    ({ books, payments }) => ({
      ...books,
      payments: () => [...payments, { paymentNo: 'P000000', amountMinor: 1990 }],
    }),
  ],
  'a refund that the provider has not made is lost': [
    'lost',
    ({ books }) => ({ ...books, refunds: () => [] }),
  ],
  'a refund that the provider made twice is doubled': [
    'doubled',
    ({ books, done }) => ({ ...books, refunds: () => [done, done] }),
  ],
  'a payment that is kept and returned is wrong': [
    'wrong',
    ({ books, done, keptNo }) => ({
      ...books,
      refunds: () => [done, { ...done, refundNo: 'R000000', paymentNo: keptNo }],
    }),
  ],
  'money of a payment that the provider does not have is wrong': [
    'wrong',
    ({ books, payments }) => ({ ...books, payments: () => payments.slice(1) }),
  ],
  'a call that a sound service never makes is wrong': [
    'wrong',
    ({ books }) => ({ ...books, violations: () => ['a refund above its payment'] }),
  ],
};

test('no finding is reported if the books of the provider agree with the service', async () => {
  const { shop, books } = await openAgreeing();
  const { payments, refunds, takenMinor, returnedMinor, ...found } = await compareBooks(
    shop,
    books,
    noDeeds(),
  );
  assert.deepEqual([payments, refunds, takenMinor, returnedMinor], [3, 2, 7960, 3980]);
  assert.deepEqual([found.lost, found.doubled, found.stuck, found.wrong], [[], [], [], []]);
  await shop[Symbol.asyncDispose]();
});

for (const [claim, [sort, disagree]] of Object.entries(disagreements)) {
  test(claim, async () => {
    const agreeing = await openAgreeing();
    const found = await compareBooks(agreeing.shop, disagree(agreeing), noDeeds());
    assert.ok(found[sort].length > 0, JSON.stringify(found));
    await agreeing.shop[Symbol.asyncDispose]();
  });
}

test('an acknowledged order, cancellation or refund that the service does not have is reported as lost, and a request with two orders is reported as doubled', async () => {
  const { shop, books, kept, returned } = await openAgreeing();
  const deeds = noDeeds();
  deeds.cancelled.add(kept);
  deeds.refundsRequested.add(kept);
  deeds.requests.set(1, { serial: 1, keyed: true, orderNos: new Set([kept, returned]) });
  const { lost, doubled } = await compareBooks(shop, books, deeds);
  assert.equal(lost.length, 4);
  assert.equal(doubled.length, 1);
  await shop[Symbol.asyncDispose]();
});
