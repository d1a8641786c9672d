/**
 * Health checks for process supervisors and load balancers: whether the process is alive, and whether it is ready for
 * requests.
 */

import type { FastifyInstance } from 'fastify';
import { databaseDown, machineTroubleOf } from '../../usecases/ports/machine-trouble.ts';
import type { HttpOptions } from '../app-options.ts';
import { refuseEncodedPath } from './refuse-encoded-path.ts';

type Readiness = { readonly ready: true } | { readonly ready: false; readonly reason: string };

/** The check fails after this time, so that a hanging database does not delay the response. */
const checkTimeoutMs = 2_000;

type ProbedService = Pick<HttpOptions, 'service' | 'phase'>;

async function checkDatabase({ service }: ProbedService): Promise<Readiness> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('late')), checkTimeoutMs);
  });
  try {
    await Promise.race([service.checkReady(), late]);
    return { ready: true };
  } catch (error) {
    const isDisk = ![null, databaseDown].includes(machineTroubleOf(error));
    return { ready: false, reason: isDisk ? 'disk' : 'database' };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Health checks that arrive at the same time share one query, so that many checks cost the database no more
 * than one check.
 */
function readinessOf(options: ProbedService): () => Promise<Readiness> | Readiness {
  let running: Promise<Readiness> | undefined;
  return () => {
    const now = options.phase();
    if (now !== 'running') return { ready: false, reason: now };
    running ??= checkDatabase(options).finally(() => {
      running = undefined;
    });
    return running;
  };
}

export function registerHealthProbes(app: FastifyInstance, options: ProbedService): void {
  const readiness = readinessOf(options);
  app.get('/health/live', { schema: { hide: true }, onRequest: refuseEncodedPath }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'live' }),
  );
  app.get(
    '/health/ready',
    { schema: { hide: true }, onRequest: refuseEncodedPath },
    async (_request, reply) => {
      const found = await readiness();
      reply.header('cache-control', 'no-store');
      if (found.ready) return { status: 'ready' };
      return reply.code(503).send({ status: 'not ready', reason: found.reason });
    },
  );
}
