/**
 * After the payment of a series, the provider sends the customer to “My orders”. In the tab that left for the provider,
 * the page then shows the series instead.
 */

import { routeOf, urlOf } from '../route.ts';

const storageKey = 'photokiosk.paying-series';

export function markLeftSeries(orderNos: readonly string[]): void {
  try {
    sessionStorage.setItem(storageKey, orderNos.join(','));
  } catch {
    // Ignore the error: without storage, the customer returns to “My orders”, which leads to the series.
  }
}

/** Call it when the series is shown: a later visit to “My orders” is not a return from the provider. */
export function forgetLeftSeries(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Ignore the error: without storage, there is nothing to forget.
  }
}

function leftSeries(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** Call it before the page is shown. */
export function returnToSeries(): void {
  const { search } = window.location;
  const left = leftSeries();
  if (left === null || routeOf(search).view !== 'orders') return;
  window.history.replaceState(null, '', urlOf({ view: 'series', orderNos: left.split(',') }));
}
