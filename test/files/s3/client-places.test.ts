/** The limit of the transfers that each client has at once. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientPlaces } from '../../../src/files/s3/client-places.ts';
import { MachineTrouble } from '../../../src/usecases/ports/machine-trouble.ts';

test('waiting transfers of a client begin in the order of arrival, one for each transfer that ends', async () => {
  const places = clientPlaces(1, 60_000);
  const first = await places.take('one');
  const began: string[] = [];
  const waiting = ['second', 'third'].map(async (name) => {
    const leave = await places.take('one');
    began.push(name);
    return leave;
  });
  first();
  first();
  const second = await waiting[0];
  assert.deepEqual(began, ['second'], 'a transfer that ends twice frees one place');
  second?.();
  (await waiting[1])?.();
  assert.deepEqual(began, ['second', 'third']);
  (await places.take('one'))();
});

test('a transfer that waits too long fails, and takes no place later', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const places = clientPlaces(1, 10_000);
  const first = await places.take('one');
  const refused = assert.rejects(places.take('one'), MachineTrouble);
  t.mock.timers.tick(10_000);
  await refused;
  first();
  (await places.take('one'))();
});
