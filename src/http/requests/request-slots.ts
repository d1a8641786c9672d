/**
 * Limits the requests that are processed at the same time. Each pool of routes has its own slots, so that a
 * full pool does not delay the other pools. A request takes a slot when its body has arrived and its fields
 * are valid, and frees the slot when its response is ready or its work has ended. A body that arrives slowly
 * and a response that is read slowly take no slot.
 */

import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { AppError } from '../../domain/errors.ts';
import { clientKey } from '../callers/client-address.ts';
import type { Connections } from './connections.ts';
import { costOf, type RouteCost } from './route-cost.ts';

export type SlotPool = 'shop' | 'upload' | 'notification' | 'console' | 'signIn' | 'probe';

export interface SlotLimit {
  readonly max: number;
  readonly perClientMax: number;
}

export type SlotLimits = Readonly<Record<SlotPool, SlotLimit>>;

const poolOf: Readonly<Record<RouteCost, SlotPool>> = {
  read: 'shop',
  order: 'shop',
  picture: 'shop',
  page: 'shop',
  upload: 'upload',
  notification: 'notification',
  console: 'console',
  signIn: 'signIn',
  probe: 'probe',
};

const retryAfterS = 1;

function busy(): AppError {
  return new AppError('unavailable', 'The service is busy. Please try again in a moment.', { retryAfterS });
}

function tooManyAtOnce(): AppError {
  return new AppError('too_many_requests', 'Too many requests at the same time.', { retryAfterS });
}

interface Places {
  /** @throws AppError `unavailable`, `too_many_requests` */
  take(client: string): void;
  free(client: string): void;
}

function places({ max, perClientMax }: SlotLimit, refusedClient: () => AppError): Places {
  const perClient = new Map<string, number>();
  let total = 0;
  return {
    take(client) {
      const mine = perClient.get(client) ?? 0;
      if (mine >= perClientMax) throw refusedClient();
      if (total >= max) throw busy();
      perClient.set(client, mine + 1);
      total += 1;
    },
    free(client) {
      const left = (perClient.get(client) ?? 1) - 1;
      if (left === 0) perClient.delete(client);
      else perClient.set(client, left);
      total -= 1;
    },
  };
}

/** Call it before the first route is registered. */
export function limitRequestsInFlight(
  app: FastifyInstance,
  limits: SlotLimits,
  connections: Connections,
): void {
  // A provider calls from few addresses. A notification that is refused because its address has reached its limit
  // therefore gets the same error as if the pool were full.
  const pool = (name: SlotPool) => places(limits[name], name === 'notification' ? busy : tooManyAtOnce);
  const pools: Readonly<Record<SlotPool, Places>> = {
    shop: pool('shop'),
    upload: pool('upload'),
    notification: pool('notification'),
    console: pool('console'),
    signIn: pool('signIn'),
    probe: pool('probe'),
  };
  /** The function that frees the slot of each request. Further calls of the function have no effect. */
  const held = new WeakMap<FastifyRequest, () => void>();

  function take(request: FastifyRequest): () => void {
    const client = clientKey(request.ip);
    const { socket } = request.raw;
    const chosen = pools[poolOf[costOf(request)]];
    chosen.take(client);
    connections.hold(socket);
    let isHeld = true;
    const free = () => {
      if (!isHeld) return;
      isHeld = false;
      chosen.free(client);
      connections.release(socket);
    };
    held.set(request, free);
    return free;
  }

  function inSlot(handler: RouteHandlerMethod): RouteHandlerMethod {
    return function slotted(request, reply) {
      const free = take(request);
      try {
        const result = handler.call(this, request, reply);
        // A client that disconnects does not end the work, so the slot stays taken until the handler has ended.
        if (result instanceof Promise) return result.finally(free);
        reply.raw.once('close', free);
        return result;
      } catch (error) {
        free();
        throw error;
      }
    };
  }

  app.addHook('onRoute', (route) => {
    route.handler = inSlot(route.handler);
  });
  // Free the slot when the response is ready. The promise of a handler that returns `reply` resolves only later, when
  // the client has read the response.
  app.addHook('onSend', (request, _reply, payload, done) => {
    held.get(request)?.();
    done(null, payload);
  });
}
