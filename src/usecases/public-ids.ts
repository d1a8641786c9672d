/** Creates the public identifiers of orders, payments, refunds, uploads and webhook events. */

import type { Instant } from '../domain/zoned-time.ts';
import type { Random } from './ports/tools.ts';

/** Crockford's Base32. It has no I, L, O or U, which are easily confused with other characters. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Number of characters that encode a time. 9 characters encode 45 bits of milliseconds, which is enough until the
 * year 3084.
 */
export const encodedTimeLength = 9;

export const orderNoLength = 28;
export const paymentNoLength = 26;
export const uploadNameLength = 25;

function encodeTime(at: Instant): string {
  let rest = at;
  let text = '';
  for (let i = 0; i < encodedTimeLength; i++) {
    text = alphabet.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** Encodes the low five bits of each byte as one character. */
function encodeRandom(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += alphabet.charAt(byte & 31);
  return text;
}

/**
 * 28 characters of `0-9A-Z`. The first 9 encode the time, so that numbers sort by age. The other 19 are random (95
 * bits), because a guest's order is open to anyone who has its number.
 */
export function newOrderNo(at: Instant, random: Random): string {
  return encodeTime(at) + encodeRandom(random.bytes(19));
}

/** 26 characters. Providers allow 6 to 32 characters (`out_trade_no`). */
export function newPaymentNo(at: Instant, random: Random): string {
  return `P${encodeTime(at)}${encodeRandom(random.bytes(16))}`;
}

export function newRefundNo(at: Instant, random: Random): string {
  return `R${encodeTime(at)}${encodeRandom(random.bytes(16))}`;
}

const paymentNoForm = new RegExp(`^P[${alphabet}]{${paymentNoLength - 1}}$`);
const refundNoForm = new RegExp(`^R[${alphabet}]{${paymentNoLength - 1}}$`);

/**
 * Whether the text has the form of a payment's number. A number of another form belongs to another system that uses
 * the same account at the provider.
 */
export function isPaymentNo(text: string): boolean {
  return paymentNoForm.test(text);
}

export function isRefundNo(text: string): boolean {
  return refundNoForm.test(text);
}

/** 25 random characters (125 bits). The name contains no time, so that a path does not reveal the age of the upload. */
export function newUploadName(random: Random): string {
  return encodeRandom(random.bytes(uploadNameLength)).toLowerCase();
}

/** The time and the random part of the last event id, for each source of random bytes: a process has one. */
const lastEventIds = new WeakMap<Random, { readonly at: Instant; readonly digits: string }>();

/**
 * The ids of events that one process creates increase, because lists and replays sort the events of a millisecond by
 * id. Further ids of one millisecond count up from the first, as monotonic ULIDs do, and so do the ids after the clock
 * was set back.
 */
export function newEventId(at: Instant, random: Random): string {
  const last = lastEventIds.get(random);
  const next =
    last === undefined || at > last.at
      ? { at, digits: encodeTime(at) + encodeRandom(random.bytes(16)) }
      : { at: last.at, digits: nextDigits(last.digits) };
  lastEventIds.set(random, next);
  return `evt_${next.digits}`;
}

/** Adds 1 to a number in the alphabet's digits. */
function nextDigits(digits: string): string {
  const kept = digits.replace(/Z+$/, '');
  const raised = alphabet.charAt(alphabet.indexOf(kept.charAt(kept.length - 1)) + 1);
  return (kept.slice(0, -1) + raised).padEnd(digits.length, '0');
}
