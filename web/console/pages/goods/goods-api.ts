/** Calls about the catalogue. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
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

export type GoodFields = Omit<Good, 'id'>;

export function saveGood(id: number | null, fields: GoodFields): Promise<Good> {
  const { member_price: memberPrice, ...others } = fields;
  // A missing one says that members pay the same.
  const body = memberPrice === null ? others : { ...others, member_price: memberPrice };
  return post<Good>(id === null ? 'goods' : `goods/${id}`, body);
}

export function uploadIcon(file: File): Promise<Icon> {
  return postFile<Icon>('icons', file);
}

export function useSaveGood() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, fields }: { readonly id: number | null; readonly fields: GoodFields }) =>
      saveGood(id, fields),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
}

/** Takes a good off the shelf or puts it there, and leaves the rest as it is now, whatever the page still shows. */
export function useShelve() {
  const client = useQueryClient();
  return useMutation({
    async mutationFn({ id, onShelf }: { readonly id: number; readonly onShelf: boolean }) {
      const { goods } = await get<Goods>('goods');
      const good = goods.find((one) => one.id === id);
      if (good === undefined) throw new ApiError(404, 'unknown_item', 'There is no such good.');
      const { id: _, ...fields } = good;
      return saveGood(id, { ...fields, on_shelf: onShelf });
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
