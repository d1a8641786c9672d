/** Reads the photos that a page of the shop has stored in its browser. */

import type { Page } from 'playwright-core';

/** @returns the keys of the stored photos of a kind, for example `draft` for the photos of a form. */
export function keysOf(page: Page, kind: string): Promise<readonly string[]> {
  return page.evaluate(
    (name) =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('photokiosk');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction(name).objectStore(name).getAllKeys();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result.map(String));
          };
        };
      }),
    kind,
  );
}
