/** Calls about products. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../../client/src/api-error.ts';
import { refetchAfterChange } from '../../../shared/api/query-client.ts';
import { get, post, postFile } from '../../api/call.ts';
import type { Good, GoodPicture, Goods, Icon } from '../../api/types.ts';

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

/**
 * The service refuses the change when another operator changed the product after `seen`. The position of
 * the product does not change.
 */
function changeGood(seen: Good, { sort: _, ...fields }: GoodFields): Promise<Good> {
  return post<Good>(`goods/${seen.id}`, { ...bodyOf(fields), version: seen.version });
}

/** Leaves out a member price that is null. Members then pay the normal price. */
function bodyOf<Fields extends Pick<GoodFields, 'member_price'>>({ member_price: price, ...others }: Fields) {
  return price === null ? others : { ...others, member_price: price };
}

export function uploadIcon(file: File): Promise<Icon> {
  return postFile<Icon>('icons', file);
}

export function uploadPicture(file: File): Promise<GoodPicture> {
  return postFile<GoodPicture>('good_pictures', file);
}

export function useSaveGood() {
  const client = useQueryClient();
  return useMutation({
    /** @param seen the product with whose values the form was filled; null adds a product. */
    mutationFn: ({ seen, fields }: { readonly seen: Good | null; readonly fields: GoodFields }) =>
      seen === null ? addGood(fields) : changeGood(seen, fields),
    onSettled: () => refetchAfterChange(client, [key]),
  });
}

/** Activates or deactivates a product. Fetches it first, so that changes by another operator are kept. */
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
    onSuccess: () => refetchAfterChange(client, [key]),
  });
}

/** Saves the order of all products in one call. */
export function useReorder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (goods: readonly Good[]) =>
      post<Pick<Goods, 'goods'>>('goods_order', { ids: goods.map(({ id }) => id) }),
    onMutate: (goods) => {
      client.setQueryData<Goods>(key, (old) => old && { ...old, goods: [...goods] });
    },
    onSettled: () => refetchAfterChange(client, [key]),
  });
}

/** The key of the uploads of icons and pictures, by which the form of a product waits for them. */
export const goodUploads = ['good_uploads'] as const;
