/** Uploads, and the stored answers of calls that carry an idempotency key. */

import type { Selectable } from 'kysely';
import type {
  IdempotencyClaim,
  IdempotencyReads,
  IdempotencyWrites,
} from '../../usecases/callers/idempotency-store.ts';
import type { UploadReads, UploadWrites } from '../../usecases/pictures/upload-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import {
  idempotencyRecordColumns,
  idempotencyRecordOf,
  uploadColumns,
  uploadOf,
  uploadRow,
} from '../small-rows.ts';
import { rowOf, statement } from '../statement.ts';
import type { UploadsTable } from '../tables.ts';

const uploadByPath = statement<{ path: string }>()((db, p) =>
  db.selectFrom('uploads').select(uploadColumns).where('path', '=', p.path),
);

const expiredUploads = statement<{ now: number; limit: number }>()((db, p) =>
  db
    .selectFrom('uploads')
    .select(uploadColumns)
    .where('kept_until', '<=', p.now)
    .orderBy('kept_until')
    .orderBy('path')
    .limit(p.limit),
);

const insertUpload = statement<Selectable<UploadsTable>>()((db, p) =>
  db.insertInto('uploads').values(
    rowOf(p, {
      path: true,
      file: true,
      owner_id: true,
      width_px: true,
      height_px: true,
      created_at: true,
      kept_until: true,
    }),
  ),
);

const keepUpload = statement<{ path: string; until: number }>()((db, p) =>
  db
    .updateTable('uploads')
    .set({ kept_until: p.until })
    .where('path', '=', p.path)
    .where('kept_until', '<', p.until),
);

const deleteExpiredUpload = statement<{ path: string; now: number }>()((db, p) =>
  db.deleteFrom('uploads').where('path', '=', p.path).where('kept_until', '<=', p.now),
);

const idempotencyRecord = statement<{ scope: string; key: string }>()((db, p) =>
  db
    .selectFrom('idempotency_records')
    .select(idempotencyRecordColumns)
    .where('scope', '=', p.scope)
    .where('key', '=', p.key),
);

const insertIdempotencyRecord = statement<{
  scope: string;
  key: string;
  bodyHash: string;
  answer: string | null;
  createdAt: number;
}>()((db, p) =>
  db
    .insertInto('idempotency_records')
    .values({
      scope: p.scope,
      key: p.key,
      body_hash: p.bodyHash,
      answer: p.answer,
      created_at: p.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing()),
);

const takeOverIdempotencyRecord = statement<{
  scope: string;
  key: string;
  bodyHash: string;
  createdAt: number;
  before: number;
}>()((db, p) =>
  db
    .updateTable('idempotency_records')
    .set({ body_hash: p.bodyHash, created_at: p.createdAt })
    .where('scope', '=', p.scope)
    .where('key', '=', p.key)
    .where('answer', 'is', null)
    .where('created_at', '<', p.before),
);

const answerIdempotencyRecord = statement<IdempotencyClaim & { answer: string }>()((db, p) =>
  db
    .updateTable('idempotency_records')
    .set({ answer: p.answer })
    .where('scope', '=', p.scope)
    .where('key', '=', p.key)
    .where('created_at', '=', p.createdAt),
);

const deleteIdempotencyRecord = statement<IdempotencyClaim>()((db, p) =>
  db
    .deleteFrom('idempotency_records')
    .where('scope', '=', p.scope)
    .where('key', '=', p.key)
    .where('created_at', '=', p.createdAt),
);

const purgeIdempotencyRecords = statement<{ before: number }>()((db, p) =>
  db.deleteFrom('idempotency_records').where('created_at', '<', p.before),
);

export function uploadsIntakeReads(session: Session) {
  return {
    async byPath(path) {
      const row = await session.first(uploadByPath, { path });
      return row === undefined ? undefined : uploadOf(row);
    },
    async expired(now, limit) {
      return (await session.all(expiredUploads, { now, limit })).map(uploadOf);
    },
  } satisfies Partial<UploadReads>;
}

export function idempotencyIntakeReads(session: Session) {
  return {
    async find(scope, key) {
      const row = await session.first(idempotencyRecord, { scope, key });
      return row === undefined ? undefined : idempotencyRecordOf(row);
    },
  } satisfies Partial<IdempotencyReads>;
}

export function uploadsIntakeWrites(session: TransactionSession) {
  return {
    async insert(upload) {
      await session.run(insertUpload, uploadRow(upload));
    },
    async keep(path, until) {
      return (await session.run(keepUpload, { path, until })) === 1;
    },
    async deleteExpired(path, now) {
      return (await session.run(deleteExpiredUpload, { path, now })) === 1;
    },
  } satisfies Partial<UploadWrites>;
}

export function idempotencyIntakeWrites(session: TransactionSession) {
  return {
    async insert(record) {
      const { scope, key, bodyHash, answer, createdAt } = record;
      const row = { scope, key, bodyHash, answer, createdAt };
      return (await session.run(insertIdempotencyRecord, row)) === 1;
    },
    async takeOver(record, before) {
      const { scope, key, bodyHash, createdAt } = record;
      const taken = { scope, key, bodyHash, createdAt, before };
      return (await session.run(takeOverIdempotencyRecord, taken)) === 1;
    },
    async answer({ scope, key, createdAt }, answer) {
      await session.run(answerIdempotencyRecord, { scope, key, createdAt, answer });
    },
    async remove({ scope, key, createdAt }) {
      await session.run(deleteIdempotencyRecord, { scope, key, createdAt });
    },
    async purge(before) {
      return session.run(purgeIdempotencyRecords, { before });
    },
  } satisfies Partial<IdempotencyWrites>;
}
