/**
 * Tests that the service erases from a restored backup the customers who were erased after the backup, and no other
 * customer.
 */

import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openStore } from '../../../src/store/open-store.ts';
import { addNote } from '../../../src/usecases/inbox/notes.ts';
import { mergeGuest } from '../../../src/usecases/members/merge-guest.ts';
import { cancelOrder } from '../../../src/usecases/orders/cancel-order.ts';
import { eraseOrder, eraseUser } from '../../../src/usecases/retention/erase-customer.ts';
import type { TombstoneFacts } from '../../../src/usecases/retention/erasure-store.ts';
import { forgetAgain } from '../../../src/usecases/retention/forget-again.ts';
import { runSelfAudit } from '../../../src/usecases/self-audit/run-self-audit.ts';
import { columnsWith, databases, markedCustomer, marker, onSqlite } from '../../support/marked-customer.ts';
import { assertSound, openShop, operator, type Shop } from '../../support/shop.ts';
import { sqlOn } from '../../support/sql-on.ts';

const settings = { eventsUrl: 'https://erp.test/hook' } as const;

/** Copies the database, as a backup does. */
async function backupOf(shop: Shop) {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-restored-'));
  const file = join(folder, 'photokiosk.db');
  await shop.store.dropDeletedBytes();
  const [main] = shop.rows("select file from pragma_database_list where name = 'main'");
  copyFileSync(String(main?.file), file);
  return {
    run: (text: string) => sqlOn(file).sql(text),
    rows: async (_shop: Shop, text: string) => sqlOn(file).rows(text),
    /** Opens the copy instead of the shop's own database; the stored files are those of the shop. */
    async restore() {
      const { store } = await openStore({
        database: { kind: 'sqlite', file },
        clock: shop.clock,
        log: shop.log,
      });
      return { ...shop.deps, store };
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

test('in a backup from before the erasure, the customer is erased again, exactly once, and the sums stay', async () => {
  await using shop = await openShop({ settings });
  const { user } = await markedCustomer(onSqlite, shop);
  using backup = await backupOf(shop);
  await eraseUser(shop.deps, operator, user.id);
  await shop.drain();

  const restored = await backup.restore();
  assert.ok((await columnsWith({ ...backup, shopOptions: {} }, shop, marker)).length > 10);
  const { sums } = await runSelfAudit(restored);
  const { applied, files } = await forgetAgain(restored);
  assert.deepEqual([applied, files.length], [1, 5]);
  // One of the columns was the payload of a dead job, which the erasure has deleted with its order.
  assert.deepEqual(await columnsWith({ ...backup, shopOptions: {} }, shop, marker), []);
  const after = await runSelfAudit(restored);
  assert.deepEqual([after.sums, after.problems], [sums, []]);
  assert.deepEqual(await forgetAgain(restored), { applied: 0, files: [] });
  await restored.store.close();
});

test('in a backup from before a guest was merged into the erased customer, the guest is erased too', async () => {
  await using shop = await openShop({ settings });
  const user = await shop.store.transaction((tx) =>
    tx.members.insertUserOfSubject('https://id.example', 'bob', 1),
  );
  const orderNo = await shop.paidColourise();
  await shop.settle();
  using backup = await backupOf(shop);
  const { userId: guest } = await shop.order(orderNo);
  await mergeGuest(shop.deps, operator, guest, user.id, 'same person');
  await eraseUser(shop.deps, operator, user.id);

  const restored = await backup.restore();
  await forgetAgain(restored);
  const order = (await restored.store.read.orders.byNo(orderNo))?.order;
  assert.deepEqual([order?.details, order?.ownedBy], [{}, 'user']);
  const [erased] = await restored.store.read.members.searchUsers({ id: guest, subject: null }, null, 1);
  assert.notEqual(erased?.erasedAt ?? null, null);
  await restored.store.close();
});

/** A guest without orders, about whom the shop stores a consent and a note of an operator. */
async function guestWithNote(shop: Shop): Promise<number> {
  const guest = await shop.store.transaction((tx) => tx.members.insertGuest(shop.clock.now()));
  await shop.store.transaction((tx) => tx.consents.give(guest.id, 1, shop.clock.now()));
  await addNote(shop.deps, operator, { targetKind: 'user', targetId: guest.id }, `${marker} called`);
  return guest.id;
}

function addConsentText(shop: Shop): Promise<void> {
  const text = { version: 1, en: 'e', zh: 'z', createdBy: 'ann', createdAt: 1 };
  return shop.store.transaction((tx) => tx.consents.addText(text));
}

test('in a backup from before a guest without orders became the erased customer, this guest is erased too, and no other', async () => {
  await using shop = await openShop({ settings });
  await addConsentText(shop);
  const [guest, other] = [await guestWithNote(shop), await guestWithNote(shop)];
  using backup = await backupOf(shop);
  const user = await shop.store.transaction((tx) =>
    tx.members.insertUserOfSubject('https://id.example', 'bob', 1),
  );
  await mergeGuest(shop.deps, operator, guest, user.id, 'same person');
  await eraseUser(shop.deps, operator, user.id);

  const restored = await backup.restore();
  const { read } = restored.store;
  const kept = async (id: number) => [
    (await read.consents.ofUser(id)).length,
    (await read.inbox.notes({ targetKind: 'user', targetId: id }, null, 9)).length,
  ];
  assert.deepEqual(await kept(guest), [1, 1]);
  await forgetAgain(restored);
  assert.deepEqual(
    [await kept(guest), await kept(other)],
    [
      [0, 0],
      [1, 1],
    ],
  );
  await restored.store.close();
});

test('an order that is unfinished in the backup is erased when it is finished, and its erasure stays open until then', async () => {
  await using shop = await openShop({ settings });
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  using backup = await backupOf(shop);
  await shop.notify(shop.bank.pay(await shop.lastPaymentNo(orderNo)));
  await shop.settle();
  const { userId } = await shop.order(orderNo);
  await eraseUser(shop.deps, operator, userId);

  const restored = await backup.restore();
  await forgetAgain(restored);
  const orderNow = async () => (await restored.store.read.orders.byNo(orderNo))?.order;
  assert.ok('path' in ((await orderNow())?.details ?? {}));
  assert.equal((await restored.store.read.erasures.open(10)).length, 1);
  await cancelOrder(restored, operator, orderNo, null, 'r1');
  // As after the provider has closed the payment.
  backup.run("update payment_attempts set state = 'closed'");
  backup.run('delete from jobs');
  await forgetAgain(restored);
  assert.deepEqual([(await orderNow())?.details, await restored.store.read.erasures.open(10)], [{}, []]);
  await restored.store.close();
});

for (const [name, database] of databases) {
  test(`a tombstone names the users whom the erased customer absorbed, and erases them, on ${name}`, async () => {
    await using shop = await openShop({ settings, ...database.shopOptions });
    await addConsentText(shop);
    const { read } = shop.store;
    const user = await shop.store.transaction((tx) =>
      tx.members.insertUserOfSubject('https://id.example', 'bob', 1),
    );
    const [absorbed, unmoved] = [await guestWithNote(shop), await guestWithNote(shop)];
    await mergeGuest(shop.deps, operator, absorbed, user.id, 'same person');
    const { erasure } = await eraseUser(shop.deps, operator, user.id);
    const stored = shop.disk.stored.get(`erasures/${erasure.tombstone}.json`)?.bytes.toString() ?? '';
    const facts: TombstoneFacts = JSON.parse(stored);
    const createdAt = (await read.members.userById(absorbed))?.createdAt;
    assert.deepEqual(facts.absorbed, [{ id: absorbed, createdAt }]);

    const other = { ...facts, tombstone: 'cd'.repeat(16), absorbed: [{ id: unmoved, createdAt }] };
    shop.disk.local.set('/scratch/tombstone', Buffer.from(JSON.stringify(other)));
    await shop.disk.files.put(`erasures/${other.tombstone}.json`, '/scratch/tombstone', 'application/json');
    assert.equal((await forgetAgain(shop.deps)).applied, 1);
    assert.deepEqual(await read.consents.ofUser(unmoved), []);
    assert.deepEqual(await columnsWith(database, shop, marker), []);
  });

  test(`a tombstone does not erase a customer who got the same id after the backup, on ${name}`, async () => {
    await using shop = await openShop({ settings, ...database.shopOptions });
    const orderNo = await shop.paidColourise();
    await shop.settle();
    const order = await shop.order(orderNo);
    const facts = {
      tombstone: 'ab'.repeat(16),
      kind: 'user',
      userId: order.userId,
      userCreatedAt: 1,
      orders: [{ id: order.id, createdAt: 1 }],
      erasedAt: 2,
    };
    shop.disk.local.set('/scratch/tombstone', Buffer.from(JSON.stringify(facts)));
    await shop.disk.files.put(`erasures/${facts.tombstone}.json`, '/scratch/tombstone', 'application/json');
    assert.deepEqual(await forgetAgain(shop.deps), { applied: 1, files: [] });
    assert.deepEqual(await shop.order(orderNo), order);
    await assertSound(shop);
  });
}

test('a tombstone that could not be stored is stored by the next run', async () => {
  await using shop = await openShop({ settings });
  const { id } = await shop.order(await shop.paidColourise());
  await shop.settle();
  const failing = {
    ...shop.deps.files,
    put: async () => {
      throw new Error('the object store is down');
    },
  };
  const { erasure } = await eraseOrder({ ...shop.deps, files: failing }, operator, id);
  const key = `erasures/${erasure.tombstone}.json`;
  assert.equal(shop.disk.stored.has(key), false);
  await forgetAgain(shop.deps);
  assert.deepEqual(JSON.parse(shop.disk.stored.get(key)?.bytes.toString() ?? ''), {
    tombstone: erasure.tombstone,
    kind: 'order',
    userId: erasure.userId,
    userCreatedAt: erasure.userCreatedAt,
    orders: [{ id, createdAt: erasure.orders[0]?.createdAt }],
    absorbed: [],
    erasedAt: erasure.erasedAt,
  });
  assert.deepEqual(await shop.store.read.erasures.open(10), []);
});
