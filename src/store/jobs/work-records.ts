/** What is kept of work that is over: attempts at jobs, events for the shop's systems, and who works. */

import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Instant } from '../../domain/zoned-time.ts';
import type { JobAttempt, JobReads, JobWrites, ProcessingTimes } from '../../usecases/jobs/job-store.ts';
import { type JobKind, jobKinds } from '../../usecases/ports/jobs.ts';
import type {
  WebhookEventRecord,
  WebhookReads,
  WebhookWrites,
} from '../../usecases/webhooks/webhook-store.ts';
import type { JobAttemptsTable, OutsideEventsTable, WorkersTable } from '../console-tables.ts';
import type { Session, TransactionSession } from '../session.ts';
import { rowOf, statement } from '../statement.ts';

const attemptsOf = statement<{ kind: string; key: string }>()((db, p) =>
  db
    .selectFrom('job_attempts')
    .select(['kind', 'key', 'attempt', 'ended_at', 'duration_ms', 'outcome', 'error'])
    .where('key', '=', p.key)
    .where('kind', '=', p.kind)
    .orderBy('id'),
);

const insertAttempt = statement<Omit<Selectable<JobAttemptsTable>, 'id'>>()((db, p) =>
  db.insertInto('job_attempts').values(
    rowOf(p, {
      kind: true,
      key: true,
      attempt: true,
      ended_at: true,
      duration_ms: true,
      outcome: true,
      error: true,
    }),
  ),
);

// The kinds are named, since the index begins with them.
const purgeAttempts = statement<{ before: number }>()((db, p) =>
  db.deleteFrom('job_attempts').where('kind', 'in', jobKinds).where('ended_at', '<', p.before),
);

const countsSince = statement<{ kind: JobKind; since: number }>()((db, p) =>
  db
    .selectFrom('job_attempts')
    .select([
      sql<number>`count(case when outcome = 'done' then 1 end)`.as('done'),
      sql<number>`count(case when outcome <> 'done' then 1 end)`.as('failed'),
    ])
    .where('kind', '=', p.kind)
    .where('ended_at', '>=', p.since),
);

const doneAtRank = statement<{ kind: JobKind; since: number; rank: number }>()((db, p) =>
  db
    .selectFrom('job_attempts')
    .select('duration_ms')
    .where('kind', '=', p.kind)
    .where('ended_at', '>=', p.since)
    .where('outcome', '=', sql.lit<'done'>('done'))
    .orderBy('duration_ms')
    .limit(sql.lit(1))
    .offset(p.rank),
);

const eventsOf = statement<{ orderId: number }>()((db, p) =>
  db
    .selectFrom('outside_events')
    .select(['event_id', 'order_id', 'type', 'body', 'created_at', 'delivered_at'])
    .where('order_id', '=', p.orderId)
    .orderBy('created_at')
    .orderBy('event_id'),
);

const insertEvent = statement<Selectable<OutsideEventsTable>>()((db, p) =>
  db.insertInto('outside_events').values(
    rowOf(p, {
      event_id: true,
      order_id: true,
      type: true,
      body: true,
      created_at: true,
      delivered_at: true,
    }),
  ),
);

const noteDelivery = statement<{ eventId: string; at: number }>()((db, p) =>
  db.updateTable('outside_events').set({ delivered_at: p.at }).where('event_id', '=', p.eventId),
);

const purgeEvents = statement<{ before: number }>()((db, p) =>
  db.deleteFrom('outside_events').where('created_at', '<', p.before),
);

const workersSince = statement<{ since: number }>()((db, p) =>
  db
    .selectFrom('workers')
    .select(['id', 'host', 'version', 'started_at', 'seen_at'])
    .where('seen_at', '>=', p.since)
    .orderBy('started_at')
    .orderBy('id'),
);

const seeWorker = statement<Selectable<WorkersTable>>()((db, p) =>
  db
    .insertInto('workers')
    .values(rowOf(p, { id: true, host: true, version: true, started_at: true, seen_at: true }))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((set) => ({ seen_at: set.ref('excluded.seen_at') })),
    ),
);

const purgeWorkers = statement<{ before: number }>()((db, p) =>
  db.deleteFrom('workers').where('seen_at', '<', p.before),
);

function attemptOf(row: Omit<Selectable<JobAttemptsTable>, 'id'>): JobAttempt {
  return {
    kind: row.kind,
    key: row.key,
    attempt: row.attempt,
    endedAt: row.ended_at,
    durationMs: row.duration_ms,
    end: row.outcome,
    error: row.error,
  };
}

function eventOf(row: Selectable<OutsideEventsTable>): WebhookEventRecord {
  return {
    eventId: row.event_id,
    orderId: row.order_id,
    type: row.type,
    body: row.body,
    createdAt: row.created_at,
    deliveredAt: row.delivered_at,
  };
}

async function timesOf(session: Session, kind: JobKind, since: Instant): Promise<ProcessingTimes[]> {
  const counts = await session.first(countsSince, { kind, since });
  if (counts === undefined || counts.done + counts.failed === 0) return [];
  const { done, failed } = counts;
  const atShare = async (share: number): Promise<number | null> => {
    if (done === 0) return null;
    const rank = Math.ceil(done * share) - 1;
    return (await session.first(doneAtRank, { kind, since, rank }))?.duration_ms ?? null;
  };
  return [{ kind, done, failed, p50Ms: await atShare(0.5), p95Ms: await atShare(0.95) }];
}

async function allTimes(session: Session, since: Instant): Promise<ProcessingTimes[]> {
  const times: ProcessingTimes[] = [];
  for (const kind of jobKinds) times.push(...(await timesOf(session, kind, since)));
  return times;
}

export function jobsWorkRecordReads(session: Session) {
  return {
    async attempts({ kind, key }) {
      return (await session.all(attemptsOf, { kind, key })).map(attemptOf);
    },
    async workersSeen(since) {
      return (await session.all(workersSince, { since })).map((row) => ({
        id: row.id,
        host: row.host,
        version: row.version,
        startedAt: row.started_at,
        seenAt: row.seen_at,
      }));
    },
    processingTimes: (since) => session.snapshot((snapshot) => allTimes(snapshot, since)),
  } satisfies Partial<JobReads>;
}

export function webhooksWorkRecordReads(session: Session) {
  return {
    async ofOrder(orderId) {
      return (await session.all(eventsOf, { orderId })).map(eventOf);
    },
  } satisfies Partial<WebhookReads>;
}

export function jobsWorkRecordWrites(session: TransactionSession) {
  return {
    async recordAttempt({ kind, key, attempt, endedAt, durationMs, end, error }) {
      await session.run(insertAttempt, {
        kind,
        key,
        attempt,
        ended_at: endedAt,
        duration_ms: durationMs,
        outcome: end,
        error,
      });
    },
    async purgeAttempts(before) {
      await session.run(purgeAttempts, { before });
    },
    async recordHeartbeat({ id, host, version, startedAt, seenAt }) {
      await session.run(seeWorker, { id, host, version, started_at: startedAt, seen_at: seenAt });
    },
    async purgeWorkers(before) {
      await session.run(purgeWorkers, { before });
    },
  } satisfies Partial<JobWrites>;
}

export function webhooksWorkRecordWrites(session: TransactionSession) {
  return {
    async insert({ eventId, orderId, type, body, createdAt, deliveredAt }) {
      await session.run(insertEvent, {
        event_id: eventId,
        order_id: orderId,
        type,
        body,
        created_at: createdAt,
        delivered_at: deliveredAt,
      });
    },
    async recordDelivery(eventId, at) {
      await session.run(noteDelivery, { eventId, at });
    },
    async purge(before) {
      await session.run(purgeEvents, { before });
    },
  } satisfies Partial<WebhookWrites>;
}
