/**
 * Renews a link to a picture before the link expires. A timer alone is not enough: phones suspend hidden pages and
 * computers sleep, so the age of the link is also checked when the page is shown again.
 */

import { useEffect, useEffectEvent } from 'react';
import { useShop } from '../parts/use-shop.ts';

const checkEveryMs = 10_000;

/**
 * @param linkedAt when the link arrived, in milliseconds since 1970; null: there is no link.
 * @param renew called when half of the time for which a link is valid has passed. It is called again every
 * 10 s until the link has been renewed, so it must not cancel a call that is under way.
 */
export function useLinkRenewal(linkedAt: number | null, renew: () => void): void {
  const { config } = useShop();
  const check = useEffectEvent(() => {
    if (linkedAt === null || document.visibilityState === 'hidden') return;
    const halfLifeMs = config.result_link_minutes * 30_000;
    if (Date.now() - linkedAt >= halfLifeMs) renew();
  });
  const hasLink = linkedAt !== null;
  useEffect(() => {
    if (!hasLink) return;
    const onEvent = () => check();
    const timer = setInterval(onEvent, checkEveryMs);
    document.addEventListener('visibilitychange', onEvent);
    window.addEventListener('pageshow', onEvent);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onEvent);
      window.removeEventListener('pageshow', onEvent);
    };
  }, [hasLink]);
}
