/** The HTTP layer on the fake service. The app does not listen until a test starts it. */

import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { timeZone } from '../../src/domain/zoned-time.ts';
import { buildApp } from '../../src/http/app.ts';
import { defaultHttpLimits, type HttpLimits, type HttpOptions } from '../../src/http/app-options.ts';
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
  readonly clock: { nowMs: number };
}

export type TestAppOptions = Partial<Omit<HttpOptions, 'limits'>> & { readonly limits?: Partial<HttpLimits> };

export function testApp(options: TestAppOptions = {}): TestApp {
  const fake = createFakeService();
  const lines: LogLine[] = [];
  const clock = { nowMs: fakeNow };
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
    log: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') },
    metrics: new Registry(),
    requestsPerMinuteMax: null,
    trustProxy: false,
    phase: () => 'running',
    storefront: {
      providers: [{ name: 'sandbox', channels: ['web'] }],
      guestsAllowed: true,
      orderExpiryMs: 1_800_000,
      resultKeptMs: 7 * 86_400_000,
      memberResultKeptMs: 30 * 86_400_000,
    },
    ...options,
    limits: { ...defaultHttpLimits, ...options.limits },
  });
  return { app, fake, lines, clock };
}
