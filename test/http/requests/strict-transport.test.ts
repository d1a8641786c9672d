/** Strict-Transport-Security, for a shop whose public address is https. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp } from '../../support/test-app.ts';

const urls = ['/', '/health/live', '/index.php/v1/goods_list', '/nowhere'];

test('every response of a shop at https asks browsers to stay at https', async () => {
  const { app } = testApp({ publicUrl: 'https://kiosk.example' });
  for (const url of urls) {
    const { headers } = await app.inject({ url });
    assert.equal(headers['strict-transport-security'], 'max-age=31536000', url);
  }
  await app.close();
});

test('a shop at plain http sends no Strict-Transport-Security', async () => {
  const { app } = testApp();
  for (const url of urls)
    assert.equal((await app.inject({ url })).headers['strict-transport-security'], undefined, url);
  await app.close();
});
