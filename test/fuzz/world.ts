/**
 * The service for the targets that send requests: the real HTTP layer, use cases, tokens, links and sandbox on a SQLite
 * file, listening on a port. It has no worker, and its clock does not move, so that only requests change the database.
 */

import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createResultLinks } from '../../src/files/result-links.ts';
import { createTokens } from '../../src/identity/tokens.ts';
import { createNotifySignature, type NotifySignature } from '../../src/payments/sandbox/notify-signature.ts';
import { createSandbox, type Sandbox } from '../../src/payments/sandbox/sandbox.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Deps } from '../../src/usecases/deps.ts';
import type { Log } from '../../src/usecases/ports/tools.ts';
import { consoleDeps } from '../support/console-fixture.ts';
import { fixedRandom } from '../support/fixed-random.ts';
import { manualClock } from '../support/manual-clock.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { testApp } from '../support/test-app.ts';
import { audience, issuer, serveKeys } from './identity-provider.ts';
import { openTables, type Tables } from './tables.ts';
import { textOf } from './vitals.ts';

/** Must never be part of an answer. */
export const worldSecret = 'the-secret-key-of-the-fuzzed-service-0123456789';
const publicUrl = 'http://127.0.0.1:8080';

/** Larger than most inputs, and small enough that an input can exceed it. */
export const uploadBytesMax = 30_000;

export interface World {
  readonly shop: Shop;
  readonly port: number;
  readonly tables: Tables;
  readonly sandbox: Sandbox;
  readonly signature: NotifySignature;
  guestToken(userId: number): string;
  /** The errors in the log since the last call. */
  takeErrors(): string[];
  close(): Promise<void>;
}

/** Ports that replace the fakes of the shop, and how to close them. */
export interface WorldPorts {
  readonly ports: Partial<Deps>;
  close(): Promise<void>;
}

const noPorts = async (): Promise<WorldPorts> => ({ ports: {}, close: async () => undefined });

export async function openWorld(
  openPorts: (folder: string) => Promise<WorldPorts> = noPorts,
): Promise<World> {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'photokiosk-fuzz-'));
  const file = join(folder, 'photokiosk.db');
  const errors: string[] = [];
  const log = errorLog(errors);
  const clock = manualClock();
  const keys = await serveKeys();
  const replaced = await openPorts(folder);
  const secrets: [string] = [worldSecret];
  const tokens = createTokens({ secrets, provider: { issuer, audience, types: 'any', jwksUrl: keys.url } });
  const opened = await openStore({ database: { kind: 'sqlite', file }, clock, log });
  const sandbox = createSandbox({
    ...{ ledger: opened.sandboxLedger, clock, random: fixedRandom('bank'), log, secrets, publicUrl },
    // The sandbox delivers no notification, because the inputs of a target are the notifications.
    deliver: async () => 200,
  });
  const shop = await openShop({
    settings: {
      publicUrl,
      eventsUrl: null,
      uploadSizeBytesMax: uploadBytesMax,
      refundApprovalAboveMinor: 900,
    },
    open: async () => ({ ...opened, [Symbol.asyncDispose]: () => opened.store.close() }),
    wrap: (deps) => ({
      ...{ ...deps, clock, log, tokens, providers: [sandbox.provider], ...replaced.ports },
      links: createResultLinks({ secrets, publicUrl }),
    }),
  });
  const { app } = testApp({
    ...{ service: shop.service, console: consoleDeps(shop.deps), sandboxCheckout: sandbox.checkout },
    ...{ clock, log, publicUrl, monotonicMs: () => performance.now() },
    limits: { uploadSizeBytesMax: uploadBytesMax },
    webFolder: writePages(folder),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the service has no port');
  const tables = openTables(file);

  return {
    shop,
    ...{ port: address.port, tables, sandbox, signature: createNotifySignature(secrets) },
    guestToken: (userId) => tokens.issueGuestToken(userId, clock.now()),
    takeErrors: () => errors.splice(0),
    async close() {
      tables.close();
      app.server.closeAllConnections();
      await app.close();
      keys.close();
      await replaced.close();
      await shop[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Writes small pages in the form of the built ones, so that the tests need no build. */
function writePages(folder: string): string {
  const pages = join(folder, 'web');
  for (const name of ['shop', 'console']) {
    mkdirSync(join(pages, name, 'assets'), { recursive: true });
    writeFileSync(join(pages, name, 'index.html'), '<!doctype html><title>Photokiosk</title>');
    writeFileSync(join(pages, name, 'assets', 'main.js'), 'export {};');
  }
  return pages;
}

/** Every error in the log is a finding, because only a fault of the service is logged as an error. */
function errorLog(errors: string[]): Log {
  const nothing = () => undefined;
  return {
    ...{ debug: nothing, info: nothing, warn: nothing },
    error: ({ err, ...fields }, message) => {
      errors.push(`${message}: ${err === undefined ? Object.keys(fields).join(', ') : textOf(err)}`);
    },
  };
}
