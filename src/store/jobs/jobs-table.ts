/** The table `jobs`: unfinished and dead jobs. */

import { converted, generatedId, integer, named, nullable, oneOf, text } from '../column.ts';
import { json, scalars } from '../json-column.ts';
import { table } from '../table.ts';

export const jobsTable = table('jobs', {
  id: generatedId,
  kind: text,
  key: nullable(text),
  state: oneOf('ready', 'running', 'dead'),
  payload: json(scalars),
  priority: integer,
  runAt: integer,
  /** When the job may be claimed: `runAt` while it is ready, the end of the lease while it is running. */
  dueAt: integer,
  attempts: integer,
  attemptsMax: integer,
  /** The fencing token is the number of claims, which only grows. */
  token: named('claims', converted(integer, { parse: String, format: Number })),
  lastError: nullable(text),
  requestId: nullable(text),
  createdAt: integer,
  lostLeases: integer,
});
