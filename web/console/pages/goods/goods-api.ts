/** Calls about the catalogue. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../shared/api/api-error.ts';
import { get, post, postFile } from '../../api/call.ts';
import type { Good, Goods, Icon } from '../../api/types.ts';

const key = ['goods'] as const;

export function useGoods() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => get<Goods>('goods', {}, signal),
    staleTime: 30_000,
  });
}

export type GoodFields = Omit<Good, 'id' | 'version'>;

function addGood(fields: GoodFields): Promise<Good> {
  return post<Good>('goods', bodyOf(fields));
}

/** Refused where another operator has changed it since it was `seen`. It stays in its place among the goods. */
function changeGood(seen: Good, { sort: _, ...fields }: GoodFields): Promise<Good> {
  return post<Good>(`goods/${seen.id}`, { ...bodyOf(fields), version: seen.version });
}

/** A missing price for members says that they pay the same. */
function bodyOf<Fields extends Pick<GoodFields, 'member_price'>>({ member_price: price, ...others }: Fields) {
  return price === null ? others : { ...others, member_price: price };
}

export function uploadIcon(file: File): Promise<Icon> {
  return postFile<Icon>('icons', file);
}

export function useSaveGood() {
  const client = useQueryClient();
  return useMutation({
    /** @param seen what the fields were made of; null adds a good. */
    mutationFn: ({ seen, fields }: { readonly seen: Good | null; readonly fields: GoodFields }) =>
      seen === null ? addGood(fields) : changeGood(seen, fields),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

/** Takes a good off the shelf or puts it there, and leaves the rest as it is now, whatever the page still shows. */
export function useSetActive() {
  const client = useQueryClient();
  return useMutation({
    async mutationFn({ id, onShelf }: { readonly id: number; readonly onShelf: boolean }) {
      const { goods } = await get<Goods>('goods');
      const good = goods.find((one) => one.id === id);
      if (good === undefined)
        throw new ApiError({ status: 404, code: 'unknown_item', reason: 'unknown_good' });
      const { id: _, version: __, ...fields } = good;
      return changeGood(good, { ...fields, on_shelf: onShelf });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
}

/** Gives the goods the order in which they stand, as one act. */
export function useReorder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (goods: readonly Good[]) =>
      post<Pick<Goods, 'goods'>>('goods_order', { ids: goods.map(({ id }) => id) }),
    onMutate: (goods) => {
      client.setQueryData<Goods>(key, (old) => old && { ...old, goods: [...goods] });
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
