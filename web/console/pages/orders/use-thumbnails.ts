/**
 * The small pictures of orders, for operators who may see pictures. The page requests them in blocks of neighbouring
 * orders, so that a new order does not load the pictures of all others again. It requests them again each minute, so
 * that an erased picture disappears.
 */

import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { get } from '../../api/call.ts';
import type { OrderItem, OrderThumbnails } from '../../api/types.ts';
import { useMay } from '../../session/use-session.ts';

/** The number of pictures that the service makes in one call. */
const blockSize = 8;
const everyMs = 60_000;
const pendingEveryMs = 2_000;

/** The pictures by the id of the order. */
export type Thumbnails = ReadonlyMap<number, string>;

/** Each change of an order, such as a finished or a new picture, changes its version. */
type Pictured = Pick<OrderItem, 'id' | 'version' | 'funct_name'>;

function blocksOf(orders: readonly Pictured[]): (readonly Pictured[])[] {
  const blocks = new Map<number, Pictured[]>();
  for (const order of orders) {
    if (order.funct_name === 'mark_order_vip') continue;
    const number = Math.floor(order.id / blockSize);
    blocks.set(number, [...(blocks.get(number) ?? []), order]);
  }
  return [...blocks.values()];
}

/** @returns null if the operator may not see pictures. */
export function useThumbnails(orders: readonly Pictured[]): Thumbnails | null {
  const isAllowed = useMay()('pictures_see');
  const answers = useQueries({
    queries: (isAllowed ? blocksOf(orders) : []).map((block) => ({
      queryKey: ['thumbnails', block.map(({ id, version }) => `${id} ${version}`).join()],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        get<OrderThumbnails>('order_thumbnails', { ids: block.map(({ id }) => id).join() }, signal),
      placeholderData: keepPreviousData<OrderThumbnails>,
      refetchInterval: ({ state }: { readonly state: { readonly data: OrderThumbnails | undefined } }) =>
        (state.data?.pending.length ?? 0) > 0 ? pendingEveryMs : everyMs,
    })),
  });
  if (!isAllowed) return null;
  const found = answers.flatMap(({ data }) => data?.thumbnails ?? []);
  return new Map(found.map(({ id, image }) => [id, image]));
}
