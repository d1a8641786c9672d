/**
 * The client API's `order_email`, `set_order_email` and `remove_order_email`: the address to which the shop sends
 * e-mails about one order. Without an address, the shop sends none.
 */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { emailLengthMax } from '../../domain/emails/email-address.ts';
import { AppError } from '../../domain/errors.ts';
import { acceptedLanguage, languages } from '../../domain/language.ts';
import type { OrderEmailView } from '../../usecases/emails/order-email.ts';
import { clientKey } from '../callers/client-address.ts';
import { leakyBuckets } from '../callers/leaky-buckets.ts';
import { nullableText } from '../console/schema-fields.ts';
import { orderNoParameters } from '../orders/order-schema.ts';
import { operationPrefix, operationSchema } from '../requests/operation.ts';
import type { RouteContext } from '../route-context.ts';

const windowMs = 60 * 60_000;
/**
 * The maximum number of addresses that the customers behind one IP address may enter in an hour. A customer enters an
 * address for each order, and all customers of an office or a mobile network may share one IP address.
 */
const entriesPerHourMax = 30;

const emailSchema = Type.Object({
  email: nullableText('The address, masked: `a•••@example.com`. Null: no e-mails are sent about this order.'),
  unsubscribed: Type.Boolean({
    description: 'Whether the recipient has ended the e-mails. The order then accepts no address any more.',
  }),
});

const setParameters = Type.Object({
  ...orderNoParameters.properties,
  email: Type.String({
    minLength: 3,
    maxLength: emailLengthMax,
    description: 'The address. It belongs to this order only.',
    examples: ['ann@example.com'],
  }),
  language: Type.Optional(
    Type.Enum([...languages], {
      description:
        'The language of the e-mails. Default: the language of `Accept-Language`, or else English.',
    }),
  ),
});

const errors = ['unauthenticated', 'invalid_credential', 'unknown_order'] as const;

function emailToWire({ maskedAddress, isUnsubscribed }: OrderEmailView) {
  return { email: maskedAddress, unsubscribed: isUnsubscribed };
}

export function registerEmailLookups(plain: FastifyInstance, { options, identify }: RouteContext): void {
  const { service } = options;
  const schema = {
    ...operationSchema({
      name: 'order_email',
      summary: 'Show the e-mail address of an order',
      description: 'Everyone who can look the order up can read the masked address.',
      tag: 'Orders',
      body: orderNoParameters,
      answer: emailSchema,
      answerDescription: 'The masked address.',
      errors,
    }),
    body: orderNoParameters,
  };
  plain
    .withTypeProvider<TypeBoxTypeProvider>()
    .post(`${operationPrefix}order_email`, { schema }, async (request) => {
      const caller = await identify(request);
      return emailToWire(await service.viewOrderEmail(caller, request.body.order_no));
    });
}

export function registerEmailEntry(plain: FastifyInstance, context: RouteContext): void {
  const { options, identify, limitExchange } = context;
  const { service, limits, monotonicMs } = options;
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const entries = leakyBuckets(
    { name: 'email-entries', max: entriesPerHourMax, windowMs, clientsMax: limits.clientsRememberedMax },
    limitExchange,
    monotonicMs,
  );

  const setSchema = {
    ...operationSchema({
      name: 'set_order_email',
      summary: 'Get e-mails about an order',
      description: `The shop writes to the address when the order is paid, when the picture is ready and when money is refunded. \`GET /shop/config\` says whether the shop sends e-mails (\`emails_offered\`). ${entriesPerHourMax} calls an hour.`,
      tag: 'Orders',
      body: setParameters,
      answer: emailSchema,
      answerDescription: 'The masked address.',
      errors: [...errors, 'illegal_transition'],
    }),
    body: setParameters,
  };
  app.post(`${operationPrefix}set_order_email`, { schema: setSchema }, async (request) => {
    const { order_no: orderNo, email: address, language } = request.body;
    const caller = await identify(request);
    const { isTaken, waitMs } = await entries.take(clientKey(request.ip), 1);
    if (!isTaken) {
      throw new AppError('too_many_requests', 'Too many addresses were entered from here. Try again later.', {
        reason: 'email_quota_used',
        retryAfterS: Math.ceil(waitMs / 1000),
      });
    }
    const accepted = acceptedLanguage(request.headers['accept-language']);
    const call = { caller, orderNo, address, language: language ?? accepted ?? 'en', requestId: request.id };
    return emailToWire(await service.setOrderEmail(call));
  });

  const removeSchema = {
    ...operationSchema({
      name: 'remove_order_email',
      summary: 'Get no more e-mails about an order',
      description: 'Deletes the address. A call without an address changes nothing.',
      tag: 'Orders',
      body: orderNoParameters,
      answer: emailSchema,
      answerDescription: '`email` is null.',
      errors,
    }),
    body: orderNoParameters,
  };
  app.post(`${operationPrefix}remove_order_email`, { schema: removeSchema }, async (request) => {
    const caller = await identify(request);
    return emailToWire(await service.removeOrderEmail(caller, request.body.order_no, request.id));
  });
}
