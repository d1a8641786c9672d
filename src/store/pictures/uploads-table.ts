/** The table `uploads`. */

import { integer, nullable, text } from '../column.ts';
import { table } from '../table.ts';

export const uploadsTable = table('uploads', {
  path: text,
  file: text,
  ownerId: nullable(integer),
  widthPx: integer,
  heightPx: integer,
  createdAt: integer,
  keptUntil: integer,
});
