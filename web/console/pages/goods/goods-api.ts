/** Calls about the catalogue. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
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

function fieldsOf({ id: _, ...fields }: Good): GoodFields {
  return fields;
}

/**
 * Gives the goods the order in which they stand, by whole tens. Only those whose place changes are written.
 * Not one act for the service: one that fails in between leaves an order that is valid, and is shown.
 */
export function useReorder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (goods: readonly Good[]) => {
      for (const [index, good] of goods.entries()) {
        const sort = (index + 1) * 10;
        if (good.sort !== sort) await saveGood(good.id, { ...fieldsOf(good), sort });
      }
    },
    onMutate: (goods) => {
      client.setQueryData<Goods>(key, (old) => old && { ...old, goods: [...goods] });
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
