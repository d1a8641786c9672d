/**
 * Loads what every view needs, in the page's language: the goods, the shop's configuration and the customer's
 * membership. Prices can change while a page is open, so what is older than `freshMs` is fetched again when the page
 * is shown again and when an order form opens.
 */

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useRef } from 'react';
import { listGoods, myVip, noMembership, readConfig } from '../api/operations.ts';
import type { Good, ShopConfig, Vip } from '../api/types.ts';
import { useWords } from '../texts/words.ts';

export interface Shop {
  readonly goods: readonly Good[];
  readonly config: ShopConfig;
  readonly vip: Vip;
  /** Fetches the membership again, also for a guest who has only now got a token. */
  readonly refreshVip: () => void;
  /** Fetches the goods, the configuration and the membership again if they are old. */
  readonly refreshOld: () => void;
}

export type ShopState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly kind: 'ready'; readonly shop: Shop };

const vipKey = ['vip'];
const freshMs = 5 * 60_000;
const kept = { staleTime: freshMs, gcTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: true };

export function useLoadedShop(): ShopState {
  const { language } = useWords();
  const queryClient = useQueryClient();
  // Until the texts in a newly chosen language arrive, the page shows those in the former language.
  const inLanguage = { ...kept, placeholderData: keepPreviousData };
  const goods = useQuery({ queryKey: ['goods', language], queryFn: listGoods, ...inLanguage });
  const config = useQuery({ queryKey: ['config', language], queryFn: readConfig, ...inLanguage });
  const hasToken = config.data?.has_token ?? false;
  const vip = useQuery({ queryKey: vipKey, queryFn: myVip, enabled: hasToken, ...kept });

  const refreshVip = useCallback(() => {
    // A new guest gets a token with the first order. The configuration, fetched before, says that there is none, and
    // then the query of the membership is not active, so that `refetchQueries` would not fetch it.
    void queryClient.invalidateQueries({ queryKey: ['config'] });
    void queryClient.prefetchQuery({ queryKey: vipKey, queryFn: myVip, staleTime: 0 });
  }, [queryClient]);
  const refreshOld = useCallback(() => {
    for (const queryKey of [['goods'], ['config'], vipKey]) {
      void queryClient.refetchQueries({ queryKey, type: 'active', stale: true });
    }
  }, [queryClient]);

  // The view must not be removed after it was shown once, because a form would lose what the customer has filled in. So
  // while something is loaded again or cannot be loaded, the page keeps what it had.
  const last = useRef<Shop | null>(null);
  const shownGoods = goods.data ?? last.current?.goods;
  const shownConfig = config.data ?? last.current?.config;
  const shownVip = vip.data ?? last.current?.vip ?? (hasToken ? undefined : noMembership);
  if (shownGoods !== undefined && shownConfig !== undefined && shownVip !== undefined) {
    const shop = { goods: shownGoods, config: shownConfig, vip: shownVip, refreshVip, refreshOld };
    last.current = shop;
    return { kind: 'ready', shop };
  }
  const queries = [goods, config, vip];
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
