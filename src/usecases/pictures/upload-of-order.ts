/** Finds the upload from which the picture of an order is made. */

import { findGoodKind } from '../../domain/goods/kinds.ts';
import { textDetail } from '../../domain/goods/parameters.ts';
import type { Order } from '../../domain/order.ts';

/** @returns the path of the upload; undefined for a kind of good that needs no upload. */
export function uploadPathOf(order: Order): string | undefined {
  const parameters = findGoodKind(order.functName)?.parameters ?? {};
  const name = Object.keys(parameters).find((key) => parameters[key]?.kind === 'upload');
  return name === undefined ? undefined : textDetail(order.details, name);
}
