/** Steps of a customer with several photos, for tests of the shop in a browser. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../web/shop/texts/en.ts';

interface PhotoFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export const fileOf = (name: string, content: Uint8Array<ArrayBuffer>): PhotoFile => ({
  name,
  mimeType: 'image/jpeg',
  buffer: Buffer.from(content),
});

/** Chooses files in an empty order form. */
export const choosePhotos = (page: Page, files: readonly PhotoFile[]): Promise<void> =>
  page.getByTestId('photo-file').setInputFiles([...files]);

/** The photo with this name in an order form. */
export const photoRow = (page: Page, name: string): Locator =>
  page.locator('.photo-row').filter({ hasText: name });

/** What the row of a photo shows when the picture can be made from it. */
export const goodPhoto = (
  page: Page,
  name: string,
  { photoFine, photoDoubtful }: Pick<Texts, 'photoFine' | 'photoDoubtful'>,
): Locator => photoRow(page, name).getByText(new RegExp(`^(?:${photoFine}|${photoDoubtful})$`));

/** The orders of a series on its page. */
export const ordersOf = (page: Page): Locator => page.locator('.series-row');

/** Waits until the order button has this text and can be pressed. */
export function orderButton(page: Page, name: RegExp): Locator {
  return page.getByRole('button', { name, disabled: false });
}

/** @returns the files of the archive by their names. */
export async function downloadArchive(
  page: Page,
  button: string,
): Promise<Readonly<Record<string, Uint8Array>>> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await started;
  assert.equal(file.suggestedFilename(), 'pictures.zip');
  return unzipSync(new Uint8Array(await readFile(await file.path())));
}
