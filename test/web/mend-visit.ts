/** Helpers for tests of the dialog that mends a cut-out: the calls that it makes, and painting on its stage. */

import type { Locator, Page, Route } from 'playwright-core';
import { type Crop, shownArea } from '../../web/shop/mend/crop-area.ts';
import { placementOf, type Size, wholeView } from '../../web/shop/mend/view.ts';
import type { ShopVisit } from './shop-visit.ts';

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
  let crop: Crop | null = null;
  let changed: AnswerChange = (answer) => answer;
  await page.route('**/check_photo', async (route: Route) => {
    const { cut_strokes: text = '' } = route.request().postDataJSON() as { cut_strokes?: string };
    strokes.push(text);
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
    async sent(pattern) {
      const known = strokes.find((text) => pattern.test(text));
      if (known !== undefined) return known;
      const request = await page.waitForRequest(
        (each) =>
          each.url().endsWith('/check_photo') &&
          pattern.test((each.postDataJSON() as { cut_strokes?: string }).cut_strokes ?? ''),
      );
      return (request.postDataJSON() as { cut_strokes: string }).cut_strokes;
    },
    change(next) {
      changed = next;
    },
  };
}

export function stageOf(page: Page): Locator {
  return page.getByRole('application');
}

/** Opens the dialog and waits until the photo is drawn. */
export async function openMending({ page }: ShopVisit, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true, disabled: false }).click();
  await stageOf(page).waitFor();
}

/** A place in the stage as shares of its width and height. */
type Place = readonly [x: number, y: number];

/** Paints a line with the mouse. */
export async function paint(page: Page, ...places: readonly Place[]): Promise<void> {
  const box = await stageOf(page).boundingBox();
  if (box === null) throw new Error('the stage is not shown');
  for (const [index, [x, y]] of places.entries()) {
    await page.mouse.move(box.x + x * box.width, box.y + y * box.height, { steps: 4 });
    if (index === 0) await page.mouse.down();
  }
  await page.mouse.up();
}

/** @returns where a place of the photo, as shares of its sides, is on the stage, as shares of the sides of the stage. */
export async function placeOnStage(page: Page, crop: Crop, photo: Size, { x, y }: { x: number; y: number }) {
  const box = await stageOf(page).boundingBox();
  if (box === null) throw new Error('the stage is not shown');
  const area = shownArea(crop, photo);
  const { scale, offset } = placementOf(wholeView(area), area, box);
  return [
    (x * photo.width * scale + offset.x) / box.width,
    (y * photo.height * scale + offset.y) / box.height,
  ] as const;
}

/** Puts fingers on the stage, moves them and lifts them. @param paths the places of each finger, as shares of the stage. */
export async function touch(page: Page, paths: readonly (readonly Place[])[]): Promise<void> {
  const box = await stageOf(page).boundingBox();
  if (box === null) throw new Error('the stage is not shown');
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
