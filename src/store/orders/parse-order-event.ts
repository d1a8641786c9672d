/** Checks the events and actors that an order's history contains as JSON. */

import type { Actor, OrderEvent, OrderEventType } from '../../domain/order-events.ts';
import { isObject } from '../json-column.ts';

type Check = (value: unknown) => boolean;

type FieldChecks<Union, Common extends string> = Readonly<Record<Exclude<KeysOf<Union>, Common>, Check>>;
type KeysOf<Union> = Union extends unknown ? keyof Union & string : never;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number';
const isKilledOrAbsent: Check = (value) => value === undefined || value === 'killed';
const isTextOrNull: Check = (value) => value === null || isText(value);
const isDetails: Check = (value) =>
  isObject(value) && Object.values(value).every((one) => isText(one) || isNumber(one));
const isNumberOrNull: Check = (value) => value === null || isNumber(value);

const eventFields: {
  readonly [Type in OrderEventType]: FieldChecks<Extract<OrderEvent, { type: Type }>, 'type' | 'at'>;
} = {
  created: {},
  paid: { attemptId: isNumberOrNull },
  cancelled: { by: isText },
  work_started: {},
  work_returned: { error: isText, cause: isKilledOrAbsent },
  work_done: { resultFile: isTextOrNull, resultUntil: isNumberOrNull },
  work_failed: { reason: isText, error: isTextOrNull },
  work_retried: {},
  months_refunded: { refundNo: isText, months: isNumber, reason: isText },
  refund_requested: { refundNo: isText, reason: isText },
  refund_failed: { refundNo: isText, error: isText },
  refund_retried: { refundNo: isText },
  refund_done: { refundNo: isText },
  refund_confirmed: { refundNo: isText },
  refund_settled: { refundNo: isText, reason: isText },
  refund_doubted: { refundNo: isText, error: isText },
  result_replaced: { resultFile: isText, resultUntil: isNumber, details: isDetails },
  result_purged: {},
};

const actorFields: {
  readonly [Kind in Actor['kind']]: FieldChecks<Extract<Actor, { kind: Kind }>, 'kind'>;
} = {
  customer: { userId: isNumber },
  operator: { name: isText },
  provider: { name: isText },
  system: {},
};

/** @throws Error unless the parsed JSON is an event with all fields of its type. */
export function parseOrderEvent(parsed: unknown): OrderEvent {
  if (!isObject(parsed) || !isNumber(parsed.at)) throw new Error('the JSON is not an event');
  checkFields(parsed, parsed.type, eventFields);
  return parsed as OrderEvent;
}

/** @throws Error unless the parsed JSON is an actor. */
export function parseActor(parsed: unknown): Actor {
  if (!isObject(parsed)) throw new Error('the JSON is not an actor');
  checkFields(parsed, parsed.kind, actorFields);
  return parsed as Actor;
}

function checkFields(
  parsed: Readonly<Record<string, unknown>>,
  variant: unknown,
  fieldsOf: Readonly<Record<string, Readonly<Record<string, Check>>>>,
): void {
  const fields =
    typeof variant === 'string' && Object.hasOwn(fieldsOf, variant) ? fieldsOf[variant] : undefined;
  if (fields === undefined) throw new Error(`the JSON has the unknown type ${String(variant)}`);
  for (const [name, holds] of Object.entries(fields)) {
    if (!holds(parsed[name])) throw new Error(`the JSON lacks a valid ${name}`);
  }
}
