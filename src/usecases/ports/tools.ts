/** The time, random bytes and the log. Use cases receive them as ports, so that tests can replace them. */

import type { Instant } from '../../domain/zoned-time.ts';

export interface Clock {
  now(): Instant;
}

export interface ClockState {
  /** By how much this machine's clock has been set forward since the process started; negative: it was set back. */
  readonly steppedMs: number;
  /** How much longer the worker must not run jobs that compare deadlines with the clock; 0: they may run. */
  readonly deadlinesHeldMs: number;
}

export interface Random {
  /** Returns uniformly distributed random bytes from a cryptographic source. */
  bytes(count: number): Uint8Array;
}

/** The number of an order opens a guest's order, so a line names the order by `orderId`. */
export type LogFields = Readonly<Record<string, unknown>> & { readonly orderNo?: undefined };

/** The fields of a line that is not searched for order numbers (`main/log.ts`). An error may contain them. */
export type PlainLogFields = LogFields & { readonly err?: undefined };

/** Messages are constant; data goes into fields. Never log a body, a secret or the path of an upload. */
export interface Log {
  debug(fields: LogFields, message: string): void;
  info(fields: PlainLogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}
