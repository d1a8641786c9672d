/** Console API: the delivery log of a webhook endpoint, replays, and the events themselves. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { invalidParameter } from '../../domain/errors.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import { listEvents } from '../../usecases/webhooks/list-events.ts';
import { listDeliveries, replayEvent, replayRange } from '../../usecases/webhooks/replay-events.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consolePrefix, consoleSchema } from '../console/console-schema.ts';
import { idParams } from '../console/schema-fields.ts';
import { requiredTime, timeParameter } from '../console/time-parameters.ts';
import {
  deliveriesQuery,
  deliveriesSchema,
  eventsQuery,
  eventsSchema,
  replayBody,
  replayedSchema,
} from './console-webhook-schemas.ts';
import { deliveryToWire, eventCursor, eventToWire, pageOf } from './console-webhook-wire.ts';

const eventsPath = `${consolePrefix}events`;

/** The call in whose response systems with an API token read whole order numbers. */
export const eventsRoute = `GET ${eventsPath}`;

const logged = consoleSchema(
  {
    name: 'webhook_deliveries',
    summary: 'List the deliveries to a webhook endpoint',
    answer: deliveriesSchema,
    answerDescription: 'Newest event first.',
    errors: ['unknown_item'],
  },
  { params: idParams, querystring: deliveriesQuery },
);

const replayed = consoleSchema(
  {
    name: 'replay_webhooks',
    summary: 'Replay webhook events',
    description:
      'Sends one event, or the events of a time range that the endpoint wants, with their first ids and unchanged content.',
    answer: replayedSchema,
    answerDescription: 'The events will be sent, oldest first.',
    errors: ['unknown_item'],
  },
  { params: idParams, body: replayBody },
);

const listed = consoleSchema(
  {
    name: 'events',
    summary: 'List webhook events',
    description:
      'The events of the last 90 days, so that a system can fetch what it missed. An event is stored if an endpoint wants it. Order numbers are whole for API tokens with the role support or owner, and masked otherwise; the audit log records each call that returns whole numbers.',
    answer: eventsSchema,
    answerDescription: 'The events, newest first.',
  },
  { querystring: eventsQuery },
);

export function registerConsoleEventRoutes(plain: FastifyInstance, { deps, callerOf }: ConsoleContext): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();

  app.get(`${consolePrefix}webhook_endpoints/:id/deliveries`, { schema: logged }, async (request) => {
    const { state, before, limit = 50 } = request.query;
    const filter = { endpointId: request.params.id, state: state ?? null };
    const found = await listDeliveries(deps, callerOf(request), filter, eventCursor(before), limit + 1);
    const page = pageOf(found, limit);
    return { deliveries: page.rows.map(deliveryToWire), before: page.before };
  });

  app.post(`${consolePrefix}webhook_endpoints/:id/replay`, { schema: replayed }, async (request) => {
    const { event_id, from, to, delivered_too = false } = request.body;
    const { id } = request.params;
    if (event_id !== undefined) {
      await replayEvent(deps, callerOf(request), id, event_id);
      return { events: 1, more: false };
    }
    const range = { from: neededTime('from', from), to: neededTime('to', to), deliveredToo: delivered_too };
    return replayRange(deps, callerOf(request), id, range);
  });

  app.get(eventsPath, { schema: listed }, async (request) => {
    const { type, from, to, before, limit = 50 } = request.query;
    const filter = {
      type: type ?? null,
      from: timeParameter('from', from),
      to: timeParameter('to', to),
    };
    const found = await listEvents(deps, callerOf(request), filter, eventCursor(before), limit);
    const page = pageOf(found, limit);
    return { events: page.rows.map(eventToWire), before: page.before };
  });
}

function neededTime(name: string, text: string | undefined): Instant {
  if (text === undefined) throw invalidParameter(name, 'missing', 'is needed without event_id');
  return requiredTime(name, text);
}
