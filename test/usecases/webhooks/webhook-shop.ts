/** A shop for tests of webhooks. It records each call to an endpoint, and the test chooses the endpoint's response. */

import type { WebhookTarget } from '../../../src/usecases/ports/webhook-sender.ts';
import { listDeliveries } from '../../../src/usecases/webhooks/replay-events.ts';
import { operatorOf } from '../../support/console-fixture.ts';
import { openShop, type Shop } from '../../support/shop.ts';

export const owner = operatorOf('owner');
export const minuteMs = 60_000;

interface Sent {
  readonly url: string;
  readonly secrets: readonly string[];
  readonly eventId: string;
  readonly body: string;
}

/** `answers` has the status with which each address responds; 204 by default. By default EVENTS_URL is not set. */
export async function openWebhookShop(eventsUrl: string | null = null) {
  const sent: Sent[] = [];
  const answers = new Map<string, number>();
  const shop = await openShop({
    settings: { eventsUrl },
    wrap: (deps) => ({
      ...deps,
      webhooks: {
        ...deps.webhooks,
        async send({ url, secrets }: WebhookTarget, { eventId, body }) {
          sent.push({ url, secrets, eventId, body });
          return answers.get(url) ?? 204;
        },
      },
    }),
  });
  return { shop, sent, answers };
}

export const erp = { url: 'https://erp.example/', events: [] };
export const mail = { url: 'https://mail.example/', events: ['order.paid'] };

export async function stateOf(shop: Shop, id: number) {
  const endpoint = await shop.store.read.webhookEndpoints.byId(id);
  return [endpoint?.state, endpoint?.offReason];
}

export async function statesOfDeliveries(shop: Shop, endpointId: number) {
  const found = await listDeliveries(shop.deps, owner, { endpointId, state: null }, null, 100);
  return found.map(({ type, state }) => `${type} ${state}`).toReversed();
}

/** Advances the clock by `wholeMs` in steps of `stepMs`, and runs the due jobs after each step. */
export async function pass(shop: Shop, wholeMs: number, stepMs: number): Promise<void> {
  for (let passedMs = 0; passedMs < wholeMs; passedMs += stepMs) {
    shop.clock.advance(stepMs);
    await shop.drain();
  }
}
