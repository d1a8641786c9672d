/** Console dependencies for tests that never call the console: every port throws when it is used. */

import type { ConsoleDeps } from '../../src/http/app-options.ts';
import { fakeLinks, fakePasswords, testSettings } from './deps.ts';

function unusable<T extends object>(port: string): T {
  return new Proxy(Object.create(null), {
    get() {
      throw new Error(`the console stub has no ${port}`);
    },
  });
}

export function consoleStub(): ConsoleDeps {
  return {
    store: unusable('store'),
    clock: unusable('clock'),
    random: unusable('random'),
    log: unusable('log'),
    files: unusable('files'),
    scratch: unusable('scratch'),
    uploadImages: unusable('uploadImages'),
    settings: testSettings(),
    shopSettings: unusable('shopSettings'),
    passwords: fakePasswords,
    links: fakeLinks,
    orderImages: unusable('orderImages'),
    tokens: unusable('tokens'),
    seals: unusable('seals'),
    factors: unusable('factors'),
    accounts: unusable('accounts'),
    readyMessages: null,
    mailer: null,
    providers: [],
    refusedCounts: unusable('refusedCounts'),
    webhooks: unusable('webhooks'),
    jobs: [],
    imageProtections: { active: ['permission_model'], missing: ['no_network'], reason: null },
    providerCalls: { figures: () => [], onCall: () => {} },
    diskSpace: async () => ({ freeBytes: 1, totalBytes: 2 }),
    copySampleFace: async () => {},
    version: '0.0.0',
    clockState: () => ({ steppedMs: 0, deadlinesHeldMs: 0 }),
    databaseKind: 'sqlite',
    startedAt: 0,
  };
}
