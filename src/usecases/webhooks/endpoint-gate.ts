/**
 * Limits how many deliveries to one endpoint run at once in this process. An endpoint that never answers therefore
 * occupies few slots of the lane, and deliveries to other endpoints do not wait for it.
 */

import type { Instant } from '../../domain/zoned-time.ts';
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
/** The same pause while the endpoint fails. */
const failingPaceMs = 1000;

interface Gate {
  inside: number;
  nextAt: Instant;
}

/** Keyed by the sender, because two services in one process have two senders. */
const gates = new WeakMap<WebhookSender, Map<number, Gate>>();

export type Entry =
  | { readonly kind: 'entered'; leave(): void }
  /** Two deliveries to the endpoint run already. */
  | { readonly kind: 'wait'; readonly until: Instant };

export function enterGate(
  sender: WebhookSender,
  { id, failingSince }: Pick<WebhookEndpoint, 'id' | 'failingSince'>,
  now: Instant,
): Entry {
  const gate = gateOf(sender, id);
  if (gate.inside >= deliveriesAtOnceMax) {
    gate.nextAt = Math.max(now, gate.nextAt) + (failingSince === null ? paceMs : failingPaceMs);
    return { kind: 'wait', until: gate.nextAt };
  }
  gate.inside += 1;
  return {
    kind: 'entered',
    leave() {
      gate.inside -= 1;
    },
  };
}

function gateOf(sender: WebhookSender, id: number): Gate {
  let ofSender = gates.get(sender);
  if (ofSender === undefined) {
    ofSender = new Map();
    gates.set(sender, ofSender);
  }
  let gate = ofSender.get(id);
  if (gate === undefined) {
    gate = { inside: 0, nextAt: 0 };
    ofSender.set(id, gate);
  }
  return gate;
}
