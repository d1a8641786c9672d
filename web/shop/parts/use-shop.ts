/**
 * Loads what every view needs, once per visit and language: the goods, the shop's configuration and the customer's
 * membership.
 */

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, useCallback, useContext } from 'react';
import { listGoods, myVip, noMembership, readConfig } from '../api/operations.ts';
import type { Good, ShopConfig, Vip } from '../api/types.ts';
import { useWords } from '../texts/words.ts';

export interface Shop {
  readonly goods: readonly Good[];
  readonly config: ShopConfig;
  readonly vip: Vip;
  readonly refreshVip: () => void;
}

export type ShopState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly kind: 'ready'; readonly shop: Shop };

const oncePerVisit = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };

export function useLoadedShop(): ShopState {
  const { language } = useWords();
  // Until the texts in a newly chosen language arrive, the page shows those in the former language.
  const inLanguage = { ...oncePerVisit, placeholderData: keepPreviousData };
  const goods = useQuery({ queryKey: ['goods', language], queryFn: listGoods, ...inLanguage });
  const config = useQuery({ queryKey: ['config', language], queryFn: readConfig, ...inLanguage });
  const hasToken = config.data?.has_token ?? false;
  const vip = useQuery({ queryKey: ['vip'], queryFn: myVip, enabled: hasToken, ...oncePerVisit });

  const { refetch: refetchVip } = vip;
  const refreshVip = useCallback(() => void refetchVip(), [refetchVip]);
  const queries = [goods, config, vip];

  if (goods.data !== undefined && config.data !== undefined && (vip.data !== undefined || !hasToken)) {
    const shop = { goods: goods.data, config: config.data, vip: vip.data ?? noMembership, refreshVip };
    return { kind: 'ready', shop };
  }
  const failed = queries.find(({ isError }) => isError);
  if (failed === undefined) return { kind: 'loading' };
  const retry = () => {
    for (const query of queries) if (query.isError) void query.refetch();
  };
  return { kind: 'failed', error: failed.error, retry };
}

export const ShopContext = createContext<Shop | null>(null);

export function useShop(): Shop {
  const shop = useContext(ShopContext);
  if (shop === null) throw new Error('useShop outside of ShopContext');
  return shop;
}
