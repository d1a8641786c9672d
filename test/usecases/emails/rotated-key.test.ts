/** The addresses for e-mails after a rotation of `SECRET_KEY`. Rows from before have the hash of the former key. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAnything } from '../../../src/usecases/orders/find-anything.ts';
import { type EmailShop, openEmailShop } from '../../support/email-shop.ts';
import { operator } from '../../support/shop.ts';

const address = 'ann@example.test';

async function openWithRotation() {
  let isRotated = false;
  const visit = await openEmailShop({
    wrap: ({ mailer, ...deps }) => ({
      ...deps,
      mailer: mailer && {
        ...mailer,
        digestsOf: (of) => (isRotated ? [`current ${of}`, `former ${of}`] : [`former ${of}`]),
      },
    }),
  });
  return { visit, rotate: () => (isRotated = true) };
}

async function paidVip({ shop, setEmail }: EmailShop): Promise<string> {
  shop.clock.advance(6_000);
  const orderNo = await shop.placeVip();
  await setEmail(orderNo, address);
  await shop.pay(orderNo);
  return orderNo;
}

test('after a rotation of the secret key, one search finds the orders of an address from before and from after it', async () => {
  const { visit, rotate } = await openWithRotation();
  await using _open = visit;
  const before = await paidVip(visit);
  rotate();
  const after = await paidVip(visit);
  const { orders } = await findAnything(visit.shop.deps, operator, address);
  assert.deepEqual(
    orders.map(({ order }) => order.orderNo),
    [after, before],
  );
});

test('a rotation of the secret key does not restart the count of the orders about which an address got e-mails', async () => {
  const { visit, rotate } = await openWithRotation();
  await using _open = visit;
  for (let i = 0; i < 20; i++) await paidVip(visit);
  rotate();
  for (let i = 0; i < 5; i++) await paidVip(visit);
  const next = await visit.shop.placeVip(2);
  await assert.rejects(visit.setEmail(next, address), { code: 'too_many_requests' });
});
