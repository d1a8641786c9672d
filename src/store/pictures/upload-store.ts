/** Uploads. */

import type { UploadReads, UploadWrites } from '../../usecases/pictures/upload-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import type { NewRow } from '../table.ts';
import { uploadsTable } from './uploads-table.ts';

const { columns } = uploadsTable.all;

const uploadByPath = statement<{ path: string }>()((db, p) =>
  db.selectFrom('uploads').select(columns).where('path', '=', p.path),
);

const holdUpload = statement<{ path: string }>()((db, p, dialect) =>
  db.selectFrom('uploads').select(columns).where('path', '=', p.path).modifyEnd(dialect.sharedLock),
);

const expiredUploads = statement<{ now: number; limit: number }>()((db, p) =>
  db
    .selectFrom('uploads')
    .select(columns)
    .where('kept_until', '<=', p.now)
    .orderBy('kept_until')
    .orderBy('path')
    .limit(p.limit),
);

const insertUpload = statement<NewRow<typeof uploadsTable>>()((db, p) =>
  db.insertInto('uploads').values(uploadsTable.inserted(p)),
);

const keepUpload = statement<{ path: string; keptUntil: number }>()((db, p) =>
  db
    .updateTable('uploads')
    .set(uploadsTable.assigned(p, 'keptUntil'))
    .where('path', '=', p.path)
    .where('kept_until', '<', p.keptUntil),
);

const deleteExpiredUpload = statement<{ path: string; now: number }>()((db, p) =>
  db.deleteFrom('uploads').where('path', '=', p.path).where('kept_until', '<=', p.now),
);

export function uploadReads(session: Session): UploadReads {
  return {
    byPath: (path) => session.first(uploadByPath, { path }),
    expired: (now, limit) => session.all(expiredUploads, { now, limit }),
  };
}

export function uploadWrites(session: TransactionSession): UploadWrites {
  return {
    ...uploadReads(session),
    async insert(upload) {
      await session.run(insertUpload, upload);
    },
    async keep(path, keptUntil) {
      return (await session.run(keepUpload, { path, keptUntil })) === 1;
    },
    hold: (path) => session.first(holdUpload, { path }),
    async deleteExpired(path, now) {
      return (await session.run(deleteExpiredUpload, { path, now })) === 1;
    },
  };
}
