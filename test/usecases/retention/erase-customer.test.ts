/**
 * The erasure of a customer and of an order. The tests search every column of every table, and the bytes of the SQLite
 * file, for words that only this customer brought into the shop.
 */

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { AppError } from '../../../src/domain/errors.ts';
import { tables } from '../../../src/store/tables.ts';
import type { AuditAction } from '../../../src/usecases/callers/audit-store.ts';
import type { SessionCaller } from '../../../src/usecases/callers/caller.ts';
import { discardJob } from '../../../src/usecases/jobs/discard-job.ts';
import {
  eraseOrder,
  eraseUser,
  previewOrderErasure,
  previewUserErasure,
} from '../../../src/usecases/retention/erase-customer.ts';
import { code } from '../../support/app-error.ts';
import {
  columnsWith,
  databases,
  formerPicture,
  markedCustomer,
  marker,
  onSqlite,
} from '../../support/marked-customer.ts';
import { impersonal, personal } from '../../support/personal-columns.ts';
import { anonymous, assertSound, colourise, openShop, operator, type Shop } from '../../support/shop.ts';

async function newestEntry({ store }: Shop, action: AuditAction) {
  const filter = { operator: null, action, targetKind: null, targetId: null };
  return (await store.read.auditLog.entries(filter, null, 1))[0];
}

const settings = { eventsUrl: 'https://erp.test/hook' } as const;

function textColumns(): string[] {
  return Object.entries(tables).flatMap(([table, { definitions }]) =>
    Object.entries(definitions)
      .filter(([, { type }]) => type === 'text')
      .map(([field, definition]) => {
        const { name } = definition as { readonly name?: string };
        return `${table}.${name ?? field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
      }),
  );
}

test('every text column is listed as personal or as impersonal, so that a new column cannot be forgotten', () => {
  for (const column of textColumns()) {
    const [table = '', name = ''] = column.split('.');
    const isPersonal = personal[table]?.includes(name) === true;
    const others = impersonal[table] ?? [];
    assert.ok(isPersonal || others.includes(name) || others.includes('*'), `${column} is in neither list`);
  }
});

const random = [
  'order_problems.picture_file',
  'jobs.payload',
  'orders.details',
  'orders.fingerprint',
  'orders.result_file',
  'uploads.file',
  'uploads.path',
];

/** The keys of the photos and pictures of these orders. */
async function filesOf(shop: Shop, orderNos: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const orderNo of orderNos) {
    const { details, deal } = await shop.order(orderNo);
    if (typeof details.path === 'string') files.push(details.path);
    if (deal.status === 'done' && deal.resultFile !== null) files.push(deal.resultFile);
  }
  return files;
}

for (const [name, database] of databases) {
  test(`the erasure of a customer removes every text of the customer from every table, and the sums stay, on ${name}`, async () => {
    await using shop = await openShop({ settings, ...database.shopOptions });
    const { user, orders, orderId, job } = await markedCustomer(database, shop);
    const before = await columnsWith(database, shop, marker);
    for (const [table, columns] of Object.entries(personal)) {
      for (const column of columns.map((column) => `${table}.${column}`)) {
        // File names are random, so they do not contain the marker. The assertions below look for the files.
        assert.ok(random.includes(column) || before.includes(column), `no marker in ${column}`);
      }
    }
    await discardJob(shop.deps, operator, job.id, `${marker} is angry`);
    const { sums } = await shop.audit();
    const files = await filesOf(shop, orders);

    const { erasure, photos, results } = await eraseUser(shop.deps, operator, user.id);
    assert.deepEqual([erasure.orders.length, photos, results], [4, 2, 3]);
    assert.deepEqual(await columnsWith(database, shop, marker), []);
    await shop.drain();
    assert.deepEqual(await columnsWith(database, shop, marker), []);
    assert.equal(files.length, 4);
    for (const file of [...files, formerPicture]) {
      assert.equal(shop.disk.stored.has(file), false);
      // The attempt of the job that removed the file is kept for 30 days, and its key is the name of the file.
      const places = await columnsWith(database, shop, file);
      assert.deepEqual(
        places.filter((place) => place !== 'job_attempts.key'),
        [],
      );
    }
    assert.deepEqual((await shop.audit()).sums, sums);
    await assertSound(shop);

    const prices = (
      await database.rows(shop, `select price_minor from orders where user_id = ${user.id}`)
    ).map(({ price_minor }) => Number(price_minor));
    assert.deepEqual(
      prices.sort((a, b) => a - b),
      [990, 990, 1990, 3980],
    );
    const [payment] = await shop.store.read.payments.ofOrder(orderId);
    assert.deepEqual([payment?.amountMinor, payment?.receivedMinor], [990, 990]);
    const entry = await newestEntry(shop, 'user_erased');
    assert.deepEqual(
      [entry?.targetId, entry?.after],
      [String(user.id), { orders: 4, photos: 2, results: 3 }],
    );
  });

  test(`an erased customer loses access to all orders, and a new sign-in creates a new user, on ${name}`, async () => {
    await using shop = await openShop({ settings, ...database.shopOptions });
    const { user, caller, orders } = await markedCustomer(database, shop);
    await eraseUser(shop.deps, operator, user.id);
    for (const orderNo of orders) {
      await assert.rejects(shop.service.fetchOrder(anonymous, orderNo), code('unknown_order'));
    }
    const again = await shop.store.transaction((tx) =>
      tx.members.insertUserOfSubject(`https://${marker}.example`, `${marker} subject`, 1),
    );
    assert.notEqual(again.id, user.id);
    const after = await shop.store.read.members.userById(user.id);
    assert.equal(after?.tokenGeneration, user.tokenGeneration + 1);
    assert.equal(caller.kind, 'user');
  });

  test(`the erasure of one order leaves the other orders of the customer, on ${name}`, async () => {
    await using shop = await openShop({ settings, ...database.shopOptions });
    const { user, caller, orders } = await markedCustomer(database, shop);
    const [merged = '', refunded = ''] = orders;
    const { sums } = await shop.audit();
    const order = await shop.order(refunded);
    const [file = ''] = await filesOf(shop, [refunded]);
    const { photos, results } = await eraseOrder(shop.deps, operator, order.id);
    assert.deepEqual([photos, results], [1, 2]);
    await shop.drain();
    assert.deepEqual((await shop.audit()).sums, sums);
    await assertSound(shop);
    assert.equal(shop.disk.stored.has(file), false);
    const listed = await shop.service.myOrders(caller, null, 100);
    assert.equal(listed.length, 3);
    await assert.rejects(shop.service.fetchOrder(caller, refunded), code('unknown_order'));
    assert.ok((await shop.service.fetchOrder(caller, merged)) !== undefined);
    const history = JSON.stringify(await shop.store.read.orders.history(order.id));
    assert.ok(!history.includes(marker) && !history.includes(`"userId":${user.id}`), history);
    assert.equal((await newestEntry(shop, 'order_erased'))?.targetId, refunded);
  });

  test(`an order is not erased while an unfinished order of any guest uses the same photo, on ${name}`, async () => {
    await using shop = await openShop({ settings, ...database.shopOptions });
    const photo = { path: await shop.upload() };
    const place = async () =>
      (await shop.service.placeOrder({ ...shop.placeCall(colourise, photo), caller: anonymous })).orderNo;
    const first = await place();
    await shop.pay(first);
    await shop.drain();
    const second = await place();
    const { id, userId } = await shop.order(first);
    const other = (await shop.order(second)).id;
    for (const [obstacle, sentence] of [
      ['unpaid', /it waits for payment/],
      ['in_work', /its picture is being made/],
    ] as const) {
      for (const erase of [
        () => eraseUser(shop.deps, operator, userId),
        () => eraseOrder(shop.deps, operator, id),
      ]) {
        await assert.rejects(erase(), sentence);
      }
      const expected = { orders: 1, obstacles: [{ orderId: other, obstacle }] };
      assert.deepEqual(await previewUserErasure(shop.deps, operator, userId), expected);
      assert.deepEqual(await previewOrderErasure(shop.deps, operator, id), expected);
      if (obstacle === 'unpaid') await shop.pay(second);
    }
    await shop.drain();
    assert.equal(await shop.state(second), 'pay/done');
    await eraseUser(shop.deps, operator, userId);
    assert.equal(await shop.store.read.uploads.byPath(photo.path), undefined);
  });
}

test('the file of a SQLite database and its log do not contain the erased customer any more', async () => {
  await using shop = await openShop({ settings });
  const { user } = await markedCustomer(onSqlite, shop);
  const [main] = shop.rows("select file from pragma_database_list where name = 'main'");
  const bytes = () =>
    Buffer.concat(
      ['', '-wal']
        .map((suffix) => `${main?.file}${suffix}`)
        .filter(existsSync)
        .map((file) => readFileSync(file)),
    );
  assert.ok(bytes().includes(marker));
  await eraseUser(shop.deps, operator, user.id);
  assert.equal(bytes().includes(marker), false);
});

test('the erasure of a guest’s last order also deletes the guest', async () => {
  await using shop = await openShop({ settings });
  const orderNo = await shop.paidColourise();
  await shop.settle();
  const { id, userId } = await shop.order(orderNo);
  await eraseOrder(shop.deps, operator, id);
  assert.equal(await shop.store.read.members.userById(userId), undefined);
  assert.notEqual((await shop.order(orderNo)).userId, userId);
});

test('an order that is unpaid, in work or being refunded, or whose membership has not ended, is not erased, and the error names the cause', async () => {
  await using shop = await openShop({ settings });
  const unpaid = await shop.placeColourise();
  const inWork = await shop.paidColourise();
  const vip = await shop.placeVip();
  await shop.pay(vip);
  const { orderNo: refunding } = await shop.pendingRefund();
  const cases = [
    [unpaid, /it waits for payment\. Cancel it first\.$/, eraseUser],
    [refunding, /a refund has not reached the customer\. Wait until it is done\.$/, eraseUser],
    [vip, /the membership that it bought has not ended/, eraseOrder],
  ] as const;
  const working = await shop.paidColourise();
  for (const [orderNo, sentence, erase] of [
    ...cases,
    [working, /its picture is being made/, eraseUser] as const,
  ]) {
    const { id, userId } = await shop.order(orderNo);
    await assert.rejects(erase(shop.deps, operator, erase === eraseUser ? userId : id), (error) => {
      assert.ok(error instanceof AppError);
      assert.deepEqual([error.code, error.reason], ['illegal_transition', 'erasure_must_wait']);
      assert.match(error.message, new RegExp(`^Order ${id} cannot be erased yet: `));
      assert.match(error.message, sentence);
      return true;
    });
    assert.equal(
      (await shop.store.read.members.searchUsers({ id: userId, subject: null }, null, 1))[0]?.erasedAt,
      null,
    );
  }
  assert.equal(await shop.state(inWork), 'pay/done');
});

test('only an owner can erase, and in a session only after a recent proof of identity', async () => {
  await using shop = await openShop({ settings });
  const { id, userId } = await shop.order(await shop.paidColourise());
  await shop.settle();
  const support = { ...operator, operator: { ...operator.operator, role: 'support' as const } };
  const session: SessionCaller = { ...operator, sessionId: 7, provenAt: shop.clock.now() - 11 * 60_000 };
  const recent: SessionCaller = { ...session, provenAt: shop.clock.now() };
  for (const caller of [support, session]) {
    await assert.rejects(eraseUser(shop.deps, caller, userId), code('forbidden'));
    await assert.rejects(eraseOrder(shop.deps, caller, id), code('forbidden'));
  }
  await eraseOrder(shop.deps, recent, id);
});
