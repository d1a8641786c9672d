/** Calls about the catalogue. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { get, post, postFile } from '../../api/call.ts';
import type { Good, Goods, Icon } from '../../api/types.ts';
import { refusalSentences } from '../../texts/service-sentences.ts';

const key = ['goods'] as const;

export function useGoods() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => get<Goods>('goods', {}, signal),
    staleTime: 30_000,
  });
}

export type GoodFields = Omit<Good, 'id'>;

function saveGood(id: number | null, fields: GoodFields): Promise<Good> {
  const { member_price: memberPrice, ...others } = fields;
  // A missing one says that members pay the same.
  const body = memberPrice === null ? others : { ...others, member_price: memberPrice };
  return post<Good>(id === null ? 'goods' : `goods/${id}`, body);
}

export function uploadIcon(file: File): Promise<Icon> {
  return postFile<Icon>('icons', file);
}

/** As it is now, whatever the page still shows. */
async function goodNow(id: number): Promise<Good> {
  const { goods } = await get<Goods>('goods');
  const good = goods.find((one) => one.id === id);
  if (good === undefined) throw new ApiError(404, 'unknown_item', refusalSentences.goodGone);
  return good;
}

/** Its place among the goods is not what is edited. */
function differs(seen: Good, now: Good): boolean {
  const names = ['title', 'summary', 'icon', 'price', 'member_price', 'funct_name', 'on_shelf'] as const;
  return names.some((name) => seen[name] !== now[name]);
}

/** @throws ApiError where another operator has changed it since it was `seen`: that would be undone. */
async function saveSeen(seen: Good, fields: GoodFields): Promise<Good> {
  const now = await goodNow(seen.id);
  if (differs(seen, now)) throw new ApiError(409, 'illegal_transition', refusalSentences.goodChanged);
  return saveGood(seen.id, { ...fields, sort: now.sort });
}

export function useSaveGood() {
  const client = useQueryClient();
  return useMutation({
    /** @param seen what the fields were made of; null adds a good. */
    mutationFn: ({ seen, fields }: { readonly seen: Good | null; readonly fields: GoodFields }) =>
      seen === null ? saveGood(null, fields) : saveSeen(seen, fields),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

/** Takes a good off the shelf or puts it there, and leaves the rest as it is now. */
export function useShelve() {
  const client = useQueryClient();
  return useMutation({
    async mutationFn({ id, onShelf }: { readonly id: number; readonly onShelf: boolean }) {
      const { id: _, ...fields } = await goodNow(id);
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
