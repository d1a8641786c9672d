/** The table `photo_links`. */

import { integer, nullable, text } from '../column.ts';
import { table } from '../table.ts';

export const photoLinksTable = table('photo_links', {
  tokenHash: text,
  secretHash: text,
  uploadPath: nullable(text),
  photos: integer,
  createdAt: integer,
  expiresAt: integer,
});
