/** The gate of each webhook endpoint: an endpoint that does not answer delays only its own deliveries. */

import type { Instant } from '../../domain/zoned-time.ts';
import { type Entry, enterGate, type Gate, newGate } from '../gate.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import type { WebhookEndpoint } from './endpoint-store.ts';

/**
 * The maximum number of endpoints of a shop. The lane `webhooks` has a slot for every delivery that the gates of all
 * endpoints admit at once.
 */
export const endpointsMax = 16;
export const deliveriesAtOnceMax = 2;

/**
 * Deliveries that found no slot of their endpoint are tried again one after the other, with this pause between two of
 * them, so that they are not all claimed at once and find no slot again.
 */
const paceMs = 50;
/** While an endpoint fails, its waiting deliveries are tried one after the other, with this pause between two of them. */
const failingPaceMs = 1000;

/**
 * The gates by sender and endpoint id. Each service in a process has its own sender, so services in one process do
 * not share gates.
 */
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
