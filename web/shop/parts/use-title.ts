/** The title of a view: shown in the browser's tab and history, and read out first by a screen reader. */

import { useEffect } from 'react';
import { shopName } from './shop-identity.ts';

/** @param name the name of the view; null for the first view and while the name is unknown. */
export function useTitle(name: string | null): void {
  useEffect(() => {
    document.title = name === null ? shopName : `${name} – ${shopName}`;
  }, [name]);
}
