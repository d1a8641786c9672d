/** Reads and writes the `before` cursor, at which a page of a console list starts. */

import { invalidParameter } from '../../domain/errors.ts';
import type { OrderCursor } from '../../usecases/orders/order-store.ts';

const idForm = /^[1-9]\d{0,14}$/;
const cursorForm = /^(\d{1,15})-([1-9]\d{0,14})$/;

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
