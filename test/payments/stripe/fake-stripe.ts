/**
 * A local stand-in for Stripe's API. It keeps state, repeats answers by idempotency key for 24 hours (errors included),
 * expires sessions, signs events and fails on schedule. Customers act when a test calls a function.
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RawNotification } from '../../../src/usecases/ports/payment-provider.ts';
import type { Clock } from '../../../src/usecases/ports/tools.ts';
import { type ApiAnswer, createFakeApi, refused } from './fake-api.ts';
import {
  createFakeBooks,
  type FakeRefund,
  type FakeSession,
  type RefundPlan,
  type RefundStatus,
} from './fake-books.ts';
import * as views from './fake-views.ts';
import { signedEvent } from './sign-event.ts';
import { decodeForm } from './stripe-form.ts';

/**
 * What goes wrong with a call. `before`: the call has no effect. `after`: the call has its effect, and the answer is
 * lost. `silent`: the connection stays open without an answer.
 */
export type Fault =
  | 'none'
  | 'dropped before'
  | 'dropped after'
  | 'silent before'
  | 'silent after'
  | '500 before'
  | '500 after'
  | 'busy'
  | 'too many calls';

export const apiKey = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc';
export const webhookSecret = 'whsec_fakeOfTheTests0123456789';
const apiVersion = '2026-10-28.endive';
const keysKeptMs = 24 * 60 * 60_000;

export interface SentEvent {
  readonly id: string;
  readonly type: string;
  readonly body: string;
  /** The event as it was delivered first. */
  readonly notification: RawNotification;
}

type Reply = ApiAnswer & { readonly isReplay?: boolean };

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>;

export async function startFakeStripe(clock: Clock) {
  const books = createFakeBooks(clock);
  const events: SentEvent[] = [];
  const calls: string[] = [];
  const violations: string[] = [];
  const faults: Fault[] = [];
  const writeFaults: Fault[] = [];
  const denied = new Set<string>();
  const answers = new Map<string, { request: string; answer: ApiAnswer; at: number }>();
  const befores = new Map<string, () => void>();
  const secrets = [webhookSecret];
  const api = createFakeApi(books, (type, object) => void send(type, object));

  function eventBody(type: string, object: object, more: object = {}): { id: string; body: string } {
    const id = books.newId('evt');
    const event = {
      id,
      object: 'event',
      api_version: apiVersion,
      created: books.seconds(),
      type,
      livemode: false,
      data: { object },
      ...more,
    };
    return { id, body: JSON.stringify(event, null, 2) };
  }

  function send(type: string, object: object, more: object = {}): SentEvent {
    const { id, body } = eventBody(type, object, more);
    const event = { id, type, body, notification: signedEvent(body, secrets, clock.now()) };
    events.push(event);
    return event;
  }

  function answerOf(request: IncomingMessage, text: string): Reply {
    const { pathname: path, search } = new URL(request.url ?? '', 'http://fake');
    const method = request.method ?? '';
    calls.push(`${method} ${path}`);
    befores.get(path)?.();
    befores.delete(path);
    if (request.headers.authorization !== `Bearer ${apiKey}`) {
      return refused(`Invalid API Key provided: ${request.headers.authorization}`, null, undefined, 401);
    }
    if (request.headers['stripe-version'] !== apiVersion) violations.push(`${path}: another API version`);
    if (request.headers['x-stripe-client-telemetry'] !== undefined) violations.push(`${path}: telemetry`);
    if ([...denied].some((part) => path.includes(part))) {
      return refused('The provided key does not have the required permissions.', null, undefined, 403);
    }
    if (method !== 'POST') return api({ method, path, fields: decodeForm(search.slice(1)) });
    return keyed(String(request.headers['idempotency-key'] ?? ''), `${path} ${text}`, () =>
      api({ method, path, fields: decodeForm(text) }),
    );
  }

  function keyed(key: string, request: string, work: () => ApiAnswer): Reply {
    if (key === '' || key.startsWith('stripe-node'))
      violations.push(`${request}: no idempotency key of its own`);
    const earlier = answers.get(key);
    if (earlier !== undefined && clock.now() - earlier.at < keysKeptMs) {
      if (earlier.request === request) return { ...earlier.answer, isReplay: true };
      const error = { type: 'idempotency_error', message: 'Keys can only be used with the same parameters.' };
      return { status: 400, body: { error } };
    }
    const answer = work();
    answers.set(key, { request, answer, at: clock.now() });
    return answer;
  }

  const serverError: ApiAnswer = {
    status: 500,
    body: { error: { type: 'api_error', message: `Something went wrong for ${apiKey}.` } },
  };

  /** @returns what the server sends; `drop` and `silence`: the connection is closed, or stays open without an answer. */
  function replyTo(request: IncomingMessage, text: string): Reply | 'drop' | 'silence' {
    const key = String(request.headers['idempotency-key'] ?? '');
    const planned = request.method === 'POST' ? writeFaults.shift() : undefined;
    switch (planned ?? faults.shift() ?? 'none') {
      case 'none':
        return answerOf(request, text);
      case 'dropped before':
        return 'drop';
      case 'dropped after':
        answerOf(request, text);
        return 'drop';
      case 'silent before':
        return 'silence';
      case 'silent after':
        answerOf(request, text);
        return 'silence';
      case '500 before': {
        // Store the response, because Stripe repeats stored responses, also those with status 500.
        const path = new URL(request.url ?? '', 'http://fake').pathname;
        return key === '' ? serverError : keyed(key, `${path} ${text}`, () => serverError);
      }
      case '500 after': {
        answerOf(request, text);
        const earlier = answers.get(key);
        if (earlier !== undefined) answers.set(key, { ...earlier, answer: serverError });
        return serverError;
      }
      case 'busy':
        return refused('There is another in-progress request.', null, 'idempotency_key_in_use', 409);
      case 'too many calls':
        return refused('Too many requests.', null, 'rate_limit', 429);
    }
  }

  function respond(request: IncomingMessage, response: ServerResponse, text: string): void {
    const reply = replyTo(request, text);
    if (reply === 'drop') request.socket.destroy();
    if (reply === 'drop' || reply === 'silence') return;
    response.writeHead(reply.status, {
      'content-type': 'application/json',
      'request-id': 'req_fake',
      ...(reply.isReplay ? { 'idempotent-replayed': 'true' } : {}),
    });
    response.end(JSON.stringify(reply.body));
  }

  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => respond(request, response, Buffer.concat(chunks).toString('utf8')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  function sessionOf(paymentNo: string): FakeSession {
    const session = [...books.sessions.values()].find((one) => one.client_reference_id === paymentNo);
    if (session === undefined) throw new Error(`there is no session of payment ${paymentNo}`);
    return session;
  }

  /** The newest object at Stripe for this refund number. Each try of a refund creates an object. */
  function refundOf(refundNo: string): FakeRefund {
    const refund = [...books.refunds.values()].findLast(({ metadata }) => metadata.refund_no === refundNo);
    if (refund === undefined) throw new Error(`there is no refund ${refundNo}`);
    return refund;
  }

  function sendSession(type: string, session: FakeSession): SentEvent {
    return send(`checkout.session.${type}`, views.session(books, session, []));
  }

  return {
    url: `http://127.0.0.1:${port}`,
    books,
    /** Every event that was sent, the oldest first. */
    events,
    calls,
    /** Calls that Stripe accepts, but that a correct adapter never makes. */
    violations,
    /** The faults of the next calls, in order, one for each call. */
    faults,
    /** The faults of the next calls that change something (POST), in order. They come before `faults`. */
    writeFaults,
    /** Parts of paths for which the restricted key has no permission. */
    denied,
    /** Sets what happens at Stripe just before the next call of a path has its effect. */
    beforeCall: (path: string, act: () => void) => void befores.set(path, act),
    /** The valid secrets of the webhook endpoint: two while a secret is rotated, otherwise one. */
    secrets,
    send,
    /** A later delivery of an event: Stripe signs each delivery with its own time. */
    deliver: ({ body }: SentEvent): RawNotification => signedEvent(body, secrets, clock.now()),
    sessionOf,
    refundOf,
    /** The customer pays by card. */
    pay(paymentNo: string, paid: { amount?: number; currency?: string; plan?: RefundPlan } = {}): SentEvent {
      const session = sessionOf(paymentNo);
      const intent = books.complete(session, paid.amount, paid.currency);
      books.plans.set(intent.id, paid.plan ?? 'done');
      books.succeed(session);
      return sendSession('completed', session);
    },
    /** The customer pays with a slow method. `endSlowPayment` later decides whether the money arrives. */
    startSlowPayment(paymentNo: string): SentEvent {
      const session = sessionOf(paymentNo);
      books.complete(session);
      return sendSession('completed', session);
    },
    endSlowPayment(paymentNo: string, end: 'paid' | 'failed'): SentEvent {
      const session = sessionOf(paymentNo);
      if (end === 'paid') books.succeed(session);
      else books.fail(session, 'The bank returned the debit.');
      return sendSession(end === 'paid' ? 'async_payment_succeeded' : 'async_payment_failed', session);
    },
    endRefund(refundNo: string, status: RefundStatus, reason: string | null = null): SentEvent {
      const refund = refundOf(refundNo);
      books.endRefund(refund, status, reason);
      return send(status === 'failed' ? 'refund.failed' : 'refund.updated', views.refund(books, refund, []));
    },
    openDispute(paymentNo: string, reason: string): SentEvent {
      const intent = books.intents.get(sessionOf(paymentNo).intentId ?? '');
      if (intent === undefined) throw new Error(`payment ${paymentNo} is not paid`);
      return send('charge.dispute.created', views.dispute(books, books.addDispute(intent, reason), []));
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
