/** The state of queues, workers and disk in the console's API. */

import { Type } from 'typebox';
import { imageProtections } from '../../usecases/ports/image-work.ts';
import { nullableInteger, nullableText, time } from '../console/schema-fields.ts';

export const healthSchema = Type.Object({
  version: Type.String(),
  database: Type.Enum(['sqlite', 'postgres']),
  started_at: time('Of the process that answers.'),
  now: time(),
  disk: Type.Object(
    { total_bytes: Type.Integer(), free_bytes: Type.Integer() },
    { description: 'Of the disk that holds the data folder.' },
  ),
  clock: Type.Object(
    {
      stepped_ms: Type.Integer({ description: 'The sum of the steps since the start; positive: forward.' }),
      deadlines_held_ms: Type.Integer({
        description: 'How much longer expiry, purges and the self-audit are held after a step; 0: they run.',
      }),
    },
    { description: 'Steps of the clock of the process that answers.' },
  ),
  image_protections: Type.Object(
    {
      active: Type.Array(Type.Enum([...imageProtections])),
      missing: Type.Array(Type.Enum([...imageProtections])),
      reason: nullableText('What the system answered to the first way that did not work.'),
    },
    { description: 'How image processes are shut in, in the process that answers.' },
  ),
  queues: Type.Array(
    Type.Object({
      kind: Type.String(),
      ready: Type.Integer(),
      running: Type.Integer(),
      dead: Type.Integer(),
      oldest_due_age_ms: Type.Integer({ description: '0 when none is due.' }),
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
      p50_ms: nullableInteger('Half of the attempts that went well took less.'),
      p95_ms: nullableInteger(),
    }),
    { description: 'Attempts of the last 24 hours.' },
  ),
});
