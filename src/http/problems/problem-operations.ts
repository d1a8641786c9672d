/** The client API's `report_problem` and `order_problems`, for finished orders. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { invalidParameter } from '../../domain/errors.ts';
import {
  areaUnits,
  type PictureArea,
  problemReasons,
  problemsPerOrderMax,
  problemTextLengthMax,
} from '../../domain/order-problem.ts';
import { orderNoParameters } from '../orders/order-schema.ts';
import { idempotencyKeyHeader, replayedHeader } from '../requests/documented-headers.ts';
import { idempotencyKeyOf, sendOnce } from '../requests/idempotency-key.ts';
import { operationPrefix, operationSchema } from '../requests/operation.ts';
import type { RouteContext } from '../route-context.ts';
import { problemSchema, problemToWire } from './problem-wire.ts';

const start = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: areaUnits - 1, description }));
const length = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: areaUnits, description }));

const reportParameters = Type.Object({
  ...orderNoParameters.properties,
  reason: Type.Enum([...problemReasons], {
    description:
      'What is wrong: `colours`, `outline` hair or outline cut badly, `position` size or position of the head, `quality` blurred or damaged, `wrong_choice` the customer chose the wrong size or background, `not_accepted` the office refused the photo, `not_received`, `other`.',
  }),
  note: Type.Optional(
    Type.String({ maxLength: problemTextLengthMax, description: 'The problem in the customer’s words.' }),
  ),
  area_left: start(
    'The part of the picture that shows the problem, in thousandths of its width and height: distance from the left edge. All four `area_` parameters are given, or none.',
  ),
  area_top: start('Distance of the part from the top edge.'),
  area_width: length('Width of the part.'),
  area_height: length('Height of the part.'),
});

interface AreaParameters {
  readonly area_left?: number;
  readonly area_top?: number;
  readonly area_width?: number;
  readonly area_height?: number;
}

/** @throws AppError `invalid_parameters` if only some of the four parameters of the area are given. */
function areaOf({
  area_left: left,
  area_top: top,
  area_width: width,
  area_height: height,
}: AreaParameters): PictureArea | null {
  if (left !== undefined && top !== undefined && width !== undefined && height !== undefined) {
    return { left, top, width, height };
  }
  const sides = { area_left: left, area_top: top, area_width: width, area_height: height };
  const names = Object.entries(sides).filter(([, value]) => value === undefined);
  const [missing] = names;
  if (missing === undefined || names.length === 4) return null;
  throw invalidParameter(missing[0], 'missing', 'is missing');
}

const errors = ['unauthenticated', 'invalid_credential', 'unknown_order'] as const;

export function registerProblemReports(plain: FastifyInstance, { options, identify }: RouteContext): void {
  const { service, zone } = options;
  const name = 'report_problem';
  const schema = {
    ...operationSchema({
      name,
      summary: 'Report a problem with a finished order',
      description: `The shop answers in words, with a new picture or with a refund; \`order_problems\` returns the answer. A problem can be reported after the last one is answered, and at most ${problemsPerOrderMax} times for an order.`,
      tag: 'Orders',
      body: reportParameters,
      answer: problemSchema,
      answerDescription: 'The problem, which waits for the shop.',
      requestHeaders: idempotencyKeyHeader,
      answerHeaders: replayedHeader,
      errors: [...errors, 'illegal_transition', 'request_in_flight', 'idempotency_key_reused'],
    }),
    body: reportParameters,
  };
  plain
    .withTypeProvider<TypeBoxTypeProvider>()
    .post(`${operationPrefix}${name}`, { schema }, async (request, reply) => {
      const { order_no: orderNo, reason, note = null, ...sides } = request.body;
      const area = areaOf(sides);
      const caller = await identify(request);
      const key = idempotencyKeyOf(request, name, request.body, { orderNo });
      return sendOnce({ service, caller, operation: name, key }, reply, async () => {
        const call = { caller, orderNo, reason, note, area, requestId: request.id };
        return problemToWire(await service.reportProblem(call), zone);
      });
    });
}

export function registerProblemLookups(plain: FastifyInstance, { options, identify }: RouteContext): void {
  const { service, zone } = options;
  const schema = {
    ...operationSchema({
      name: 'order_problems',
      summary: 'List the problems of an order',
      description: 'Every caller who can look the order up can read its problems.',
      tag: 'Orders',
      body: orderNoParameters,
      answer: Type.Object({ problems: Type.Array(problemSchema) }),
      answerDescription: 'What the customer reported, with the answers of the shop, oldest first.',
      errors,
    }),
    body: orderNoParameters,
  };
  plain
    .withTypeProvider<TypeBoxTypeProvider>()
    .post(`${operationPrefix}order_problems`, { schema }, async (request) => {
      const caller = await identify(request);
      const views = await service.listProblems(caller, request.body.order_no);
      return { problems: views.map((view) => problemToWire(view, zone)) };
    });
}
