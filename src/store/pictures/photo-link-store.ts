/** Links with which another device sends a photo to an order form. */

import type { PhotoLinkReads, PhotoLinkWrites } from '../../usecases/pictures/photo-link-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import type { NewRow } from '../table.ts';
import { photoLinksTable } from './photo-links-table.ts';

const linkByToken = statement<{ hash: string }>()((db, p) =>
  db.selectFrom('photo_links').select(photoLinksTable.all.columns).where('token_hash', '=', p.hash),
);

const linkBySecret = statement<{ hash: string }>()((db, p) =>
  db.selectFrom('photo_links').select(photoLinksTable.all.columns).where('secret_hash', '=', p.hash),
);

const insertLink = statement<NewRow<typeof photoLinksTable>>()((db, p) =>
  db.insertInto('photo_links').values(photoLinksTable.inserted(p)),
);

const putPhoto = statement<{ tokenHash: string; uploadPath: string; now: number; photosMax: number }>()(
  (db, p) =>
    db
      .updateTable('photo_links')
      .set(({ eb }) => ({ upload_path: p.uploadPath, photos: eb('photos', '+', 1) }))
      .where('token_hash', '=', p.tokenHash)
      .where('expires_at', '>', p.now)
      .where('photos', '<', p.photosMax),
);

const deleteLink = statement<{ secretHash: string }>()((db, p) =>
  db.deleteFrom('photo_links').where('secret_hash', '=', p.secretHash),
);

const purgeLinks = statement<{ before: number }>()((db, p) =>
  db.deleteFrom('photo_links').where('expires_at', '<', p.before),
);

export function photoLinkReads(session: Session): PhotoLinkReads {
  return {
    byHash: async (hash) =>
      (await session.first(linkByToken, { hash })) ?? (await session.first(linkBySecret, { hash })),
  };
}

export function photoLinkWrites(session: TransactionSession): PhotoLinkWrites {
  return {
    ...photoLinkReads(session),
    async insert(link) {
      await session.run(insertLink, link);
    },
    async putPhoto(tokenHash, uploadPath, now, photosMax) {
      return (await session.run(putPhoto, { tokenHash, uploadPath, now, photosMax })) === 1;
    },
    async delete(secretHash) {
      await session.run(deleteLink, { secretHash });
    },
    async purge(before) {
      await session.run(purgeLinks, { before });
    },
  };
}
