/** What the edge is built from. `main.ts` fills it in; tests fill it in with fakes. */

import type { Registry } from 'prom-client';
import type { TimeZone } from '../domain/zoned-time.ts';
import type { Deps } from '../usecases/deps.ts';
import type { ServiceFacts } from '../usecases/jobs/service-facts.ts';
import type { SandboxCheckout } from '../usecases/ports/sandbox-checkout.ts';
import type { Clock, Log } from '../usecases/ports/tools.ts';
import type { Service } from '../usecases/service.ts';

/** `starting` and `stopping` answer 503 everywhere but on the health and metrics pages. */
export type Phase = 'starting' | 'running' | 'stopping';

/** Every bound of the edge has a name. */
export interface HttpLimits {
  /** Body of every operation but `ext_upload`. */
  readonly bodySizeBytesMax: number;
  /** One uploaded file. */
  readonly uploadSizeBytesMax: number;
  /** From the first byte of an upload to its last. */
  readonly uploadTimeoutMs: number;
  /** Requests under work in this process; event streams are counted by themselves. */
  readonly requestsInFlightMax: number;
  readonly connectionsMax: number;
  readonly streamsMax: number;
  readonly streamsPerClientMax: number;
  /** An event stream says something at least this often, so that no proxy takes it for dead. */
  readonly streamHeartbeatMs: number;
  /** Clients remembered by each limiter; the oldest are forgotten first. */
  readonly clientsRememberedMax: number;
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  /** A connection on which nothing moves. */
  readonly idleTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  /** What requests under work may still take once closing has begun; then their connections are cut. */
  readonly stopGraceMs: number;
}

export const defaultHttpLimits: HttpLimits = {
  bodySizeBytesMax: 64 * 1024,
  uploadSizeBytesMax: 15 * 1024 * 1024,
  uploadTimeoutMs: 120_000,
  requestsInFlightMax: 2_000,
  connectionsMax: 10_000,
  streamsMax: 2_000,
  streamsPerClientMax: 20,
  streamHeartbeatMs: 15_000,
  clientsRememberedMax: 50_000,
  headersTimeoutMs: 10_000,
  // Longer than an upload may take, so that a slow upload hears our answer and not Node's.
  requestTimeoutMs: 150_000,
  idleTimeoutMs: 60_000,
  // Longer than the 60 s of common reverse proxies: the side that reuses a connection must close it first.
  keepAliveTimeoutMs: 65_000,
  stopGraceMs: 10_000,
};

/** What the shop's page must know before it can show anything. */
export interface Storefront {
  readonly providers: readonly { readonly name: string; readonly channels: readonly string[] }[];
  /** Whether one can buy without signing in. */
  readonly guestsAllowed: boolean;
  readonly orderExpiryMs: number;
  readonly resultKeptMs: number;
  readonly memberResultKeptMs: number;
}

export type ConsoleDeps = Deps & ServiceFacts;

export interface HttpOptions {
  readonly service: Service;
  /** What the console's API acts through. */
  readonly console: ConsoleDeps;
  /** Null: no built-in test checkout. */
  readonly sandboxCheckout: SandboxCheckout | null;
  readonly zone: TimeZone;
  /** ISO 4217; for the pages. */
  readonly currency: string;
  /** Origin under which clients reach the service, without a trailing slash. */
  readonly publicUrl: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Where the edge registers its own figures; `metrics.ts` makes one. */
  readonly metrics: Registry;
  readonly limits: HttpLimits;
  /** Requests of one client in a minute; null: no limit. */
  readonly requestsPerMinuteMax: number | null;
  /** Whose `X-Forwarded-For` counts: nobody's, everybody's, or that of listed addresses and networks. */
  readonly trustProxy: boolean | string[];
  readonly phase: () => Phase;
  /** Where the built web pages are; without: where `scripts/build-web.ts` puts them. */
  readonly webFolder?: string;
  readonly storefront: Storefront;
}
