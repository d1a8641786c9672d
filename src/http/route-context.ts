/**
 * The functions and settings that every group of routes of the client API receives. The console's routes
 * receive a `ConsoleContext`.
 */

import type { HttpOptions } from './app-options.ts';
import type { AdmitOrder } from './callers/anonymous-orders.ts';
import type { Identify } from './callers/caller.ts';
import type { LimitExchange } from './callers/limit-exchange.ts';

export interface RouteContext {
  readonly options: HttpOptions;
  readonly identify: Identify;
  readonly limitExchange: LimitExchange;
  readonly admitOrder: AdmitOrder;
  /** Aborts when the service stops. Event streams end on this signal, because nothing else would end them. */
  readonly stopped: AbortSignal;
}
