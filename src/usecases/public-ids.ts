/** The numbers that the outside world knows an order, a payment, a refund, an upload and an event by. */

import type { Instant } from '../domain/zoned-time.ts';
import type { Random } from './ports/tools.ts';

/** Crockford's Base32: no I, L, O, U, so that a number survives being read aloud. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 9 characters: 45 bits of milliseconds, enough until the year 3084. */
const timeLength = 9;

function encodeTime(at: Instant): string {
  let rest = at;
  let text = '';
  for (let i = 0; i < timeLength; i++) {
    text = alphabet.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** One character per byte: its low five bits. */
function encodeRandom(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += alphabet.charAt(byte & 31);
  return text;
}

/**
 * 28 characters of `0-9A-Z`: 9 of time, so that numbers sort by age, and 19 (95 bits) of chance, since the
 * number is the key to a guest's order.
 */
export function newOrderNo(at: Instant, random: Random): string {
  return encodeTime(at) + encodeRandom(random.bytes(19));
}

/** 26 characters; fits every provider's `out_trade_no` (6–32). */
export function newPaymentNo(at: Instant, random: Random): string {
  return `P${encodeTime(at)}${encodeRandom(random.bytes(16))}`;
}

export function newRefundNo(at: Instant, random: Random): string {
  return `R${encodeTime(at)}${encodeRandom(random.bytes(16))}`;
}

/** 25 characters (125 bits) of chance alone: an upload's path tells nothing, not even its age. */
export function newUploadName(random: Random): string {
  return encodeRandom(random.bytes(25)).toLowerCase();
}

export function newEventId(at: Instant, random: Random): string {
  return `evt_${encodeTime(at)}${encodeRandom(random.bytes(16))}`;
}
