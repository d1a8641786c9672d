/** A good in responses of the client API. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { post } from '../../support/http-forms.ts';
import { testApp } from '../../support/test-app.ts';

describe('a good on the wire', () => {
  it('has exactly the 7 fields of the specification, in the order of the specification', async () => {
    const { app } = testApp();
    const goods = (await app.inject(post('/v1/goods_list'))).json();
    await app.close();
    assert.equal(goods.length, 3);
    for (const good of goods) {
      assert.deepEqual(Object.keys(good), ['id', 'title', 'summary', 'icon', 'price', 'sort', 'funct_name']);
    }
    assert.equal(goods[0].price, 990);
  });
});
