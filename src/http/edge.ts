/** What every group of routes is given. */

import type { HttpOptions } from './app-options.ts';
import type { Identify } from './callers/caller.ts';
import type { Exchanges } from './requests/exchange.ts';

export interface Edge {
  readonly options: HttpOptions;
  readonly identify: Identify;
  readonly exchanges: Exchanges;
  /** Aborts when the service stops: ends the answers that would not end by themselves. */
  readonly stopped: AbortSignal;
}
