/** The places of one client at one process, when requests and reports to the database overlap. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heldPlaces, type Leave } from '../../../src/http/callers/held-places.ts';
import { sharedShop } from './shared-processes.ts';

const placesMax = 4;

test('a client whose first place ends while it waits for a second one gets no more places than its limit', async (t) => {
  const shop = sharedShop(t);
  const places = heldPlaces('streams', placesMax, shop.start().exchange);
  const held: Leave[] = [];
  const take = async () => {
    const leave = await places.take('client');
    if (leave !== null) held.push(leave);
    return leave !== null;
  };
  const takeAndReport = async () => {
    const taken = take();
    await shop.pass(500);
    return taken;
  };
  // The second request arrives while the report of the first place is on its way.
  shop.answerAfterMs = null;
  assert.equal(await take(), true);
  await shop.pass(1);
  const second = take();
  held.pop()?.();
  shop.answerAfterMs = 0;
  await shop.pass(500);
  assert.equal(await second, true);
  for (let more = 1; more < placesMax; more++) assert.equal(await takeAndReport(), true);
  assert.equal(await takeAndReport(), false);
  held.shift()?.();
  assert.equal(await takeAndReport(), true);
  assert.equal(await takeAndReport(), false, 'one place was given back, and one was taken');
});
