/** Reads where a page of the console's lists begins, and the times between which orders are looked for. */

import { invalidParameter } from '../../domain/errors.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { OrderCursor } from '../../usecases/orders/order-store.ts';

const idForm = /^[1-9]\d{0,14}$/;
const cursorForm = /^(\d{1,15})-([1-9]\d{0,14})$/;
const timeForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/;

function wrongBefore() {
  return invalidParameter('before', 'not_a_cursor', 'must be the `before` of the previous page');
}

/** @throws AppError `invalid_parameters` */
export function idCursor(before: string | undefined): number | null {
  if (before === undefined) return null;
  if (!idForm.test(before)) throw wrongBefore();
  return Number(before);
}

export function idCursorText(next: number | null): string | null {
  return next === null ? null : String(next);
}

/** @throws AppError `invalid_parameters` */
export function orderCursor(before: string | undefined): OrderCursor | null {
  if (before === undefined) return null;
  const [, createdAt, id] = cursorForm.exec(before) ?? [];
  if (createdAt === undefined || id === undefined) throw wrongBefore();
  return { createdAt: Number(createdAt), id: Number(id) };
}

export function orderCursorText(next: OrderCursor | null): string | null {
  return next === null ? null : `${next.createdAt}-${next.id}`;
}

/** @throws AppError `invalid_parameters` */
export function timeParameter(name: string, text: string | undefined): Instant | null {
  return text === undefined ? null : requiredTime(name, text);
}

/** @throws AppError `invalid_parameters` */
export function requiredTime(name: string, text: string): Instant {
  const at = timeForm.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    throw invalidParameter(name, 'not_a_time', 'must be a time in UTC such as 2026-11-02T01:30:00.000Z');
  return at;
}
