/** A console for tests of the rest of the edge: its routes are there, and nothing stands behind them. */

import type { ConsoleDeps } from '../../src/http/app-options.ts';
import { fakeLinks, fakePasswords, testSettings } from './deps.ts';

function absent<T extends object>(what: string): T {
  return new Proxy(Object.create(null), {
    get() {
      throw new Error(`there is no ${what} in this test`);
    },
  });
}

export function absentConsole(): ConsoleDeps {
  return {
    store: absent('store'),
    clock: absent('clock'),
    random: absent('random'),
    log: absent('log'),
    files: absent('files'),
    scratch: absent('scratch'),
    uploadImages: absent('uploadImages'),
    settings: testSettings(),
    passwords: fakePasswords,
    links: fakeLinks,
    orderImages: absent('orderImages'),
    tokens: absent('tokens'),
    providers: [],
    webhooks: null,
    jobs: [],
    diskSpace: async () => ({ freeBytes: 1, totalBytes: 2 }),
    version: '0.0.0',
    databaseKind: 'sqlite',
    startedAt: 0,
  };
}
