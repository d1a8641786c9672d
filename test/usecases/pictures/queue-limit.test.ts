/** The limit of waiting pictures, with a queue of which only the length is known. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createQueueLimit } from '../../../src/usecases/pictures/queue-limit.ts';
import { code } from '../../support/app-error.ts';
import { openShop } from '../../support/shop.ts';

test('after the clock was set back, the queue is counted again', async () => {
  await using shop = await openShop({ settings: { queueLengthMax: 1 } });
  const limit = createQueueLimit(shop.deps);
  await shop.pay(await shop.placeColourise());
  await assert.rejects(limit.requireRoom(), code('unavailable'));
  await shop.drain();
  shop.clock.advance(-60 * 60_000);
  await limit.requireRoom();
});
