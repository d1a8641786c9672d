/** A customer takes the photo in the shop's page: the camera with its guide, its hints and its countdown. */

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { guideOf, placeGuide } from '../../web/shop/camera/head-guide.ts';
import { launchBrowser, skipWithoutChromium } from '../support/browser.ts';
import { type ServiceProcess, startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { filmSize, writeFilm } from './camera-film.ts';
import { closeAfterTrouble, type Language, visitShop } from './shop-visit.ts';

const texts = {
  en: {
    take: 'Take a photo',
    shutter: 'Take photo',
    cancel: 'Cancel timer',
    timer: '3-second timer',
    use: 'Use photo',
    retake: 'Retake',
    again: 'Try again',
    closer: 'Move closer',
    ready: /^Good/,
    troubles: {
      NotAllowedError: /The camera is blocked/,
      NotFoundError: /No camera was found/,
      NotReadableError: /Another program uses the camera/,
    },
  },
  zh: {
    take: '拍一张',
    shutter: '拍照',
    cancel: '取消倒计时',
    timer: '3 秒倒计时',
    use: '使用照片',
    retake: '重拍',
    again: '重试',
    closer: '请靠近一点',
    ready: /^很好/,
    troubles: {
      NotAllowedError: /摄像头权限被禁止/,
      NotFoundError: /没有找到摄像头/,
      NotReadableError: /摄像头正被其他程序占用/,
    },
  },
} as const;

const placed = placeGuide(guideOf({ kind: 'size', size: 'one_inch' }), filmSize);
const inPlace = { ...placed.eyes, eyesToChin: placed.eyesToChin };
/**
 * So far away that the hint is “closer”, but near enough for an ID photo: the film can return to this pose between
 * the hint “ready” and the photo.
 */
const tooFar = { ...inPlace, eyesToChin: 0.68 * inPlace.eyesToChin };

/** Waits until the page shows the first picture of the camera. */
const live = (page: Page) =>
  page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0);

/** Keeps the camera's track in the page while the video is shown, so that `trackState` can read its state later. */
const keepTrack = (page: Page) =>
  page.evaluate(() => {
    const stream = document.querySelector('video')?.srcObject;
    if (stream instanceof MediaStream) Object.assign(window, { keptTrack: stream.getVideoTracks()[0] });
  });
const trackState = (page: Page) =>
  page.evaluate(() => (window as unknown as { keptTrack: MediaStreamTrack }).keptTrack.readyState);

/**
 * The mean red and green of a spot at the left edge of the photo in the dialog. The video of the artificial camera has a
 * red stripe at its left edge, so a red spot shows that the photo is not mirrored.
 */
const leftEdge = (page: Page) =>
  page.evaluate(() => {
    const image = document.querySelector('dialog img');
    if (!(image instanceof HTMLImageElement)) throw new Error('no photo');
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    context?.drawImage(image, 4, image.naturalHeight / 2, 8, 8, 0, 0, 1, 1);
    const [red = 0, green = 0] = context?.getImageData(0, 0, 1, 1).data ?? [];
    return { red, green };
  });

/** Stops the camera's countdown until `releaseSeconds` is called, so that a slow machine misses no second. */
const holdSeconds = (page: Page) =>
  page.evaluate(() => {
    const { setTimeout } = window;
    const held = (act: TimerHandler, ms?: number) => (ms === 1_000 ? 0 : setTimeout(act, ms));
    Object.assign(window, { setTimeout: held, realSetTimeout: setTimeout });
  });
const releaseSeconds = (page: Page) =>
  page.evaluate(() => {
    Object.assign(window, { setTimeout: (window as unknown as { realSetTimeout: unknown }).realSetTimeout });
  });

describe('the camera of the shop', { skip: skipWithoutChromium() }, () => {
  const { dataDir, remove } = temporaryDataDir();
  let service: ServiceProcess;
  let browser: Browser;
  let films: string;
  before(async () => {
    films = await mkdtemp(join(tmpdir(), 'film-'));
    const film = join(films, 'woman.mjpeg');
    await writeFilm(film, [
      [3, tooFar],
      [9, inPlace],
    ]);
    [service, browser] = await Promise.all([
      startServiceProcess({ DATA_DIR: dataDir, IMAGE_PROCESSES: '1' }),
      launchBrowser(film),
    ]);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    await remove();
    await rm(films, { recursive: true, force: true });
  });

  async function openCamera(size: 'desktop' | 'phone', language: Language) {
    const visit = await visitShop(browser, service.url, size, language);
    const t = texts[language];
    await visit.chooseGood(visit.w.idPhoto);
    await visit.page.getByRole('button', { name: t.take }).click();
    await live(visit.page);
    return { visit, t, page: visit.page };
  }

  for (const [size, language] of [
    ['desktop', 'en'],
    ['phone', 'zh'],
  ] as const) {
    it(`a customer takes an ID photo with hints and a countdown, on a ${size} in ${language}`, async () => {
      const { visit, t, page } = await openCamera(size, language);
      await keepTrack(page);
      await page.getByRole('status').getByText(t.closer).waitFor();
      await visit.look('camera-closer');
      await page.getByRole('status').getByText(t.ready).waitFor();
      await visit.look('camera-ready');
      const shutter = page.getByRole('button', { name: t.shutter, exact: true });
      await holdSeconds(page);
      await shutter.click();
      await page.getByRole('alert').getByText('3').waitFor();
      await visit.look('camera-countdown');
      await page.getByRole('button', { name: t.cancel }).click();
      await releaseSeconds(page);
      await shutter.click();
      const use = page.getByRole('button', { name: t.use });
      await use.waitFor();
      await page.getByRole('button', { name: t.retake }).click();
      await page.getByLabel(t.timer).uncheck();
      await page.getByRole('status').getByText(t.ready).waitFor();
      await shutter.click();
      await use.waitFor();
      const preview = await page.locator('video').evaluate((video) => getComputedStyle(video).transform);
      assert.equal(preview, 'matrix(-1, 0, 0, 1, 0, 0)', 'the preview is a mirror');
      const { red, green } = await leftEdge(page);
      assert.ok(red > 200 && green < 80, `the photo is not mirrored, but its left edge is ${red}, ${green}`);
      await visit.look('camera-review');
      await use.click();
      await page.getByText(visit.w.photoArrived).waitFor();
      assert.equal(await trackState(page), 'ended', 'the camera stops');
      await visit.look('camera-used');
      await visit.close();
    });
  }

  it('the camera stops while the page is hidden, and starts again when the page is visible', async () => {
    const { visit, page, t } = await openCamera('desktop', 'zh');
    await keepTrack(page);
    const show = (state: string) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await show('hidden');
    await page.waitForFunction(
      () => (window as unknown as { keptTrack: MediaStreamTrack }).keptTrack.readyState === 'ended',
    );
    await show('visible');
    await page.getByRole('button', { name: t.shutter, exact: true, disabled: false }).waitFor();
    await keepTrack(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await trackState(page), 'ended', 'Escape stops the camera');
    await visit.close();
  });

  for (const language of ['en', 'zh'] as const) {
    it(`each reason why a camera cannot be opened has its own sentence, in ${language}`, async () => {
      const visit = await visitShop(browser, service.url, 'desktop', language);
      const { page, w } = visit;
      const t = texts[language];
      await visit.chooseGood(w.colourise);
      const refuseWith = (name: string) =>
        page.evaluate((error) => {
          navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', error));
        }, name);
      await refuseWith('NotAllowedError');
      await page.getByRole('button', { name: t.take }).click();
      await page.getByText(t.troubles.NotAllowedError).waitFor();
      await visit.look('camera-refused');
      for (const name of ['NotFoundError', 'NotReadableError'] as const) {
        await refuseWith(name);
        await page.getByRole('button', { name: t.again }).click();
        await page.getByText(t.troubles[name]).waitFor();
      }
      await closeAfterTrouble(visit);
    });
  }

  it('the face detector is loaded only when the camera opens, and photos can be taken if it cannot be loaded', async () => {
    const visit = await visitShop(browser, service.url, 'desktop', 'en');
    const { page, w } = visit;
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await page.route('**/*.f16', (route) => route.abort());
    await visit.chooseGood(w.idPhoto);
    assert.ok(!loaded.some((url) => /face-/.test(url)), 'not before the camera opens');
    const loadedWithCamera = page.waitForRequest(/\.f16$/);
    await page.getByRole('button', { name: texts.en.take }).click();
    await page.getByRole('button', { name: texts.en.shutter, disabled: false }).waitFor();
    await loadedWithCamera;
    await page.getByLabel(texts.en.timer).uncheck();
    await page.getByRole('button', { name: texts.en.shutter }).click();
    await page.getByRole('button', { name: texts.en.use }).click();
    await page.getByText(w.photoArrived).waitFor();
    await closeAfterTrouble(visit);
  });
});
