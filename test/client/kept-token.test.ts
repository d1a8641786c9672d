/** Which token the client keeps when responses arrive while its token changes. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPhotokiosk } from '../../client/src/photokiosk.ts';

const vip = { id: 3, funct_name: 'mark_order_vip' };

/** A client whose responses arrive when the test says so: `answer(operation, token)`. */
function openClient(token: string | null) {
  const waiting = new Map<string, (token: string) => void>();
  const stored: string[] = [];
  const shop = createPhotokiosk<string>({
    baseUrl: '',
    token,
    onToken: (fresh) => stored.push(fresh),
    transport: {
      openStream: null,
      newKey: async () => 'key',
      send: ({ url }) =>
        new Promise((resolve) => {
          const name = url.replace(/^.*\//, '');
          const header = (fresh: string) => (asked: string) => (asked === 'x-user-token' ? fresh : null);
          waiting.set(name, (fresh) => resolve({ status: 200, body: '{}', header: header(fresh) }));
        }),
    },
  });
  /** Lets the response of a call arrive, with this token. @param call the promise of the call. */
  async function answer(name: string, fresh: string, call: Promise<unknown>): Promise<void> {
    const arrive = waiting.get(name) ?? assert.fail(`no call of ${name} waits`);
    arrive(fresh);
    await call;
  }
  /** Lets the calls that were started send their requests. */
  const sent = () => new Promise((resolve) => setImmediate(resolve));
  return { shop, stored, answer, sent };
}

describe('the token of a response', () => {
  it('does not replace the token of a sign-in during the call', async () => {
    const { shop, stored, answer, sent } = openClient(null);
    const order = shop.order(vip);
    await sent();
    shop.setToken('user');
    await answer('mark_order_vip', 'guest', order);
    assert.equal(shop.token(), 'user');
    assert.deepEqual(stored, []);
  });

  it('does not bring back a token that was removed during the call', async () => {
    const { shop, stored, answer, sent } = openClient('guest');
    const vipCall = shop.call('my_vip');
    await sent();
    shop.setToken(null);
    await answer('my_vip', 'renewed', vipCall);
    assert.equal(shop.token(), null);
    assert.deepEqual(stored, []);
  });

  it('is kept if `setToken` did not change the token', async () => {
    const { shop, stored, answer, sent } = openClient(null);
    const order = shop.order(vip);
    await sent();
    shop.setToken(null);
    await answer('mark_order_vip', 'guest', order);
    assert.equal(shop.token(), 'guest');
    assert.deepEqual(stored, ['guest']);
  });

  for (const last of ['my_vip', 'end_guest_tokens'] as const) {
    it(`of end_guest_tokens is kept if another call renews the token at the same time, and the response of ${last} arrives last`, async () => {
      const { shop, stored, answer, sent } = openClient('guest');
      const calls = {
        my_vip: { token: 'renewed, but ended', call: shop.call('my_vip') },
        end_guest_tokens: { token: 'next', call: shop.call('end_guest_tokens') },
      };
      await sent();
      const first = last === 'my_vip' ? 'end_guest_tokens' : 'my_vip';
      for (const name of [first, last] as const) await answer(name, calls[name].token, calls[name].call);
      assert.equal(shop.token(), 'next');
      assert.equal(stored.at(-1), 'next');
    });
  }
});
