/**
 * The client API's order operations `mark_order_*`, one for each kind of good (specification 4.2 to 4.4). The
 * schemas are built from the parameters of the kinds, so a new kind of good needs no code here.
 */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { defaultCatalogue } from '../../domain/goods/default-catalogue.ts';
import type { GoodKind } from '../../domain/goods/good.ts';
import { goodKinds } from '../../domain/goods/kinds.ts';
import type { OrderDetails, Parameter } from '../../domain/goods/parameters.ts';
import { assertNever } from '../../domain/never.ts';
import { sendGuestToken, sendRenewedToken } from '../callers/send-guest-token.ts';
import { idempotencyKeyHeader, orderTokenHeader, replayedHeader } from '../requests/documented-headers.ts';
import { idempotencyKeyOf, markReplayed } from '../requests/idempotency-key.ts';
import { operationPrefix, operationSchema } from '../requests/operation.ts';
import type { RouteContext } from '../route-context.ts';
import { orderCreatedSchema } from './order-schema.ts';

const uploadPathLengthMax = 256;

export function parameterSchema(parameter: Parameter): TSchema {
  const { description } = parameter;
  switch (parameter.kind) {
    case 'upload':
      return Type.String({ minLength: 1, maxLength: uploadPathLengthMax, description });
    case 'choice': {
      const choice = Type.Enum([...parameter.values], { description });
      return parameter.isOptional === true ? Type.Optional(choice) : choice;
    }
    case 'text': {
      const text = Type.String({ minLength: 1, maxLength: parameter.lengthMax, description });
      return parameter.isOptional === true ? Type.Optional(text) : text;
    }
    case 'integer': {
      const { min, max } = parameter;
      const range = { minimum: min, maximum: max, description };
      if (parameter.isOptional === true) return Type.Optional(Type.Integer(range));
      return parameter.default === undefined
        ? Type.Integer(range)
        : Type.Optional(Type.Integer({ ...range, default: parameter.default }));
    }
    default:
      return assertNever(parameter);
  }
}

interface OrderBody {
  readonly goods_id: number;
  readonly from_user_id?: number;
  readonly [detail: string]: string | number | undefined;
}

/**
 * The id that the good of this kind has in a new shop, so that the example in the API reference is a call that works.
 */
function goodsIdExample({ functName }: GoodKind): number {
  return 1 + defaultCatalogue.findIndex((good) => good.functName === functName);
}

function bodySchema(kind: GoodKind) {
  const details = Object.entries(kind.parameters).map(([name, parameter]) => [
    name,
    parameterSchema(parameter),
  ]);
  return Type.Unsafe<OrderBody>(
    Type.Object({
      goods_id: Type.Integer({
        minimum: 1,
        description: 'The `id` of a good from the goods list.',
        examples: [goodsIdExample(kind)],
      }),
      ...Object.fromEntries(details),
      from_user_id: Type.Optional(
        Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The inviter’s user id.' }),
      ),
    }),
  );
}

export function detailsOf(
  names: readonly string[],
  body: Readonly<Record<string, string | number | undefined>>,
): OrderDetails {
  const details: Record<string, string | number> = {};
  for (const name of names) {
    const value = body[name];
    if (value !== undefined) details[name] = value;
  }
  return details;
}

function registerKind(
  app: FastifyInstance,
  { options, identify, admitOrder }: RouteContext,
  kind: GoodKind,
): void {
  const { service, publicUrl } = options;
  const { functName } = kind;
  const names = Object.keys(kind.parameters);
  const schema = {
    ...operationSchema({
      name: functName,
      summary: kind.summary,
      description:
        'The order keeps its present price. If the call has no credential, the service creates a guest user and returns the guest’s token in `X-User-Token` and in a cookie. With an `Idempotency-Key`, the call can be repeated without a second order.',
      tag: 'Orders',
      answer: orderCreatedSchema,
      answerDescription: 'The order was created.',
      requestHeaders: idempotencyKeyHeader,
      answerHeaders: { ...orderTokenHeader, ...replayedHeader },
      errors: [
        'unauthenticated',
        'invalid_credential',
        'upload_expired',
        'request_in_flight',
        'idempotency_key_reused',
      ],
    }),
    body: bodySchema(kind),
    consumes: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
  };

  // Specification 4.6, rule 1: "The order endpoint for a good is the one whose last path segment equals that
  // good's `funct_name`."
  app
    .withTypeProvider<TypeBoxTypeProvider>()
    .post(`${operationPrefix}${functName}`, { schema }, async (request, reply) => {
      const { body } = request;
      const caller = await identify(request);
      await admitOrder(caller);
      const placed = await service.placeOrder({
        caller,
        functName,
        goodsId: body.goods_id,
        details: detailsOf(names, body),
        fromUserId: body.from_user_id ?? null,
        idempotency: idempotencyKeyOf(request, functName, body),
        requestId: request.id,
      });
      if (placed.guestToken === null) await sendRenewedToken(request, reply, caller, options);
      else sendGuestToken(request, reply, placed.guestToken, publicUrl);
      if (placed.replayed) markReplayed(reply);
      // Specification 4.6, rule 2: "Every order endpoint returns only `order_no`."
      return { order_no: placed.orderNo };
    });
}

export function registerOrderOperations(app: FastifyInstance, context: RouteContext): void {
  for (const kind of goodKinds) registerKind(app, context, kind);
}
