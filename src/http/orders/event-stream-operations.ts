/**
 * The client API's `order_events`: every change of an order as Server-Sent Events (WHATWG HTML, 9.2). A client that
 * reconnects sends the last `id:` and continues there. If the order cannot change any more, the response is 204, after
 * which a client does not reconnect.
 */

import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '../../domain/errors.ts';
import { failCode } from '../../domain/fail-reasons.ts';
import { assertNever } from '../../domain/never.ts';
import type { TimeZone } from '../../domain/zoned-time.ts';
import type { OrderFeedItem } from '../../usecases/service.ts';
import { clientKey } from '../callers/client-address.ts';
import { type HeldPlaces, heldPlaces, type Leave } from '../callers/held-places.ts';
import { lastEventIdHeader } from '../requests/documented-headers.ts';
import { operationPrefix, operationSchema } from '../requests/operation.ts';
import type { RouteContext } from '../route-context.ts';
import { orderNoParameters } from './order-schema.ts';
import { orderToWire } from './order-wire.ts';

/** The delay before a client reconnects. */
const retryMs = 3_000;
/**
 * How long the service waits for the first event before it responds to a client that reconnects. If the stream ends
 * within this time, the response is 204.
 */
const resumePeekMs = 250;

function frame(event: string, data: unknown, id?: number): string {
  const idLine = id === undefined ? '' : `id: ${id}\n`;
  return `event: ${event}\n${idLine}data: ${JSON.stringify(data)}\n\n`;
}

function framesOf(item: OrderFeedItem, zone: TimeZone): string {
  switch (item.kind) {
    case 'order': {
      const order = frame('order', orderToWire(item.view, zone), item.seq);
      const { failReason: reason } = item.view;
      const { deal } = item.view.order;
      if (reason === null || deal.status !== 'fail') return order;
      return order + frame('failed', { reason, code: failCode(deal.reason) });
    }
    case 'progress':
      return frame('progress', { fraction: item.fraction });
    case 'declined':
      return frame('declined', { provider: item.provider });
    case 'queue':
      return frame('queue', { place: item.place });
    default:
      return assertNever(item);
  }
}

/** A `Last-Event-ID` that the service did not issue is ignored. */
function lastSeenSeq(request: FastifyRequest): number {
  const id = request.headers['last-event-id'];
  return typeof id === 'string' && /^\d{1,9}$/.test(id) ? Number(id) : 0;
}

/** @throws AppError `too_many_requests`, `unavailable` */
async function takePlace(places: HeldPlaces, client: string, totalMax: number): Promise<Leave> {
  const leave = await places.take(client);
  if (leave === null) {
    throw new AppError('too_many_requests', 'Too many open event streams.', {
      reason: 'too_many_streams',
      retryAfterS: 10,
    });
  }
  if (places.total() <= totalMax) return leave;
  leave();
  throw new AppError('unavailable', 'Too many open event streams.', { retryAfterS: 10 });
}

type Feed = AsyncIterator<OrderFeedItem>;
type Step = IteratorResult<OrderFeedItem>;

/**
 * Writes events until the stream ends or `signal` aborts. Waits for slow readers, so that few events are
 * buffered in memory.
 */
async function pump(feed: Feed, first: Promise<Step>, out: PassThrough, zone: TimeZone, signal: AbortSignal) {
  for (let step = await first; step.done !== true; step = await feed.next()) {
    if (signal.aborted) return;
    if (!out.write(framesOf(step.value, zone))) await once(out, 'drain', { signal });
  }
  // The order cannot change any more. The client should close the stream; if the client reconnects, the
  // response is 204.
  if (!signal.aborted) out.write(frame('end', {}));
}

function pause(ms: number, signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, undefined);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
}

async function startStream(
  context: RouteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  orderNo: string,
) {
  const { service, zone, limits, log } = context.options;
  const caller = await context.identify(request);
  // Check access before the stream starts, because the status of the response cannot change afterwards.
  await service.fetchOrder(caller, orderNo);

  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, context.stopped]);
  const afterSeq = lastSeenSeq(request);
  const feed = service.watchOrder(caller, orderNo, afterSeq, signal)[Symbol.asyncIterator]();
  const first = feed.next();
  first.catch(() => undefined);
  if (afterSeq > 0) {
    const peeked = await Promise.race([first, pause(resumePeekMs, over.signal)]);
    if (peeked?.done === true) {
      over.abort();
      return reply.code(204).send();
    }
  }

  const out = new PassThrough();
  out.write(`retry: ${retryMs}\n\n`);
  const heartbeat = setInterval(() => {
    // Disconnect a reader that has read nothing since the last heartbeat.
    if (out.writableNeedDrain) out.destroy();
    else out.write(': still here\n\n');
  }, limits.streamHeartbeatMs);
  out.once('close', () => {
    clearInterval(heartbeat);
    over.abort();
  });
  pump(feed, first, out, zone, signal)
    .catch((error: unknown) => {
      if (!signal.aborted) log.error({ requestId: request.id, err: error }, 'event stream broke off');
    })
    .finally(() => {
      clearInterval(heartbeat);
      out.end();
      void feed.return?.()?.catch(() => undefined);
    });
  return (
    reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      // Without this header, nginx buffers the response.
      .header('x-accel-buffering', 'no')
      .send(out)
  );
}

export function registerEventStreamOperations(plain: FastifyInstance, context: RouteContext): void {
  const { limits } = context.options;
  const places = heldPlaces('streams', limits.streamsPerClientMax, context.limitExchange);
  const documented = operationSchema({
    name: 'order_events',
    summary: 'Follow the changes of an order',
    description:
      'Server-Sent Events: `order` (the Order, at once and at every change), `queue` `{place}`, `progress` `{fraction}`, `failed` `{reason, code}` with a sentence for the customer and its stable code, `declined` `{provider}` when the newest payment was refused and another may be opened, `end` when nothing can change any more. `Last-Event-ID` resumes.',
    tag: 'Orders',
    querystring: orderNoParameters,
    answer: Type.String(),
    answerMediaType: 'text/event-stream',
    answerDescription: 'The stream of events.',
    emptyAnswerDescription: 'The order cannot change any more: do not connect again.',
    requestHeaders: lastEventIdHeader,
    errors: ['unauthenticated', 'invalid_credential', 'unknown_order'],
  });
  const schema = { ...documented, querystring: orderNoParameters };
  plain
    .withTypeProvider<TypeBoxTypeProvider>()
    .get(`${operationPrefix}order_events`, { schema, exposeHeadRoute: false }, async (request, reply) => {
      const leave = await takePlace(places, clientKey(request.ip), limits.streamsMax);
      // If the client has disconnected in the meantime, `close` was emitted already.
      if (reply.raw.closed) leave();
      else reply.raw.once('close', leave);
      return startStream(context, request, reply, request.query.order_no);
    });
}
