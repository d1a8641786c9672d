/** Tests that the shop's page has the operator's name, logo and colour. */

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { builtInSettings, type ShopSettings } from '../../../src/domain/shop-settings.ts';
import { testApp } from '../../support/test-app.ts';

const html = `<html lang="en"><head><title>{shop_name}</title>
<link rel="icon" href="/icons/photokiosk.svg">
<meta name="shop-logo" content="{shop_logo}"></head><body></body></html>`;

function storefrontOf(settings: () => ShopSettings) {
  const kept = { orderExpiryMs: 1, resultKeptMs: 1, memberResultKeptMs: 1, resultLinkMs: 1 };
  return { providers: [], guestsAllowed: true, ...kept, emailsOffered: false, settings };
}

test('the page shows the present settings, and their texts are escaped', async (t) => {
  const webFolder = mkdtempSync(join(tmpdir(), 'photokiosk-web-'));
  t.after(() => rmSync(webFolder, { recursive: true }));
  mkdirSync(join(webFolder, 'shop'));
  writeFileSync(join(webFolder, 'shop', 'index.html'), html);
  let settings: ShopSettings = builtInSettings;
  const { app } = testApp({ webFolder, storefront: storefrontOf(() => settings) });
  t.after(() => app.close());
  const plain = (await app.inject('/')).body;
  assert.match(plain, /<title>Photokiosk<\/title>/);
  assert.match(plain, /href="\/icons\/photokiosk\.svg"/);
  assert.doesNotMatch(plain, /theme\.css/);
  assert.equal((await app.inject('/shop/theme.css')).body, '');

  settings = { ...builtInSettings, shop_name: '<b>"A&B"', logo: '/icons/own.png', accent: '#7a1f5c' };
  const own = (await app.inject('/')).body;
  assert.match(own, /<title>&lt;b&gt;&quot;A&amp;B&quot;<\/title>/);
  assert.match(own, /<meta name="shop-logo" content="\/icons\/own\.png">/);
  assert.match(own, /<link rel="icon" href="\/icons\/own\.png">/);
  assert.doesNotMatch(own, /photokiosk\.svg/);
  const [, address = ''] = /<link rel="stylesheet" href="([^"]+)"><\/head>/.exec(own) ?? [];
  const theme = await app.inject(address);
  assert.match(String(theme.headers['content-type']), /^text\/css/);
  assert.match(
    theme.body,
    /^:root:root\{--colour-accent:var\(--light, #7a1f5c\) var\(--dark, #[0-9a-f]{6}\);/,
  );
  const manifest = await app.inject('/shop/site.webmanifest');
  assert.match(String(manifest.headers['content-type']), /^application\/manifest\+json/);
  assert.deepEqual(
    [manifest.json().name, manifest.json().icons],
    [settings.shop_name, [{ src: '/icons/own.png', sizes: 'any' }]],
  );
  const headers = { 'if-none-match': String(theme.headers.etag) };
  assert.equal((await app.inject({ url: address, headers })).statusCode, 304);
});
