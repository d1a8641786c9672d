/** Holds calls of the console's API, so that a test can act while a call runs. */

import type { Page, Route } from 'playwright-core';

export interface HeldCalls {
  /** The body of the first held call, once the page has made the call. */
  readonly started: Promise<Readonly<Record<string, unknown>>>;
  /** Answers the first held call. */
  answer(status: number, json: unknown): Promise<void>;
}

/** Holds the calls of this address that change something. @param path the address below `/admin/api/`. */
export async function holdCalls(page: Page, path: string): Promise<HeldCalls> {
  const first = Promise.withResolvers<Route>();
  await page.route(`**/admin/api/${path}`, (route) =>
    route.request().method() === 'GET' ? route.fallback() : first.resolve(route),
  );
  return {
    started: first.promise.then((route) => route.request().postDataJSON()),
    async answer(status, json) {
      await (await first.promise).fulfill({ status, json });
    },
  };
}
