/**
 * Calls Stripe and translates its errors. No error contains a key, a header or a body: messages of errors are logged and
 * shown to operators.
 */

import Stripe from 'stripe';
import { ProviderUnreachable } from '../../usecases/ports/payment-provider.ts';

/** Stripe received the call, refused it, and did nothing. */
export class StripeRefusal extends Error {
  /** Stripe's error code, for example `charge_already_refunded`; null: the error has none. */
  readonly code: string | null;
  /** The parameter that is wrong; null: none. */
  readonly param: string | null;
  /** Whether Stripe repeated the answer that it had given to an earlier call with the same idempotency key. */
  readonly isReplay: boolean;

  constructor(message: string, error: Pick<StripeRefusal, 'code' | 'param' | 'isReplay'>) {
    super(message);
    this.name = 'StripeRefusal';
    this.code = error.code;
    this.param = error.param;
    this.isReplay = error.isReplay;
  }
}

const messageLengthMax = 300;

/**
 * @param what the purpose of the call for the text of an error, such as `read the refund`
 * @throws ProviderUnreachable, StripeRefusal; Error when an idempotency key was used for another call.
 */
export async function askStripe<T>(what: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw translated(what, error);
  }
}

function translated(what: string, error: unknown): Error {
  if (!(error instanceof Stripe.errors.StripeError)) {
    return new Error(
      `could not ${what} at Stripe: ${shortened(error instanceof Error ? error.message : '')}`,
    );
  }
  const { statusCode, requestId, code, param, rawType } = error;
  const request = requestId === undefined ? '' : `, request ${requestId}`;
  const words = `${shortened(error.message)} (status ${statusCode ?? 'none'}${request})`;
  if (isTemporary(statusCode)) return new ProviderUnreachable(`could not ${what} at Stripe: ${words}`);
  // Not a refusal: the call that used the key first may have had an effect.
  if (rawType === 'idempotency_error') return new Error(`could not ${what} at Stripe: ${words}`);
  return new StripeRefusal(`Stripe refused to ${what}: ${words}`, {
    code: code ?? null,
    param: param ?? null,
    isReplay: error.headers?.['idempotent-replayed'] === 'true',
  });
}

/**
 * Whether a repetition may have another result. No status: no response, or not a response of Stripe. 401 and 403: the
 * operator can correct the key. 409: an equal call is running. 429: too many calls.
 */
function isTemporary(status: number | undefined): boolean {
  return status === undefined || status >= 500 || [401, 403, 409, 429].includes(status);
}

/** Stripe masks keys in its messages. This function removes them also from the messages of a proxy. */
function shortened(message: string): string {
  return message.replace(/\b(?:[rs]k_(?:live|test)|whsec)_[^\s'"]*/g, '(secret)').slice(0, messageLengthMax);
}
