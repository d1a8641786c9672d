/** Verifies a webhook of this service as a receiver does, for the command `photokiosk events listen`. */

import { Webhook } from 'standardwebhooks';

export type VerifyWebhook = (
  body: string,
  headers: Readonly<Record<string, string>>,
) => { readonly isValid: true } | { readonly isValid: false; readonly why: string };

/**
 * @param secret `whsec_` and base64.
 * @throws Error when the secret does not have the format of Standard Webhooks.
 */
export function createWebhookVerifier(secret: string): VerifyWebhook {
  const webhook = new Webhook(secret);
  return (body, headers) => {
    try {
      webhook.verify(body, { ...headers });
      return { isValid: true };
    } catch (error) {
      return { isValid: false, why: error instanceof Error ? error.message : String(error) };
    }
  };
}
