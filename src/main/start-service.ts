/** Connects the adapters of a role to the use cases, and starts and stops them in the right order. */

import { hostname } from 'node:os';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import { AppError } from '../domain/errors.ts';
import { makeDurableFolder } from '../files/durable-folder.ts';
import { startLeftoverSweep } from '../files/leftover-sweep.ts';
import { createResultLinks } from '../files/result-links.ts';
import { openScratchSpace } from '../files/scratch-space.ts';
import type { Phase } from '../http/app-options.ts';
import type { SharedLimits } from '../http/callers/limit-exchange.ts';
import { meterJobs } from '../http/health/job-metrics.ts';
import { processMetrics } from '../http/health/metrics.ts';
import { buildWorkerApp } from '../http/worker-app.ts';
import { createAnswerSeals } from '../identity/answer-seals.ts';
import { createLimitDigest } from '../identity/limit-digest.ts';
import { createPasswords } from '../identity/passwords.ts';
import { createSecondFactorTools } from '../identity/second-factor-tools.ts';
import { createTokens } from '../identity/tokens.ts';
import { startHeartbeat } from '../jobs/heartbeat.ts';
import { requireSameClock } from '../jobs/same-clock.ts';
import type { OpenedStore } from '../store/open-store.ts';
import { type FolderLock, lockFolder } from '../store/sqlite/folder-lock.ts';
import { rewriteLog } from '../store/sqlite/rewrite-log.ts';
import { allJobs } from '../usecases/all-jobs.ts';
import { createService } from '../usecases/create-service.ts';
import type { Deps } from '../usecases/deps.ts';
import { prepareGoods } from '../usecases/goods/prepare-goods.ts';
import type { WorkerSeen } from '../usecases/jobs/job-store.ts';
import type { ServiceFacts } from '../usecases/jobs/service-facts.ts';
import { resealApps } from '../usecases/operators/authenticator-app.ts';
import { ensureOperator } from '../usecases/operators/ensure-operator.ts';
import { createRefusedCounts } from '../usecases/payments/refused-counts.ts';
import { machineTroubleOf } from '../usecases/ports/machine-trouble.ts';
import type { Store } from '../usecases/ports/store.ts';
import type { Log, Random } from '../usecases/ports/tools.ts';
import { forgetAgain } from '../usecases/retention/forget-again.ts';
import { createLiveShopSettings, withShopSettings } from '../usecases/shop/live-shop-settings.ts';
import { resealEndpoints } from '../usecases/webhooks/endpoint-secrets.ts';
import { syncEnvironmentEndpoint } from '../usecases/webhooks/sync-environment-endpoint.ts';
import { clock } from './clock.ts';
import { type Composed, composeApp } from './compose-app.ts';
import { composeWorker } from './compose-worker.ts';
import { openDatabase, sqliteFileOf } from './database.ts';
import { keepReserve, openReserve } from './disk-reserve.ts';
import { diskSpaceOf } from './disk-space.ts';
import { openOrderImages, openUploadImages, requireNetFiles, shutInImages } from './image-pools.ts';
import { monotonicMs } from './monotonic-ms.ts';
import { openFiles } from './open-files.ts';
import { openMailer } from './open-mailer.ts';
import { openProviders } from './open-providers.ts';
import { openWebhooks } from './open-webhooks.ts';
import { pooledRandom } from './pooled-random.ts';
import { publicUrlOf } from './public-url.ts';
import { loadSecretKeys, type SecretKeys } from './secret-key.ts';
import { serviceVersion } from './service-version.ts';
import { settingFallbacksOf, settingsOf } from './settings-of.ts';
import { watchClock } from './watch-clock.ts';
import { writeCounts } from './write-counts.ts';

export interface RunningService {
  /** The public address of the service; null for a worker. */
  readonly url: string | null;
  /** The address at which a worker answers health checks; null for other roles, and if it has no port. */
  readonly healthUrl: string | null;
  /** The first operator's password if this start generated it; it is shown only once. */
  readonly madePassword: string | null;
  /** Finishes running requests, releases the jobs and closes all parts. Safe to call twice. */
  stop(): Promise<void>;
}

/** How long running jobs may take to finish before they are released. Image work does not wait: it is interrupted at once. */
const stopGraceMs = 5_000;

const random: Random = pooledRandom();

/**
 * @param end ends the process; it is called when the disk has lost a commit, because the service cannot continue.
 * @throws Error when a part cannot be opened, after it has closed the parts that were open already.
 */
export async function startService(config: Config, log: Log, end: () => void): Promise<RunningService> {
  const closers: (() => Promise<void> | void)[] = [];
  let phase: Phase = 'starting';
  let clockState: ServiceFacts['clockState'] = () => ({ steppedMs: 0, deadlinesHeldMs: 0 });
  requireNetFiles(config.nets);
  try {
    await makeDurableFolder(config.dataDir);
    if (config.database === null) {
      const lock: FolderLock = lockFolder(config.dataDir);
      closers.push(() => lock.release());
      await rewriteLog(sqliteFileOf(config));
    }
    const address = await publicUrlOf(config);
    const reserve = openReserve(config, log);
    const opened = await openDatabase(config, log, {
      giveUpReserve: reserve.giveUp,
      commitLost(err) {
        log.error({ err }, 'the disk failed to keep a commit: the process ends');
        end();
      },
    });
    closers.push(() => opened.store.close());
    closers.push(await keepReserve(reserve));
    await requireSameClock(opened.store);
    const { deps, sandbox, ...facts } = await composeDeps(config, log, opened, address.url);
    closers.push(() => deps.shopSettings.stop());
    closers.push(writeCounts(deps.refusedCounts));
    closers.push(() => deps.uploadImages.close());
    closers.push(() => deps.orderImages.close());
    const sweep = startLeftoverSweep([join(config.dataDir, scratchName)], deps);
    closers.push(() => sweep.stop());
    await prepareGoods(deps);
    await resealApps(deps);
    await resealEndpoints(deps);
    await syncEnvironmentEndpoint(deps);
    await forgetErased(deps);
    const madePassword = await ensureAdmin(deps, config.adminPassword);

    const metrics = processMetrics();
    let url: string | null = null;
    let healthUrl: string | null = null;
    if (config.role !== 'worker') {
      const composed = { deps, sandbox, ...facts };
      const app = await composeApp(
        config,
        composed,
        metrics,
        () => phase,
        () => clockState(),
      );
      closers.push(() => app.close());
      await app.listen({ host: config.host, port: address.port });
      url = address.url;
    }
    if (config.role === 'worker' && config.workerPort !== null) {
      const service = createService(deps);
      const app = buildWorkerApp({
        service,
        metrics,
        providerCalls: facts.providerCalls,
        phase: () => phase,
      });
      closers.push(() => app.close());
      healthUrl = await app.listen({ host: config.host, port: config.workerPort });
    }
    if (config.role !== 'api') {
      if (config.database === null) await expireLostLeases(deps);
      const clockWatch = await watchClock(deps, config.database === null);
      closers.push(clockWatch.stop);
      clockState = clockWatch.watch.state;
      const worker = await composeWorker(config, deps, clockWatch.watch, meterJobs(metrics));
      closers.push(() => worker.stop({ graceMs: stopGraceMs }));
      worker.start();
      const heartbeat = startHeartbeat(deps, await workerIdentity());
      closers.push(() => heartbeat.stop());
    }
    phase = 'running';
    log.info({ role: config.role, url }, 'started');
    return { url, healthUrl, madePassword, stop: once(stop) };
  } catch (error) {
    await closeAll(closers, log);
    throw error;
  }

  async function stop(): Promise<void> {
    phase = 'stopping';
    log.info({}, 'stopping');
    await closeAll(closers, log);
    log.info({}, 'stopped');
  }
}

/** Closes the parts in reverse order. An error of one part does not prevent the others from being closed. */
async function closeAll(closers: (() => Promise<void> | void)[], log: Log): Promise<void> {
  for (const close of closers.splice(0).reverse()) {
    try {
      await close();
    } catch (err) {
      log.error({ err }, 'failed to close a part of the service');
    }
  }
}

function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= run();
    return running;
  };
}

async function ensureAdmin(deps: Deps, adminPassword: string | null): Promise<string | null> {
  try {
    return await ensureOperator(deps, adminPassword);
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_parameters')
      throw new ConfigError([error.message]);
    throw error;
  }
}

/** Applies tombstones before the first call is served, so that a restored backup never shows an erased customer. */
async function forgetErased(deps: Deps): Promise<void> {
  try {
    await forgetAgain(deps);
  } catch (error) {
    if (machineTroubleOf(error) === null) throw error;
    deps.log.error({ err: error }, 'the tombstones of erasures cannot be read now; a job will try again');
  }
}

const scratchName = 'scratch';

async function composeDeps(
  config: Config,
  log: Log,
  { store, sandboxLedger }: OpenedStore,
  publicUrl: string,
): Promise<Composed> {
  const secrets = await loadSecretKeys(config.secretKeys, config.dataDir);
  const { providers, sandbox, accounts, readyMessages, providerCalls } = await openProviders(
    config.paymentProviders,
    {
      ledger: sandboxLedger,
      clock,
      monotonicMs,
      random,
      log,
      secrets,
      publicUrl,
    },
  );
  const scratch = await openScratchSpace({
    folder: join(config.dataDir, scratchName),
    clock,
    random,
    isAlone: config.database === null,
  });
  const images = await shutInImages(config, log, scratch);
  const shopSettings = createLiveShopSettings({ store, log }, settingFallbacksOf(config));
  await shopSettings.refresh();
  const deps: Deps = {
    store,
    clock,
    random,
    log,
    settings: withShopSettings(settingsOf(config, publicUrl), shopSettings),
    shopSettings,
    seals: createAnswerSeals(random),
    tokens: createTokens({
      secrets,
      provider: config.jwt === null ? null : { ...config.jwt, jwksUrl: new URL(config.jwt.jwksUrl) },
    }),
    passwords: createPasswords(),
    factors: createSecondFactorTools({ secrets, publicUrl, random }),
    links: createResultLinks({ secrets, publicUrl }),
    diskSpace: () => diskSpaceOf(config.dataDir),
    files: await openFiles(config, { random, log }),
    scratch,
    uploadImages: openUploadImages(config.nets, images.jail),
    orderImages: openOrderImages(config.imageProcesses, config.nets, images.jail),
    providers,
    refusedCounts: createRefusedCounts({ store, clock, log }),
    accounts,
    readyMessages,
    mailer: await openMailer(config.smtp, secrets, () => shopSettings.current().accent),
    webhooks: openWebhooks(config),
    jobs: allJobs,
  };
  const sharedLimits = config.database === null ? null : sharedLimitsOf(store, secrets);
  return { deps, sandbox, providerCalls, imageProtections: images.report, sharedLimits };
}

/** Shares the limits of clients with the shop's other processes. Only a shop with PostgreSQL can have several processes. */
function sharedLimitsOf(store: Store, secrets: SecretKeys): SharedLimits {
  return {
    transaction: (work) => store.transaction((tx) => work(tx.limits)),
    process: Buffer.from(random.bytes(8)).toString('hex'),
    digest: createLimitDigest(secrets),
  };
}

/**
 * Ends the leases of the previous process at once, so that customers do not wait until the leases expire. The lock
 * of the data folder proves that no other process uses this database.
 */
async function expireLostLeases({ store, log }: Pick<Deps, 'store' | 'log'>): Promise<void> {
  const lost = await store.transaction((tx) => tx.jobs.expireLeases(clock.now()));
  if (lost > 0) log.warn({ jobs: lost }, 'released the jobs of a process that ended unexpectedly');
}

/**
 * The id, host and version with which the console lists this worker. Each start of the process has a new
 * id.
 */
async function workerIdentity(): Promise<Pick<WorkerSeen, 'id' | 'host' | 'version'>> {
  const id = Buffer.from(random.bytes(8)).toString('hex');
  return { id, host: hostname(), version: await serviceVersion() };
}
