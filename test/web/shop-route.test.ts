/** The addresses of the shop's views. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { routeOf, urlOf } from '../../web/shop/route.ts';

describe('the address of a view', () => {
  for (const search of ['', '?goods=2', '?order_no=1M7Y', '?orders', '?series=1M7Y,1M7Z']) {
    it(`/${search} is unchanged after it is parsed into a view and written again`, () =>
      assert.equal(urlOf(routeOf(search)).slice(1), search));
  }

  for (const search of ['?goods=x', '?goods=0', '?goods=1.5', '?order_no=', '?series=,', '?unknown']) {
    it(`/${search} is invalid and opens the home view`, () =>
      assert.deepEqual(routeOf(search), { view: 'home' }));
  }
});
