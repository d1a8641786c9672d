/** Sends webhooks as Standard Webhooks demand: signed, and with the id of the event. Never logs a secret or a body. */

import { isIP } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { Clock } from '../usecases/ports/tools.ts';
import type { WebhookSender } from '../usecases/ports/webhook-sender.ts';
import { isPublicAddress } from './public-address.ts';
import { webhookHeaders } from './sign-webhook.ts';
import type { PostWebhook } from './webhook-poster.ts';

export interface StandardWebhooksParts {
  /** `EVENTS_SECRET`: `whsec_` and base64. */
  readonly environmentSecret: string | null;
  readonly privateAddressesAllowed: boolean;
  /** Whether the addresses that operators enter may begin with `http:`. */
  readonly plainHttpAllowed: boolean;
  readonly clock: Clock;
  readonly post: PostWebhook;
}

/** @throws Error when the environment's secret does not have the format of Standard Webhooks. */
export function createStandardWebhooks(parts: StandardWebhooksParts): WebhookSender {
  const { environmentSecret, clock, post } = parts;
  // Throws for a wrong secret at the start of the service and not at the first event.
  if (environmentSecret !== null) new Webhook(environmentSecret);
  return {
    environmentSecret,
    allows: (url) => isAllowed(url, parts),
    async send({ url, secrets }, { eventId, body }, signal) {
      const headers = webhookHeaders(secrets, { eventId, body }, new Date(clock.now()));
      return post(url, headers, body, signal);
    },
  };
}

function isAllowed(
  url: string,
  {
    privateAddressesAllowed,
    plainHttpAllowed,
  }: Pick<StandardWebhooksParts, 'privateAddressesAllowed' | 'plainHttpAllowed'>,
): boolean {
  const target = URL.parse(url);
  if (target === null || target.username !== '' || target.password !== '' || target.hash !== '') return false;
  if (target.protocol !== 'https:' && !(target.protocol === 'http:' && plainHttpAllowed)) return false;
  if (privateAddressesAllowed) return true;
  // The poster checks the address of a host name when it connects. This check also refuses an IP address in the URL
  // when the operator enters it.
  const host = target.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 || isPublicAddress(host);
}
