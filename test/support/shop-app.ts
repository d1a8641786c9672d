/** The HTTP layer on a complete shop, for tests that check responses and the content of the database. */

import assert from 'node:assert/strict';
import { post } from './http-forms.ts';
import type { Shop } from './shop.ts';
import { type TestAppOptions, testApp } from './test-app.ts';

export function shopApp(shop: Shop, options: TestAppOptions = {}) {
  const { app } = testApp({ service: shop.service, clock: shop.clock, ...options });
  return {
    app,
    call: (operation: string, parameters: object = {}, headers: Record<string, string> = {}) =>
      app.inject(post(`/v1/${operation}`, parameters, headers)),
    /**
     * Makes the same call twice, as a client does that did not receive the first response. @returns the second
     * response.
     */
    async repeat(operation: string, parameters: object) {
      const lost = await app.inject(post(`/v1/${operation}`, parameters));
      assert.equal(lost.statusCode, 200, lost.body);
      return app.inject(post(`/v1/${operation}`, parameters));
    },
    [Symbol.asyncDispose]: () => app.close(),
  };
}
