/** The state of queues, workers and disk in the console's API. */

import { Type } from 'typebox';
import { imageProtections } from '../../usecases/ports/image-protections.ts';
import { providerOperations } from '../../usecases/ports/provider-calls.ts';
import { nullableInteger, nullableText, time } from '../console/schema-fields.ts';

const callFigures = {
  calls: Type.Integer({ description: 'Number of calls that have ended.' }),
  errors: Type.Integer({ description: 'Calls that the provider did not answer or that failed.' }),
  refusals: Type.Integer({ description: 'Calls with which the provider refused one payment.' }),
  median_ms: nullableInteger(),
  slowest_ms: nullableInteger(),
};

const operation = Type.Enum([...providerOperations]);

const providerSchema = Type.Object({
  name: Type.String(),
  running: Type.Integer({ description: 'Number of calls that have not ended.' }),
  ...callFigures,
  operations: Type.Array(Type.Object({ operation, ...callFigures })),
  last_error: Type.Union([
    Type.Object({
      operation,
      outcome: Type.Enum(['unreachable', 'failed']),
      at: time(),
      words: nullableText('What the provider’s adapter reports; null: see the log.'),
    }),
    Type.Null(),
  ]),
});

export const healthSchema = Type.Object({
  version: Type.String(),
  database: Type.Enum(['sqlite', 'postgres']),
  started_at: time('Of the server process that answers this call.'),
  now: time(),
  disk: Type.Object(
    { total_bytes: Type.Integer(), free_bytes: Type.Integer() },
    { description: 'Space of the disk that holds the data folder.' },
  ),
  clock: Type.Object(
    {
      stepped_ms: Type.Integer({
        description: 'Sum of the steps of the clock since the server started; positive: forward.',
      }),
      deadlines_held_ms: Type.Integer({
        description:
          'After a step of the clock: how long expiry, deletion and the self-audit still wait; 0: they run.',
      }),
    },
    { description: 'Steps of the clock, as seen by the server process that answers this call.' },
  ),
  image_protections: Type.Object(
    {
      active: Type.Array(Type.Enum([...imageProtections])),
      missing: Type.Array(Type.Enum([...imageProtections])),
      reason: nullableText('Error of the operating system at the first way of isolation that did not work.'),
    },
    {
      description:
        'How the image processes are isolated, as seen by the server process that answers this call.',
    },
  ),
  queues: Type.Array(
    Type.Object({
      kind: Type.String(),
      ready: Type.Integer(),
      running: Type.Integer(),
      dead: Type.Integer(),
      oldest_due_age_ms: Type.Integer({ description: 'Age of the oldest due job; 0 if no job is due.' }),
    }),
  ),
  workers: Type.Array(
    Type.Object({
      id: Type.String(),
      host: Type.String(),
      version: Type.String(),
      started_at: time(),
      seen_at: time(),
      alive: Type.Boolean(),
    }),
  ),
  processing: Type.Array(
    Type.Object({
      kind: Type.String(),
      done: Type.Integer(),
      failed: Type.Integer(),
      p50_ms: nullableInteger('Median duration of the successful attempts.'),
      p95_ms: nullableInteger(),
    }),
    { description: 'Attempts of the last 24 hours.' },
  ),
  providers: Type.Array(providerSchema, {
    description:
      'Calls to the enabled payment providers in the last 15 minutes, by the server process that answers this call.',
  }),
});
