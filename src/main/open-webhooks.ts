/** Creates the sender of webhooks from the configuration. */

import type { Config } from '../config.ts';
import type { WebhookSender } from '../usecases/ports/webhook-sender.ts';
import { createStandardWebhooks } from '../webhooks/standard-webhooks.ts';
import { createWebhookPoster } from '../webhooks/webhook-poster.ts';
import { clock } from './clock.ts';
import { monotonicMs } from './monotonic-ms.ts';

export function openWebhooks(config: Config): WebhookSender {
  const { events, webhookPrivateAddressesAllowed: privateAddressesAllowed } = config;
  return createStandardWebhooks({
    environmentSecret: events?.secret ?? null,
    privateAddressesAllowed,
    plainHttpAllowed: config.plainHttpAllowed,
    clock,
    post: createWebhookPoster({ privateAddressesAllowed, monotonicMs }),
  });
}
