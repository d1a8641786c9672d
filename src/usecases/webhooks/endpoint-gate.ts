/** The gate of each webhook endpoint: an endpoint that does not answer delays only its own deliveries. */

import type { Instant } from '../../domain/zoned-time.ts';
import { type Entry, enterGate, type Gate, newGate } from '../gate.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import type { WebhookEndpoint } from './endpoint-store.ts';

/** The maximum number of endpoints. The lane has a slot for every delivery that the gates let in. */
export const endpointsMax = 16;
export const deliveriesAtOnceMax = 2;

/**
 * The pause between the retries of deliveries that wait for a slot. They return to the queue one after the other, so
 * that the queue is not searched in vain.
 */
const paceMs = 50;
/** The pause between the retries of deliveries that wait for a slot while the endpoint fails. */
const failingPaceMs = 1000;

/** Keyed by the sender, because two services in one process have two senders. */
const gates = new WeakMap<WebhookSender, Map<number, Gate>>();

export function enterEndpointGate(
  sender: WebhookSender,
  { id, failingSince }: Pick<WebhookEndpoint, 'id' | 'failingSince'>,
  now: Instant,
): Entry {
  const pace = failingSince === null ? paceMs : failingPaceMs;
  return enterGate(gateOf(sender, id), { insideMax: deliveriesAtOnceMax, paceMs: pace }, now);
}

function gateOf(sender: WebhookSender, id: number): Gate {
  let ofSender = gates.get(sender);
  if (ofSender === undefined) {
    ofSender = new Map();
    gates.set(sender, ofSender);
  }
  let gate = ofSender.get(id);
  if (gate === undefined) {
    gate = newGate();
    ofSender.set(id, gate);
  }
  return gate;
}
