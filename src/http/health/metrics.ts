/**
 * Metrics for Prometheus. The caller creates the registry, so that two services in one process have
 * separate registries.
 */

import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Service } from '../../usecases/service.ts';
import { refuseEncodedPath } from './refuse-encoded-path.ts';

export interface RequestMeter {
  observe(method: string, route: string, status: number, seconds: number): void;
}

/** @returns a registry with metrics of this process (memory, event loop, handles). Call it once per process. */
export function processMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

const durations = {
  name: 'photokiosk_http_request_duration_seconds',
  help: 'Time from the arrival of a request to the end of its answer.',
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
};

interface Series {
  readonly labels: { readonly method: string; readonly route: string; readonly status: number };
  /** The number of observations in each bucket, without those in lower buckets. The last bucket has no upper bound. */
  readonly counts: number[];
  sumS: number;
}

/**
 * Counts the observations itself and turns them into a histogram each time Prometheus reads the metrics. The
 * library would hash the labels at each observation, which takes four times as long.
 */
export function requestMeter(registry: Registry): RequestMeter {
  const series = new Map<string, Series>();
  const labelNames = ['method', 'route', 'status'];
  const registered = new Histogram({ ...durations, labelNames, registers: [registry] });
  const getForPromString = async () => ({
    ...durations,
    type: 'histogram',
    values: [...series.values()].flatMap(valuesOf),
  });
  // The registry calls this function to get the text of a metric.
  Object.assign(registered, { getForPromString });
  return {
    observe(method, route, status, seconds) {
      const key = `${status} ${method} ${route}`;
      let known = series.get(key);
      if (known === undefined) {
        known = { labels: { method, route, status }, counts: newCounts(), sumS: 0 };
        series.set(key, known);
      }
      let bucket = 0;
      while (seconds > (durations.buckets[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1;
      known.counts[bucket] = (known.counts[bucket] ?? 0) + 1;
      known.sumS += seconds;
    },
  };
}

function newCounts(): number[] {
  return new Array<number>(durations.buckets.length + 1).fill(0);
}

/** Adds up the counts, because each bucket of Prometheus includes the lower buckets. */
function valuesOf({ labels, counts, sumS }: Series) {
  const { name } = durations;
  let count = 0;
  const buckets = counts.map((own, at) => {
    count += own;
    const le = durations.buckets[at] ?? '+Inf';
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sumS },
    { metricName: `${name}_count`, labels, value: count },
  ];
}

type Figures = Awaited<ReturnType<Service['queueFigures']>>;

/**
 * Makes one query for all gauges each time Prometheus reads the metrics.
 * @returns undefined when the database does not respond.
 */
function askOnce(service: Service): () => Promise<Figures | undefined> {
  let asked: Promise<Figures | undefined> | undefined;
  return () => {
    asked ??= service
      .queueFigures()
      .catch(() => undefined)
      .finally(() => {
        asked = undefined;
      });
    return asked;
  };
}

/**
 * Queries the queue each time Prometheus reads the metrics. When the database does not respond, the metrics
 * keep their last values.
 */
export function meterQueue(registry: Registry, service: Service): void {
  const ask = askOnce(service);
  const registers = [registry];
  new Gauge({
    name: 'photokiosk_jobs',
    help: 'Jobs by state; dead ones wait for the operator.',
    labelNames: ['state'],
    registers,
    async collect() {
      const figures = await ask();
      if (figures === undefined) return;
      for (const state of ['ready', 'running', 'dead'] as const) this.set({ state }, figures[state]);
    },
  });
  new Gauge({
    name: 'photokiosk_pictures_queued',
    help: 'Paid pictures that wait or are being made.',
    registers,
    async collect() {
      const figures = await ask();
      if (figures !== undefined) this.set(figures.pictures);
    },
  });
  new Gauge({
    name: 'photokiosk_oldest_due_job_age_seconds',
    help: 'Age of the oldest job that is due.',
    registers,
    async collect() {
      const figures = await ask();
      if (figures !== undefined) this.set(figures.oldestDueAgeMs / 1000);
    },
  });
}

/** Counts the open differences to the providers' bills each time Prometheus reads the metrics. */
export function meterDifferences(registry: Registry, service: Service): void {
  new Gauge({
    name: 'photokiosk_open_differences',
    help: 'Differences to the payment providers’ bills that wait for an operator.',
    labelNames: ['provider'],
    registers: [registry],
    async collect() {
      const open = await service.openDifferences().catch(() => undefined);
      if (open === undefined) return;
      this.reset();
      const counts = new Map<string, number>();
      for (const { provider, count } of open) counts.set(provider, (counts.get(provider) ?? 0) + count);
      for (const [provider, count] of counts) this.set({ provider }, count);
    },
  });
}

/**
 * Counts the webhook endpoints by state, so that an operator can set an alert on `off` and `failing`, in which the
 * endpoint receives no webhooks.
 */
export function meterWebhooks(registry: Registry, service: Service): void {
  new Gauge({
    name: 'photokiosk_webhook_endpoints',
    help: 'Webhook endpoints by state. Failing ones are also counted as active.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const endpoints = await service.webhookEndpoints().catch(() => undefined);
      if (endpoints === undefined) return;
      for (const state of ['active', 'paused', 'off'] as const) {
        this.set({ state }, endpoints.filter((endpoint) => endpoint.state === state).length);
      }
      const failing = endpoints.filter(
        ({ state, failingSince }) => state === 'active' && failingSince !== null,
      );
      this.set({ state: 'failing' }, failing.length);
    },
  });
}

export function registerMetrics(app: FastifyInstance, registry: Registry): void {
  app.get('/metrics', { schema: { hide: true }, onRequest: refuseEncodedPath }, async (_request, reply) => {
    const text = await registry.metrics();
    return reply.header('cache-control', 'no-store').type(registry.contentType).send(text);
  });
}
