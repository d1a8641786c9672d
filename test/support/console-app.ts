/** The HTTP layer with the console on a real database and real files. Operators sign in without a password. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import type { OperatorRole } from '../../src/domain/operator-roles.ts';
import { openLocalFiles } from '../../src/files/local-files.ts';
import { openScratchSpace } from '../../src/files/scratch-space.ts';
import type { ConsoleDeps } from '../../src/http/app-options.ts';
import { csrfTokenOf, digestOfSecret, newSessionSecret } from '../../src/http/operators/session-secret.ts';
import { createImageProcessPool } from '../../src/imaging/process/image-process-pool.ts';
import { consoleDeps } from './console-fixture.ts';
import { openShop } from './shop.ts';
import { testApp } from './test-app.ts';

const publicUrl = 'http://127.0.0.1:8080';
const hourMs = 60 * 60_000;

export type ConsoleApp = Awaited<ReturnType<typeof openConsoleApp>>;

export async function openConsoleApp(changes: Partial<ConsoleDeps> = {}) {
  const shop = await openShop({ settings: { publicUrl, eventsUrl: null } });
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-console-'));
  const parts = (name: string) => ({
    folder: join(folder, name),
    clock: shop.clock,
    random: shop.bare.random,
  });
  const uploadImages = createImageProcessPool({
    processesMax: 1,
    queueMax: 4,
    timeoutMs: {
      normalise: 1,
      check: 1,
      measure: 1,
      id_photo: 1,
      colourise: 1,
      restore: 1,
      sheet: 1,
      report: 1,
      icon: 120_000,
    },
    memoryBytesMax: 2 ** 30,
  });
  const console = consoleDeps(
    {
      ...shop.deps,
      uploadImages,
      files: await openLocalFiles(parts('files')),
      scratch: await openScratchSpace(parts('scratch')),
    },
    changes,
  );
  const { app } = testApp({ console, clock: shop.clock });

  /** @returns the headers that the operator's browser sends with every call. */
  async function signIn(role: OperatorRole): Promise<Record<string, string>> {
    const secret = newSessionSecret(shop.bare.random);
    const now = shop.clock.now();
    await shop.store.transaction(async (tx) => {
      const operator = await tx.operators.insert({
        name: `${role}-1`,
        passwordHash: '',
        role,
        createdAt: now,
      });
      await tx.sessions.insert({
        digest: digestOfSecret(secret),
        operatorId: operator.id,
        createdAt: now,
        expiresAt: now + 12 * hourMs,
        userAgent: null,
        weakPassword: false,
        address: '192.0.2.7',
      });
    });
    return {
      cookie: `photokiosk_console=${secret}`,
      'sec-fetch-site': 'same-origin',
      'x-csrf-token': csrfTokenOf(secret),
    };
  }

  return {
    shop,
    app,
    signIn,
    call(
      method: 'GET' | 'POST',
      path: string,
      headers: Record<string, string> = {},
      payload?: InjectOptions['payload'],
    ) {
      const url = `/admin/api/${path}`;
      return app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await app.close();
      await uploadImages.close();
      await shop[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
