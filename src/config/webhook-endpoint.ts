/** Reads the webhook endpoint of the environment. */

import type { Reader } from './environment-reader.ts';

interface WebhookEndpointConfig {
  readonly url: string;
  readonly secret: string;
}

/** @returns null unless `EVENTS_URL` is set. */
export function readWebhookEndpoint({ secret, url, problems }: Reader): WebhookEndpointConfig | null {
  const eventsUrl = url('EVENTS_URL', ['http:', 'https:']);
  const key = secret('EVENTS_SECRET');
  if (eventsUrl === null) return null;
  if (key === null || !/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(key)) {
    problems.push('EVENTS_URL needs EVENTS_SECRET: whsec_ and at least 24 bytes in base64.');
    return null;
  }
  return { url: eventsUrl, secret: key };
}
