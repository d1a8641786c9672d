/** The purge of icons, pictures and logos: after 30 days without a use, and never one that a good or a setting uses. */

import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { openS3Files } from '../../../src/files/s3/s3-files.ts';
import { addGood, changeGood } from '../../../src/usecases/goods/catalogue.ts';
import { addIcon, type IconUse } from '../../../src/usecases/goods/icons.ts';
import type { FileStore } from '../../../src/usecases/ports/file-store.ts';
import { changeShopSettings } from '../../../src/usecases/shop/change-shop-settings.ts';
import { code } from '../../support/app-error.ts';
import { consoleDeps, operatorOf, provenNow } from '../../support/console-fixture.ts';
import { silentLog } from '../../support/databases.ts';
import { startS3Server } from '../../support/s3-server.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const owner = operatorOf('owner');
const dayMs = 24 * 60 * 60_000;

function upload(shop: Shop, use: IconUse): Promise<string> {
  const source = Readable.from([Buffer.from(use)]);
  return addIcon(consoleDeps(shop.deps), owner, source, use).then(({ icon }) => icon);
}

async function stored(files: FileStore): Promise<string[]> {
  const paths: string[] = [];
  for await (const key of files.keys('icons')) paths.push(`/${key}`);
  return paths;
}

/** Advances the clock day by day and runs the due jobs each day, because the purge of icons runs once a day. */
async function passDays(shop: Shop, days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    shop.clock.advance(dayMs);
    await shop.drain();
  }
}

async function goodWith(shop: Shop, changes: { icon?: string; picture?: string | null }) {
  const [good] = await shop.store.read.goods.all();
  assert.ok(good !== undefined);
  const { id, ...fields } = { ...good, ...changes };
  return changeGood(consoleDeps(shop.deps), owner, id, { ...fields, isUnchanged: null });
}

test('a replaced icon, picture and logo are removed after 30 days, and those in use are kept', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const setLogo = (logo: string) =>
    changeShopSettings(deps, provenNow(owner, shop), { values: { logo }, resets: [], isUnchanged: null });
  const [icon, picture, logo] = [
    await upload(shop, 'icon'),
    await upload(shop, 'picture'),
    await upload(shop, 'icon'),
  ];
  await goodWith(shop, { icon, picture });
  await setLogo(logo);
  const replaced = [icon, picture, logo];
  await passDays(shop, 40);
  assert.deepEqual(await stored(shop.deps.files), replaced);
  const next = { icon: await upload(shop, 'icon'), picture: await upload(shop, 'picture') };
  const nextLogo = await upload(shop, 'icon');
  await goodWith(shop, next);
  await setLogo(nextLogo);
  const kept = [next.icon, next.picture, nextLogo];
  await passDays(shop, 30);
  assert.deepEqual(await stored(shop.deps.files), [...replaced, ...kept]);
  await passDays(shop, 1);
  assert.deepEqual(await stored(shop.deps.files), kept);
});

test('an icon that a good uses again within 30 days is kept', async () => {
  await using shop = await openShop();
  const icon = await upload(shop, 'icon');
  await passDays(shop, 30);
  await goodWith(shop, { icon });
  await passDays(shop, 40);
  assert.deepEqual(await stored(shop.deps.files), [icon]);
  await goodWith(shop, { icon: '/icons/vip.svg' });
  await passDays(shop, 30);
  assert.deepEqual(await stored(shop.deps.files), [icon]);
});

test('a good cannot use an icon that the purge has begun to remove, even if the file still exists', async () => {
  await using shop = await openShop();
  const icon = await upload(shop, 'icon');
  await passDays(shop, 30);
  // The object store fails, so the file still exists when the operator saves the good.
  const { remove } = shop.deps.files;
  Object.assign(shop.deps.files, { remove: () => Promise.reject(new Error('planned')) });
  await passDays(shop, 1);
  assert.deepEqual(await stored(shop.deps.files), [icon]);
  await assert.rejects(goodWith(shop, { icon }), code('invalid_parameters'));
  const [good] = await shop.store.read.goods.all();
  assert.ok(good !== undefined);
  const { id: _, ...fields } = { ...good, picture: icon };
  await assert.rejects(addGood(consoleDeps(shop.deps), owner, fields), code('invalid_parameters'));
  const logo = { values: { logo: icon }, resets: [], isUnchanged: null };
  const changing = changeShopSettings(consoleDeps(shop.deps), provenNow(owner, shop), logo);
  await assert.rejects(changing, code('invalid_parameters'));
  Object.assign(shop.deps.files, { remove });
  await passDays(shop, 1);
  assert.deepEqual(await stored(shop.deps.files), []);
});

test('an unused icon is removed from an object store, and the used one is kept', async () => {
  const server = await startS3Server('shop');
  try {
    const address = {
      endpoint: server.endpoint,
      region: 'us-east-1',
      bucket: 'shop',
      prefix: 'test/',
      style: 'path',
      credentials: { ...server.credentials, sessionToken: null },
    } as const;
    const files = await openS3Files({ address, presignedLinks: false, log: silentLog });
    const [unused, used] = [`icons/${'1'.repeat(25)}.png`, `icons/${'2'.repeat(25)}.png`];
    for (const key of [unused, used]) await files.put(key, import.meta.filename, 'image/png');
    await using shop = await openShop({ wrap: (deps) => ({ ...deps, files }) });
    await goodWith(shop, { icon: `/${used}` });
    await passDays(shop, 31);
    assert.deepEqual(await stored(files), [`/${used}`]);
  } finally {
    await server.stop();
  }
});
