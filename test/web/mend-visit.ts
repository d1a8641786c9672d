/** Helpers for tests of the dialog that mends a cut-out: the calls that it makes, and painting on its stage. */

import type { Browser, Locator, Page, Route } from 'playwright-core';
import type { Crop } from '../../web/shop/api/types.ts';
import { shownArea } from '../../web/shop/mend/crop-area.ts';
import { placementOf, wholeView } from '../../web/shop/mend/view.ts';
import { en } from '../../web/shop/texts/en.ts';
import { zh } from '../../web/shop/texts/zh.ts';
import { launchBrowser } from '../support/browser.ts';
import { cachedImages } from '../support/cached-images.ts';
import { type SamplePhotos, samplePhotos } from '../support/sample-photos.ts';
import { startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { putOnShelf } from './service-database.ts';
import { type Language, type ShopVisit, type Size, visitShop } from './shop-visit.ts';

/** A part of the answer of `check_photo`. */
interface CheckAnswer {
  readonly preview: string | null;
  readonly crop: Crop | null;
}

type AnswerChange = (answer: object, strokes: string) => object | null;

export interface WatchedChecks {
  /** The strokes of each check so far, the oldest first; empty: a check without strokes. */
  readonly strokes: readonly string[];
  /** @returns the crop of the newest answer. */
  crop(): Crop;
  /** Waits until the page has sent a check whose strokes match. */
  sent(pattern: RegExp): Promise<string>;
  /** Changes all later answers. Null: the call fails. */
  change(next: AnswerChange): void;
}

/** Watches the photo checks of a page. */
export async function watchChecks(page: Page): Promise<WatchedChecks> {
  const strokes: string[] = [];
  const waiting: ((text: string) => void)[] = [];
  let crop: Crop | null = null;
  let changed: AnswerChange = (answer) => answer;
  await page.route('**/check_photo', async (route: Route) => {
    const { cut_strokes: text = '' } = route.request().postDataJSON() as { cut_strokes?: string };
    strokes.push(text);
    for (const note of waiting) note(text);
    const response = await route.fetch();
    const answer = (await response.json()) as CheckAnswer;
    const json = changed(answer, text);
    if (json === null) return route.abort();
    crop = answer.crop ?? crop;
    return route.fulfill({ response, json });
  });
  return {
    strokes,
    crop() {
      if (crop === null) throw new Error('no check has sent a crop');
      return crop;
    },
    sent(pattern) {
      const known = strokes.find((text) => pattern.test(text));
      if (known !== undefined) return Promise.resolve(known);
      return new Promise((resolve) => {
        waiting.push((text) => pattern.test(text) && resolve(text));
      });
    },
    change(next) {
      changed = next;
    },
  };
}

export function stageOf(page: Page): Locator {
  return page.getByRole('application');
}

async function boxOf(page: Page) {
  const box = await stageOf(page).boundingBox();
  if (box === null) throw new Error('the stage is not shown');
  return box;
}

/** A place in the stage as shares of its width and height. */
type Place = readonly [x: number, y: number];

/** Paints a line with the mouse. */
export async function paint(page: Page, ...places: readonly Place[]): Promise<void> {
  const box = await boxOf(page);
  for (const [index, [x, y]] of places.entries()) {
    await page.mouse.move(box.x + x * box.width, box.y + y * box.height, { steps: 4 });
    if (index === 0) await page.mouse.down();
  }
  await page.mouse.up();
}

/** Paints a line through places of the photo, which are shares of its sides. */
export async function paintOnPhoto({ page, checks }: MendVisit, ...places: readonly Place[]): Promise<void> {
  const box = await boxOf(page);
  const area = shownArea(checks.crop(), photoSize);
  const { scale, offset } = placementOf(wholeView(area), area, box);
  const onStage = ([x, y]: Place): Place => [
    (x * photoSize.width * scale + offset.x) / box.width,
    (y * photoSize.height * scale + offset.y) / box.height,
  ];
  await paint(page, ...places.map(onStage));
}

/** Puts fingers on the stage, moves them and lifts them. @param paths the places of each finger, as shares of the stage. */
export async function touch(page: Page, paths: readonly (readonly Place[])[]): Promise<void> {
  const box = await boxOf(page);
  const session = await page.context().newCDPSession(page);
  const points = (step: number) =>
    paths.map((path, id) => {
      const [x, y] = path[step] ?? [0, 0];
      return { id, x: box.x + x * box.width, y: box.y + y * box.height };
    });
  const steps = paths[0]?.length ?? 0;
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(0) });
  for (let step = 1; step < steps; step += 1) {
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: points(step) });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

const texts = { en, zh };
const sizedIdPhoto = { en: /^ID photo/, zh: /^证件照/ } as const;
/** The size of `samplePhotos().portrait`. */
const photoSize = { width: 391, height: 500 };
/** A line at the lower edge of the picture. A photo without what it covers is not refused. */
export const lowEdge = [
  [0.7, 0.7],
  [0.72, 0.8],
] as const satisfies readonly Place[];

export interface MendVisit extends ShopVisit {
  readonly t: (typeof texts)[Language];
  readonly checks: WatchedChecks;
  /** Opens the dialog. */
  open(): Promise<void>;
  /** Waits until the service has applied the strokes, and takes them into the form. */
  finish(): Promise<void>;
}

export interface MendShop {
  readonly photos: SamplePhotos;
  /** Opens the form of an ID photo and chooses a size. */
  visit(size: Size, language: Language): Promise<MendVisit>;
  /** Also gives a photo and opens the dialog. */
  visitDialog(size: Size, language: Language): Promise<MendVisit>;
  close(): Promise<void>;
}

async function visitForm(browser: Browser, url: string, size: Size, language: Language): Promise<MendVisit> {
  const visit = await visitShop(browser, url, size, language);
  const { page } = visit;
  const t = texts[language];
  const checks = await watchChecks(page);
  await visit.chooseGood(sizedIdPhoto[language]);
  await page.locator('input[value="two_inch"]').check();
  return {
    ...visit,
    ...{ t, checks },
    async open() {
      await page.getByRole('button', { name: t.mendTitle, exact: true, disabled: false }).click();
      await stageOf(page).waitFor();
    },
    async finish() {
      await page.getByText(t.mendGood).waitFor();
      await page.getByRole('button', { name: t.mendDone }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  };
}

/**
 * Checks the photo once before the tests. A page waits only a minute for a check, and on a loaded machine the first
 * check, which opens the nets, can take longer.
 */
async function checkFirst(url: string, { portrait }: SamplePhotos): Promise<void> {
  const call = async (operation: string, body: BodyInit | null): Promise<unknown> => {
    const response = await fetch(`${url}/index.php/v1/${operation}`, { method: 'POST', body });
    return response.json();
  };
  const form = new FormData();
  form.append('file', new Blob([portrait], { type: 'image/jpeg' }), 'photo.jpg');
  const { path } = (await call('ext_upload', form)) as { path: string };
  const goods = (await call('goods_list', null)) as { id: number; funct_name: string }[];
  const good = goods.find(({ funct_name }) => funct_name === 'mark_order_id_photo');
  const check = { goods_id: String(good?.id), path, size: 'two_inch', preview: '1' };
  await call('check_photo', new URLSearchParams(check));
}

/** The real service with a browser. */
export async function startMendShop(): Promise<MendShop> {
  const { dataDir, remove } = temporaryDataDir();
  const [service, browser, photos] = await Promise.all([
    startServiceProcess({ DATA_DIR: dataDir, IMAGE_PROCESSES: '1', ...cachedImages }),
    launchBrowser(),
    samplePhotos(),
  ]);
  putOnShelf(dataDir, 'mark_order_id_photo');
  await checkFirst(service.url, photos);
  const visit = (size: Size, language: Language) => visitForm(browser, service.url, size, language);
  return {
    photos,
    visit,
    async visitDialog(size, language) {
      const mending = await visit(size, language);
      await mending.givePhoto(photos.portrait);
      await mending.open();
      return mending;
    },
    async close() {
      await browser.close();
      await service.stop();
      await remove();
    },
  };
}
