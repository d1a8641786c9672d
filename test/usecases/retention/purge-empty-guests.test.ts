/** The deletion of guests who own nothing, and of notifications about payments of other systems. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPglite, openSqlite } from '../../support/databases.ts';
import { anonymous, openShop, type Shop } from '../../support/shop.ts';

const dayMs = 24 * 60 * 60_000;
const hourMs = 60 * 60_000;
const settings = { unpaidOrdersKeptMs: 30 * dayMs, eventsUrl: null };

async function newGuest({ store, clock }: Shop): Promise<number> {
  return (await store.transaction((tx) => tx.members.insertGuest(clock.now()))).id;
}

function isThere({ store }: Shop, userId: number): Promise<boolean> {
  return store.read.members.userById(userId).then((user) => user !== undefined);
}

async function after(shop: Shop, ms: number): Promise<void> {
  shop.clock.advance(ms);
  await shop.drain();
}

for (const [name, open] of [
  ['SQLite', openSqlite],
  ['PostgreSQL', openPglite],
] as const) {
  test(`a guest who has no order, upload, membership or account is deleted after 30 days with the operators’ notes, and not earlier, on ${name}`, async () => {
    await using shop = await openShop({ settings, open });
    const guest = await newGuest(shop);
    const target = { targetKind: 'user', targetId: guest } as const;
    await shop.store.transaction((tx) =>
      tx.inbox.insertNote({ ...target, text: 'called', operator: 'ann', createdAt: shop.clock.now() }),
    );
    await after(shop, 30 * dayMs);
    assert.equal(await isThere(shop, guest), true);
    await after(shop, hourMs + 1);
    assert.equal(await isThere(shop, guest), false);
    assert.deepEqual(await shop.store.read.inbox.notes(target, null, 10), []);
  });

  test(`guests with an order, an upload, a membership month or an account, signed-in users and erased users are kept, on ${name}`, async () => {
    await using shop = await openShop({ settings, open });
    const { store, clock } = shop;
    const now = clock.now();
    const ordering = (await shop.order(await shop.paidColourise())).userId;
    const [uploading, member, account] = [await newGuest(shop), await newGuest(shop), await newGuest(shop)];
    const user = await store.transaction(async (tx) => {
      await tx.uploads.insert({
        path: 'p',
        file: 'uploads/p.jpg',
        ownerId: uploading,
        widthPx: 1,
        heightPx: 1,
        createdAt: now,
        keptUntil: now + 90 * dayMs,
      });
      await tx.members.insertOperatorGrant({
        userId: member,
        months: 1,
        grantedAt: now,
        grantedBy: 'ann',
        reason: 'r',
      });
      await tx.members.saveAccount({
        provider: 'wechat',
        accountId: 'o1',
        userId: account,
        sessionKey: 's',
        updatedAt: now,
      });
      return (await tx.members.insertUserOfSubject('issuer', 'subject', now)).id;
    });
    const erased = await store.transaction((tx) => tx.erasures.insertErasedUser(now));
    for (let month = 0; month < 2; month++) await after(shop, 31 * dayMs);
    for (const id of [ordering, uploading, member, account, user, erased]) {
      assert.equal(await isThere(shop, id), true, `user ${id}`);
    }
    await after(shop, 31 * dayMs);
    await after(shop, hourMs + 1);
    assert.equal(await isThere(shop, uploading), false, 'the upload is deleted, so the guest has nothing');
    assert.equal(await isThere(shop, member), true);
  });

  test(`a notification about a payment of another system is deleted after 400 days, and a notification about a payment of the shop is kept, on ${name}`, async () => {
    await using shop = await openShop({ settings, open });
    const paid = await shop.openedColourise();
    await shop.notify(shop.bank.pay(paid.paymentNo));
    const row = {
      provider: 'sandbox',
      refundNo: null,
      receivedAt: shop.clock.now(),
      receivedMinor: 1,
      currency: 'CNY',
    };
    await shop.store.transaction(async (tx) => {
      await tx.payments.recordNotification({
        ...row,
        eventId: 'foreign',
        paymentNo: 'X',
        verdict: 'unknown_payment',
      });
    });
    const foreign = () => shop.store.read.payments.notifications('X');
    await after(shop, 399 * dayMs);
    assert.equal((await foreign()).length, 1);
    await after(shop, 2 * dayMs);
    assert.equal((await foreign()).length, 0);
    assert.equal((await shop.store.read.payments.notifications(paid.paymentNo)).length, 1);
  });
}

test('a guest who was created while the clock was ahead does not prevent the deletion of later guests', async () => {
  await using shop = await openShop({ settings });
  shop.clock.advance(365 * dayMs);
  const ahead = await newGuest(shop);
  shop.clock.advance(-365 * dayMs);
  const later = await newGuest(shop);
  await after(shop, 30 * dayMs + hourMs);
  assert.deepEqual([await isThere(shop, ahead), await isThere(shop, later)], [true, false]);
});

test('of 5,000 guests who have nothing, one run examines at most 1,000, and later runs delete the rest', async () => {
  await using shop = await openShop({ settings });
  const stays = (await shop.order(await shop.placeVip(1, anonymous))).userId;
  const numbers = 'with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)';
  shop.sql(`${numbers} insert into users (kind, created_at) select 'guest', ${shop.clock.now()} from n`);
  const count = () => Number(shop.rows('select count(*) as n from users')[0]?.n);
  shop.clock.advance(10 * dayMs);
  const young = await newGuest(shop);
  const all = count();
  shop.clock.advance(21 * dayMs);
  await shop.drain();
  assert.ok(count() <= all - 990 && count() >= all - 1000, `${all - count()} deleted`);
  for (let run = 0; run < 5; run++) await after(shop, 60_000);
  assert.equal(await isThere(shop, young), true);
  assert.ok(count() <= 3, `${count()} users`);
  assert.equal(await isThere(shop, stays), true);
});
