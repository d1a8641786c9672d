/** The options of the HTTP layer. `main.ts` fills them in; tests use fakes. */

import type { Registry } from 'prom-client';
import type { ShopSettings } from '../domain/shop-settings.ts';
import type { TimeZone } from '../domain/zoned-time.ts';
import type { Deps } from '../usecases/deps.ts';
import type { ServiceFacts } from '../usecases/jobs/service-facts.ts';
import type { SandboxCheckout } from '../usecases/ports/sandbox-checkout.ts';
import type { Clock, Log } from '../usecases/ports/tools.ts';
import type { Service } from '../usecases/service.ts';
import type { SharedLimits } from './callers/limit-exchange.ts';
import type { SlotLimits } from './requests/request-slots.ts';

/** While `starting` and `stopping`, every route except the health checks and the metrics answers 503. */
export type Phase = 'starting' | 'running' | 'stopping';

/** All limits of the HTTP layer. */
export interface HttpLimits {
  /** The maximum size of the body of a request, except for `ext_upload`. */
  readonly bodySizeBytesMax: number;
  /** The maximum size of one uploaded file. */
  readonly uploadSizeBytesMax: number;
  /** The maximum time from the head of a request to the last byte of its body, except for uploads. */
  readonly bodyTimeoutMs: number;
  /** The maximum time from the first byte of an upload to its last byte. */
  readonly uploadTimeoutMs: number;
  /** In each window of this length, at least `uploadPaceBytesMin` bytes of an upload must arrive. */
  readonly uploadPaceWindowMs: number;
  readonly uploadPaceBytesMin: number;
  /**
   * The maximum number of requests that this process works on at the same time. Event streams have a separate limit.
   */
  readonly requestsInFlight: SlotLimits;
  readonly connectionsMax: number;
  /** The maximum number of open connections of one client. Trusted proxies may have any number. */
  readonly connectionsPerClientMax: number;
  /** The maximum number of open event streams of all clients together. This limit bounds the memory of the process. */
  readonly streamsMax: number;
  readonly streamsPerClientMax: number;
  /**
   * The longest time without data on an event stream. After this time a heartbeat is sent, so that proxies do not
   * close the connection.
   */
  readonly streamHeartbeatMs: number;
  /**
   * The maximum number of clients whose requests the rate limit remembers. The clients that have made no request for
   * longest are removed first.
   */
  readonly clientsRememberedMax: number;
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  /** A connection without traffic is closed after this time, unless the service works on its request. */
  readonly idleTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  /**
   * Time that running requests have to finish when the service stops. After this time their connections are
   * closed.
   */
  readonly stopGraceMs: number;
}

export const defaultHttpLimits: HttpLimits = {
  bodySizeBytesMax: 64 * 1024,
  uploadSizeBytesMax: 15 * 1024 * 1024,
  bodyTimeoutMs: 10_000,
  uploadTimeoutMs: 120_000,
  // At least 4 KiB per second: a tenth of the rate at which a 3G phone sends.
  uploadPaceWindowMs: 5_000,
  uploadPaceBytesMin: 20 * 1024,
  requestsInFlight: {
    // One client may take a quarter of the slots, because the people of an office or a mobile network can
    // share one address.
    shop: { max: 2_000, perClientMax: 500 },
    upload: { max: 256, perClientMax: 32 },
    notification: { max: 400, perClientMax: 100 },
    console: { max: 200, perClientMax: 100 },
    // Each sign-in hashes a password, which occupies a processor core and much memory.
    signIn: { max: 32, perClientMax: 8 },
    probe: { max: 100, perClientMax: 25 },
  },
  connectionsMax: 10_000,
  connectionsPerClientMax: 1_000,
  streamsMax: 2_000,
  streamsPerClientMax: 20,
  streamHeartbeatMs: 15_000,
  clientsRememberedMax: 50_000,
  headersTimeoutMs: 10_000,
  // This limit is longer than `uploadTimeoutMs`, so that a slow upload receives the service's problem
  // response and not Node's 408.
  requestTimeoutMs: 150_000,
  idleTimeoutMs: 60_000,
  // This time is longer than the 60 s of common reverse proxies. A proxy reuses connections, so the proxy
  // must be the first to close one.
  keepAliveTimeoutMs: 65_000,
  stopGraceMs: 10_000,
};

/** The settings that the shop's page needs (`GET /shop/config`). */
export interface Storefront {
  readonly providers: readonly {
    readonly name: string;
    readonly channels: readonly string[];
    /** The channels in which a customer can pay only after signing in with an account at the provider. */
    readonly payerChannels: readonly string[];
    /** Whether one payment can pay several orders. */
    readonly takesJointPayments: boolean;
  }[];
  /** Whether customers can buy without signing in. */
  readonly guestsAllowed: boolean;
  readonly orderExpiryMs: number;
  readonly resultKeptMs: number;
  readonly memberResultKeptMs: number;
  /** How long a link to a result is valid. */
  readonly resultLinkMs: number;
  /** Whether customers can enter an address for e-mails about an order. */
  readonly emailsOffered: boolean;
  /** Returns the current settings of the shop. */
  readonly settings: () => ShopSettings;
}

export type ConsoleDeps = Deps & ServiceFacts;

export interface HttpOptions {
  readonly service: Service;
  /** The ports and settings that the console's API needs. */
  readonly console: ConsoleDeps;
  /** Null: the sandbox provider is off and has no checkout page. */
  readonly sandboxCheckout: SandboxCheckout | null;
  readonly zone: TimeZone;
  /** The shop's currency (ISO 4217), which the pages show. */
  readonly currency: string;
  /** Origin under which clients reach the service, without a trailing slash. */
  readonly publicUrl: string;
  readonly clock: Clock;
  /** A monotonic clock in milliseconds, for limits. It does not change when the system's clock is set. */
  readonly monotonicMs: () => number;
  readonly log: Log;
  /** The registry for the HTTP layer's metrics; `metrics.ts` creates it. */
  readonly metrics: Registry;
  readonly limits: HttpLimits;
  /** Requests of one client per minute; null: no limit. */
  readonly requestsPerMinuteMax: number | null;
  /** Bytes that one client may upload in 24 hours; null: no limit. */
  readonly uploadBytesPerDayMax: number | null;
  /**
   * The connection to the other processes of the shop, so that the limits of clients apply to all processes together.
   * Null: this is the only process.
   */
  readonly sharedLimits: SharedLimits | null;
  /**
   * The peers whose header `X-Forwarded-For` is trusted: none (`false`), all (`true`), or the listed addresses and
   * networks.
   */
  readonly trustProxy: boolean | string[];
  readonly phase: () => Phase;
  /** The folder of the built web pages. Default: the folder that `scripts/build-web.ts` writes. */
  readonly webFolder?: string;
  readonly storefront: Storefront;
  /** The origins, in addition to the service's own, from which pages may load results. Default: none. */
  readonly resultOrigins?: readonly string[];
}
