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
    payment_intent: intentOf(books, intentId ?? '', expands),
  };
}

export function intent(books: FakeBooks, one: FakeIntent, expands: readonly string[]): object {
  const { chargeId, error, ...fields } = one;
  return {
    object: 'payment_intent',
    livemode: false,
    ...fields,
    latest_charge: maybe(books.charges.get(chargeId ?? ''), 'latest_charge', expands, (chargeOf, inner) =>
      charge(books, chargeOf, inner),
    ),
    last_payment_error: error === null ? null : { type: 'card_error', message: error },
    cancellation_reason: null,
  };
}

export function charge(books: FakeBooks, one: FakeCharge, expands: readonly string[]): object {
  const { intentId, amount, ...fields } = one;
  return {
    object: 'charge',
    livemode: false,
    ...fields,
    amount,
    amount_captured: amount,
    amount_refunded: books.refundedAmount(intentId),
    payment_intent: intentOf(books, intentId, expands),
    status: 'succeeded',
  };
}

export function refund(books: FakeBooks, one: FakeRefund, expands: readonly string[]): object {
  const { intentId, movementId, failure_reason, ...fields } = one;
  return {
    object: 'refund',
    ...fields,
    payment_intent: intentOf(books, intentId, expands),
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
    payment_intent: intentOf(books, intentId, expands),
  };
}

export function movement(books: FakeBooks, one: FakeMovement, expands: readonly string[]): object {
  const { sourceId, ...fields } = one;
  const chargeOf = books.charges.get(sourceId);
  const refundOf = books.refunds.get(sourceId);
  return {
    object: 'balance_transaction',
    ...fields,
    net: one.amount - one.fee,
    source: maybe({ id: sourceId }, 'source', expands, (_id, inner) => {
      if (chargeOf !== undefined) return charge(books, chargeOf, inner);
      return refundOf === undefined ? { id: sourceId, object: 'payout' } : refund(books, refundOf, inner);
    }),
  };
}

function intentOf(books: FakeBooks, intentId: string, expands: readonly string[]): object | string | null {
  return maybe(books.intents.get(intentId), 'payment_intent', expands, (one, inner) =>
    intent(books, one, inner),
  );
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
