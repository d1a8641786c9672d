/** An import writes all of its goods or none, and each written good has an audit entry. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Good } from '../../../src/domain/goods/good.ts';
import { type ImportedGood, importGoods } from '../../../src/usecases/goods/import-goods.ts';
import type { Store } from '../../../src/usecases/ports/store.ts';
import { code } from '../../support/app-error.ts';
import { auditLog, consoleDeps, operatorOf } from '../../support/console-fixture.ts';
import { openShop } from '../../support/shop.ts';

const owner = operatorOf('owner');

const asNew = (good: Good): ImportedGood => ({ ...good, id: null, isUnchanged: null });
const asChange = (good: Good, changes: Partial<Good> = {}): ImportedGood => ({
  ...good,
  ...changes,
  isUnchanged: null,
});

test('each added and changed good has the audit entry of a single change; an unchanged good has none', async () => {
  await using shop = await openShop();
  const [first, second] = await shop.store.read.goods.all();
  assert.ok(first !== undefined && second !== undefined);
  const goods = [asChange(first, { priceMinor: first.priceMinor + 1 }), asChange(second), asNew(second)];
  const figures = await importGoods(consoleDeps(shop.deps), owner, goods, false);
  assert.deepEqual(figures, { added: 1, changed: 1, unchanged: 1 });
  const [added, changed, ...others] = await auditLog(shop);
  assert.deepEqual([added?.action, added?.before, added?.after?.title], ['good_added', null, second.title]);
  assert.deepEqual(
    [changed?.action, changed?.targetId, changed?.before, changed?.after],
    ['good_changed', String(first.id), { price: first.priceMinor }, { price: first.priceMinor + 1 }],
  );
  assert.deepEqual(others, []);
});

/** A store in whose transactions the `failing`th audit entry cannot be written. */
function withFullAuditLog(store: Store, failing: number): Store {
  return {
    ...store,
    transaction: (work) =>
      store.transaction((tx) => {
        let entries = 0;
        const insert: typeof tx.auditLog.insert = (entry) => {
          entries += 1;
          return entries === failing
            ? Promise.reject(new Error('the audit log is full'))
            : tx.auditLog.insert(entry);
        };
        return work(Object.create(tx, { auditLog: { value: { ...tx.auditLog, insert } } }));
      }),
  };
}

test('an import that fails at its last good leaves no good and no audit entry', async () => {
  await using shop = await openShop();
  const before = await shop.store.read.goods.all();
  const [first] = before;
  assert.ok(first !== undefined);
  const goods = [asChange(first, { priceMinor: 5, memberPriceMinor: null }), asNew(first), asNew(first)];
  const store = withFullAuditLog(shop.store, goods.length);
  const deps = consoleDeps({ ...shop.deps, store });
  await assert.rejects(importGoods(deps, owner, goods, false), /the audit log is full/);
  assert.deepEqual(await shop.store.read.goods.all(), before);
  assert.deepEqual(await auditLog(shop), []);
});

test('an icon whose file is removed between the check and the transaction is refused with the position of its good', async () => {
  await using shop = await openShop();
  const [first] = await shop.store.read.goods.all();
  assert.ok(first !== undefined);
  const icon = '/icons/0123456789abcdefghjkmnpqr.png';
  await shop.store.transaction(async (tx) => {
    await tx.unusedIcons.add(icon, shop.clock.now());
    await tx.unusedIcons.remove(icon);
  });
  // The file is still listed, as in the moment before the job removes it.
  shop.disk.local.set('made', Buffer.from('icon'));
  await shop.deps.files.put(icon.slice(1), 'made', 'image/png');
  const goods = [asNew(first), asNew({ ...first, icon })];
  const refused = code('invalid_parameters', '/goods/1/icon');
  await assert.rejects(importGoods(consoleDeps(shop.deps), owner, goods, false), refused);
  assert.deepEqual(await auditLog(shop), []);
});
