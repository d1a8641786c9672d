/**
 * The HTTP server of a worker: health checks and metrics, and nothing else. The server does not limit requests, so
 * only supervisors and monitoring should be able to reach its port.
 */

import Fastify, { type FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { ProviderCalls } from '../usecases/ports/provider-calls.ts';
import type { Service } from '../usecases/service.ts';
import type { Phase } from './app-options.ts';
import { meterDisk } from './health/disk-metrics.ts';
import { registerHealthProbes } from './health/health-probes.ts';
import { meterQueue, registerMetrics } from './health/metrics.ts';
import { meterProviders } from './health/provider-metrics.ts';

export interface WorkerAppOptions {
  readonly service: Service;
  readonly metrics: Registry;
  readonly providerCalls: ProviderCalls;
  readonly phase: () => Phase;
}

/** @returns an app that does not listen yet. */
export function buildWorkerApp({
  service,
  metrics,
  providerCalls,
  phase,
}: WorkerAppOptions): FastifyInstance {
  const app = Fastify({ logger: false, forceCloseConnections: true });
  meterQueue(metrics, service);
  meterDisk(metrics, service);
  meterProviders(metrics, providerCalls);
  registerHealthProbes(app, { service, phase });
  registerMetrics(app, metrics);
  return app;
}
