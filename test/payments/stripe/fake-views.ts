/** The JSON of the fake Stripe's objects, with the fields that Stripe documents. */

import type {
  FakeBooks,
  FakeCharge,
  FakeDispute,
  FakeIntent,
  FakeMovement,
  FakeRefund,
  FakeSession,
} from './fake-books.ts';

/** @param expands paths of ids that are replaced by their objects, for example `payment_intent.latest_charge`. */
export function session(books: FakeBooks, one: FakeSession, expands: readonly string[]): object {
  const { intentId, intentMetadata: _intentMetadata, name: _name, ...fields } = one;
  return {
    object: 'checkout.session',
    livemode: false,
    mode: 'payment',
    ...fields,
    payment_intent: maybe(books.intents.get(intentId ?? ''), 'payment_intent', expands, (intentOf, inner) =>
      intent(books, intentOf, inner),
    ),
  };
}

export function intent(books: FakeBooks, one: FakeIntent, expands: readonly string[]): object {
  const { chargeId, error, ...fields } = one;
  return {
    object: 'payment_intent',
    livemode: false,
    ...fields,
    latest_charge: maybe(books.charges.get(chargeId ?? ''), 'latest_charge', expands, (one) =>
      charge(books, one),
    ),
    last_payment_error: error === null ? null : { type: 'card_error', message: error },
    cancellation_reason: null,
  };
}

export function charge(books: FakeBooks, { intentId, amount, ...fields }: FakeCharge): object {
  return {
    object: 'charge',
    livemode: false,
    ...fields,
    amount,
    amount_captured: amount,
    amount_refunded: books.refundedAmount(intentId),
    payment_intent: intentId,
    status: 'succeeded',
  };
}

export function refund({ intentId, movementId, failure_reason, ...fields }: FakeRefund): object {
  return {
    object: 'refund',
    ...fields,
    payment_intent: intentId,
    balance_transaction: movementId,
    ...(failure_reason === null ? {} : { failure_reason }),
  };
}

export function dispute(books: FakeBooks, one: FakeDispute, expands: readonly string[]): object {
  const { intentId, ...fields } = one;
  return {
    object: 'dispute',
    livemode: false,
    metadata: {},
    ...fields,
    payment_intent: maybe(books.intents.get(intentId), 'payment_intent', expands, (intentOf, inner) =>
      intent(books, intentOf, inner),
    ),
  };
}

export function movement(books: FakeBooks, one: FakeMovement, expands: readonly string[]): object {
  const { sourceId, ...fields } = one;
  const chargeOf = books.charges.get(sourceId);
  const refundOf = books.refunds.get(sourceId);
  const isExpanded = expands.includes('data.source');
  const source = chargeOf === undefined ? refundOf && refund(refundOf) : charge(books, chargeOf);
  return {
    object: 'balance_transaction',
    ...fields,
    net: one.amount - one.fee,
    source: isExpanded ? (source ?? { id: sourceId, object: 'payout' }) : sourceId,
  };
}

/** The id of the object, or the object itself where the caller asked for it. */
function maybe<T extends { readonly id: string }>(
  object: T | undefined,
  name: string,
  expands: readonly string[],
  view: (object: T, expands: readonly string[]) => object,
): object | string | null {
  if (object === undefined) return null;
  const isExpanded = expands.some((path) => path === name || path.startsWith(`${name}.`));
  if (!isExpanded) return object.id;
  return view(
    object,
    expands.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1)),
  );
}
