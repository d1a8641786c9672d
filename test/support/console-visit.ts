/** The console's API on a complete shop. Tests call it as the pages of the console do. */

import assert from 'node:assert/strict';
import type { OperatorRole } from '../../src/domain/operator-roles.ts';
import { openShop, type ShopOptions } from './shop.ts';
import { testApp } from './test-app.ts';

export const ownOrigin = 'https://shop.test';

export interface Visitor {
  readonly cookie: string;
  readonly token: string;
}

/** Headers with the value undefined are not sent. */
type Headers = Readonly<Record<string, string | undefined>>;

function given(headers: Headers): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) kept[name] = value;
  return kept;
}

export type ConsoleVisit = Awaited<ReturnType<typeof openConsole>>;

export async function openConsole(options: ShopOptions = {}, trustProxy: string[] | false = false) {
  const shop = await openShop(options);
  const { app } = testApp({
    service: shop.service,
    clock: shop.clock,
    publicUrl: ownOrigin,
    trustProxy,
    console: {
      ...shop.deps,
      imageProtections: { active: ['permission_model'], missing: ['no_network'], reason: null },
      providerCalls: { figures: () => [], onCall: () => {} },
      diskSpace: async () => ({ freeBytes: 1, totalBytes: 2 }),
      copySampleFace: async () => {},
      version: '0.0.0',
      clockState: () => ({ steppedMs: 0, deadlinesHeldMs: 0 }),
      databaseKind: 'sqlite',
      startedAt: shop.clock.now(),
    },
  });

  async function addOperator(name: string, role: OperatorRole, password = `password of ${name}`) {
    const passwordHash = await shop.deps.passwords.hash(password);
    return shop.store.transaction((tx) =>
      tx.operators.insert({ name, role, passwordHash, createdAt: shop.clock.now() }),
    );
  }

  function trySignIn(name: string, password: string, headers: Headers = {}) {
    return app.inject({
      method: 'POST',
      url: '/admin/api/session',
      payload: { name, password },
      headers: given({ 'sec-fetch-site': 'same-origin', ...headers }),
    });
  }

  async function signIn(name: string, password = `password of ${name}`): Promise<Visitor> {
    const answer = await trySignIn(name, password);
    assert.equal(answer.statusCode, 200, answer.body);
    return { cookie: cookieOf(answer), token: answer.json().csrf_token };
  }

  return {
    app,
    shop,
    addOperator,
    orderId: async (orderNo: string) => (await shop.order(orderNo)).id,
    trySignIn,
    signIn,
    get: (visitor: Visitor, path: string, headers: Headers = {}) =>
      app.inject({ url: `/admin/api/${path}`, headers: given({ cookie: visitor.cookie, ...headers }) }),
    /** Makes a call that changes something, with the headers that the pages send. */
    send: (
      visitor: Visitor,
      method: 'POST' | 'DELETE',
      path: string,
      payload?: object,
      headers: Headers = {},
    ) =>
      app.inject({
        method,
        url: `/admin/api/${path}`,
        ...(payload === undefined ? {} : { payload }),
        headers: given({
          cookie: visitor.cookie,
          'x-csrf-token': visitor.token,
          'sec-fetch-site': 'same-origin',
          ...headers,
        }),
      }),
    async [Symbol.asyncDispose](): Promise<void> {
      await app.close();
      await shop[Symbol.asyncDispose]();
    },
  };
}

/** The `name=value` part of the cookie that a response sets. */
export function cookieOf(answer: { readonly headers: Readonly<Record<string, unknown>> }): string {
  const [cookie = ''] = String(answer.headers['set-cookie']).split(';');
  assert.match(cookie, /^__Host-photokiosk_console=[A-Za-z0-9_-]{43}$/);
  return cookie;
}
