/** Small things that a use case may not take from its surroundings: the time, chance and the log. */

import type { Instant } from '../../domain/zoned-time.ts';

export interface Clock {
  now(): Instant;
}

export interface Random {
  /** Uniform bytes from a cryptographic source. */
  bytes(count: number): Uint8Array;
}

export type LogFields = Readonly<Record<string, unknown>>;

/** Constant messages, data in fields. Never a body, a secret or a customer's path. */
export interface Log {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}
