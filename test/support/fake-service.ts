/**
 * A `Service` in memory for tests of the HTTP layer. It returns plausible values and records every call. A test can
 * replace each function.
 */

import assert from 'node:assert/strict';
import type { Readable } from 'node:stream';
import { documentRules } from '../../src/domain/documents/document-rules.ts';
import { AppError } from '../../src/domain/errors.ts';
import { defaultCatalogue } from '../../src/domain/goods/default-catalogue.ts';
import type { Good } from '../../src/domain/goods/good.ts';
import type { Order } from '../../src/domain/order.ts';
import type { Caller } from '../../src/usecases/callers/caller.ts';
import type { OrderEmailView } from '../../src/usecases/emails/order-email.ts';
import type { Operator } from '../../src/usecases/operators/operator-store.ts';
import type { ProblemView } from '../../src/usecases/problems/list-problems.ts';
import type { OrderProblem } from '../../src/usecases/problems/problem-store.ts';
import type { OrderFeedItem, OrderView, Service } from '../../src/usecases/service.ts';

export const fakeGoods: readonly Good[] = defaultCatalogue
  .map((good, index) => ({ ...good, id: index + 1 }))
  .filter(({ onShelf }) => onShelf);

/** 2026-11-02 01:30:00 UTC; 09:30:00 in Shanghai. */
export const fakeNow = Date.UTC(2026, 10, 2, 1, 30, 0);

export function fakeOrder(changes: Partial<Order> = {}): Order {
  return {
    id: 7,
    orderNo: 'ORDER1',
    userId: 3,
    ownedBy: 'guest',
    goodsId: 2,
    functName: 'mark_order_yiCunZhao',
    details: { path: 'p1', color: 'blue' },
    priceMinor: 690,
    currency: 'CNY',
    fromUserId: null,
    createdAt: fakeNow,
    expiresAt: fakeNow + 1_800_000,
    money: { status: 'wait_pay' },
    deal: { status: 'init' },
    version: 1,
    ...changes,
  };
}

export function fakeView(order: Partial<Order> = {}, changes: Partial<OrderView> = {}): OrderView {
  return { order: fakeOrder(order), refund: null, resultUrl: null, failReason: null, ...changes };
}

function fakeProblem(): ProblemView {
  const problem: OrderProblem = {
    ...{ id: 1, orderId: 7, reason: 'other', note: null, area: null, pictureFile: null, pictureUntil: null },
    ...{ reportedAt: fakeNow, state: 'open', answer: null, reply: null, answeredBy: null, answeredAt: null },
    ...{ remakeDetails: null, remakeError: null },
  };
  return { problem, formerPictureUrl: null };
}

export interface FakeService {
  readonly service: Service;
  /** The calls with their arguments, in order. */
  readonly calls: { readonly name: keyof Service; readonly args: readonly unknown[] }[];
  callsOf(name: keyof Service): readonly (readonly unknown[])[];
  /** Replaces functions for all later calls. */
  script(functions: Partial<Service>): void;
}

const fakeEmail: OrderEmailView = { maskedAddress: 'a•••@example.com', isUnsubscribed: false };

interface StoredKey {
  readonly bodyHash: string;
  answer: string | null;
}

async function readAll(source: Readable): Promise<number> {
  let bytes = 0;
  for await (const chunk of source) bytes += chunk.length;
  return bytes;
}

function idempotency(): Pick<Service, 'beginIdempotent' | 'endIdempotent' | 'abandonIdempotent'> {
  const kept = new Map<string, StoredKey>();
  const name = (caller: Caller, operation: string, key: string) => JSON.stringify([caller, operation, key]);
  return {
    async beginIdempotent(caller, operation, { key, bodyHash }) {
      const found = kept.get(name(caller, operation, key));
      if (found === undefined) {
        const scope = name(caller, operation, key);
        kept.set(scope, { bodyHash, answer: null });
        return { kind: 'first', claim: { scope, key, createdAt: fakeNow } };
      }
      if (found.bodyHash !== bodyHash) throw new AppError('idempotency_key_reused', 'Another body.');
      if (found.answer === null) throw new AppError('request_in_flight', 'Still running.');
      return { kind: 'replay', answer: found.answer };
    },
    async endIdempotent({ scope }, answer) {
      const found = kept.get(scope);
      if (found !== undefined) found.answer = answer;
    },
    async abandonIdempotent({ scope }) {
      kept.delete(scope);
    },
  };
}

async function* quiet(): AsyncGenerator<OrderFeedItem> {
  yield { kind: 'order', seq: 1, event: 'created', view: fakeView() };
}

function fakeOperator(name: string): Operator {
  return { id: 1, name, passwordHash: '', role: 'owner', createdAt: null, disabledAt: null };
}

function plausible(): Service {
  return {
    openDifferences: async () => [],
    identify: async ({ bearer, basic }, { address, requestId }) => {
      if (bearer === 'bad' || basic?.password === 'wrong') {
        throw new AppError('invalid_credential', 'The credential does not hold.');
      }
      if (basic !== undefined)
        return { kind: 'operator', operator: fakeOperator(basic.name), sessionId: null, address, requestId };
      return bearer === undefined ? { kind: 'anonymous' } : { kind: 'guest', userId: 3 };
    },
    webhookEndpoints: async () => [],
    listGoods: async () => [...fakeGoods],
    listDocuments: async () => documentRules.slice(0, 1),
    placeOrder: async ({ caller }) => ({
      orderNo: 'ORDER1',
      guestToken: caller.kind === 'anonymous' ? 'g1.token' : null,
      replayed: false,
    }),
    fetchOrder: async () => fakeView(),
    payOrders: async () => ({
      kind: 'opened',
      clientData: { url: 'http://127.0.0.1:8080/sandbox/checkout/P1' },
    }),
    cancelOrder: async () =>
      fakeView({ money: { status: 'cancal', cancelledAt: fakeNow, cancelledBy: 'customer' } }),
    refundOrder: async () =>
      fakeView({ money: { status: 'wait_refund', paidAt: fakeNow, attemptId: 1, refundNo: 'R1' } }),
    reportProblem: async () => fakeProblem(),
    listProblems: async () => [fakeProblem()],
    viewOrderEmail: async () => fakeEmail,
    setOrderEmail: async () => fakeEmail,
    removeOrderEmail: async () => ({ maskedAddress: null, isUnsubscribed: false }),
    unsubscribe: async () => undefined,
    languageOfUnsubscribe: async () => 'en',
    myOrders: async () => [fakeView()],
    myVip: async () => ({ memberUntil: null, active: false }),
    exportMine: async () => ({ facts: { orders: [] }, files: (async function* () {})() }),
    login: async () => ({ userId: 3, token: 'g1.token', expiresInS: 60 }),
    signedInWith: async () => [],
    issueGuestToken: async () => 'g1.other',
    renewGuestToken: async () => null,
    endGuestTokens: async () => ({ token: 'g1.next', replayed: false }),
    tokensEndedBefore: async () => undefined,
    consentState: async () => ({ isRequired: false, text: null, consent: null }),
    giveConsent: async () => ({ isRequired: false, text: null, consent: null, guestToken: null }),
    withdrawConsent: async () => ({ isRequired: false, text: null, consent: null, guestToken: null }),
    createPhotoLink: async () => ({ token: 'link-token', secret: 'link-secret' }),
    viewPhotoLink: async () => ({ photos: 0, expiresAt: fakeNow + 600_000, photo: null }),
    endPhotoLink: async () => undefined,
    acceptUpload: async ({ source }) => {
      await readAll(source);
      return { path: 'uploads/abc', widthPx: 600, heightPx: 800 };
    },
    checkPhoto: async () => ({
      kind: 'checked',
      refusal: null,
      warnings: [],
      preview: null,
      canEnlarge: null,
      report: null,
      marks: [],
    }),
    photoColour: async () => ({
      url: 'http://127.0.0.1:8080/files/x',
      widthPx: 295,
      heightPx: 413,
      copies: 1,
    }),
    photoReport: async () => ({
      rule: documentRules[0] ?? assert.fail(),
      lines: [],
      marks: [],
      printedUrl: null,
    }),
    photoSheet: async () => ({
      url: 'http://127.0.0.1:8080/files/y',
      widthPx: 1795,
      heightPx: 1205,
      copies: 10,
    }),
    watchOrder: quiet,
    openResult: async () => {
      throw new AppError('unknown_file', 'There is no such file.');
    },
    receiveNotification: async () => ({
      answer: { status: 200, contentType: 'text/plain', body: 'success' },
      outcome: 'accepted',
    }),
    ...idempotency(),
    queueFigures: async () => ({ ready: 1, running: 2, dead: 0, oldestDueAgeMs: 1500, pictures: 3 }),
    diskSpace: async () => ({ freeBytes: 1, totalBytes: 2 }),
    checkReady: async () => undefined,
  };
}

export function createFakeService(scripted: Partial<Service> = {}): FakeService {
  const calls: FakeService['calls'] = [];
  let functions: Service = { ...plausible(), ...scripted };

  /** Tests replace functions after the app is built, so each call looks up the current function. */
  const service = new Proxy(functions, {
    get(_target, name: keyof Service) {
      return (...args: unknown[]): unknown => {
        calls.push({ name, args });
        return Reflect.apply(functions[name], undefined, args);
      };
    },
  });
  return {
    service,
    calls,
    callsOf: (name) => calls.filter((call) => call.name === name).map(({ args }) => args),
    script: (replaced) => {
      functions = { ...functions, ...replaced };
    },
  };
}
