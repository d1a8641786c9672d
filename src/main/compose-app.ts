/** Composes the HTTP layer of a process that serves the API. */

import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Config } from '../config.ts';
import { buildApp } from '../http/app.ts';
import { type ConsoleDeps, defaultHttpLimits, type Phase } from '../http/app-options.ts';
import type { SharedLimits } from '../http/callers/limit-exchange.ts';
import type { Sandbox } from '../payments/sandbox/sandbox.ts';
import { createService } from '../usecases/create-service.ts';
import type { Deps } from '../usecases/deps.ts';
import type { ServiceFacts } from '../usecases/jobs/service-facts.ts';
import type { ImageProtections } from '../usecases/ports/image-protections.ts';
import type { ProviderCalls } from '../usecases/ports/provider-calls.ts';
import { clock } from './clock.ts';
import { monotonicMs } from './monotonic-ms.ts';
import { directOriginsOf } from './open-files.ts';
import { copySampleFace } from './sample-face.ts';
import { serviceVersion } from './service-version.ts';
import { storefrontOf } from './storefront-of.ts';

export interface Composed {
  readonly deps: Deps;
  readonly imageProtections: ImageProtections;
  readonly sandbox: Sandbox | null;
  readonly providerCalls: ProviderCalls;
  readonly sharedLimits: SharedLimits | null;
}

export async function composeApp(
  config: Config,
  { deps, sandbox, providerCalls, imageProtections, sharedLimits }: Composed,
  metrics: Registry,
  phase: () => Phase,
  clockState: ServiceFacts['clockState'],
): Promise<FastifyInstance> {
  return buildApp({
    service: createService(deps),
    console: await composeConsole(config, deps, { imageProtections, providerCalls, clockState }),
    sandboxCheckout: sandbox?.checkout ?? null,
    zone: config.zone,
    currency: config.currency,
    publicUrl: deps.settings.publicUrl,
    clock,
    monotonicMs,
    log: deps.log,
    metrics,
    limits: { ...defaultHttpLimits, uploadSizeBytesMax: deps.settings.uploadSizeBytesMax },
    requestsPerMinuteMax: config.rateLimitPerMinute,
    uploadBytesPerDayMax: config.uploadBytesPerClientPerDay,
    sharedLimits,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    phase,
    storefront: storefrontOf(deps),
    resultOrigins: directOriginsOf(config),
  });
}

async function composeConsole(
  config: Config,
  deps: Deps,
  facts: Pick<ServiceFacts, 'imageProtections' | 'providerCalls' | 'clockState'>,
): Promise<ConsoleDeps> {
  return {
    ...deps,
    ...facts,
    copySampleFace,
    version: await serviceVersion(),
    databaseKind: config.database === null ? 'sqlite' : 'postgres',
    startedAt: clock.now(),
  };
}
