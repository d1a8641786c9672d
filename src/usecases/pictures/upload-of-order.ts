/** Finds the upload from which the picture of an order is made. */

import { findGoodKind } from '../../domain/goods/kinds.ts';
import type { Order } from '../../domain/order.ts';

/** @returns the path of the upload; undefined for a kind of good that needs no upload, and for an erased order. */
export function uploadPathOf(order: Order): string | undefined {
  const parameters = findGoodKind(order.functName)?.parameters ?? {};
  const name = Object.keys(parameters).find((key) => parameters[key]?.kind === 'upload');
  const path = name === undefined ? undefined : order.details[name];
  return typeof path === 'string' ? path : undefined;
}
