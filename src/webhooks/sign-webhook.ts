/** Makes the headers of a webhook as Standard Webhooks define them: event id, time and signatures. */

import { Webhook } from 'standardwebhooks';

export interface SignedEvent {
  readonly eventId: string;
  readonly body: string;
}

/**
 * @param secrets `whsec_` and base64. Each secret gives one signature. Receivers accept a delivery if one of the
 * signatures is right, so a secret can be replaced without refused deliveries.
 * @param sentAt the time of this delivery, not of the event: receivers refuse what is older than some minutes.
 * @throws Error when a secret does not have the form that Standard Webhooks prescribe.
 */
export function webhookHeaders(
  secrets: readonly string[],
  { eventId, body }: SignedEvent,
  sentAt: Date,
): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    'user-agent': 'photokiosk',
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(eventId, sentAt, body)).join(' '),
  };
}
