/** Reads the configuration of the payment provider `stripe`. */

import type { Reader } from './environment-reader.ts';
import { isLocalHost } from './local-host.ts';

export interface StripeConfig {
  readonly name: 'stripe';
  /** A secret or a restricted key. */
  readonly secretKey: string;
  /** The signing secrets of the webhook endpoint: several while one is rotated. */
  readonly webhookSecrets: readonly string[];
  /** The origin of Stripe's API. */
  readonly apiUrl: string;
}

const apiUrlDefault = 'https://api.stripe.com';
const keyForm = /^[rs]k_(live|test)_[A-Za-z0-9_]{8,}$/;
const webhookSecretForm = /^whsec_[A-Za-z0-9+/=_-]{16,}$/;
const webhookSecretsMax = 5;

export function readStripe(read: Reader): StripeConfig | null {
  const before = read.problems.length;
  const secretKey = readKey(read);
  const webhookSecrets = readWebhookSecrets(read);
  const apiUrl = readApiUrl(read);
  if (read.problems.length > before) return null;
  return { name: 'stripe', secretKey, webhookSecrets, apiUrl };
}

/** No message repeats the value, because it is a secret. */
function readKey(read: Reader): string {
  const before = read.problems.length;
  const key = read.secret('STRIPE_SECRET_KEY') ?? '';
  if (read.problems.length > before || keyForm.test(key)) return key;
  if (key === '') {
    read.problems.push('PAYMENT_PROVIDERS=stripe needs STRIPE_SECRET_KEY.');
  } else if (key.startsWith('pk_')) {
    read.problems.push('STRIPE_SECRET_KEY must be the secret or a restricted key, not the publishable key.');
  } else {
    read.problems.push('STRIPE_SECRET_KEY must begin with sk_live_, rk_live_, sk_test_ or rk_test_.');
  }
  return key;
}

function readWebhookSecrets(read: Reader): readonly string[] {
  const before = read.problems.length;
  const secrets = read.secretList('STRIPE_WEBHOOK_SECRET');
  if (read.problems.length > before) return secrets;
  if (secrets.length === 0) {
    read.problems.push('PAYMENT_PROVIDERS=stripe needs STRIPE_WEBHOOK_SECRET.');
  } else if (secrets.length > webhookSecretsMax) {
    read.problems.push(`STRIPE_WEBHOOK_SECRET must list at most ${webhookSecretsMax} secrets.`);
  } else if (!secrets.every((secret) => webhookSecretForm.test(secret))) {
    read.problems.push('STRIPE_WEBHOOK_SECRET must list signing secrets, which begin with whsec_.');
  }
  return secrets;
}

/** The key is in every call, so it must not leave this machine unencrypted. */
function readApiUrl(read: Reader): string {
  const url = read.url('STRIPE_API_URL', ['https:', 'http:']);
  if (url === null) return apiUrlDefault;
  const { protocol, hostname, pathname, search, username } = new URL(url);
  if (pathname !== '/' || search !== '' || username !== '') {
    read.problems.push('STRIPE_API_URL must be an origin, without a path, a query or a user.');
  } else if (protocol === 'http:' && !isLocalHost(hostname)) {
    read.problems.push('STRIPE_API_URL must begin with https:// unless its host is this machine.');
  }
  return url;
}
