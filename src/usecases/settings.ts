/** The figures that the use cases go by; `config.ts` reads them from the environment. */

import type { TimeZone } from '../domain/zoned-time.ts';

export interface Settings {
  readonly zone: TimeZone;
  /** ISO 4217. */
  readonly currency: string;
  /** Origin under which clients reach the service, without a trailing slash. */
  readonly publicUrl: string;
  readonly guestsAllowed: boolean;
  readonly orderExpiryMs: number;
  readonly uploadKeptMs: number;
  readonly resultKeptMs: number;
  readonly memberResultKeptMs: number;
  readonly resultLinkMs: number;
  readonly uploadSizeBytesMax: number;
  readonly uploadPixelsMax: number;
  /** Attempts at the picture of one order before it fails and is refunded. */
  readonly workAttemptsMax: number;
  /** Payment attempts of one order. */
  readonly paymentAttemptsMax: number;
  /** Waiting pictures above which no new picture order is placed (503). */
  readonly queueLengthMax: number;
  /** Operators give more than this back by two of them alone; null: one suffices for any amount. */
  readonly refundApprovalAboveMinor: number | null;
  /** Endpoint of the operator's system for outgoing events; null: none. */
  readonly eventsUrl: string | null;
}
