/**
 * The replays of time ranges with many events. The job `release_webhooks` holds their deliveries in pages; `after_at`
 * and `after_id` are the position of the last event of the last page.
 */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(db: Kysely<unknown>, { integer, id, tableEnd }: ColumnTypes): Promise<void> {
  await sql`create table webhook_replays (
      id ${id},
      endpoint_id ${integer} not null,
      after_at ${integer} not null,
      after_id text not null,
      to_at ${integer} not null,
      delivered_too ${integer} not null
    ) ${tableEnd}`.execute(db);
}
