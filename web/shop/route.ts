/**
 * The query of the address decides which view is shown. The path is always `/`, because payment providers
 * return customers to `/`.
 */

import { useSyncExternalStore } from 'react';
import { seriesPhotosMax } from './series/take-photos.ts';

export type Route =
  | { readonly view: 'home' }
  | { readonly view: 'good'; readonly goodsId: number }
  | { readonly view: 'order'; readonly orderNo: string }
  | { readonly view: 'orders' }
  /** Several photos that were ordered together. */
  | { readonly view: 'series'; readonly orderNos: readonly string[] }
  /** The view in which a phone takes a photo for an order form on a computer. */
  | { readonly view: 'send-photo'; readonly guide: string };

export function routeOf(search: string): Route {
  const query = new URLSearchParams(search);
  const orderNo = query.get('order_no');
  if (orderNo !== null && orderNo !== '') return { view: 'order', orderNo };
  const orderNos = (query.get('series') ?? '').split(',').filter((each) => each !== '');
  if (orderNos.length > 0) return { view: 'series', orderNos: orderNos.slice(0, seriesPhotosMax) };
  const goodsId = Number(query.get('goods'));
  if (Number.isInteger(goodsId) && goodsId > 0) return { view: 'good', goodsId };
  const guide = query.get('photo_link');
  if (guide !== null) return { view: 'send-photo', guide };
  return query.has('orders') ? { view: 'orders' } : { view: 'home' };
}

export function urlOf(route: Route): string {
  switch (route.view) {
    case 'home':
      return '/';
    case 'good':
      return `/?goods=${route.goodsId}`;
    case 'order':
      return `/?order_no=${encodeURIComponent(route.orderNo)}`;
    case 'orders':
      return '/?orders';
    case 'series':
      return `/?series=${route.orderNos.map(encodeURIComponent).join(',')}`;
    case 'send-photo':
      return `/?photo_link=${encodeURIComponent(route.guide)}`;
  }
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}

export function navigate(route: Route, { replace = false } = {}): void {
  window.history[replace ? 'replaceState' : 'pushState'](null, '', urlOf(route));
  for (const listener of listeners) listener();
  window.scrollTo(0, 0);
}

export function useRoute(): Route {
  return routeOf(useSyncExternalStore(subscribe, () => window.location.search));
}
