/** Calls at the same time of a customer who has no token yet. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPhotokiosk } from '../../client/src/photokiosk.ts';
import { type StubAnswer, stubTransport } from './stub-transport.ts';

const vip = { id: 3, funct_name: 'mark_order_vip' };
const ordered = (orderNo: string, token?: string): StubAnswer => ({
  status: 200,
  body: { order_no: orderNo },
  ...(token === undefined ? {} : { headers: { 'x-user-token': token } }),
});

function shopWith(answers: readonly StubAnswer[], credentials: 'token' | 'cookie' = 'token') {
  const transport = stubTransport(answers);
  const shop = createPhotokiosk({ baseUrl: '', transport, credentials, retries: { retriesMax: 0 } });
  const tokens = () => transport.requests.map(({ headers }) => headers.authorization ?? null);
  return { shop, transport, tokens };
}

describe('several first orders at the same time', () => {
  it('belong to one guest: the later ones wait for the token of the first', async () => {
    const { shop, tokens } = shopWith([ordered('A', 'T'), ordered('B'), ordered('C')]);
    const placed = await Promise.all([shop.order(vip), shop.order(vip), shop.order(vip)]);
    assert.deepEqual(placed, ['A', 'B', 'C']);
    assert.deepEqual(tokens(), [null, 'Bearer T', 'Bearer T']);
  });

  it('belong to one guest even if the first is refused', async () => {
    const refused: StubAnswer = { status: 422, body: { code: 'invalid_parameters', detail: 'x' } };
    const { shop, tokens } = shopWith([refused, ordered('B', 'T'), ordered('C')]);
    const [first, second, third] = await Promise.allSettled([
      shop.order(vip),
      shop.order(vip),
      shop.order(vip),
    ]);
    assert.deepEqual([first.status, second.status, third.status], ['rejected', 'fulfilled', 'fulfilled']);
    assert.deepEqual(tokens(), [null, null, 'Bearer T']);
  });

  it('do not keep a call that needs no guest waiting', async () => {
    const { shop, transport } = shopWith([ordered('A', 'T'), { status: 200, body: [] }, ordered('B')]);
    await Promise.all([shop.order(vip), shop.order(vip), shop.listGoods()]);
    assert.deepEqual(
      transport.requests.map(({ url }) => url.replace(/^.*\//, '')),
      ['mark_order_vip', 'goods_list', 'mark_order_vip'],
    );
  });

  it('end at once when their signal aborts while they wait', async () => {
    const { shop, transport } = shopWith([ordered('A', 'T'), ordered('C')]);
    const controller = new AbortController();
    const reason = new Error('the customer left');
    const first = shop.order(vip);
    const waiting = shop.order(vip, {}, { signal: controller.signal });
    controller.abort(reason);
    await assert.rejects(waiting, reason);
    await first;
    assert.equal(await shop.order(vip), 'C');
    assert.equal(transport.requests.length, 2);
  });
});
