/** Webhook endpoints, their deliveries and the events in the console's API. */

import { Type } from 'typebox';
import { webhookEvents } from '../../domain/webhook-events.ts';
import { deliveryStates } from '../../usecases/webhooks/webhook-store.ts';
import {
  anyFields,
  nextPage,
  nullableInteger,
  nullableText,
  nullableTime,
  pageParameters,
  time,
} from '../console/schema-fields.ts';

const chosenEvents = Type.Array(Type.Enum([...webhookEvents]), {
  maxItems: webhookEvents.length,
  description: 'The types of events that the endpoint receives; empty: all, also those of later versions.',
});

export const endpointSchema = Type.Object({
  id: Type.Integer(),
  origin: Type.Enum(['environment', 'console'], {
    description: '`environment`: set by `EVENTS_URL` and `EVENTS_SECRET`, and not editable.',
  }),
  url: Type.String({ description: 'Only owners see the path and the query.' }),
  events: Type.Array(Type.String(), {
    description: 'The types of events that the endpoint receives. Empty: all types.',
  }),
  state: Type.Enum(['active', 'paused', 'off'], { description: '`off`: the service switched it off.' }),
  off_reason: nullableText('`gone`: it answered 410. `failing`: every attempt failed for three days.'),
  state_since: time(),
  failing_since: nullableTime('Since when every attempt has failed; null: the last attempt succeeded.'),
  former_secret_until: nullableTime('The time until which the former secret also signs.'),
  created_at: time(),
  version: Type.String({ description: 'Changes whenever `url` or `events` of this response change.' }),
});

export const endpointsSchema = Type.Object({
  endpoints: Type.Array(endpointSchema, { description: 'The endpoint of the environment first.' }),
  event_types: Type.Array(Type.String()),
});

export const endpointBody = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 500 }),
  events: Type.Optional(chosenEvents),
});

export const endpointChangeBody = Type.Object({
  ...endpointBody.properties,
  version: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: '`version` of the endpoint as the operator saw it before the change.',
    }),
  ),
});

export const endpointWithSecretSchema = Type.Object({
  endpoint: endpointSchema,
  secret: Type.String({ description: '`whsec_` and base64. Only this response contains it.' }),
});

export const deliveriesQuery = Type.Object({
  state: Type.Optional(Type.Enum([...deliveryStates])),
  ...pageParameters,
});

export const deliveriesSchema = Type.Object({
  deliveries: Type.Array(
    Type.Object({
      event_id: Type.String(),
      type: Type.String(),
      order_id: nullableInteger('The id of the order; null: the event is about no order.'),
      created_at: time('Time of the event, in UTC.'),
      state: Type.Enum([...deliveryStates], {
        description: '`held`: sent as soon as the endpoint is active. `failed`: no attempts are left.',
      }),
      attempts: Type.Integer(),
      last_attempt_at: nullableTime(),
      last_status: nullableInteger('HTTP status of the last attempt; null: no response.'),
      last_error: nullableText(),
      delivered_at: nullableTime('When the endpoint last accepted the event.'),
    }),
  ),
  before: nextPage,
});

export const replayBody = Type.Object({
  event_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'Replay this event only.' }),
  ),
  from: Type.Optional(Type.String({ maxLength: 32, description: 'UTC. Needed without `event_id`.' })),
  to: Type.Optional(
    Type.String({ maxLength: 32, description: 'UTC, exclusive. Needed without `event_id`.' }),
  ),
  delivered_too: Type.Optional(
    Type.Boolean({ default: false, description: 'Also the events that the endpoint has accepted.' }),
  ),
});

export const replayedSchema = Type.Object({
  events: Type.Integer({
    description: 'Number of events that will be sent. With `more`, further events follow.',
  }),
  more: Type.Boolean({
    description: 'The range has more events than the call examines. The service adds them in the background.',
  }),
});

export const eventsQuery = Type.Object({
  type: Type.Optional(Type.String({ maxLength: 64 })),
  from: Type.Optional(Type.String({ maxLength: 32, description: 'The start of the period, in UTC.' })),
  to: Type.Optional(
    Type.String({ maxLength: 32, description: 'The end of the period in UTC, not included.' }),
  ),
  ...pageParameters,
});

export const eventsSchema = Type.Object({
  events: Type.Array(
    Type.Object({
      event_id: Type.String({ description: 'The `webhook-id` of its deliveries.' }),
      type: Type.String(),
      created_at: time(),
      order_id: nullableInteger('The id of the order; null: the event is about no order.'),
      timestamp: time('`timestamp` of the delivered body.'),
      data: anyFields(
        '`data` of the delivered body. Order numbers are whole only for API tokens. Of two events of one order, the one with the higher `order_version` is newer.',
      ),
    }),
  ),
  before: nextPage,
});
