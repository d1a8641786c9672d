/**
 * Adds to an order what a client also receives: a new link to the result, and a sentence that explains a
 * failure.
 */

import { failSentence } from '../../domain/fail-reasons.ts';
import type { Caller } from '../callers/caller.ts';
import { hasPermission } from '../callers/permissions.ts';
import type { Deps } from '../deps.ts';
import type { OrderView } from '../service.ts';
import type { OrderWithRefund } from './order-store.ts';

export function viewOrder(
  deps: Pick<Deps, 'clock' | 'links' | 'settings'>,
  found: OrderWithRefund,
  reader: Caller,
): OrderView {
  const { deal } = found.order;
  let resultUrl: string | null = null;
  if (deal.status === 'done' && deal.resultFile !== null && hasPermission(reader, 'pictures_see')) {
    const now = deps.clock.now();
    // The specification: "fresh at each lookup and valid for 1 hour while the file is kept". The link must
    // expire before the file is purged.
    const until = Math.min(now + deps.settings.resultLinkMs, deal.resultUntil ?? Number.MAX_SAFE_INTEGER);
    if (until > now) resultUrl = deps.links.link(deal.resultFile, until);
  }
  return { ...found, resultUrl, failReason: deal.status === 'fail' ? failSentence(deal.reason) : null };
}
