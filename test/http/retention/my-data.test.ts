/**
 * Tests of `my_data`, which returns everything that the shop stores about the caller, and nothing about others, as a
 * ZIP file.
 */

import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { addNote } from '../../../src/usecases/inbox/notes.ts';
import { assertProblem } from '../../support/assert-problem.ts';
import { headerTokens } from '../../support/deps.ts';
import { openShop, operator, type Shop } from '../../support/shop.ts';
import { shopApp } from '../../support/shop-app.ts';

const withTokens = { wrap: (deps: Shop['deps']) => ({ ...deps, tokens: headerTokens }) };

test('a customer’s download contains all facts, notes, photos and pictures, and nothing of another customer', async () => {
  await using shop = await openShop(withTokens);
  await using web = shopApp(shop);
  const orderNo = await shop.paidColourise();
  const other = await shop.paidColourise();
  await shop.settle();
  const { userId, details, deal } = await shop.order(orderNo);
  await addNote(shop.deps, operator, { targetKind: 'user', targetId: userId }, 'called twice');
  const answer = await web.call('my_data', {}, { authorization: `Bearer guest.${userId}` });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.equal(answer.headers['content-type'], 'application/zip');
  assert.equal(answer.headers['content-disposition'], 'attachment; filename="my-data.zip"');
  assert.equal(answer.headers['cache-control'], 'no-store');
  const files = unzipSync(new Uint8Array(answer.rawPayload));
  const photo = String(details.path);
  assert.ok(deal.status === 'done' && deal.resultFile !== null);
  const names = ['my-data.json', photo.replace('uploads/', 'photos/'), `pictures/${orderNo}.jpg`];
  assert.deepEqual(Object.keys(files).sort(), names.sort());
  const stored = (key: string) => new Uint8Array(shop.disk.stored.get(key)?.bytes ?? []);
  assert.deepEqual(files[`pictures/${orderNo}.jpg`], stored(deal.resultFile));
  assert.deepEqual(files[photo.replace('uploads/', 'photos/')], stored(photo));
  const text = strFromU8(files['my-data.json'] ?? new Uint8Array());
  const facts = JSON.parse(text);
  assert.deepEqual(
    facts.orders.map((order: { order_no: string; price: number }) => [order.order_no, order.price]),
    [[orderNo, 990]],
  );
  assert.equal(facts.customer.number, userId);
  assert.equal(facts.notes_of_the_shop[0].text, 'called twice');
  assert.equal(facts.orders[0].payments[0].received, 990);
  assert.ok(!text.includes(other) && !text.includes('admin'));
});

test('a call without a token is refused, and so is the fourth download of a customer within an hour, before any order is read', async () => {
  let reads = 0;
  await using shop = await openShop({
    wrap(deps) {
      const { store } = deps;
      const ofUser: typeof store.read.orders.ofUser = (...call) => {
        reads += 1;
        return store.read.orders.ofUser(...call);
      };
      const read = { ...store.read, orders: { ...store.read.orders, ofUser } };
      return { ...deps, tokens: headerTokens, store: { ...store, read } };
    },
  });
  await using web = shopApp(shop);
  assertProblem(await web.call('my_data'), 'unauthenticated');
  const { userId } = await shop.order(await shop.placeVip());
  const download = (id = userId) => web.call('my_data', {}, { authorization: `Bearer guest.${id}` });
  for (let times = 0; times < 3; times++) assert.equal((await download()).statusCode, 200);
  const refused = await download();
  assertProblem(refused, 'too_many_requests');
  assert.equal(refused.headers['retry-after'], '1200');
  assert.equal(reads, 3);
  const { userId: another } = await shop.order(await shop.placeVip());
  assert.equal((await download(another)).statusCode, 200);
});

test('an error while a file is read ends the download instead of completing it', async () => {
  await using shop = await openShop({
    wrap: (deps) => ({
      ...deps,
      tokens: headerTokens,
      files: {
        ...deps.files,
        async get(key) {
          const found = await deps.files.get(key);
          if (found === undefined || !key.startsWith('uploads/')) return found;
          const open = async () =>
            Readable.from(
              (async function* () {
                yield Buffer.from('half');
                throw new Error('the disk failed');
              })(),
            );
          return { ...found, open };
        },
      },
    }),
  });
  await using web = shopApp(shop);
  const orderNo = await shop.placeColourise();
  const { userId } = await shop.order(orderNo);
  const url = await web.app.listen({ host: '127.0.0.1', port: 0 });
  const download = async () => {
    const headers = { authorization: `Bearer guest.${userId}` };
    return (await fetch(`${url}/v1/my_data`, { method: 'POST', headers })).arrayBuffer();
  };
  await assert.rejects(download());
});
