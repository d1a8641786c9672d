/** Small pictures of orders: shown only to operators who may see pictures, and not after the picture has expired. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConsole } from '../../support/console-visit.ts';

const dayMs = 24 * 60 * 60_000;

interface Thumbnail {
  readonly id: number;
  readonly image: string;
}

async function openWithOperators() {
  const visit = await openConsole();
  await visit.addOperator('ann', 'owner');
  await visit.addOperator('cid', 'viewer');
  const ask = async (ids: readonly number[]) => {
    // Sign in again for each call, because these tests advance the clock by days and a session ends after 12 hours.
    const answer = await visit.get(await visit.signIn('ann'), `order_thumbnails?ids=${ids.join()}`);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer;
  };
  /** The content of the thumbnail: the fake image process writes from which file and by which tasks it was made. */
  const shown = async (id: number): Promise<string | null> => {
    const { thumbnails } = (await ask([id])).json<{ thumbnails: Thumbnail[] }>();
    const [, base64] = thumbnails[0]?.image.split('data:image/webp;base64,') ?? [];
    return base64 === undefined ? null : Buffer.from(base64, 'base64').toString();
  };
  return { visit, shop: visit.shop, ask, shown, idOf: visit.orderId };
}

test('the photo of an order is shown until the result is finished, and no cache may keep the response', async () => {
  const { visit, shop, ask, shown, idOf } = await openWithOperators();
  await using _ = visit;
  const orderNo = await shop.paidColourise();
  const id = await idOf(orderNo);
  assert.match((await shown(id)) ?? '', /^icon of normalise of photo/);
  await shop.drain();
  assert.match((await shown(id)) ?? '', /^icon of colourise of normalise of photo/);
  assert.equal((await ask([id])).headers['cache-control'], 'no-store');
  assert.deepEqual(shop.uploadImages.tasks.filter(({ kind }) => kind === 'icon').length, 2);
});

test('a role that may not see pictures gets no small picture', async () => {
  const { visit, shop, idOf } = await openWithOperators();
  await using _ = visit;
  const id = await idOf(await shop.paidColourise());
  const refused = await visit.get(await visit.signIn('cid'), `order_thumbnails?ids=${id}`);
  assert.deepEqual([refused.statusCode, refused.json().reason], [403, 'role_not_allowed']);
});

test('the response contains nothing about an unknown order or an order of a membership', async () => {
  const { visit, shop, ask, idOf } = await openWithOperators();
  await using _ = visit;
  const membership = await idOf(await shop.placeVip());
  assert.deepEqual((await ask([membership, 999_999])).json(), { thumbnails: [], pending: [] });
});

test('a picture that an operator has seen is not shown any more once its customer is erased', async () => {
  const { visit, shop, shown, idOf } = await openWithOperators();
  await using _ = visit;
  const orderNo = await shop.paidColourise();
  await shop.drain();
  const id = await idOf(orderNo);
  assert.notEqual(await shown(id), null);
  const erased = await visit.send(await visit.signIn('ann'), 'POST', `orders/${id}/erase`);
  assert.equal(erased.statusCode, 200, erased.body);
  assert.equal(await shown(id), null);
});

test('an expired picture is not shown, even before its file is purged', async () => {
  const { visit, shop, shown, idOf } = await openWithOperators();
  await using _ = visit;
  const orderNo = await shop.paidColourise();
  await shop.drain();
  const id = await idOf(orderNo);
  assert.notEqual(await shown(id), null);
  shop.clock.advance(8 * dayMs);
  assert.equal(await shown(id), null);
  assert.ok(shop.disk.stored.size > 0, 'the file is not purged yet');
  await shop.drain();
  await shop.drain();
  assert.equal(await shown(id), null);
});

test('one call makes at most eight small pictures, and further calls make the others', async () => {
  const { visit, shop, ask, idOf } = await openWithOperators();
  await using _ = visit;
  const ids: number[] = [];
  for (let count = 0; count < 10; count++) ids.push(await idOf(await shop.placeColourise()));
  const first = (await ask(ids)).json();
  assert.deepEqual([first.thumbnails.length, first.pending], [8, ids.slice(8)]);
  const second = (await ask(ids)).json();
  assert.deepEqual([second.thumbnails.length, second.pending], [10, []]);
  assert.equal(shop.uploadImages.tasks.filter(({ kind }) => kind === 'icon').length, 10);
});

test('a small picture that cannot be made because the image processes are busy is made by the next call; if the image process crashes, calls try again after 30 seconds', async () => {
  const { visit, shop, ask, idOf } = await openWithOperators();
  await using _ = visit;
  const id = await idOf(await shop.placeColourise());
  shop.uploadImages.plan = { unavailable: 'queue_full' };
  assert.deepEqual((await ask([id])).json(), { thumbnails: [], pending: [id] });
  shop.uploadImages.plan = 'lost';
  assert.deepEqual((await ask([id])).json(), { thumbnails: [], pending: [] });
  const tried = shop.uploadImages.tasks.length;
  assert.deepEqual((await ask([id])).json(), { thumbnails: [], pending: [] });
  assert.equal(shop.uploadImages.tasks.length, tried);
  shop.clock.advance(30_000);
  shop.uploadImages.plan = 'made';
  assert.equal((await ask([id])).json<{ thumbnails: Thumbnail[] }>().thumbnails.length, 1);
});
