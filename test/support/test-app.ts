/**
 * The HTTP layer on the fake service. It does not listen on a port unless a test calls `listen`. A response
 * whose status the OpenAPI document does not list for its operation fails the test.
 */

import assert from 'node:assert/strict';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Registry } from 'prom-client';
import { builtInSettings } from '../../src/domain/shop-settings.ts';
import { timeZone } from '../../src/domain/zoned-time.ts';
import { buildApp } from '../../src/http/app.ts';
import { defaultHttpLimits, type HttpLimits, type HttpOptions } from '../../src/http/app-options.ts';
import type { SlotLimits } from '../../src/http/requests/request-slots.ts';
import type { LogFields } from '../../src/usecases/ports/tools.ts';
import { consoleStub } from './console-stub.ts';
import { createFakeService, type FakeService, fakeNow } from './fake-service.ts';

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly fields: LogFields;
  readonly message: string;
}

export interface TestApp {
  readonly app: FastifyInstance;
  readonly fake: FakeService;
  readonly lines: LogLine[];
  /** The wall clock and the monotonic clock, which a test sets by assignment. */
  readonly clock: { nowMs: number; monotonicMs: number };
}

export type TestAppOptions = Partial<Omit<HttpOptions, 'limits'>> & { readonly limits?: Partial<HttpLimits> };

/** The default limits of requests in flight, in which those of `pools` are replaced. */
export function slotLimits(pools: Partial<SlotLimits>): Pick<HttpLimits, 'requestsInFlight'> {
  return { requestsInFlight: { ...defaultHttpLimits.requestsInFlight, ...pools } };
}

/** More clients than any test has. The memory for the usual number of clients takes a fifth of the time to make an app. */
const clientsRememberedMax = 1_000;

/** Does not check routes that the OpenAPI document omits, because they have no documented statuses. */
function assertDocumented({ routeOptions }: FastifyRequest, { statusCode }: FastifyReply): void {
  const { hide, operationId, response } = routeOptions.schema ?? {};
  if (hide === true || typeof response !== 'object' || response === null) return;
  const keys = [String(statusCode), `${String(statusCode)[0]}xx`];
  assert.ok(
    keys.some((key) => key in response),
    `${operationId} responded with ${statusCode}, which is not documented`,
  );
}

/**
 * A folder without pages. Reading the pages takes a sixth of the time to make an app, so only tests of the pages set
 * `webFolder` to the built ones.
 */
const noPages = '/nowhere/';

export function testApp(options: TestAppOptions = {}): TestApp {
  const fake = createFakeService();
  const lines: LogLine[] = [];
  const clock = { nowMs: fakeNow, monotonicMs: 0 };
  const write = (level: LogLine['level']) => (fields: LogFields, message: string) =>
    void lines.push({ level, fields, message });
  const app = buildApp({
    service: fake.service,
    console: consoleStub(),
    sandboxCheckout: null,
    zone: timeZone('Asia/Shanghai'),
    currency: 'CNY',
    publicUrl: 'http://127.0.0.1:8080',
    clock: { now: () => clock.nowMs },
    monotonicMs: () => clock.monotonicMs,
    log: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') },
    metrics: new Registry(),
    requestsPerMinuteMax: null,
    uploadBytesPerDayMax: null,
    sharedLimits: null,
    trustProxy: false,
    phase: () => 'running',
    storefront: {
      providers: [{ name: 'sandbox', channels: ['web'], payerChannels: [], takesJointPayments: true }],
      guestsAllowed: true,
      orderExpiryMs: 1_800_000,
      resultKeptMs: 7 * 86_400_000,
      memberResultKeptMs: 30 * 86_400_000,
      resultLinkMs: 3_600_000,
      emailsOffered: false,
      settings: () => builtInSettings,
    },
    webFolder: noPages,
    ...options,
    limits: { ...defaultHttpLimits, clientsRememberedMax, ...options.limits },
  });
  app.addHook('onResponse', async (request, reply) => {
    // Check after the hook: Fastify ignores errors in the hook, and an error after it makes the test fail.
    setImmediate(() => assertDocumented(request, reply));
  });
  return { app, fake, lines, clock };
}
