/** The headers that every response has. */

import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { builtWebFolder } from '../../../src/http/pages/web-pages.ts';
import { listeningApp, rawClient } from '../../support/listening-app.ts';
import { testApp } from '../../support/test-app.ts';

const urls = ['/', '/health/live', '/index.php/v1/goods_list', '/nowhere', '/%', '/docs', '/openapi.json'];

test('every response of a shop at https has Strict-Transport-Security, so that browsers call only https', async () => {
  const { app } = testApp({ publicUrl: 'https://kiosk.example', webFolder: builtWebFolder });
  for (const url of urls) {
    const { headers } = await app.inject({ url });
    assert.equal(headers['strict-transport-security'], 'max-age=31536000', url);
  }
  await app.close();
});

test('a shop at plain http sends no Strict-Transport-Security', async () => {
  const { app } = testApp({ webFolder: builtWebFolder });
  for (const url of urls)
    assert.equal((await app.inject({ url })).headers['strict-transport-security'], undefined, url);
  await app.close();
});

const responses = [
  ...urls.map((url) => ({ method: 'GET' as const, url })),
  { method: 'POST' as const, url: '/index.php/v1/goods_list' },
  { method: 'POST' as const, url: '/index.php/v1/fetch_order' },
  { method: 'GET' as const, url: '/admin/api/session' },
  { method: 'GET' as const, url: '/files/results/x.jpg' },
  { method: 'GET' as const, url: '/icons/photokiosk.svg' },
  { method: 'GET' as const, url: '/assets/tokens.css' },
  { method: 'GET' as const, url: '/metrics' },
];

for (const { method, url } of responses) {
  test(`${method} ${url} forbids frames, foreign content, sniffing and referrers`, async () => {
    const { app } = testApp({ webFolder: builtWebFolder });
    const { headers } = await app.inject({ method, url });
    assert.match(String(headers['content-security-policy']), /^default-src 'none'; .*frame-ancestors 'none'/);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    await app.close();
  });
}

describe('the response to bytes that are not HTTP', () => {
  it('has the same protective headers as other responses', async (t) => {
    const { port } = await listeningApp(t, { publicUrl: 'https://kiosk.example' });
    const client = rawClient(t, port);
    client.socket.write('nonsense\r\n\r\n');
    const answer = await client.closed();
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.match(answer, /\r\nx-content-type-options: nosniff\r\n/i);
    assert.match(answer, /\r\ncontent-security-policy: default-src 'none'; frame-ancestors 'none'\r\n/i);
    assert.match(answer, /\r\nstrict-transport-security: max-age=31536000\r\n/i);
  });
});
