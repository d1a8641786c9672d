/** The first state of a webhook endpoint: active, without failures and without secrets of its own. */

import type { Instant } from '../../domain/zoned-time.ts';
import type { WebhookEndpoint } from './endpoint-store.ts';

export function newEndpoint(
  target: Pick<WebhookEndpoint, 'url' | 'events' | 'origin'>,
  now: Instant,
): Omit<WebhookEndpoint, 'id'> {
  return {
    ...target,
    state: 'active',
    offReason: null,
    stateSince: now,
    failingSince: null,
    lastFailureAt: null,
    sealedSecret: '',
    formerSealedSecret: null,
    formerUntil: null,
    createdAt: now,
  };
}
