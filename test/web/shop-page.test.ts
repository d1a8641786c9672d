/** The shop's page: its size, how it is served, its dark scheme, and its use by keyboard. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { en } from '../../web/shop/texts/en.ts';
import { zh } from '../../web/shop/texts/zh.ts';
import { launchBrowser, newVisitor, skipWithoutChromium } from '../support/browser.ts';
import { cachedImages } from '../support/cached-images.ts';
import { type ServiceProcess, startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { visitShop } from './shop-visit.ts';

const scriptBytesMax = 150_000;

describe('the shop’s page', { skip: skipWithoutChromium() }, () => {
  const { dataDir, remove } = temporaryDataDir();
  let service: ServiceProcess;
  let browser: Browser;
  before(async () => {
    [service, browser] = await Promise.all([
      startServiceProcess({ DATA_DIR: dataDir, ...cachedImages }),
      launchBrowser(),
    ]);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    await remove();
  });

  it('loads less than 150 kB of JavaScript, and nothing from another server', async () => {
    const { page, context } = await newVisitor(browser, { baseURL: service.url });
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const first = await page.evaluate(() => {
      const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const scripts = resources.filter(({ name }) => name.endsWith('.js'));
      return {
        scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
        elsewhere: resources.filter(({ name }) => !name.startsWith(location.origin)).map(({ name }) => name),
      };
    });
    await context.close();
    assert.ok(first.scriptBytes > 10_000 && first.scriptBytes < scriptBytesMax, `${first.scriptBytes} bytes`);
    assert.deepEqual(first.elsewhere, []);
  });

  for (const [language, { sandbox }] of [
    ['en', en],
    ['zh', zh],
  ] as const) {
    it(`says in ${language} on every view that no real money moves while the sandbox is enabled, and never otherwise`, async () => {
      const visit = await visitShop(browser, service.url, 'phone', language);
      const banner = visit.page.getByText(sandbox);
      await banner.waitFor();
      await visit.look('sandbox-banner');
      await visit.chooseGood(visit.w.vip);
      await banner.waitFor();
      await visit.page.route('**/shop/config', async (route) => {
        const response = await route.fetch();
        const config = await response.json();
        await route.fulfill({
          response,
          json: { ...config, providers: [{ name: 'bank', channels: ['qr'] }] },
        });
      });
      await visit.page.reload();
      await visit.page.getByRole('button', { name: visit.w.order }).waitFor();
      assert.equal(await banner.count(), 0);
      await visit.close();
    });
  }

  for (const [tag, headline] of [
    ['en', 'Old photos in colour. ID photos in a minute.'],
    ['zh-CN', '老照片上色，证件照一分钟出片'],
  ] as const) {
    it(`contains for previews of links a headline in ${tag}, a description and a picture that exists`, async () => {
      const html = await (await fetch(service.url, { headers: { 'accept-language': tag } })).text();
      assert.match(html, new RegExp(`<html lang="${tag}">`));
      const content = (name: string) =>
        new RegExp(`property="og:${name}" content="([^"]*)"`).exec(html)?.[1] ?? '';
      assert.equal(content('title'), headline);
      assert.ok(content('description').length > 20);
      const picture = await fetch(content('image'));
      assert.equal(picture.headers.get('content-type'), 'image/jpeg');
      const { width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
      assert.deepEqual([width, height], [1200, 630]);
    });
  }

  for (const language of ['en', 'zh'] as const) {
    it(`shows in ${language} a colourised photo with a slider to compare it with the original, and an ID photo on each background`, async () => {
      const visit = await visitShop(browser, service.url, language === 'en' ? 'desktop' : 'phone', language);
      const { page } = visit;
      const slider = page.getByRole('slider');
      await slider.focus();
      await page.keyboard.press('End');
      assert.equal(await slider.inputValue(), '100');
      const t = { en, zh }[language];
      const ground = () =>
        page.locator('.proof-portrait').evaluate((element) => getComputedStyle(element).backgroundColor);
      assert.equal(await ground(), 'rgb(67, 142, 219)');
      await page.getByRole('radio', { name: t.colors.red }).check();
      assert.equal(await ground(), 'rgb(215, 69, 50)');
      const loaded = await page
        .locator('.proof img')
        .evaluateAll((images) =>
          images.map((image) => image instanceof HTMLImageElement && image.naturalWidth),
        );
      assert.deepEqual(loaded, [720, 720, 236]);
      await visit.look('proof');
      await visit.close();
    });
  }

  it('has a manifest with which a browser can install it', async () => {
    const visit = await visitShop(browser, service.url, 'phone', 'en');
    const devtools = await visit.context.newCDPSession(visit.page);
    const { errors, url } = await devtools.send('Page.getAppManifest');
    assert.deepEqual([errors, new URL(url).pathname], [[], '/shop/site.webmanifest']);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // The window of a test has no user profile, and without one a browser installs no page.
    assert.deepEqual(
      installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'),
      [],
    );
    await visit.close();
  });

  it('has in the dark colour scheme the contrast that axe-core requires', async () => {
    const visit = await visitShop(browser, service.url, 'phone', 'en');
    await visit.page.emulateMedia({ colorScheme: 'dark' });
    await visit.page.getByRole('link', { name: visit.w.idPhoto }).waitFor();
    await visit.look('home-dark');
    await visit.chooseGood(visit.w.idPhoto);
    await visit.look('id-photo-empty-dark');
    await visit.close();
  });

  it('can be used by keyboard: Tab shows a ring around the focused element, Enter opens a product, and no ring is around the whole page', async () => {
    const visit = await visitShop(browser, service.url, 'desktop', 'en');
    const { page, w } = visit;
    await page.getByRole('link', { name: w.colourise }).waitFor();
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Skip to content');
    for (let stop = 0; stop < 6; stop += 1) {
      await page.keyboard.press('Tab');
      const outline = await page.evaluate(() =>
        document.activeElement === null ? '' : getComputedStyle(document.activeElement).outlineStyle,
      );
      assert.equal(outline, 'solid');
    }
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Choose a photo' }).waitFor();
    assert.equal(await page.title(), 'Photo colourisation – Photokiosk');
    const focused = await page.evaluate(() =>
      [document.activeElement ?? document.body].map((element) => [
        element.id,
        getComputedStyle(element).outlineStyle,
      ]),
    );
    assert.deepEqual(focused, [['content', 'none']]);
    await visit.close();
  });

  it('has a security policy that allows only files of the service, and lets browsers cache files with a hash in their name for a year', async () => {
    const page = await fetch(`${service.url}/`);
    const policy = String(page.headers.get('content-security-policy'));
    assert.match(
      policy,
      /^default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' blob: data:;/,
    );
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
    assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
    assert.match(String(page.headers.get('permissions-policy')), /camera=\(self\)/);
    const html = await page.text();
    assert.doesNotMatch(html, /<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=/);

    assert.match(policy, /manifest-src 'self'/);
    const again = { headers: { 'if-none-match': String(page.headers.get('etag')) } };
    assert.equal((await fetch(`${service.url}/`, again)).status, 304);
    const script = /src="([^"]+\.js)"/.exec(html)?.[1] ?? '';
    for (const [accepted, coding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip, br;q=0', 'gzip'],
      ['identity', null],
    ] as const) {
      const file = await fetch(`${service.url}${script}`, { headers: { 'accept-encoding': accepted } });
      assert.equal(file.headers.get('content-encoding'), coding);
      assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.equal(file.headers.get('vary'), 'accept-encoding');
      assert.match(await file.text(), /createElement/);
    }
  });
});
