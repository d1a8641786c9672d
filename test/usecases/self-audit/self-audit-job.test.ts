/** The schedule of the self-audit. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openShop } from '../../support/shop.ts';

test('the self-audit runs every night at 3:30 in the shop’s time zone and logs its findings', async () => {
  await using shop = await openShop();
  await shop.placeColourise();
  await shop.drain();
  const logged = () =>
    shop.log.lines.filter(({ message }) => message.startsWith('audit')).map(({ level }) => level);
  assert.deepEqual(logged(), ['info']);
  shop.clock.advance(7.5 * 60 * 60_000 - 1);
  await shop.drain();
  assert.deepEqual(logged(), ['info'], 'the self-audit ran before 3:30');
  shop.sql('update orders set version = 9');
  shop.clock.advance(1);
  await shop.drain();
  assert.deepEqual(logged(), ['info', 'error']);
  shop.clock.advance(24 * 60 * 60_000);
  await shop.drain();
  assert.deepEqual(logged(), ['info', 'error', 'error']);
});
