/** Console API: the state of queues, workers, processing times and disk. */

import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { type HealthReport, reportHealth } from '../../usecases/jobs/report-health.ts';
import type { CallFigures } from '../../usecases/ports/provider-calls.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consolePrefix, consoleSchema } from '../console/console-schema.ts';
import { healthSchema } from './console-health-schemas.ts';

function providerToWire({ operations, lastError, ...provider }: HealthReport['providers'][number]) {
  return {
    name: provider.provider,
    running: provider.running,
    ...figuresToWire(provider),
    operations: operations.map((figures) => ({ operation: figures.operation, ...figuresToWire(figures) })),
    last_error: lastError === null ? null : { ...lastError, at: timeOf(lastError.at) },
  };
}

function figuresToWire({ calls, errors, refusals, medianMs, slowestMs }: CallFigures) {
  return { calls, errors, refusals, median_ms: wholeMs(medianMs), slowest_ms: wholeMs(slowestMs) };
}

const wholeMs = (ms: number | null) => (ms === null ? null : Math.round(ms));

const timeOf = (at: number) => new Date(at).toISOString();

function healthToWire(health: HealthReport): Static<typeof healthSchema> {
  return {
    version: health.version,
    database: health.databaseKind,
    started_at: timeOf(health.startedAt),
    now: timeOf(health.now),
    disk: { total_bytes: health.disk.totalBytes, free_bytes: health.disk.freeBytes },
    clock: { stepped_ms: health.clock.steppedMs, deadlines_held_ms: health.clock.deadlinesHeldMs },
    image_protections: {
      ...health.imageProtections,
      active: [...health.imageProtections.active],
      missing: [...health.imageProtections.missing],
    },
    queues: health.queues.map(({ kind, ready, running, dead, oldestDueAgeMs }) => ({
      ...{ kind, ready, running, dead },
      oldest_due_age_ms: oldestDueAgeMs,
    })),
    workers: health.workers.map(({ id, host, version, startedAt, seenAt, isAlive }) => ({
      ...{ id, host, version },
      started_at: timeOf(startedAt),
      seen_at: timeOf(seenAt),
      alive: isAlive,
    })),
    processing: health.processing.map(({ kind, done, failed, p50Ms, p95Ms }) => ({
      ...{ kind, done, failed },
      p50_ms: p50Ms,
      p95_ms: p95Ms,
    })),
    providers: health.providers.map(providerToWire),
  };
}

export function registerConsoleHealthRoutes(app: FastifyInstance, { deps, callerOf }: ConsoleContext): void {
  const schema = consoleSchema(
    {
      name: 'health',
      summary: 'Show queues, workers, processing times and disk',
      answer: healthSchema,
      answerDescription: 'Present state; durations cover the last 24 hours.',
    },
    {},
  );
  app.get(`${consolePrefix}health`, { schema }, async (request) =>
    healthToWire(await reportHealth(deps, callerOf(request))),
  );
}
