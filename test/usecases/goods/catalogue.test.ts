/** Owners change the catalogue. Existing orders keep their price, and every change has an audit entry. */

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import type { Good } from '../../../src/domain/goods/good.ts';
import {
  addGood,
  changeGood,
  type GoodChange,
  listCatalogue,
} from '../../../src/usecases/goods/catalogue.ts';
import type { GoodFields } from '../../../src/usecases/goods/good-fields.ts';
import { addIcon, findIcon, isBuiltInIcon } from '../../../src/usecases/goods/icons.ts';
import type { Store } from '../../../src/usecases/ports/store.ts';
import { code } from '../../support/app-error.ts';
import { auditLog, consoleDeps, operatorOf } from '../../support/console-fixture.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const owner = operatorOf('owner');

const postcard: GoodFields = {
  title: 'Colour for old photos',
  summary: 'By hand, nearly',
  description: '',
  translations: {},
  icon: '/icons/colourise.svg',
  picture: null,
  priceMinor: 1200,
  memberPriceMinor: 600,
  sort: 15,
  functName: 'mark_order_zhaopianshangse',
  onShelf: true,
};

/** A change that applies even if the good has changed since the operator read it. */
function changeOf({ id: _, ...fields }: Good | (GoodFields & { id?: number })): GoodChange {
  return { ...fields, isUnchanged: null };
}

/** The colourised photo of the default catalogue. */
async function firstGood({ store }: Shop): Promise<Good> {
  const [good] = await store.read.goods.all();
  assert.ok(good !== undefined);
  return good;
}

test('a new good is for sale at once, and its audit entry names the operator', async () => {
  await using shop = await openShop();
  const good = await addGood(consoleDeps(shop.deps), owner, postcard);
  assert.deepEqual(await shop.store.read.goods.byId(good.id), { ...postcard, id: good.id });
  assert.ok((await shop.service.listGoods()).some(({ id }) => id === good.id));
  const [entry] = await auditLog(shop);
  assert.equal(entry?.action, 'good_added');
  assert.equal(entry?.operator, 'anna');
  assert.equal(entry?.targetId, String(good.id));
  assert.equal(entry?.before, null);
  assert.equal(entry?.after?.price, 1200);
});

test('a changed price leaves existing orders as they are', async () => {
  await using shop = await openShop();
  const unpaid = await shop.placeColourise();
  const paid = await shop.placeColourise();
  await shop.pay(paid);
  const good = await firstGood(shop);
  const changed = { ...changeOf(good), priceMinor: 1, memberPriceMinor: null, onShelf: false };
  await changeGood(consoleDeps(shop.deps), owner, good.id, changed);
  assert.equal((await shop.order(unpaid)).priceMinor, 990);
  assert.equal((await shop.order(paid)).priceMinor, 990);
  await shop.pay(unpaid);
  await shop.drain();
  assert.equal(await shop.state(unpaid), 'pay/done');
  assert.equal(await shop.state(paid), 'pay/done');
  assert.deepEqual((await shop.audit()).problems, []);
});

test('the audit entry contains the old and new values of the changed fields; an unchanged good adds no entry', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const good = await addGood(deps, owner, postcard);
  await changeGood(deps, owner, good.id, { ...changeOf(postcard), priceMinor: 1500, memberPriceMinor: null });
  await changeGood(deps, owner, good.id, { ...changeOf(postcard), priceMinor: 1500, memberPriceMinor: null });
  const entries = await auditLog(shop);
  assert.equal(entries.length, 2);
  assert.equal(entries[0]?.action, 'good_changed');
  assert.deepEqual(entries[0]?.before, { price: 1200, member_price: 600 });
  assert.deepEqual(entries[0]?.after, { price: 1500, member_price: null });
});

test('a change of a good that another operator has changed is refused; a change without `sort` keeps the position', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const good = await addGood(deps, owner, postcard);
  const change = {
    ...changeOf(good),
    sort: null,
    isUnchanged: (now: Good) => now.priceMinor === good.priceMinor,
  };
  await shop.store.transaction((tx) => tx.goods.save({ ...good, sort: 99 }));
  const dearer = await changeGood(deps, owner, good.id, { ...change, priceMinor: 1500 });
  assert.deepEqual(dearer, { ...good, sort: 99, priceMinor: 1500 });
  await assert.rejects(
    changeGood(deps, owner, good.id, { ...change, title: 'Card' }),
    code('illegal_transition'),
  );
  assert.deepEqual(await shop.store.read.goods.byId(good.id), dearer);
});

test('the console lists all goods, including those that are not for sale', async () => {
  await using shop = await openShop();
  const { goods, kinds } = await listCatalogue(shop.deps, operatorOf('viewer'));
  assert.deepEqual(
    goods.map(({ sort }) => sort),
    [10, 20, 30, 40, 50],
  );
  assert.ok(goods.some(({ onShelf }) => !onShelf));
  assert.ok(kinds.some(({ functName }) => functName === 'mark_order_vip'));
});

test('only an owner can change the catalogue, and a refused change adds no audit entry', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const { id } = await firstGood(shop);
  for (const role of ['viewer', 'support'] as const) {
    await assert.rejects(addGood(deps, operatorOf(role), postcard), code('forbidden'));
    await assert.rejects(changeGood(deps, operatorOf(role), id, changeOf(postcard)), code('forbidden'));
    await assert.rejects(addIcon(deps, operatorOf(role), Readable.from(['icon'])), code('forbidden'));
  }
  assert.equal((await shop.store.read.goods.all()).length, 5);
  assert.deepEqual(await auditLog(shop), []);
});

test('a change of an unknown good, and a good with a blank title, an unknown order operation or an unknown icon, are refused', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  await assert.rejects(changeGood(deps, owner, 999, changeOf(postcard)), code('unknown_item'));
  for (const wrong of [
    { title: '   ' },
    { functName: 'mark_order_flying_carpet' },
    { icon: '/icons/nothing.svg' },
    { icon: 'https://elsewhere.test/icon.png' },
    { icon: '/icons/../uploads/0123456789abcdefghjkmnpqr.png' },
    { icon: '/icons/0123456789abcdefghjkmnpqr.png' },
  ]) {
    await assert.rejects(addGood(deps, owner, { ...postcard, ...wrong }), code('invalid_parameters'));
  }
  assert.deepEqual(await auditLog(shop), []);
});

test('a good keeps an unknown icon that it already has', async () => {
  await using shop = await openShop();
  const good = { ...(await firstGood(shop)), icon: 'static/old.png' };
  await shop.store.transaction((tx) => tx.goods.save(good));
  const prices = { priceMinor: 5, memberPriceMinor: null };
  await changeGood(consoleDeps(shop.deps), owner, good.id, { ...changeOf(good), ...prices });
  assert.deepEqual(await shop.store.read.goods.byId(good.id), { ...good, ...prices });
});

/** A store whose audit log refuses every entry. */
function withoutAuditLog(store: Store): Store {
  return {
    ...store,
    transaction: (work) =>
      store.transaction((tx) => {
        const insert = () => Promise.reject(new Error('the audit log is full'));
        return work(Object.create(tx, { auditLog: { value: { ...tx.auditLog, insert } } }));
      }),
  };
}

test('a change whose audit entry cannot be written is rolled back', async () => {
  await using shop = await openShop();
  const deps = consoleDeps({ ...shop.deps, store: withoutAuditLog(shop.store) });
  const before = await shop.store.read.goods.all();
  const { id } = await firstGood(shop);
  await assert.rejects(addGood(deps, owner, postcard), /the audit log is full/);
  await assert.rejects(changeGood(deps, owner, id, changeOf(postcard)), /the audit log is full/);
  const pngs = { ...deps, uploadImages: iconMaker(shop) };
  await assert.rejects(addIcon(pngs, owner, Readable.from(['icon'])), /the audit log is full/);
  assert.deepEqual(await shop.store.read.goods.all(), before);
  assert.equal(shop.disk.stored.size, 0);
});

function iconMaker(shop: Awaited<ReturnType<typeof openShop>>): typeof shop.uploadImages {
  return {
    ...shop.uploadImages,
    async run(task, options) {
      const outcome = await shop.uploadImages.run(task, options);
      return outcome.kind === 'made' ? { ...outcome, contentType: 'image/png' } : outcome;
    },
  };
}

test('an uploaded icon is re-encoded, stored, recorded in the audit log and usable for a good', async () => {
  await using shop = await openShop();
  const deps = consoleDeps({ ...shop.deps, uploadImages: iconMaker(shop) });
  const { icon, widthPx, heightPx } = await addIcon(deps, owner, Readable.from(['bytes']));
  assert.match(icon, /^\/icons\/[0-9a-z]{25}\.png$/);
  assert.deepEqual([widthPx, heightPx], [295, 413]);
  const stored = await findIcon(deps, icon);
  assert.equal(stored?.contentType, 'image/png');
  assert.equal(shop.disk.stored.get(icon.slice(1))?.bytes.toString(), 'icon of bytes');
  assert.equal(shop.disk.local.size, 0, 'scratch files remain');
  const [entry] = await auditLog(shop);
  assert.deepEqual([entry?.action, entry?.targetKind, entry?.targetId], ['icon_added', 'icon', icon]);
  assert.equal((await addGood(deps, owner, { ...postcard, icon })).icon, icon);
});

test('an icon that is refused, too large or crashes the image process leaves no file and no audit entry', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  shop.uploadImages.plan = { refused: 'unsupported_format' };
  await assert.rejects(addIcon(deps, owner, Readable.from(['<svg/>'])), code('unusable_image'));
  shop.uploadImages.plan = 'lost';
  await assert.rejects(addIcon(deps, owner, Readable.from(['bomb'])), code('unusable_image'));
  await assert.rejects(
    addIcon(deps, owner, Readable.from([Buffer.alloc(1_000_001)])),
    code('body_too_large'),
  );
  assert.equal(shop.disk.stored.size, 0);
  assert.equal(shop.disk.local.size, 0);
  assert.deepEqual(await auditLog(shop), []);
});

test('every SVG file in web/static/icons is a built-in icon, and a name without a file is not', () => {
  const files = readdirSync(new URL('../../../web/static/icons/', import.meta.url));
  const names = files.filter((name) => name.endsWith('.svg'));
  assert.ok(names.length > 3);
  for (const name of names) assert.ok(isBuiltInIcon(`/icons/${name}`), name);
  assert.equal(isBuiltInIcon('/icons/none.svg'), false);
});
