/** Concurrent changes of the catalogue on a PostgreSQL server: their audit entries form one sequence. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { arrangeGoods } from '../../../src/usecases/goods/arrange-goods.ts';
import { changeGood } from '../../../src/usecases/goods/catalogue.ts';
import { auditLog, consoleDeps, operatorOf } from '../../support/console-fixture.ts';
import { postgresDatabases } from '../../support/databases.ts';
import { howToGetPostgres, startPostgres } from '../../support/postgres-server.ts';
import { openShop } from '../../support/shop.ts';

const server = await startPostgres();
const databases = server === undefined ? undefined : postgresDatabases(server);
after(async () => {
  await databases?.remove();
  await server?.stop();
});

test('the old value of each audit entry is the new value of the previous one, even for concurrent changes', async (context) => {
  if (databases === undefined) {
    // In CI a skipped test would look like a passed test, so fail instead.
    if (process.env.CI === 'true') throw new Error(howToGetPostgres);
    return context.skip(howToGetPostgres);
  }
  await using shop = await openShop({ open: databases.open });
  const deps = consoleDeps(shop.deps);
  const goods = await shop.store.read.goods.all();
  const [good] = goods;
  assert.ok(good !== undefined);
  const { id, ...fields } = { ...good, isUnchanged: null };
  const ids = goods.map((one) => one.id);
  const prices = Array.from({ length: 12 }, (_, index) => 10_000 + index);
  await Promise.all([
    ...prices.map((priceMinor) => changeGood(deps, operatorOf('owner'), id, { ...fields, priceMinor })),
    ...[ids.toReversed(), ids].map((order) => arrangeGoods(deps, operatorOf('owner', 'bert'), order)),
  ]);
  const changes = (await auditLog(shop)).filter(({ action }) => action === 'good_changed').reverse();
  const priceChanges = changes.filter(({ after }) => after?.price !== undefined);
  assert.equal(priceChanges.length, prices.length);
  let price: unknown = good.priceMinor;
  for (const { before, after } of priceChanges) {
    assert.equal(before?.price, price);
    price = after?.price;
  }
  assert.equal((await shop.store.read.goods.byId(id))?.priceMinor, price);
});
