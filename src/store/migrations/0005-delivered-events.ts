/**
 * The time of an event's last delivery. The job attempts contain it too, but are purged after one month;
 * events are kept for three months.
 */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(db: Kysely<unknown>, { integer }: ColumnTypes): Promise<void> {
  await sql`alter table outside_events add column delivered_at ${integer}`.execute(db);
  await sql`update outside_events set delivered_at = (
      select max(ended_at) from job_attempts
      where "key" = event_id and kind = 'deliver_event' and outcome = 'done'
    )`.execute(db);
}
