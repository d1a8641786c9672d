/** What every view needs: goods, the shop's configuration and the customer's membership. Read once a visit. */

import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import { type ApiError, asApiError } from '../../shared/api/api-error.ts';
import { listGoods, myVip, readConfig } from '../api/operations.ts';
import type { Good, ShopConfig, Vip } from '../api/types.ts';

export interface Shop {
  readonly goods: readonly Good[];
  readonly config: ShopConfig;
  readonly vip: Vip;
  readonly refreshVip: () => void;
}

export type ShopState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: ApiError; readonly retry: () => void }
  | { readonly kind: 'ready'; readonly shop: Shop };

export function useLoadedShop(): ShopState {
  const [state, setState] = useState<ShopState>({ kind: 'loading' });
  const refreshVip = useCallback(async () => {
    try {
      const vip = await myVip();
      setState((now) => (now.kind === 'ready' ? { kind: 'ready', shop: { ...now.shop, vip } } : now));
    } catch {
      // The end that is shown may be an old one; the next view asks again.
    }
  }, []);
  const load = useCallback(async () => {
    setState({ kind: 'loading' });
    try {
      const [goods, config] = await Promise.all([listGoods(), readConfig()]);
      const vip = config.has_token ? await myVip() : nobodysVip;
      setState({ kind: 'ready', shop: { goods, config, vip, refreshVip } });
    } catch (error) {
      setState({ kind: 'failed', error: asApiError(error), retry: load });
    }
  }, [refreshVip]);
  useEffect(() => void load(), [load]);
  return state;
}

/** Of who never bought anything. */
const nobodysVip: Vip = { is_vip: false, vip_until: null };

export const ShopContext = createContext<Shop | null>(null);

export function useShop(): Shop {
  const shop = useContext(ShopContext);
  if (shop === null) throw new Error('useShop outside of ShopContext');
  return shop;
}
