/** Links to results, and opening a result by its link. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { code } from '../../support/app-error.ts';
import { anonymous, openShop } from '../../support/shop.ts';

const dayMs = 24 * 60 * 60_000;

test('each time an order is fetched it has a new link to its picture, which expires after an hour or with the picture', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  await shop.drain();
  const until = async () => {
    const { resultUrl } = await shop.service.fetchOrder(anonymous, orderNo);
    return resultUrl === null
      ? null
      : Number(new URL(resultUrl).searchParams.get('expires')) - shop.clock.now();
  };
  assert.equal(await until(), 60 * 60_000);
  shop.clock.advance(7 * dayMs - 10 * 60_000);
  assert.equal(await until(), 10 * 60_000);
  shop.clock.advance(10 * 60_000);
  assert.equal(await until(), null);
});

test('a link opens its picture; a forged link, an expired link and a purged picture have different errors', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  await shop.drain();
  const { resultUrl } = await shop.service.fetchOrder(anonymous, orderNo);
  const url = new URL(resultUrl ?? assert.fail());
  const file = url.pathname.slice('/files/'.length);
  const expires = url.searchParams.get('expires') ?? '';
  const stored = await shop.service.openResult(file, expires, 'genuine');
  assert.equal(stored.contentType, 'image/jpeg');
  await assert.rejects(shop.service.openResult(file, expires, 'forged'), code('unknown_file'));
  const longer = String(shop.clock.now() + 30 * dayMs);
  shop.clock.advance(60 * 60_000);
  await assert.rejects(shop.service.openResult(file, expires, 'genuine'), code('link_expired'));
  shop.clock.advance(7 * dayMs);
  await shop.drain();
  await assert.rejects(shop.service.openResult(file, longer, 'genuine'), code('result_expired'));
});
