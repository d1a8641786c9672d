/** The calls of the fake Stripe: what each path answers, and what it writes into the books. */

import type { FakeBooks, FakeSession } from './fake-books.ts';
import * as views from './fake-views.ts';
import { type FormFields, numberAt, textAt, textsAt } from './stripe-form.ts';

export interface ApiAnswer {
  readonly status: number;
  readonly body: object;
}

export interface ApiCall {
  readonly method: string;
  readonly path: string;
  readonly fields: FormFields;
}

/** Events that a call causes, for example `refund.created`. */
export type EmitEvent = (type: string, object: object) => void;

const minuteS = 60;
/** Stripe's minimum for USD. The fake uses it for every currency. */
const amountMin = 50;

export function createFakeApi(books: FakeBooks, emit: EmitEvent) {
  function createSession(fields: FormFields): ApiAnswer {
    const item = 'line_items.0';
    const amount =
      (numberAt(fields, `${item}.price_data.unit_amount`) ?? 0) * (numberAt(fields, `${item}.quantity`) ?? 0);
    const expires_at = numberAt(fields, 'expires_at') ?? 0;
    const openS = expires_at - books.seconds();
    if (textAt(fields, 'mode') !== 'payment') return refused('mode must be payment', 'mode');
    if (textAt(fields, 'adaptive_pricing.enabled') !== 'false')
      return refused('the currency may change', 'adaptive_pricing');
    if (openS < 30 * minuteS || openS > 24 * 60 * minuteS) {
      return refused('The `expires_at` timestamp must be 30 minutes to 24 hours from now.', 'expires_at');
    }
    if (!Number.isInteger(amount)) return refused('Invalid integer', `${item}.price_data.unit_amount`);
    if (amount < amountMin) return refused('The total amount is too small.', null, 'amount_too_small');
    const id = books.newId('cs_test');
    const session: FakeSession = {
      id,
      created: books.seconds(),
      url: `https://checkout.stripe.test/c/pay/${id}`,
      expires_at,
      amount_total: amount,
      currency: textAt(fields, `${item}.price_data.currency`) ?? '',
      client_reference_id: textAt(fields, 'client_reference_id') ?? null,
      metadata: textsAt(fields, 'metadata'),
      intentMetadata: textsAt(fields, 'payment_intent_data.metadata'),
      success_url: textAt(fields, 'success_url') ?? '',
      name: textAt(fields, `${item}.price_data.product_data.name`) ?? '',
      status: 'open',
      payment_status: 'unpaid',
      intentId: null,
    };
    books.sessions.set(id, session);
    return found(views.session(books, session, []));
  }

  function expireSession(session: FakeSession, fields: FormFields): ApiAnswer {
    if (books.fresh(session).status !== 'open') {
      return refused(`Only Checkout Sessions with a status in ["open"] can be expired.`, null);
    }
    session.status = 'expired';
    emit('checkout.session.expired', views.session(books, session, []));
    return found(views.session(books, session, expandsOf(fields)));
  }

  function createRefund(fields: FormFields): ApiAnswer {
    const intent = books.intents.get(textAt(fields, 'payment_intent') ?? '');
    const amount = numberAt(fields, 'amount') ?? 0;
    if (intent === undefined) return missing();
    if (intent.status !== 'succeeded') {
      return refused(
        'This PaymentIntent does not have a successful charge to refund.',
        null,
        'payment_intent_unexpected_state',
      );
    }
    if (books.account.isEmpty)
      return refused('Insufficient funds in your account.', null, 'balance_insufficient');
    if ([...books.disputes.values()].some((dispute) => dispute.intentId === intent.id)) {
      return refused('The charge has been charged back.', null, 'charge_disputed');
    }
    const rest = intent.amount_received - books.refundedAmount(intent.id);
    if (rest === 0) return refused('The charge has already been refunded.', null, 'charge_already_refunded');
    if (amount > rest) return refused('Refund amount is greater than unrefunded amount on charge', 'amount');
    const refund = books.addRefund(intent, amount, textsAt(fields, 'metadata'));
    emit('refund.created', views.refund(books, refund, []));
    return found(views.refund(books, refund, []));
  }

  function listOf<T extends { id: string; created: number }>(
    items: Iterable<T>,
    fields: FormFields,
    view: (item: T) => object,
  ): ApiAnswer {
    const limit = numberAt(fields, 'limit') ?? 10;
    const after = textAt(fields, 'starting_after');
    const sorted = [...items].filter(({ created }) => isCreatedWithin(created, fields)).reverse();
    const begin = after === undefined ? 0 : sorted.findIndex(({ id }) => id === after) + 1;
    const data = sorted.slice(begin, begin + limit).map(view);
    return found({ object: 'list', data, has_more: sorted.length > begin + limit });
  }

  function read(path: string, fields: FormFields): ApiAnswer {
    const [, name = '', id] = /^\/v1\/((?:checkout\/)?[a-z_]+)(?:\/([^/]+))?$/.exec(path) ?? [];
    const expands = expandsOf(fields);
    const intentId = textAt(fields, 'payment_intent');
    switch (name) {
      case 'checkout/sessions': {
        if (id !== undefined) {
          const session = books.sessions.get(id);
          return session === undefined
            ? missing()
            : found(views.session(books, books.fresh(session), expands));
        }
        const all = [...books.sessions.values()].filter(
          (one) => intentId === undefined || one.intentId === intentId,
        );
        return listOf(all, fields, (one) => views.session(books, books.fresh(one), []));
      }
      case 'payment_intents': {
        if (id === undefined)
          return listOf(books.intents.values(), fields, (one) => views.intent(books, one, []));
        const intent = books.intents.get(id);
        return intent === undefined ? missing() : found(views.intent(books, intent, expands));
      }
      case 'refunds': {
        if (id !== undefined) {
          const refund = books.refunds.get(id);
          return refund === undefined ? missing() : found(views.refund(books, refund, expands));
        }
        if (intentId !== undefined && !books.intents.has(intentId)) return missing();
        const all = [...books.refunds.values()].filter(
          (one) => intentId === undefined || one.intentId === intentId,
        );
        return listOf(all, fields, (one) => views.refund(books, one, ofItems(expands)));
      }
      case 'disputes': {
        if (id === undefined)
          return listOf(books.disputes.values(), fields, (one) =>
            views.dispute(books, one, ofItems(expands)),
          );
        const dispute = books.disputes.get(id);
        return dispute === undefined ? missing() : found(views.dispute(books, dispute, expands));
      }
      case 'charges':
        return listOf(books.charges.values(), fields, (one) => views.charge(books, one, ofItems(expands)));
      case 'balance_transactions':
        return listOf(books.movements.values(), fields, (one) =>
          views.movement(books, one, ofItems(expands)),
        );
      default:
        return missing();
    }
  }

  function write(path: string, fields: FormFields): ApiAnswer {
    if (path === '/v1/checkout/sessions') return createSession(fields);
    if (path === '/v1/refunds') return createRefund(fields);
    const [, id = ''] = /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/.exec(path) ?? [];
    const session = books.sessions.get(id);
    return session === undefined ? missing() : expireSession(session, fields);
  }

  return ({ method, path, fields }: ApiCall): ApiAnswer =>
    method === 'POST' ? write(path, fields) : read(path, fields);
}

function isCreatedWithin(created: number, fields: FormFields): boolean {
  const bound = (name: string, fallback: number) => numberAt(fields, `created.${name}`) ?? fallback;
  return (
    created >= bound('gte', 0) &&
    created > bound('gt', -1) &&
    created <= bound('lte', Number.POSITIVE_INFINITY) &&
    created < bound('lt', Number.POSITIVE_INFINITY)
  );
}

function expandsOf(fields: FormFields): readonly string[] {
  return Object.values(textsAt(fields, 'expand'));
}

/** The paths within an item of a list: `data.payment_intent` of a list is `payment_intent` of the item. */
function ofItems(expands: readonly string[]): readonly string[] {
  return expands.flatMap((path) => (path.startsWith('data.') ? path.slice('data.'.length) : []));
}

function found(body: object): ApiAnswer {
  return { status: 200, body };
}

export function refused(message: string, param: string | null, code?: string, status = 400): ApiAnswer {
  const error = {
    type: 'invalid_request_error',
    message,
    ...(param === null ? {} : { param }),
    ...(code && { code }),
  };
  return { status, body: { error } };
}

function missing(): ApiAnswer {
  return refused('No such object.', 'id', 'resource_missing', 404);
}
