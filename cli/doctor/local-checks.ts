/**
 * The checks of `doctor` that need the configuration and the data folder of the service: it reads the same environment
 * variables. It creates and changes nothing, so it may run beside the service and before the first start.
 */

import { constants, existsSync, statSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError, readConfig } from '../../src/config.ts';
import { brokenLinkIn } from '../../src/files/broken-link.ts';
import { clock } from '../../src/main/clock.ts';
import { openDatabaseReadOnly, sqliteFileOf } from '../../src/main/database.ts';
import { diskSpaceOf } from '../../src/main/disk-space.ts';
import { requireNetFiles } from '../../src/main/image-pools.ts';
import { openStorage } from '../../src/main/open-files.ts';
import { openProviders } from '../../src/main/open-providers.ts';
import { pooledRandom } from '../../src/main/pooled-random.ts';
import { loadSecretKeys, type SecretKeys } from '../../src/main/secret-key.ts';
import type { OpenedStore } from '../../src/store/open-store.ts';
import type { Environment } from '../command-context.ts';
import { commandLog } from '../local/command-log.ts';
import { type CheckResult, failed, messageOf, ok, skipped, warning } from './check.ts';
import { checkMailServer } from './mail-check.ts';
import { checkProvider } from './provider-checks.ts';

/** The largest difference between two clocks that the service accepts. */
const clockDifferenceMsMax = 5_000;
const mib = 2 ** 20;

/** Runs a check whose failure has a sentence for the operator. */
async function attempt(name: string, run: () => Promise<CheckResult> | CheckResult): Promise<CheckResult> {
  try {
    return await run();
  } catch (error) {
    return failed(name, messageOf(error));
  }
}

async function checkKeys({ secretKeys, dataDir }: Config): Promise<CheckResult> {
  const file = join(dataDir, 'secret.key');
  if (secretKeys !== null) return ok('keys', `SECRET_KEY lists ${secretKeys.length}.`);
  if (!existsSync(file)) return warning('keys', `${file} does not exist yet; the first start creates it.`);
  const keys = await loadSecretKeys(null, dataDir);
  const othersMayRead = process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0;
  if (othersMayRead) return warning('keys', `Other users of this machine may read ${file}: run chmod 600.`);
  return ok('keys', `${file} has ${keys.length}.`);
}

async function checkStorage({ dataDir, uploadFreeMibMin }: Config): Promise<CheckResult> {
  const link = brokenLinkIn(dataDir);
  if (link !== null) {
    const advice = 'mount the disk or correct DATA_DIR';
    return failed('storage', `${link} is a link to a folder that does not exist: ${advice}.`);
  }
  if (!existsSync(dataDir))
    return warning('storage', `${dataDir} does not exist yet; the first start creates it.`);
  await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  const { freeBytes } = await diskSpaceOf(dataDir);
  const free = Math.floor(freeBytes / mib);
  const detail = `${free} MiB are free in ${dataDir}`;
  if (free >= uploadFreeMibMin) return ok('storage', `${detail}.`);
  return failed('storage', `${detail}; uploads need ${uploadFreeMibMin} (UPLOAD_FREE_MIB_MIN).`);
}

/** Lists the bucket of each object store, which changes nothing. */
async function checkObjectStores(config: Config): Promise<CheckResult[]> {
  const { current, former } = config.storage;
  const stores = [current, former].flatMap((storage) => (storage?.kind === 's3' ? [storage] : []));
  const tools = { random: pooledRandom(), log: commandLog('silent') };
  return Promise.all(
    stores.map((storage) =>
      attempt('object store', async () => {
        const files = await openStorage(config, storage, tools);
        // The opening only logs a store that cannot be reached. The first step of a list fails.
        await files.keys()[Symbol.asyncIterator]().next();
        return ok('object store', `${storage.endpoint} answers for the bucket ${storage.bucket}.`);
      }),
    ),
  );
}

function checkNets({ nets }: Config): CheckResult {
  requireNetFiles(nets);
  return ok('nets', 'The files of the nets can be read.');
}

async function checkClock({ store }: OpenedStore): Promise<CheckResult> {
  const aheadMs = await store.clockAheadMs();
  const detail = `This machine’s clock differs from the database’s by ${Math.abs(aheadMs)} ms.`;
  return Math.abs(aheadMs) <= clockDifferenceMsMax
    ? ok('clock', detail)
    : failed('clock', `${detail} Set both by NTP.`);
}

/** @returns null before the first start, when there are no keys to sign with. */
async function existingKeys({ secretKeys, dataDir }: Config): Promise<SecretKeys | null> {
  if (secretKeys === null && !existsSync(join(dataDir, 'secret.key'))) return null;
  return loadSecretKeys(secretKeys, dataDir);
}

async function checkProviders(config: Config, { sandboxLedger }: OpenedStore): Promise<CheckResult[]> {
  const secrets = await existingKeys(config);
  if (secrets === null) return [skipped('providers', 'There are no keys yet.')];
  const log = commandLog('silent');
  const { providers } = await openProviders(config.paymentProviders, {
    ledger: sandboxLedger,
    clock,
    monotonicMs: () => performance.now(),
    random: pooledRandom(),
    log,
    secrets,
    publicUrl: config.publicUrl ?? 'http://127.0.0.1',
  });
  return Promise.all(providers.map(checkProvider));
}

async function checkDatabase(config: Config): Promise<CheckResult[]> {
  if (config.database === null && !existsSync(sqliteFileOf(config))) {
    return [warning('database', `${sqliteFileOf(config)} does not exist yet; the first start creates it.`)];
  }
  let opened: OpenedStore;
  try {
    opened = await openDatabaseReadOnly(config, commandLog('silent'));
  } catch (error) {
    return [failed('database', messageOf(error))];
  }
  try {
    const kind = config.database === null ? sqliteFileOf(config) : 'PostgreSQL';
    return [
      ok('database', `${kind} can be read and has the schema of this version.`),
      await attempt('clock', () => checkClock(opened)),
      ...(await checkProviders(config, opened)),
    ];
  } finally {
    await opened.store.close();
  }
}

export async function localChecks(env: Environment, workingDir: string): Promise<CheckResult[]> {
  let config: Config;
  try {
    config = readConfig(env, workingDir);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((problem) => failed('configuration', problem));
  }
  return [
    ok('configuration', 'Every variable is valid.'),
    await attempt('keys', () => checkKeys(config)),
    await attempt('storage', () => checkStorage(config)),
    ...(await checkObjectStores(config)),
    await checkMailServer(config.smtp),
    await attempt('nets', () => checkNets(config)),
    ...(await checkDatabase(config)),
  ];
}
