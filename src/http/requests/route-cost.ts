/**
 * What a request of a route costs the service. The cost of the matched route determines the limits. The text
 * of the URL does not, because one route has many spellings (`/v%31/…`, `http://host/…`).
 */

import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';

export type RouteCost =
  /** A call that only reads, and a call of an address that is not a route. */
  | 'read'
  /** Writes an order, a payment or a refund. */
  | 'order'
  /** Occupies an image process. */
  | 'picture'
  /** Receives a file while the handler runs. */
  | 'upload'
  /** A call of a signed-in operator. */
  | 'console'
  /** Checks a password. */
  | 'signIn'
  | 'notification'
  /** A page or one of its files, without personal data. */
  | 'page'
  /** A health check or the metrics. */
  | 'probe';

declare module 'fastify' {
  interface FastifyContextConfig {
    cost?: RouteCost;
  }
}

/** Registers routes in a Fastify context of their own. `cost` applies to routes whose config has no cost. */
export function withCost(
  app: FastifyInstance,
  cost: RouteCost,
  register: (own: FastifyInstance) => void,
): void {
  app.register(async (own) => {
    own.addHook('onRoute', (route) => {
      route.config = { cost, ...route.config };
    });
    register(own);
  });
}

export function costOf({ is404, routeOptions }: FastifyRequest): RouteCost {
  // Addresses without a route count as reads, so that probing for addresses is limited.
  return is404 ? 'read' : (routeOptions.config.cost ?? 'read');
}

/** Makes the start fail when a route has no cost. Call it before the first route is registered. */
export function requireCosts(app: FastifyInstance): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  app.addHook('onReady', async () => {
    for (const { config, method, url } of routes) {
      if (config?.cost === undefined) throw new Error(`the route ${String(method)} ${url} has no cost`);
    }
  });
}
