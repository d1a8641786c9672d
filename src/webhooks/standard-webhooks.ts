/** Sends webhook events as Standard Webhooks demand: signed, under the event's id. Never logs the secret or a body. */

import { Webhook } from 'standardwebhooks';
import type { Clock } from '../usecases/ports/tools.ts';
import type { WebhookSender } from '../usecases/ports/webhook-sender.ts';
import type { PostWebhook } from './webhook-poster.ts';

export interface WebhookEndpoint {
  readonly url: string;
  /** `whsec_` and base64. */
  readonly secret: string;
}

export interface StandardWebhooksParts {
  readonly endpoint: WebhookEndpoint;
  readonly clock: Clock;
  readonly post: PostWebhook;
}

/** @throws Error when the secret is not one of Standard Webhooks. */
export function createStandardWebhooks({ endpoint, clock, post }: StandardWebhooksParts): WebhookSender {
  const webhook = new Webhook(endpoint.secret);
  return {
    send({ eventId, body }, signal) {
      // The time of this delivery, not of the event: receivers refuse what is older than some minutes.
      const sentAt = new Date(clock.now());
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'photokiosk',
        'webhook-id': eventId,
        'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
        'webhook-signature': webhook.sign(eventId, sentAt, body),
      };
      return post(endpoint.url, headers, body, signal);
    },
  };
}
