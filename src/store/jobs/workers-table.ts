/** The table `workers`: the processes that run jobs, and their last heartbeats. */

import { integer, text } from '../column.ts';
import { table } from '../table.ts';

export const workersTable = table('workers', {
  id: text,
  host: text,
  version: text,
  startedAt: integer,
  seenAt: integer,
});
